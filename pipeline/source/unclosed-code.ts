import type { Code, Root } from 'mdast';
import type { Problem } from '../../schema/errors.ts';
import { pointsIn } from '../../schema/lines.ts';
import { walk } from './tree.ts';

/** Code blocks without a closing fence: all that follows in their page, list item or quote is code. Linear in the text. */
export function unclosedCode(
  root: Root,
  { path, text }: { readonly path: string; readonly text: string },
): Problem[] {
  if (!/```|~~~/.test(text)) return [];
  const problems: Problem[] = [];
  let points: ReturnType<typeof pointsIn> | undefined;
  walk(root, (node, parent) => {
    if (node.type !== 'code' || node.position?.start.offset === undefined) return;
    const { start: first, end } = node.position;
    const start = first.offset ?? 0;
    const [opening = '', ...below] = text.slice(start, end.offset).split(/\r?\n|\r/);
    const fence = /^(?:`{3,}|~{3,})/.exec(opening)?.[0];
    if (fence === undefined || isClosed(below, fence)) return;
    points ??= pointsIn(text);
    const place = { start: points(start), end: points(start + opening.trimEnd().length) };
    const reach = parent?.type === 'root' ? 'page' : 'list item or quote';
    problems.push(unclosed(node, { file: path, place }, { fence, reach }));
  });
  return problems;
}

function isClosed(lines: readonly string[], fence: string): boolean {
  const last = (lines.at(-1) ?? '').replace(/^[\s>]+/, '').trimEnd();
  return last.length >= fence.length && last === fence.charAt(0).repeat(last.length);
}

function unclosed(
  { value }: Code,
  where: Pick<Problem, 'file' | 'place'>,
  { fence, reach }: { readonly fence: string; readonly reach: string },
): Problem {
  const isEmpty = value.trim() === '';
  return {
    severity: 'warning',
    source: 'source',
    ruleId: 'unclosed-code',
    ...where,
    reason: isEmpty
      ? 'This fence opens a code block, and nothing follows: an empty one is shown.'
      : `This code block is not closed: all that follows in this ${reach} is shown as code.`,
    note: isEmpty
      ? 'Remove the fence.'
      : `Write ${fence} on a line of its own where the code ends.`,
  };
}
