import { readNumbers, writeNumbers } from './numbers.ts';

/**
 * Where the pieces of a kind are: what each begins with, and its name. Names are made when they are
 * asked for: a question needs a few of hundreds.
 */
export interface Places {
  readonly firsts: readonly string[];
  nameOf(index: number): string;
}

/**
 * The places of all pieces of a kind: what they begin with, a line each, and the hashes in their names one
 * behind the other. Lists of pairs would be a third longer when they are compressed.
 */
export type WrittenPlaces = readonly [firsts: string, hashes: string];

/** Characters of a hash. */
export const hashLength = 12;

/** Name of a piece; one of a site in memory has no hash. */
export function pieceName(language: string, kind: string, hash: string): string {
  const name = `${fileName(language)}-${kind}`;
  return `${hash === '' ? name : `${name}-${hash}`}.json`;
}

/** A language as part of a file's name. */
export function fileName(language: string): string {
  return language.toLowerCase().replace(/[^a-z0-9-]/g, '');
}

/** Writes what pieces begin with, and their hashes. */
export function writePlaces(
  pieces: readonly { readonly first: string; readonly hash: string }[],
): WrittenPlaces {
  return [pieces.map(({ first }) => first).join('\n'), pieces.map(({ hash }) => hash).join('')];
}

/** Reads the places of a kind. */
export function readPlaces(
  [firsts, hashes]: WrittenPlaces,
  language: string,
  kind: string,
): Places {
  return {
    firsts: firsts === '' && hashes === '' ? [] : firsts.split('\n'),
    nameOf: (index) =>
      pieceName(language, kind, hashes.slice(index * hashLength, (index + 1) * hashLength)),
  };
}

/** Ascending numbers as their gaps. */
export function writeAscending(numbers: readonly number[]): string {
  return writeNumbers(numbers.map((number, index) => number - (numbers[index - 1] ?? 0)));
}

/** The numbers that `writeAscending` was given. */
export function readAscending(text: string): number[] {
  const numbers: number[] = [];
  let sum = 0;
  for (const gap of readNumbers(text)) {
    sum += gap;
    numbers.push(sum);
  }
  return numbers;
}
