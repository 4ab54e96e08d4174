import type { Props } from '../component.ts';
import { usePage } from '../page-context.ts';

/** `RequestExample`: code that stands beside the page on wide screens, in it on small ones. */
export function RequestExample(props: Props) {
  return <ExamplePanel kind="request" props={props} />;
}

/** `ResponseExample`: as `RequestExample`, below it. */
export function ResponseExample(props: Props) {
  return <ExamplePanel kind="response" props={props} />;
}

function ExamplePanel(input: { readonly kind: 'request' | 'response'; readonly props: Props }) {
  const page = usePage();
  const content = <div class="api-example">{input.props.children}</div>;
  return page.addAside(input.kind, content) ? null : content;
}
