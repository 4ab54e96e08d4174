import type { JsonSchema } from '../json-schema.ts';
import { choice, flag, list, object, text } from './field.ts';
import type { Written } from './written.ts';
/** Languages of the site. */
export interface I18n {
  readonly defaultLanguage: string;
  readonly languages: readonly string[];
  readonly translationStyle: 'formal' | 'informal';
  readonly translateCodeComments: boolean;
  readonly blockDeployOnTranslation: boolean;
  readonly detectLanguage: boolean;
}

const code = (description: string, more: JsonSchema = {}): JsonSchema =>
  text(description, { minLength: 2, maxLength: 10, examples: ['en', 'zh-CN'], ...more });

/** Schema of `i18n`. */
export const i18nSchema: JsonSchema = object('Languages of the site.', {
  defaultLanguage: code(
    'Language the pages are written in. When left out, that of the navigation, or the one that most pages are in.',
    { default: 'en' },
  ),
  languages: list('Languages to translate into.', code('Language code.'), { default: [] }),
  translationStyle: choice('Tone of translations.', ['formal', 'informal'], {
    default: 'formal',
  }),
  translateCodeComments: flag('Translates comments in code blocks.', { default: false }),
  blockDeployOnTranslation: flag('Waits for translations before deploying.', { default: false }),
  detectLanguage: flag(
    'On a server, sends readers who open the root URL to the home page in the language of their browser.',
    { default: false },
  ),
});

/** `i18n` with its defaults; the default language is not a target language. */
export function readI18n(written: Written<I18n> = {}, otherDefault = 'en'): I18n {
  const defaultLanguage = written.defaultLanguage ?? otherDefault;
  const languages = (written.languages ?? []).filter((language) => language !== defaultLanguage);
  return {
    defaultLanguage,
    languages: [...new Set(languages)],
    translationStyle: written.translationStyle ?? 'formal',
    translateCodeComments: written.translateCodeComments ?? false,
    blockDeployOnTranslation: written.blockDeployOnTranslation ?? false,
    detectLanguage: written.detectLanguage ?? false,
  };
}
