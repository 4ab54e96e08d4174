import { contextualOptions } from '../../../schema/config/contextual.ts';
import { dropEntries, type Edit, type Fields, isFields, put, say } from '../edit.ts';
import { drop, rewriteIcon } from './shared.ts';

/** Entries of the page menu that belong to other services. */
const foreignOptions = new Set(
  'assistant grok aistudio devin devin-mcp windsurf download-spec download-pdf add-mcp'.split(' '),
);

/** `contextual`. */
export function rewriteContextual(edit: Edit, config: Fields): void {
  const { contextual } = config;
  if (!isFields(contextual)) return;
  if (Object.hasOwn(contextual, 'display')) {
    drop(edit, contextual, 'display', 'the menu is always next to the title');
  }
  const { options } = contextual;
  if (!Array.isArray(options)) return;
  const gone = new Set<number>();
  options.forEach((option, index) => {
    if (isFields(option)) rewriteOption(edit, option);
    if (typeof option !== 'string' || !foreignOptions.has(option)) return;
    gone.add(index);
    say(edit, options, String(index), {
      reason: `Entry "${option}" of the page menu has no equivalent, it is ignored`,
      note: `Supported entries: ${contextualOptions.join(', ')}.`,
    });
  });
  if (gone.size > 0) dropEntries(edit, options, gone);
}

function rewriteOption(edit: Edit, option: Fields): void {
  if (isFields(option.icon)) rewriteIcon(edit, option, option.icon);
  const { href } = option;
  if (isFields(href) && typeof href.base === 'string' && href.query === undefined) {
    put(edit, option, 'href', href.base);
  }
}
