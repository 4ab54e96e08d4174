import { CodeGroup } from '../code-block.tsx';
import type { Props } from '../component.ts';
import { usePage } from '../page-context.ts';

/** `RequestExample`: code next to the page on wide screens, inside it on small ones. */
export function RequestExample(props: Props) {
  return <ExamplePanel kind="request" props={props} />;
}

/** `ResponseExample`: as `RequestExample`, below it. */
export function ResponseExample(props: Props) {
  return <ExamplePanel kind="response" props={props} />;
}

function ExamplePanel(input: { readonly kind: 'request' | 'response'; readonly props: Props }) {
  const { kind, props } = input;
  const page = usePage();
  const content = (
    <div class="api-example" data-example={kind}>
      <CodeGroup dropdown={props.dropdown} sync={props.sync}>
        {props.children}
      </CodeGroup>
    </div>
  );
  return page.addAside(kind, content) ? null : content;
}
