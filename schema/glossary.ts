import type { TermBody } from './api/glossary.ts';

/** Fields of a term under one name each; what was not given is absent. */
export interface TermFields {
  readonly term?: string;
  readonly description?: string;
  readonly translations?: Readonly<Record<string, string>>;
  readonly caseSensitive?: boolean;
  readonly doNotTranslate?: boolean;
}

/** What no JSON Schema finds in a term; `path` leads to the field. */
export interface TermMistake {
  readonly path: readonly string[];
  readonly code: 'source-language' | 'contradiction';
  readonly message: string;
}

/**
 * Reads a term as it is written in the API or in a file: both names of a field are understood (S1-73),
 * two that contradict each other are a mistake, and so is a translation into the source language (S1-76).
 */
export function readTerm(
  given: TermBody,
  sourceLanguage: string,
): { readonly fields: TermFields } | { readonly mistake: TermMistake } {
  const { translations, caseSensitive, doNotTranslate } = given;
  if (translations && Object.hasOwn(translations, sourceLanguage)) {
    return {
      mistake: {
        path: ['translations', sourceLanguage],
        code: 'source-language',
        message: `"${sourceLanguage}" is the source language of the project, expected a target language`,
      },
    };
  }
  for (const [name, alias] of [
    ['term', 'sourceTerm'],
    ['description', 'context'],
  ] as const) {
    if (given[name] === undefined || given[alias] === undefined) continue;
    if (given[name] === given[alias]) continue;
    const message = `${name} and ${alias} are the same field, expected only one of them`;
    return { mistake: { path: [alias], code: 'contradiction', message } };
  }
  const term = (given.term ?? given.sourceTerm)?.normalize('NFC').trim();
  const description = given.description ?? given.context;
  return {
    fields: {
      ...(term === undefined ? {} : { term }),
      ...(description === undefined ? {} : { description }),
      ...(translations === undefined ? {} : { translations }),
      ...(caseSensitive === undefined ? {} : { caseSensitive }),
      ...(doNotTranslate === undefined ? {} : { doNotTranslate }),
    },
  };
}

/** The form terms are searched, sorted and compared by when case does not count (S1-75, S1-81). */
export function foldTerm(term: string): string {
  return term.normalize('NFC').trim().toLowerCase();
}

/** Two terms are one when they are equal, or equal but for case where either ignores case (S1-75). */
export function isSameTerm(
  one: { readonly term: string; readonly caseSensitive: boolean },
  other: { readonly term: string; readonly caseSensitive: boolean },
): boolean {
  if (one.term === other.term) return true;
  return (
    (!one.caseSensitive || !other.caseSensitive) && foldTerm(one.term) === foldTerm(other.term)
  );
}
