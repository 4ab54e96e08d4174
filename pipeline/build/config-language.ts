import type { SiteTranslations } from '../../schema/build.ts';
import type { Problem } from '../../schema/errors.ts';
import { siteLanguages } from '../config/languages.ts';
import type { ReadConfigResult } from '../config/read.ts';
import type { SourceTree } from '../source/read.ts';
import { sourceLanguage } from '../translate/source-language.ts';
import { readSiteConfig, type SiteConfigSource } from './site-config.ts';

/** A configuration that names no language, read again for the one that its pages are written in. */
export async function inOwnLanguage(
  read: ReadConfigResult,
  { pages }: Pick<SourceTree, 'pages'>,
  source: SiteConfigSource & { readonly translations?: SiteTranslations | undefined },
): Promise<ReadConfigResult> {
  const { config } = read;
  if (!config || read.namesLanguage) return read;
  const languages = siteLanguages(config, Object.keys(source.translations?.pages ?? {}));
  const isOwn = (path: string) => languages.languageOf(path) === languages.source;
  const files = [...pages].flatMap(([path, file]) => (isOwn(path) ? [file] : []));
  const language = await sourceLanguage(files, source);
  if (language === languages.source) return read;
  const own = readSiteConfig({ ...source, language });
  return { ...own, problems: [...own.problems, detected(language, own)] };
}

function detected(language: string, { locate }: ReadConfigResult): Problem {
  const names = new Intl.DisplayNames(['en'], { type: 'language' });
  return {
    ...{ severity: 'note', source: 'config', ruleId: 'detected-language', ...locate('') },
    reason: `Most pages are in ${names.of(language)}, so this is taken for the language of the site`,
    note: `Set "i18n.defaultLanguage" to "${language}" to keep it when pages change.`,
  };
}
