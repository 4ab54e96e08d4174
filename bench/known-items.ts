import { createHash } from 'node:crypto';
import type { PageRecord } from '../schema/build.ts';

/** A line of a set of questions; any of the pages is right, none means nothing answers it. */
export interface Question {
  readonly q: string;
  readonly pages: readonly string[];
  readonly kind: string;
  /** Language of the question when it is not English. */
  readonly lang?: string;
}

/** Questions of each kind, at most: enough to tell a few percent apart. */
const most = 150;

/**
 * Questions that a site's own pages answer by their names: what has such a name is known, so that every site
 * can be measured without a person who writes questions. Names that several pages have are left out.
 */
export function knownItems(records: readonly PageRecord[], language: string): Question[] {
  const pages = records.filter((record) => {
    return record.search && !record.hidden && !record.protected && record.language === language;
  });
  const titles = onlyOnes(pages, ({ title }) => [title]).filter(({ q }) => q.length >= 4);
  const long = titles.filter(({ q }) => /\p{L}{6,}/u.test(q));
  const names = onlyOnes(pages, ({ title, headings }) => [
    title,
    ...headings.map(({ text }) => text),
  ]);
  const isTitle = new Set(pages.map(({ title }) => keyOf(title)));
  const headings = names.filter(({ q }) => q.length >= 8 && !isTitle.has(keyOf(q)));
  const identifiers = onlyOnes(pages, identifiersOf, bareName);
  const dotted = identifiers.filter(({ q }) => q.includes('.'));
  const alone = new Set(identifiers.map(({ q }) => bareName(q)));
  const lastParts = dotted.flatMap(({ q, pages: own }) => {
    const last = q.slice(q.lastIndexOf('.') + 1);
    return isName(last) && alone.has(bareName(last)) ? [{ q: last, pages: own }] : [];
  });
  return [
    ...some('title', titles),
    ...some(
      'cut title',
      long.map(({ q, pages: own }) => ({ q: [...q].slice(0, -3).join('').trim(), pages: own })),
    ),
    ...some(
      'mistyped title',
      long.map(({ q, pages: own }) => ({ q: mistyped(q), pages: own })),
    ),
    ...some('heading', headings),
    ...some(
      'identifier',
      identifiers.filter(({ q }) => !q.includes('.')),
    ),
    ...some('dotted', dotted),
    ...some('last part', lastParts),
  ];
}

interface Item {
  readonly q: string;
  readonly pages: readonly string[];
}

/** Names that one page has, with this page. */
function onlyOnes(
  pages: readonly PageRecord[],
  namesOf: (page: PageRecord) => Iterable<string>,
  key: (name: string) => string = keyOf,
): Item[] {
  const found = new Map<string, { readonly q: string; readonly pages: Set<string> }>();
  for (const page of pages) {
    for (const name of namesOf(page)) {
      const before = found.get(key(name));
      if (before) before.pages.add(page.path);
      else found.set(key(name), { q: name, pages: new Set([page.path]) });
    }
  }
  return [...found.values()]
    .filter(({ q, pages: own }) => own.size === 1 && q.trim() !== '')
    .map(({ q, pages: own }) => ({ q, pages: [...own] }));
}

const dottedName = /[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*(?:\(\))?/g;

/** Names of code on a page, dotted ones also in their parts. */
function* identifiersOf({ sections }: PageRecord): Iterable<string> {
  for (const { heading, text, code } of sections) {
    for (const [name] of `${heading}\n${text}\n${code}`.matchAll(dottedName)) {
      const parts = name.split('.');
      for (const part of parts) if (isName(part)) yield part;
      if (parts.length > 1 && isName(parts.at(-1) ?? '')) yield name;
    }
  }
}

/** Whether it is written as code is, and not as a word. */
function isName(name: string): boolean {
  const bare = name.replace('()', '');
  return bare.length >= 6 && bare.length <= 40 && /[a-z][A-Z]|[A-Za-z]_[A-Za-z]/.test(bare);
}

function keyOf(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** Case and underscores are no difference to a reader who remembers a name. */
function bareName(name: string): string {
  return name.toLowerCase().replaceAll(/[_$()]/g, '');
}

/** Two letters of the longest word swapped, one left out, one doubled, or one wrong. */
function mistyped(title: string): string {
  const [word = ''] = [...title.matchAll(/\p{L}+/gu)]
    .map(([one]) => one)
    .sort((a, b) => b.length - a.length);
  const chance = numberOf(title);
  const at = 1 + (chance % (word.length - 2));
  const [letter = '', next = ''] = [word[at], word[at + 1]];
  const changed = [
    `${next}${letter}`,
    next,
    `${letter}${letter}${next}`,
    `${letter === 'e' ? 'a' : 'e'}${next}`,
  ][(chance >>> 8) % 4];
  return title.replace(word, `${word.slice(0, at)}${changed}${word.slice(at + 2)}`);
}

/** The same ones at every run, from anywhere in the site. */
function some(kind: string, items: readonly Item[]): Question[] {
  return [...items]
    .sort((a, b) => numberOf(a.q) - numberOf(b.q))
    .slice(0, most)
    .map((item) => ({ ...item, kind }));
}

function numberOf(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE();
}
