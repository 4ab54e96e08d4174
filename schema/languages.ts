/** The 24 target languages, in the order of the specification. */
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

/** One of the 24 codes of the API, case-sensitive. */
export type LanguageCode = keyof typeof languages;

/** Whether a string is one of the 24 codes. */
export function isLanguageCode(code: string): code is LanguageCode {
  return Object.hasOwn(languages, code);
}

/** `rtl` for Arabic and Hebrew (any region), `ltr` for all others. */
export function directionOf(code: string): 'ltr' | 'rtl' {
  return /^(ar|he|fa|ur)\b/.test(code) ? 'rtl' : 'ltr';
}
