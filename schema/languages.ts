/** The 24 languages Docent translates into, in the order of the specification (document 1). */
export const languages = {
  en: 'English',
  fr: 'French',
  de: 'German',
  es: 'Spanish',
  pt: 'Portuguese',
  it: 'Italian',
  nl: 'Dutch',
  pl: 'Polish',
  sv: 'Swedish',
  no: 'Norwegian',
  da: 'Danish',
  fi: 'Finnish',
  'zh-CN': 'Chinese (Simplified)',
  'zh-TW': 'Chinese (Traditional)',
  ja: 'Japanese',
  ko: 'Korean',
  th: 'Thai',
  vi: 'Vietnamese',
  id: 'Indonesian',
  ms: 'Malay',
  ar: 'Arabic',
  he: 'Hebrew',
  tr: 'Turkish',
  uk: 'Ukrainian',
} as const;

/** One of the 24 codes of the service API, exact in case. */
export type LanguageCode = keyof typeof languages;

/** Whether a text is one of the 24 codes. */
export function isLanguageCode(code: string): code is LanguageCode {
  return Object.hasOwn(languages, code);
}

/** `rtl` for Arabic and Hebrew (any region), `ltr` for all others. */
export function directionOf(code: string): 'ltr' | 'rtl' {
  return /^(ar|he|fa|ur)\b/.test(code) ? 'rtl' : 'ltr';
}
