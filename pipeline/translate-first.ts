import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../schema/config/config.ts';
import { messageOf } from '../schema/errors.ts';
import { isLanguageCode } from '../schema/languages.ts';
import { inOwnLanguage } from './build/config-language.ts';
import { readSiteConfig } from './build/site-config.ts';
import { memoryCache } from './cache/cache.ts';
import { codeVersion } from './cache/version.ts';
import type { Model } from './net/model.ts';
import { readSource } from './source/read.ts';
import { translateSite } from './translate.ts';

/** Milliseconds a deployment waits for its translations; then it goes out with what there is. */
const patience = 30 * 60 * 1000;

/**
 * Translates what is new or changed before a build, where `i18n.blockDeployOnTranslation` asks for it:
 * the source and its translations then go live together. What can't be translated in time never keeps
 * a deployment back; a sentence for each such language comes back instead.
 */
export async function translateFirst(options: {
  readonly dir: string;
  readonly out: string;
  /** @throws Error when no model is configured */
  readonly openModel: () => Model;
  readonly now: () => number;
  readonly patience?: number;
  readonly onProgress?: (progress: {
    readonly stage: string;
    readonly done: number;
    readonly total: number;
  }) => void;
}): Promise<readonly string[]> {
  const config = await configOf(options.dir);
  if (!config?.i18n.blockDeployOnTranslation) return [];
  const { defaultLanguage, languages } = config.i18n;
  const wanted = languages.filter((code) => isLanguageCode(code) && code !== defaultLanguage);
  if (wanted.length === 0) return [];
  let model: Model;
  try {
    model = options.openModel();
  } catch (error) {
    return [`Built without waiting for translations. ${messageOf(error)}`];
  }
  const sentences: string[] = [];
  const signal = AbortSignal.timeout(options.patience ?? patience);
  for (const language of wanted) {
    try {
      const summary = await translateSite({
        dir: options.dir,
        out: options.out,
        language,
        scope: 'all',
        force: false,
        dryRun: false,
        model,
        now: options.now,
        signal,
        ...(options.onProgress ? { onProgress: options.onProgress } : {}),
      });
      const missing = summary.failed + summary.unreadable + summary.left;
      if (missing === 0) continue;
      const why = summary.stopped === undefined ? '' : ` (${summary.stopped})`;
      sentences.push(
        `${missing} pages are not translated into ${language}${why}: they show the previous translation, or the source.`,
      );
    } catch (error) {
      sentences.push(`Nothing was translated into ${language}: ${messageOf(error)}`);
    }
  }
  return sentences;
}

/** The configuration as far as it can be read; the build itself reports what is wrong with it. */
async function configOf(dir: string): Promise<Config | undefined> {
  const file = join(dir, 'docs.json');
  // Most sites don't ask for it: theirs is read once, by the build.
  if (!existsSync(file) || !readFileSync(file).includes('blockDeployOnTranslation')) {
    return undefined;
  }
  const source = { dir, cache: memoryCache(), codeVersion: codeVersion() };
  return (await inOwnLanguage(readSiteConfig(source), await readSource(dir), source)).config;
}
