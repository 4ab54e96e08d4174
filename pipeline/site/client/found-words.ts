import { addStyles } from './add-styles.ts';

const key = 'docent-found';
const name = 'docent-found';

/** The words that led to a page, until the reader removes their marks or follows another result. */
interface Found {
  readonly path: string;
  readonly words: readonly string[];
}

/** Keeps the words of a result for the page that it opens: an address with them would be passed on. */
export function keepFound(address: string, words: readonly string[]): void {
  const known = [...new Set(words.map((word) => word.trim().toLowerCase()))].filter(Boolean);
  const found: Found = { path: new URL(address, location.href).pathname, words: known };
  try {
    if (known.length > 0) sessionStorage.setItem(key, JSON.stringify(found));
    else sessionStorage.removeItem(key);
  } catch {
    // Without storage nothing is marked.
  }
}

let follows = false;

/**
 * Marks the words of the search that led here until Escape. They are painted, not wrapped: nothing of
 * the page changes.
 */
export function markFound(): void {
  // Browsers without highlights leave the page as it is.
  if (!('highlights' in CSS)) return;
  const found = read();
  CSS.highlights.delete(name);
  if (found?.path !== location.pathname) return;
  const ranges = rangesOf(found.words);
  if (ranges.length === 0) return;
  CSS.highlights.set(name, new Highlight(...ranges));
  if (follows) return;
  follows = true;
  addStyles(
    `::highlight(${name}){background-color:#fde68a;color:#1c1917}[data-mode="dark"] ::highlight(${name}){background-color:#5c4a00;color:#fff8e0}`,
  );
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || event.defaultPrevented || document.querySelector('dialog:modal'))
      return;
    CSS.highlights.delete(name);
    sessionStorage.removeItem(key);
  });
}

function read(): Found | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

/** Beyond this the page is one mark, and marking it takes time. */
const most = 1000;

function rangesOf(words: readonly string[]): Range[] {
  const root = document.querySelector('.page-columns');
  if (!root || words.length === 0) return [];
  const escaped = [...words]
    .sort((a, b) => b.length - a.length)
    .map((word) => word.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  // Words with spaces between them are whole words; others are found wherever they are.
  const pattern = new RegExp(
    escaped
      .map((word) =>
        /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(word)
          ? word
          : `(?<![\\p{L}\\p{N}])${word}(?![\\p{L}\\p{N}])`,
      )
      .join('|'),
    'giu',
  );
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const ranges: Range[] = [];
  for (let node = walker.nextNode(); node && ranges.length < most; node = walker.nextNode()) {
    for (const { index, 0: word } of (node.nodeValue ?? '').matchAll(pattern)) {
      const range = new Range();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      ranges.push(range);
    }
  }
  return ranges;
}
