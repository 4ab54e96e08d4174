import type { ParseInput, ParseOptions } from './parse.ts';

const isMarkdown = /\.md$/i;
/** A tag of a component that begins a line, with its name. */
const opening = /^ {0,3}<([A-Z][\w.]*)(?=[\s/>]|$)/;
const closing = /<\/([A-Z][\w.]*)\s*>/g;
const selfClosing = /<([A-Z][\w.]*)(?:\s[^<>]*)?\/>/g;
const fence = /^ {0,3}(`{3,}|~{3,})(.*)$/;

/**
 * How a file is read: `.mdx` is MDX, and `.md` plain Markdown unless a component begins one of its lines. Sites have such
 * pages, whose author means what they do in MDX. Linear in the text.
 */
export function formatOf({ path, text }: ParseInput): ParseOptions['format'] {
  return isMarkdown.test(path) && !beginsWithComponent(text) ? 'md' : 'mdx';
}

/** Whether a component begins a line outside of code, and is closed somewhere: a placeholder is not. */
function beginsWithComponent(text: string): boolean {
  if (!/^ {0,3}<[A-Z]/m.test(text)) return false;
  const closed = new Set([...namesIn(text, closing), ...namesIn(text, selfClosing)]);
  let open: string | undefined;
  for (const line of text.split('\n')) {
    const [, mark = '', rest = ''] = fence.exec(line) ?? [];
    if (open !== undefined) {
      if (mark.startsWith(open) && rest.trim() === '') open = undefined;
    } else if (mark !== '') open = mark;
    else {
      const name = opening.exec(line)?.[1];
      if (name !== undefined && closed.has(name)) return true;
    }
  }
  return false;
}

function namesIn(text: string, pattern: RegExp): string[] {
  return Array.from(text.matchAll(pattern), ([, name = '']) => name);
}
