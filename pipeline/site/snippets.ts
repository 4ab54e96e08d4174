import type { RenderedBody, Site, SourceFile } from '../../schema/site.ts';
import { pagePathOf } from '../source/path.ts';

type Files = ReadonlyMap<string, SourceFile>;

/** Snippets with the files of pages among them: other pages may import these as well. */
export function withPages(snippets: Files, pages: Site['pages']): Files {
  const get = (path: string): SourceFile | undefined => {
    const snippet = snippets.get(path);
    if (snippet !== undefined || !/\.mdx?$/i.test(path)) return snippet;
    const file = pages.get(pagePathOf(path))?.file;
    return file?.path === path ? file : undefined;
  };
  return viewOf(snippets, { get, has: (path) => snippets.has(path) || get(path) !== undefined });
}

/** Replacement of a snippet → the snippet of the source language. */
const sources = new WeakMap<SourceFile, SourceFile>();
const standIns = new WeakMap<SourceFile, SourceFile>();

/**
 * Snippets as pages of a language see them: if the folder of the language has one with the same
 * path, its text replaces the source's, at the source's path, so that its imports resolve to the
 * same files.
 */
export function snippetsIn(folder: string, snippets: Files): Files {
  const get = (path: string): SourceFile | undefined => {
    const source = snippets.get(path);
    if (source === undefined || !/\.mdx?$/i.test(path) || path.startsWith(`${folder}/`)) {
      return source;
    }
    const own = snippets.get(`${folder}/${path}`);
    if (own === undefined) return source;
    const known = standIns.get(own);
    // In `docent dev` either of the two may change while the other one stays.
    if (known && sources.get(known) === source) return known;
    const standIn = { ...own, path };
    standIns.set(own, standIn);
    sources.set(standIn, source);
    return standIn;
  };
  return viewOf(snippets, { get, has: (path) => snippets.has(path) });
}

/** The same files in order, looked up in another way. */
function viewOf(snippets: Files, { get, has }: Pick<Files, 'get' | 'has'>): Files {
  return {
    get,
    has,
    get size() {
      return snippets.size;
    },
    forEach: (callback) => snippets.forEach((file, path) => void callback(file, path, snippets)),
    entries: () => snippets.entries(),
    keys: () => snippets.keys(),
    values: () => snippets.values(),
    [Symbol.iterator]: () => snippets[Symbol.iterator](),
  };
}

/** The body of a page in another language, with what it tells said of the files that people wrote. */
export function inOwnFiles<T extends Pick<RenderedBody, 'links' | 'problems'>>(
  body: T,
  folder: string,
  snippets: Files,
): T {
  const isOwn = (file: string) => (snippets.get(`${folder}/${file}`)?.path ?? file) !== file;
  const named = <Told extends { readonly file: string }>(told: readonly Told[]) =>
    told.some(({ file }) => isOwn(file))
      ? told.map((one) => (isOwn(one.file) ? { ...one, file: `${folder}/${one.file}` } : one))
      : told;
  return { ...body, links: named(body.links), problems: named(body.problems) };
}

/** The snippet of the source language that this one replaces. */
export function sourceOf(file: SourceFile): SourceFile | undefined {
  return sources.get(file);
}
