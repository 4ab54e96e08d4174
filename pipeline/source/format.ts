import { withoutFences } from './fences.ts';
import type { ParseInput, ParseOptions } from './parse.ts';

/** A tag of a component that begins a line, with its name. */
const opening = /^ {0,3}<([A-Z][\w.]*)(?=[\s/>]|$)/gm;
const closing = /<\/([A-Z][\w.]*)\s*>|<([A-Z][\w.]*)(?:\s[^<>]*)?\/>/g;

/**
 * How a file is read: `.mdx` is MDX, and `.md` plain Markdown unless a component begins one of its lines. Sites have such
 * pages, whose author means what they do in MDX. Linear in the text.
 */
export function formatOf({ path, text }: ParseInput): ParseOptions['format'] {
  return /\.md$/i.test(path) && !beginsWithComponent(text) ? 'md' : 'mdx';
}

/** Whether a component begins a line outside of code, and is closed somewhere: a placeholder is not. */
function beginsWithComponent(text: string): boolean {
  if (!/^ {0,3}<[A-Z]/m.test(text)) return false;
  const prose = withoutFences(text);
  const closed = new Set(Array.from(prose.matchAll(closing), ([, end, whole]) => end ?? whole));
  return Array.from(prose.matchAll(opening), ([, name]) => name).some((name) => closed.has(name));
}
