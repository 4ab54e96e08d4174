import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SiteTranslations } from '../../schema/build.ts';
import { isConfigFile } from '../../schema/config/file.ts';
import type { SourceFile } from '../../schema/site.ts';
import { decode } from '../source/decode.ts';
import { sourceHash } from '../source/hash.ts';
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

/** The tree with these files in the place of those of the same paths. */
export function withFiles(tree: SourceTree, fresh: ReadonlyMap<string, SourceFile>): SourceTree {
  const replace = (files: ReadonlyMap<string, SourceFile>): ReadonlyMap<string, SourceFile> =>
    new Map([...files].map(([key, file]) => [key, fresh.get(file.path) ?? file]));
  return {
    ...tree,
    pages: replace(tree.pages),
    snippets: replace(tree.snippets),
    texts: replace(tree.texts),
  };
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
