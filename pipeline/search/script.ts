import { isDenseText } from './words.ts';

/**
 * The language to search: the question's own when its script tells, else the reader's, else the
 * source. Undefined when there are no pages at all.
 */
export function languageFor(
  question: string,
  languages: readonly string[],
  options: { readonly source: string; readonly reader?: string },
): string | undefined {
  const reader = pick(languages, options.reader);
  const written = languagesOf(question);
  if (written && reader && written.includes(reader.slice(0, 2).toLowerCase())) return reader;
  for (const code of written ?? []) {
    const found = pick(languages, code);
    if (found) return found;
  }
  return reader ?? pick(languages, options.source) ?? languages[0];
}

/** Languages that are written in the question's script, when it is not the Latin one. */
function languagesOf(question: string): readonly string[] | undefined {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(question)) return ['ja'];
  if (/\p{Script=Hangul}/u.test(question)) return ['ko'];
  if (/\p{Script=Thai}/u.test(question)) return ['th'];
  if (isDenseText(question)) return ['zh', 'ja'];
  if (/\p{Script=Arabic}/u.test(question)) return ['ar'];
  if (/\p{Script=Hebrew}/u.test(question)) return ['he'];
  if (/\p{Script=Cyrillic}/u.test(question)) return ['uk'];
  return undefined;
}

/** The very language, else another form of it: `zh` for `zh-TW`. */
function pick(languages: readonly string[], code: string | undefined): string | undefined {
  if (code === undefined) return undefined;
  if (languages.includes(code)) return code;
  const base = code.slice(0, 2).toLowerCase();
  return languages.find((one) => one.slice(0, 2).toLowerCase() === base);
}
