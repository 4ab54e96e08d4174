import { readNotation } from '../code/fence.ts';
import { markTypes } from '../code/types/mark-types.ts';
import { withVariables } from '../variable-element.ts';
import { onShownLines, typesOf } from './code-types.ts';
import type { PageContext, ShownCode, WrittenCode } from './page-context.ts';

/** Highlights a block of code; its types and the variables of readers are in it. */
export function shownCode(page: PageContext, block: WrittenCode): ShownCode {
  const { written } = block;
  const types = block.typed ? typesOf(page, block, written.code) : undefined;
  const notation = types ? onShownLines(written, types) : written;
  const coloured = highlighted(page, block, notation.code);
  return { html: types ? markTypes(coloured, types) : coloured, notation };
}

function highlighted(
  page: PageContext,
  { template, language }: Pick<WrittenCode, 'template' | 'language'>,
  code: string,
): string {
  if (template !== undefined) {
    const marked = readNotation(template).code;
    const html = withVariables(page, page.highlight(marked, language), marked);
    if (html !== undefined) return html;
  }
  return page.highlight(code, language);
}
