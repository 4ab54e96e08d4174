import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SiteTranslations } from '../../schema/build.ts';
import { isConfigFile } from '../../schema/config/file.ts';
import type { SourceFile } from '../../schema/site.ts';
import { decode } from '../source/decode.ts';
import { sourceHash } from '../source/hash.ts';
import { pagePathOf } from '../source/path.ts';
import type { SourceTree } from '../source/read.ts';
import { readTranslations, translationsFolder } from '../translate/records.ts';
import type { DevState } from './state.ts';

/** Changed files read again, by path; undefined when more than the contents of texts has changed. */
export function readChanged(
  tree: SourceTree,
  changed: Iterable<string>,
): ReadonlyMap<string, SourceFile> | undefined {
  const fresh = new Map<string, SourceFile>();
  for (const path of changed) {
    const known = path.normalize('NFC');
    // The configuration decides which files are pages; assets have sizes and dates.
    if (!tree.texts.has(known) || tree.assets.has(known) || isConfigFile(path)) return undefined;
    try {
      const { text, problem } = decode(readFileSync(join(tree.dir, path)), path);
      if (problem) return undefined;
      fresh.set(known, { path: known, text, hash: sourceHash(text) });
    } catch {
      return undefined;
    }
  }
  return fresh;
}

/** The files as they are now: those that were saved are put into the tree when someone needs all of it. */
export function treeNow(state: DevState): SourceTree | undefined {
  const { tree, saved } = state;
  if (tree && saved.size > 0) state.tree = withFiles(tree, saved);
  saved.clear();
  return state.tree;
}

/** The tree with these files in the place of those of the same paths. */
function withFiles(tree: SourceTree, fresh: ReadonlyMap<string, SourceFile>): SourceTree {
  const pages = new Map(tree.pages);
  const snippets = new Map(tree.snippets);
  const texts = new Map(tree.texts);
  for (const [path, file] of fresh) {
    const page = pagePathOf(path);
    // Of two files with the same page path, one is the page.
    if (pages.get(page)?.path === path) pages.set(page, file);
    if (snippets.has(path)) snippets.set(path, file);
    texts.set(path, file);
  }
  return { ...tree, pages, snippets, texts };
}

/** The tree with changed files read again; undefined when all of it has to be read again. */
export function refreshed(
  tree: SourceTree | undefined,
  changed: Iterable<string>,
): SourceTree | undefined {
  const fresh = tree && readChanged(tree, changed);
  return fresh && withFiles(tree, fresh);
}

/** Reads the translations next to the site, if it has an output folder. */
export function readTexts(state: DevState): void {
  const { out } = state.setting;
  if (out === undefined) return;
  state.translations = keepSame(state.translations, readTranslations(translationsFolder(out)));
}

/**
 * The new translations, but reusing previous text objects if they are equal, so that their pages
 * stay cached.
 */
function keepSame(
  before: SiteTranslations | undefined,
  after: SiteTranslations | undefined,
): SiteTranslations | undefined {
  if (before === undefined || after === undefined) return after;
  const pages = Object.entries(after.pages).map(([language, texts]) => {
    const old = before.pages[language] ?? {};
    const kept = Object.entries(texts).map(([path, text]) => {
      const known = old[path];
      const isSame =
        known?.text === text.text &&
        known.translatedHash === text.translatedHash &&
        JSON.stringify(known.untranslated) === JSON.stringify(text.untranslated) &&
        known.pseudo === text.pseudo;
      return [path, isSame ? known : text] as const;
    });
    return [language, Object.fromEntries(kept)] as const;
  });
  return { ...after, pages: Object.fromEntries(pages) };
}
