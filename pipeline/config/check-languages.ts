import type { Config, WrittenConfig } from '../../schema/config/config.ts';
import type { WrittenLanguage } from '../../schema/config/navigation.ts';
import { isLanguageCode, languages } from '../../schema/languages.ts';
import { show } from '../../schema/validation/show.ts';
import type { Finding, Tell } from './finding.ts';

/** A target language is supported, not the default language, and listed once. */
export function checkLanguages({ i18n }: WrittenConfig, config: Config, tell: Tell): void {
  const { defaultLanguage } = config.i18n;
  if (i18n?.defaultLanguage !== undefined && !isLanguage(defaultLanguage)) {
    tell(unknownLanguage(['i18n', 'defaultLanguage'], defaultLanguage));
  }
  const seen = new Set<string>();
  i18n?.languages?.forEach((language, index) => {
    const parts = ['i18n', 'languages', index];
    if (language === defaultLanguage) {
      tell({
        severity: 'note',
        ruleId: 'default-language-listed',
        parts,
        reason: `Language "${language}" is the source language, it is ignored as a target`,
        note: 'Remove it from the list.',
      });
    } else if (seen.has(language)) {
      const reason = `Duplicate language "${language}"`;
      const note = 'Remove one of the two.';
      tell({ severity: 'warning', ruleId: 'duplicate-language', parts, reason, note });
    } else if (!isLanguageCode(language)) {
      tell(untranslatable(parts, language, 'Choose one of them, or remove it.'));
    }
    seen.add(language);
  });
}

/** A language of the navigation is one that is translated into, or has pages of its own. */
export function checkLanguageCode(
  { code, url, href }: WrittenLanguage & { readonly href?: string },
  parts: Finding['parts'],
  { hasPages, tell }: { readonly hasPages: boolean; readonly tell: Tell },
): void {
  if (isLanguageCode(code)) return;
  const at = [...parts, 'code'];
  if (!isLanguage(code)) tell(unknownLanguage(at, code));
  else if (!hasPages && !/^https?:/i.test(url ?? href ?? '')) {
    tell(untranslatable(at, code, 'Add pages in this language to the entry, or remove it.'));
  }
}

/** Codes that are often written for a language that has another one here. */
const otherCodes: Readonly<Record<string, string>> = {
  ...{ cn: 'zh-CN', zh: 'zh-CN', 'zh-Hans': 'zh-CN', tw: 'zh-TW', 'zh-Hant': 'zh-TW' },
  ...{ jp: 'ja', kr: 'ko', nb: 'no', nn: 'no', iw: 'he', ua: 'uk', se: 'sv', dk: 'da', in: 'id' },
};

function untranslatable(parts: Finding['parts'], code: string, note: string): Finding {
  const codes = Object.keys(languages);
  const [main = ''] = code.split(/[-_]/);
  const meant = otherCodes[code] ?? otherCodes[main] ?? (isLanguageCode(main) ? main : undefined);
  const hint = meant === undefined ? '' : `; did you mean ${JSON.stringify(meant)}?`;
  return {
    severity: 'warning',
    ruleId: 'unknown-language',
    parts,
    reason: `Unexpected language ${show(code)}, expected one of ${codes.join(', ')}${hint}`,
    actual: code,
    expected: meant === undefined ? codes : [meant],
    note: meant === undefined ? note : `Write ${JSON.stringify(meant)}.`,
  };
}

function unknownLanguage(parts: Finding['parts'], code: string): Finding {
  return {
    severity: 'warning',
    ruleId: 'unknown-language',
    parts,
    reason: `Unexpected language ${show(code)}, expected a code such as "en" or "zh-CN"`,
    actual: code,
    note: 'Browsers and search engines know only standard language codes.',
  };
}

/** Whether a code names a language that is known by a name. */
function isLanguage(code: string): boolean {
  try {
    const names = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });
    return names.of(code) !== undefined;
  } catch {
    return false;
  }
}
