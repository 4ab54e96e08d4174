import type { TermBody } from './api/glossary.ts';

/** Fields of a term, with one name each; fields that were not set are absent. */
export interface TermFields {
  readonly term?: string;
  readonly description?: string;
  readonly translations?: Readonly<Record<string, string>>;
  readonly caseSensitive?: boolean;
  readonly doNotTranslate?: boolean;
}

/** A mistake in a term that JSON Schema can't detect; `path` is the field. */
export interface TermMistake {
  readonly path: readonly string[];
  readonly code: 'source-language' | 'contradiction';
  readonly message: string;
}

/**
 * Reads a term from the API or a file: both names of a field are accepted. Different values for
 * both, and a translation into the source language, are mistakes.
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

/** The form in which terms are searched, sorted and compared case-insensitively. */
export function foldTerm(term: string): string {
  return term.normalize('NFC').trim().toLowerCase();
}

/** Two terms are the same if they are equal, or equal except for case if either ignores case. */
export function isSameTerm(
  one: { readonly term: string; readonly caseSensitive: boolean },
  other: { readonly term: string; readonly caseSensitive: boolean },
): boolean {
  if (one.term === other.term) return true;
  return (
    (!one.caseSensitive || !other.caseSensitive) && foldTerm(one.term) === foldTerm(other.term)
  );
}
