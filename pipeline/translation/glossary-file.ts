import { existsSync, readFileSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { type TermBody, termCreate } from '../../schema/api/glossary.ts';
import type { Problem } from '../../schema/errors.ts';
import { foldTerm, isSameTerm, readTerm } from '../../schema/glossary.ts';
import type { JsonSchema } from '../../schema/json-schema.ts';
import { parseJson } from '../../schema/json-text.ts';
import { joinPointer, locate, type Origins } from '../../schema/pointer.ts';
import { validate } from '../../schema/validate.ts';
import type { Violation } from '../../schema/validation/violation.ts';
import type { Term } from '../translate/glossary.ts';

/** The file next to `docs.json` that is read by default. */
const glossaryName = 'glossary.json';

/** The glossary has mistakes: nothing is translated by half of it. */
export class GlossaryError extends Error {
  override readonly name = 'GlossaryError';
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    const [first, ...rest] = problems;
    const { line, column } = first?.place?.start ?? { line: 1, column: 1 };
    const more = rest.length === 0 ? '' : ` (and ${rest.length} more)`;
    super(`${first?.file}:${line}:${column}: ${first?.reason}${more}`);
    this.problems = problems;
  }
}

/**
 * The terms for translations of this site: those of `file`, or those of `glossary.json` next to
 * `docs.json`, or none. @throws GlossaryError with every mistake and its position
 */
export function openGlossary(
  dir: string,
  options: { readonly sourceLanguage: string; readonly file?: string },
): readonly Term[] {
  const path = options.file === undefined ? join(dir, glossaryName) : resolve(options.file);
  if (!existsSync(path)) {
    if (options.file === undefined) return [];
    throw new Error(`The glossary ${options.file} does not exist.`);
  }
  const inside = relative(dir, path).split(sep).join('/');
  const file = inside.startsWith('..') ? path : inside;
  const { sourceLanguage } = options;
  const { terms, problems } = readGlossary(readFileSync(path), { file, sourceLanguage });
  if (problems.length > 0) throw new GlossaryError(problems);
  return terms;
}

/** Terms as the service takes them: the same schema, so the same words for the same mistakes. */
const glossarySchema: JsonSchema = {
  type: 'array',
  description: 'The terms of a glossary.',
  items: termCreate,
};

/** Reads a list of terms, each as the body of Add Glossary Term. */
export function readGlossary(
  text: string | Uint8Array,
  { file, sourceLanguage }: { readonly file: string; readonly sourceLanguage: string },
): { readonly terms: readonly Term[]; readonly problems: readonly Problem[] } {
  const base = { severity: 'error', source: 'translate', file } as const;
  const origins: Origins = new WeakMap();
  const { value, faults } = parseJson(text, { file, origins });
  const problems: Problem[] = faults.map(({ code, reason, note, place }) =>
    code === 'json-empty'
      ? { ...base, ruleId: code, reason: 'The file is empty, expected a list', note: 'Write [].' }
      : { ...base, ruleId: code, reason, note, ...(place ? { place } : {}) },
  );
  const tell = (path: readonly (string | number)[], mistake: Mistake, part?: 'key'): void => {
    const pointer = joinPointer(path);
    const place = locate(value, pointer, { origins, ...(part ? { part } : {}) })?.place;
    problems.push({ ...base, ...mistake, ...(place ? { place } : {}) });
  };
  if (faults.some(({ fatal }) => fatal)) return { terms: [], problems };
  const violations = validate(glossarySchema, value);
  for (const { pointer, part, ...said } of violations) {
    const place = locate(value, pointer, { origins, part })?.place;
    problems.push({ ...base, ...said, ...(place ? { place } : {}) });
  }
  if (!Array.isArray(value)) return { terms: [], problems };
  const broken = new Set(violations.map(({ pointer }) => pointer.split('/')[1]));
  const terms: Term[] = [];
  const byName = new Map<string, Term[]>();
  for (const [index, given] of (value as TermBody[]).entries()) {
    if (broken.has(String(index))) continue;
    const read = readTerm(given, sourceLanguage);
    if ('mistake' in read) {
      const { path, code, message } = read.mistake;
      tell([index, ...path], { ruleId: code, reason: message, note: 'Remove it.' }, 'key');
      continue;
    }
    const { fields } = read;
    if (fields.term === undefined) {
      const note = 'Add "term", or remove the entry.';
      tell([index], { ruleId: 'missing-field', reason: 'Missing term', note });
      continue;
    }
    const term: Term = {
      term: fields.term,
      description: fields.description ?? '',
      translations: fields.translations ?? {},
      caseSensitive: fields.caseSensitive ?? true,
      doNotTranslate: fields.doNotTranslate ?? false,
    };
    const namesakes = byName.get(foldTerm(term.term)) ?? [];
    const twin = namesakes.find((other) => isSameTerm(other, term));
    if (twin !== undefined) {
      const reason = `The glossary already contains the term "${twin.term}"`;
      const name = given.term === undefined ? 'sourceTerm' : 'term';
      tell([index, name], { ruleId: 'duplicate-term', reason, note: 'Keep one of the two.' });
      continue;
    }
    byName.set(foldTerm(term.term), [...namesakes, term]);
    terms.push(term);
  }
  const offsetOf = ({ place }: Problem) => place?.start.offset ?? 0;
  return { terms, problems: problems.sort((a, b) => offsetOf(a) - offsetOf(b)) };
}

type Mistake = Pick<Violation, 'ruleId' | 'reason' | 'note'>;
