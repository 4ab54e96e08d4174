import { given } from '../../schema/given.ts';
import { parsePage } from '../source/parse.ts';
import type { Question } from './ask.ts';
import { type CodeBlock, codeBlocksOf } from './comments.ts';
import { type Field, fieldEdit, fieldsOf } from './fields.ts';
import type { PageToTranslate, TranslateOptions } from './options.ts';
import { textOf } from './plain.ts';
import { type PageShape, shapeOf } from './runs.ts';
import { labelSegment, plainSegment, segmentsOf } from './segments.ts';
import { type Edit, markdownOf } from './splice.ts';
import type { Piece } from './target.ts';

/** A property with text, as written in a page. */
export interface Prop {
  /** `Card.title`. */
  readonly name: string;
  readonly value: string;
  /** Range of the value in the page's text, quotes included. */
  readonly start: number;
  readonly end: number;
}

/** A segment with its place on a page, which its translation takes. */
export interface Slot extends Question {
  /** Range in the page's text that the translation takes. */
  readonly range: { readonly start: number; readonly end: number };
  readonly field?: Field;
  /** The property that the segment is the value of. */
  readonly prop?: Prop;
  /** The code that the segment is a comment of. */
  readonly block?: CodeBlock;
  /** Position among the runs of the body. */
  readonly run?: number;
  readonly edit: (pieces: readonly Piece[]) => Edit;
}

/** Everything of a page that is to be translated, in its order; undefined when it can't be read. */
export function slotsOf(
  page: PageToTranslate,
  options: Pick<TranslateOptions, 'glossary' | 'latex'>,
): Slot[] | undefined {
  const shape = readShape(page, page.text, { latex: options.latex });
  if (shape === undefined) return undefined;
  const slots: Slot[] = [];
  for (const field of fieldsOf(page.text)) {
    // A description is shown with its links and emphasis.
    const read = field.key === 'description' ? labelSegment : plainSegment;
    const segment = read(field.value, options.glossary);
    if (segment === undefined) continue;
    const edit = (pieces: readonly Piece[]) => fieldEdit(field, textOf(pieces, segment), page.text);
    const { start, end } = field;
    slots.push({ segment, range: { start, end }, field, edit });
  }
  let before: string | undefined;
  for (const [run, segment] of segmentsOf(shape, page.text, options.glossary).entries()) {
    if (segment === undefined) continue;
    const { start, end } = segment;
    const edit = (pieces: readonly Piece[]) => ({ start, end, text: markdownOf(pieces, segment) });
    slots.push({
      segment,
      range: { start, end },
      run,
      edit,
      ...given({ before }),
    });
    before = segment.source.slice(-200);
  }
  return slots;
}

/** The form and the prose of a page's text; undefined when it can't be read without errors. */
export function readShape(
  page: Pick<PageToTranslate, 'path' | 'format'>,
  text: string,
  options: { readonly latex?: boolean | undefined; readonly withoutCode?: boolean },
): PageShape | undefined {
  const { latex, withoutCode = false } = options;
  const { root, problems } = parsePage({ path: page.path, text }, { format: page.format, latex });
  if (problems.some((problem) => problem.severity === 'error')) return undefined;
  return shapeOf(root, text, { withoutCode });
}

/** The page's code with comments, when these are translated. */
export async function blocksOf(
  page: PageToTranslate,
  { comments, latex }: Pick<TranslateOptions, 'comments' | 'latex'>,
): Promise<CodeBlock[]> {
  if (!comments) return [];
  const { path, text, format } = page;
  const { root } = parsePage({ path, text }, { format, latex });
  return codeBlocksOf(root, text, comments);
}

/** Comments as segments: each is one line, and stays one. */
export function commentSlots(
  blocks: readonly CodeBlock[],
  options: Pick<TranslateOptions, 'glossary'>,
): Slot[] {
  return blocks.flatMap((block) =>
    block.words.flatMap(({ start, end, value }): Slot[] => {
      const segment = plainSegment(value, options.glossary);
      if (segment === undefined) return [];
      const edit = (pieces: readonly Piece[]) => ({ start, end, text: textOf(pieces, segment) });
      return [{ segment, range: { start, end }, block, edit }];
    }),
  );
}
