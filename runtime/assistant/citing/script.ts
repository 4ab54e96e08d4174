const scripts: readonly (readonly [string, RegExp])[] = [
  ['Latn', /\p{Script=Latin}/gu],
  ['Jpan', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ['Hans', /\p{Script=Han}/gu],
  ['Hang', /\p{Script=Hangul}/gu],
  ['Cyrl', /\p{Script=Cyrillic}/gu],
  ['Arab', /\p{Script=Arabic}/gu],
  ['Thai', /\p{Script=Thai}/gu],
  ['Grek', /\p{Script=Greek}/gu],
  ['Hebr', /\p{Script=Hebrew}/gu],
  ['Deva', /\p{Script=Devanagari}/gu],
];

/** The script that a text is mostly written in; a character of a dense one counts as a short word. */
export function scriptOf(text: string): string {
  const counts = scripts.map(([name, pattern]) => {
    const count = text.match(pattern)?.length ?? 0;
    return [name, name === 'Latn' || name === 'Cyrl' ? count / 3 : count] as const;
  });
  const of = (name: string) => counts.find(([one]) => one === name)?.[1] ?? 0;
  const [name = '', most = 0] = counts.toSorted((a, b) => b[1] - a[1])[0] ?? [];
  if (most === 0) return '';
  // Japanese is written with Chinese characters too; Chinese has no kana.
  if (name === 'Hans' && of('Jpan') > 0.1 * most) return 'Jpan';
  return name;
}
