import type { Place } from '../../../schema/errors.ts';
import { flag, type Props, text, textOf } from './component.ts';
import { usePage } from './page-context.ts';

/** A formula in a component. */
export function Latex(props: Props) {
  const page = usePage();
  const tex = (text(props.children) ?? textOf(props.children)).trim();
  const display = /^\$\$[\s\S]*\$\$$/.test(tex) || flag(props.display);
  const html = page.math(tex.replace(/^\$+|\$+$/g, ''), display, props.place as Place | undefined);
  return <span class="dc-math" dangerouslySetInnerHTML={{ __html: html }} />;
}
