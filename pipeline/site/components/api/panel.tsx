import { codeTemplate, withVariables } from '../../variable-element.ts';
import type { Words } from '../../words.ts';
import { type PageContext, usePage } from '../page-context.ts';

/** One text of a panel: a sample in one language, or the example of one response. */
export interface PanelItem {
  readonly label: string;
  readonly language: string;
  readonly text: string;
}

/**
 * Code next to an operation, one text at a time, selected in the panel's header; the choice of a
 * language applies to all panels and pages. Without JavaScript, all texts are below each other with
 * their labels.
 */
export function CodePanel(props: {
  readonly title: string;
  readonly items: readonly PanelItem[];
  /** Panels with the same word follow each other's choice. */
  readonly sync?: string;
  readonly labels: Words['api'];
}) {
  const page = usePage();
  if (props.items.length === 0) return null;
  page.feature('endpoint');
  const several = props.items.length > 1;
  return (
    <section class="api-panel" data-sync={props.sync} aria-label={props.title}>
      <div class="api-panel-head">
        <span class="api-panel-title">{props.title}</span>
        {several && (
          <select
            class="api-panel-choice"
            dir="auto"
            aria-label={props.sync === 'sample' ? props.labels.codeLanguage : props.title}
          >
            {props.items.map((item, index) => (
              <option key={index}>{item.label}</option>
            ))}
          </select>
        )}
        <button type="button" class="api-panel-copy" aria-label={props.labels.copyCode}>
          <svg viewBox="0 0 24 24" width="16" height="16" aria-hidden="true" focusable="false">
            <path
              fill="none"
              stroke="currentColor"
              stroke-width="2"
              stroke-linecap="round"
              stroke-linejoin="round"
              d="M10 8h10a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H10a2 2 0 0 1-2-2V10a2 2 0 0 1 2-2ZM4 16a2 2 0 0 1-2-2V4c0-1.1.9-2 2-2h10a2 2 0 0 1 2 2"
            />
          </svg>
        </button>
      </div>
      {props.items.map((item, index) => (
        <div
          key={index}
          class="api-panel-item"
          data-label={item.label}
          {...(index === 0 ? { 'data-shown': '' } : {})}
        >
          {several && <p class="api-panel-label">{item.label}</p>}
          <pre class="api-panel-code" dir="ltr">
            <code dangerouslySetInnerHTML={{ __html: sample(page, item) }} />
          </pre>
        </div>
      ))}
    </section>
  );
}

/** Highlighted code; variables of the site that it names, in an address or a header, are filled. */
function sample(page: PageContext, { text, language }: PanelItem): string {
  const template = codeTemplate(page, text);
  const html = template && withVariables(page, page.highlight(template, language), template);
  return html ?? page.highlight(page.fill(text), language);
}
