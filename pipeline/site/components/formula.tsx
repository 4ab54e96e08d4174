import { h } from 'preact';
import type { Props } from './component.ts';

/** A formula of a text: its MathML comes as HTML, and what the author wrote is kept next to it. */
export function Formula(props: Props) {
  const { html } = props;
  return h(props.tag === 'div' ? 'div' : 'span', {
    class: 'dc-math',
    dangerouslySetInnerHTML: { __html: String(html) },
  });
}
