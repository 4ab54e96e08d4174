import type { SiteTranslations, TranslatedText } from '../../schema/build.ts';
import { openDeployment, readCurrent } from '../output/read.ts';
import { readTranslations, translationsFolder } from '../translate/records.ts';
import { translationsKey } from '../translation/translations-key.ts';

/** What a server has of its own for what is live. */
export interface OwnParts {
  readonly translations: SiteTranslations;
  /** Text of `docs.json` that was saved there, in place of the one in the sources. */
  readonly configText?: string;
}

/** What a build of the live deployment with these begins with. */
export interface RebuildPlan {
  /** The live deployment. */
  readonly id: string;
  /** All that it is to show. */
  readonly translations: SiteTranslations;
  /** Whether it shows other settings than it should. */
  readonly changesSettings: boolean;
}

/**
 * Whether the live deployment has to be built again for these translations and settings: undefined when it shows them
 * already, or when nothing is live. Asked before anything of a build is loaded.
 */
export function planRebuild(
  out: string,
  { translations, configText }: OwnParts,
): RebuildPlan | undefined {
  const id = readCurrent(out);
  if (id === undefined) return undefined;
  const { deployment, config } = openDeployment(out, id);
  const all = allTranslations(out, translations);
  const changesSettings = configText !== deployment.settings;
  const shown = translationsKey(all, config.i18n.languages);
  if (!changesSettings && shown === deployment.translations) return undefined;
  return { id, translations: all, changesSettings };
}

/** The translations of the database with those of `docent translate`, over which they take precedence. */
export function allTranslations(out: string, translations: SiteTranslations): SiteTranslations {
  return merged(readTranslations(translationsFolder(out)), translations);
}

/** Translations of two sources; the second one's texts win. */
function merged(first: SiteTranslations | undefined, second: SiteTranslations): SiteTranslations {
  const pages: Record<string, SiteTranslations['pages'][string]> = { ...first?.pages };
  const labels: Record<string, SiteTranslations['labels'][string]> = { ...first?.labels };
  for (const [language, texts] of Object.entries(second.pages)) {
    pages[language] = { ...pages[language], ...texts };
  }
  for (const [language, words] of Object.entries(second.labels)) {
    labels[language] = { ...labels[language], ...words };
  }
  const snippets: Record<string, Readonly<Record<string, TranslatedText>>> = {
    ...first?.snippets,
  };
  for (const [language, texts] of Object.entries(second.snippets ?? {})) {
    snippets[language] = { ...snippets[language], ...texts };
  }
  return { pages, labels, snippets };
}
