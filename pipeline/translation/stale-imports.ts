import { versionBranches } from '../../schema/branch.ts';
import type { TranslatedText } from '../../schema/build.ts';
import type { Page, Site } from '../../schema/site.ts';
import { parsePage } from '../source/parse.ts';
import { createSnippets, type Snippets } from '../source/snippets.ts';

/**
 * The text of a translation, if the files it includes still exist. For one made from an older
 * source they may not: it would silently lose content, so the source is shown instead.
 */
export function usableTexts(
  site: Site,
): (page: Page, translation: TranslatedText | undefined) => TranslatedText | undefined {
  let snippets: Snippets | undefined;
  return (page, translation) => {
    if (translation === undefined || translation.translatedHash === page.file.hash) {
      return translation;
    }
    const { text } = translation;
    if (!/^import\s|<Snippet\b/m.test(text)) return translation;
    snippets ??= snippetsOf(site);
    const file = { path: page.file.path, text };
    const { root } = parsePage(file, { format: page.format, latex: site.config.styling.latex });
    const { problems } = snippets.resolve(file, root);
    return problems.some(({ severity }) => severity === 'error') ? undefined : translation;
  };
}

function snippetsOf(site: Site): Snippets {
  const texts = new Map(site.snippets);
  for (const { file } of site.pages.values()) texts.set(file.path, file);
  return createSnippets({
    texts,
    isAsset: (path) => site.assets.has(path),
    branches: versionBranches(site.config),
  });
}
