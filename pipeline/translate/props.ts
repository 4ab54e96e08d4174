import type { MdxJsxFlowElement, MdxJsxTextElement } from 'mdast-util-mdx';
import { attributePlaces } from '../source/attributes.ts';
import { parsePage } from '../source/parse.ts';
import { walk } from '../source/tree.ts';
import type { PageToTranslate, TranslateOptions } from './options.ts';
import { textOf } from './plain.ts';
import { isSilent, plainOf, shapeOf } from './runs.ts';
import { flat, plainSegment } from './segments.ts';
import type { Prop, Slot } from './slots.ts';
import { type Edit, splice } from './splice.ts';
import type { Piece } from './target.ts';
import { answer, editsOf, openWork, refuse, type Work } from './work.ts';

/** The slots of a page's visible properties; none when it can't be read. */
export function propSlots(
  page: PageToTranslate,
  options: Pick<TranslateOptions, 'glossary' | 'latex' | 'props'>,
): Slot[] {
  return (readProps(page, page.text, options) ?? []).flatMap((prop): Slot[] => {
    const { value, start, end } = prop;
    const segment = plainSegment(value, options.glossary);
    if (segment === undefined) return [];
    const edit = (pieces: readonly Piece[]): Edit => {
      const words = textOf(pieces, segment);
      // What the model left as it was stays byte for byte.
      if (words === flat(value).trim()) return { start, end, text: page.text.slice(start, end) };
      const quote = page.text[start] ?? '"';
      return { start, end, text: `${quote}${escaped(words, quote)}${quote}` };
    };
    return [{ segment, range: { start, end }, prop, edit }];
  });
}

/**
 * Translates the visible properties of a page, before its prose: everything else stays byte for
 * byte. The work has the results; the text is the page with those that could be verified.
 */
export async function translateProps(
  page: PageToTranslate,
  options: TranslateOptions,
): Promise<{ readonly text: string; readonly work: Work; readonly edits: readonly Edit[] }> {
  const work = await openWork(page, propSlots(page, options), options);
  await answer(work, work.slots);
  return { ...(await proveProps(work)), work };
}

/** The page with the translations of its properties; those that can't be written there are taken back. */
export async function proveProps(
  work: Work,
): Promise<{ readonly text: string; readonly edits: readonly Edit[] }> {
  const { page } = work;
  for (;;) {
    const done = work.slots.filter((slot) => work.replies.get(slot)?.type === 'translated');
    const edits = editsOf(work, done);
    const text = splice(page.text, edits);
    if (isSame(work, text)) return { text, edits };
    // One that is not possible where it is; all of them if it is unknown which.
    const alone = done.filter((slot) => !isSame(work, splice(page.text, editsOf(work, [slot]))));
    for (const slot of alone.length > 0 ? alone : done) {
      await refuse(work, slot, { kind: 'no-property' });
    }
  }
}

/** Whether a text is the page with other words in its properties: each reads as it was meant. */
function isSame({ page, options }: Work, text: string): boolean {
  const before = readProps(page, page.text, options);
  const after = readProps(page, text, options);
  if (!before || before.length !== after?.length) return false;
  if (before.some(({ name }, index) => name !== after[index]?.name)) return false;
  // Put back where they are now, the old values must give the old page.
  const back = after.map(({ start, end }, index) => {
    const old = before[index];
    return { start, end, text: page.text.slice(old?.start, old?.end) };
  });
  if (splice(text, back) !== page.text) return false;
  const [own, other] = [proseOf(page, page.text, options), proseOf(page, text, options)];
  return own === other;
}

function proseOf(
  page: PageToTranslate,
  text: string,
  { latex }: Pick<TranslateOptions, 'latex'>,
): string {
  const { root } = parsePage({ path: page.path, text }, { format: page.format, latex });
  return shapeOf(root, text)
    .runs.map((run) => plainOf(run.nodes))
    .join('\n');
}

/** The visible properties in a page's text; undefined when it can't be read. */
export function readProps(
  page: Pick<PageToTranslate, 'path' | 'format'>,
  text: string,
  { latex, props = {} }: Pick<TranslateOptions, 'latex' | 'props'>,
): Prop[] | undefined {
  const { root, problems } = parsePage({ path: page.path, text }, { format: page.format, latex });
  if (problems.some((problem) => problem.severity === 'error')) return undefined;
  const found: Prop[] = [];
  walk(root, (node) => {
    if (node.type !== 'mdxJsxFlowElement' && node.type !== 'mdxJsxTextElement') return true;
    if (isSilent(node)) return false;
    const own =
      node.name !== null && Object.hasOwn(props, node.name) ? props[node.name] : undefined;
    if (own && own.length > 0) found.push(...propsOf(node, text, own));
    return true;
  });
  return found;
}

function propsOf(
  node: MdxJsxFlowElement | MdxJsxTextElement,
  text: string,
  names: readonly string[],
): Prop[] {
  const places = attributePlaces(text, node);
  if (places.length !== node.attributes.length) return [];
  return node.attributes.flatMap((attribute, index): Prop[] => {
    if (attribute.type !== 'mdxJsxAttribute' || !names.includes(attribute.name)) return [];
    const { value } = attribute;
    const place = places[index]?.value;
    if (typeof value !== 'string' || !/\p{L}/u.test(value) || place === undefined) return [];
    const start = place.start.offset;
    const end = place.end.offset;
    if (!/["']/.test(text[start] ?? '') || text[end - 1] !== text[start]) return [];
    return [{ name: `${node.name}.${attribute.name}`, value, start, end }];
  });
}

/** Words as the value of a property: no sign that means something to Markdown or MDX around it. */
function escaped(text: string, quote: string): string {
  const code = (char: string) => `&#${char.charCodeAt(0)};`;
  return text
    .split(/(\{\{[^{}\n]*\}\})/)
    .map((part, index) =>
      index % 2 === 1
        ? part
        : part
            .replace(/&(?=#?\w{1,31};)/g, '&amp;')
            .replace(/[`|$*_{}<>[\]\\]/g, code)
            .replaceAll(quote, quote === '"' ? '&quot;' : '&#39;'),
    )
    .join('');
}
