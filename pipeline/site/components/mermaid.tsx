import { diagramKind } from '../diagrams/kinds.ts';
import { type Props, text, textOf } from './component.ts';
import { usePage } from './page-context.ts';

/** A diagram: its source as text, drawn in the browser. */
export function MermaidDiagram(props: Props) {
  const page = usePage();
  const chart = (text(props.chart) ?? textOf(props.children)).trim();
  const label = text(props.ariaLabel) ?? text(props.title);
  page.feature('mermaid');
  return (
    <figure
      class="mermaid dc-mermaid"
      data-mermaid={diagramKind(chart)}
      data-placement={text(props.placement) ?? 'bottom-right'}
      {...(props.actions === undefined ? {} : { 'data-actions': String(props.actions) })}
      {...(label === undefined ? {} : { 'aria-label': label })}
      dir="ltr"
    >
      <pre class="mermaid-source">
        <code>{chart}</code>
      </pre>
    </figure>
  );
}
