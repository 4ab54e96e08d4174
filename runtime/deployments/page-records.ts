import { readOutline } from '../../pipeline/output/read.ts';
import type { PageOutline } from '../../schema/build.ts';
import type { DeployedPage } from '../store/deployments.ts';
import type { OwnedPage } from '../store/owned-files.ts';
import type { ShownTranslation } from '../store/publications.ts';

/** Translations that a deployment shows to readers. */
export async function shownIn(out: string, id: string): Promise<ShownTranslation[]> {
  const shown: ShownTranslation[] = [];
  for await (const page of readOutline(out, id)) {
    const { translationOf: path, translation, language, sourceHash: contentHash } = page;
    if (path === undefined || translation === 'pending') continue;
    shown.push({ language, path, contentHash, isCurrent: translation !== 'stale' });
  }
  return shown;
}

/**
 * The source pages that count: files in the source language, including hidden ones. Translations by
 * people are in the same folder. `targets` are the languages of the project: a build that knows none but those of its
 * `docs.json` takes exported translations into another one for pages of the source language.
 */
export async function sortRecords(
  records: AsyncIterable<PageOutline>,
  deployment: { readonly sourceLanguage: string; readonly createdAt: string },
  targets: ReadonlySet<string>,
): Promise<{ pages: DeployedPage[]; owned: OwnedPage[] }> {
  const pages: DeployedPage[] = [];
  const owned: OwnedPage[] = [];
  for await (const record of records) {
    // Translations by the service itself belong to no one.
    if (record.origin !== 'file' || record.translation !== undefined) continue;
    if (record.translationOf !== undefined) {
      owned.push({
        path: record.translationOf,
        language: record.language,
        title: record.title,
        hash: record.sourceHash,
      });
    } else if (record.language === deployment.sourceLanguage) {
      pages.push({
        path: record.path,
        title: record.title,
        sourceHash: record.sourceHash,
        words: record.words,
        updatedAt: timeOf(record.updatedAt) ?? timeOf(deployment.createdAt) ?? 0,
      });
    }
  }
  const paths = new Set(pages.map(({ path }) => path));
  const own = pages.filter(({ path: file, title, sourceHash: hash }) => {
    const [language, path] = splitFolder(file);
    const isExported = targets.has(language) && paths.has(path);
    if (isExported) owned.push({ path, language, title, hash });
    return !isExported;
  });
  return { pages: own, owned };
}

function splitFolder(path: string): readonly [folder: string, rest: string] {
  const slash = path.indexOf('/');
  return slash < 0 ? ['', path] : [path.slice(0, slash), path.slice(slash + 1)];
}

function timeOf(text: string | undefined): number | undefined {
  const time = text === undefined ? Number.NaN : Date.parse(text);
  return Number.isNaN(time) ? undefined : time;
}
