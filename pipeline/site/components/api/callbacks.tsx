import type { Callback } from '../../../../schema/operation.ts';
import { usePage } from '../page-context.ts';
import { Described } from './described.tsx';
import { anchor, Contents, type View } from './fields-view.tsx';
import { MethodChip } from './method.tsx';
import { ResponseRows } from './responses.tsx';
import { Section } from './section.tsx';

/** Requests that the API sends: what they hold, and what it expects as an answer. */
export function Callbacks(props: {
  readonly callbacks: readonly Callback[] | undefined;
  readonly view: View;
}) {
  const page = usePage();
  const { callbacks = [], view } = props;
  const { labels } = view;
  if (callbacks.length === 0) return null;
  return (
    <Section word="callbacks">
      {callbacks.map((callback) => {
        const { name, method, url, summary, description, body, responses } = callback;
        const id = page.headingId(name, `callback-${anchor(name)}`, []);
        return (
          <details class="dc-response callback" id={id} key={`${method} ${url}`} open={view.open}>
            <summary class="response-head">
              <MethodChip method={method} />
              <code dir="ltr">{url}</code>
              <span class="response-lead">{summary ?? name}</span>
              {callback.deprecated && (
                <span class="field-chip field-deprecated">{labels.deprecated}</span>
              )}
            </summary>
            <div class="response-body">
              {description && <Described text={description} />}
              {body && (
                <Contents
                  contents={body.contents}
                  prefix={{ id: `${id}-body`, others: [] }}
                  view={view}
                />
              )}
              <ResponseRows
                responses={responses}
                main={undefined}
                prefix={{ id: `${id}-response`, others: [] }}
                view={view}
              />
            </div>
          </details>
        );
      })}
    </Section>
  );
}
