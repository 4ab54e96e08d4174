import type { Root } from 'mdast';
import type { Problem } from '../../schema/errors.ts';
import { pointsIn } from '../../schema/lines.ts';
import { paragraphLines } from './paragraph-lines.ts';

/** Kinds of callouts as other tools name them, and what shows them here. */
const components: Readonly<Record<string, string>> = {
  note: 'Note',
  info: 'Info',
  tip: 'Tip',
  hint: 'Tip',
  check: 'Check',
  success: 'Check',
  important: 'Info',
  warning: 'Warning',
  warn: 'Warning',
  caution: 'Warning',
  attention: 'Warning',
  danger: 'Danger',
  error: 'Danger',
  details: 'Accordion',
};

/** `:::note`, `!!! note`, `??? note` and `[!NOTE]` at the beginning of a line. */
const opening =
  /^([ \t>]*)(:{3,}[ \t]*([a-z]+)(?![\w:])|(?:!!!|\?\?\?\+?)[ \t]+([a-z]+)\b|\[!([a-z]+)\])/i;

/** Callouts in the syntax of other tools: they are shown as text. Linear in the text. */
export function foreignCallouts(
  root: Root,
  { path, text }: { readonly path: string; readonly text: string },
): Problem[] {
  if (!/:::|!!!|\?\?\?|\[!/.test(text)) return [];
  const problems: Problem[] = [];
  let points: ReturnType<typeof pointsIn> | undefined;
  for (const { line, at } of paragraphLines(root, text)) {
    const [, before = '', written = '', ...kinds] = opening.exec(line) ?? [];
    const kind = kinds.find((one) => one !== undefined)?.toLowerCase() ?? '';
    if (!Object.hasOwn(components, kind)) continue;
    points ??= pointsIn(text);
    const from = at + before.length;
    const place = { start: points(from), end: points(from + written.length) };
    problems.push(foreignCallout({ file: path, place }, written, components[kind] ?? ''));
  }
  return problems;
}

function foreignCallout(
  where: Pick<Problem, 'file' | 'place'>,
  written: string,
  component: string,
): Problem {
  return {
    severity: 'warning',
    source: 'source',
    ruleId: 'callout-syntax',
    ...where,
    reason: `"${written}" is shown as text: it begins a callout in other tools.`,
    actual: written,
    expected: [`<${component}>`],
    note: `Write <${component}> and </${component}> around the text.`,
  };
}
