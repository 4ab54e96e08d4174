import { wordsOf } from './text.ts';

/** A number as it is written. */
export const number = /\d+(?:[.,]\d+)*/g;

/** Spelled out up to twelve, numbers are the same as with digits. */
const spelled = [
  ...['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'],
  ...['eleven', 'twelve'],
];

/** The numbers of a text, those that are spelled out too. */
export function numbersOf(text: string): ReadonlySet<string> {
  const found = new Set([...text.matchAll(number)].map(([one]) => plainNumber(one)));
  for (const word of wordsOf(text)) {
    const value = spelled.indexOf(word);
    if (value >= 0) found.add(String(value));
  }
  return found;
}

/** `10,000` is 10000; `0.5` stays. */
export function plainNumber(text: string): string {
  return text.replace(/,(?=\d{3}(?!\d))/g, '');
}
