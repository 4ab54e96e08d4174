import { type Words, wordsOf } from '../words.ts';

// What the browser's modules of components say. They know the English words; a page in another language
// brings its own.
const names = [
  'showLess',
  'view',
  'copied',
  'copyFailed',
  'linkCopied',
  'code',
  'table',
  'enlarge',
  'image',
  'close',
  'zoomOut',
  'actualSize',
  'zoomIn',
] as const satisfies readonly (keyof Words['components'])[];

/** Words of its language that a page brings for the browser's modules; nothing where they know them. */
export function wordsForBrowser(language: string): string | undefined {
  const words = wordsOf(language);
  if (words === wordsOf('en')) return undefined;
  return JSON.stringify(Object.fromEntries(names.map((name) => [name, words.components[name]])));
}
