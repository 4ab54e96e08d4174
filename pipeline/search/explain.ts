import type { PageRecord } from '../../schema/build.ts';
import type { FoundAnswer } from './answer.ts';
import { isListOfNames } from './batch.ts';
import type { AskedWord } from './cover.ts';
import { type Aim, aimOf } from './intent.ts';
import { leastBeginning, likeness, same } from './likeness.ts';
import { stemOf } from './stem.ts';
import { weights } from './weights.ts';
import { wordsOf } from './words.ts';

/** A word of a question in a field of a page. */
export interface FieldWord {
  readonly word: string;
  /** What the page has, where it is not the word itself: a synonym, a longer word, one spelled alike. */
  readonly as?: string;
  readonly count: number;
}

/** A field of a page that has words of a question. */
export interface ExplainedField {
  readonly field: 'title' | 'keywords' | 'description' | 'place' | 'heading' | 'text' | 'code';
  /** Heading that it is, or is under; '' at the beginning of a page. */
  readonly section?: string;
  readonly weight: number;
  readonly words: readonly FieldWord[];
}

/** Why a page is where it is. */
export interface ExplainedPage {
  readonly path: string;
  readonly title: string;
  readonly score: number;
  /** Share of the question that the page has, 0 … 1. */
  readonly confidence: number;
  /** What its score was multiplied by, or moved it to the top. */
  readonly reasons: readonly string[];
  readonly fields: readonly ExplainedField[];
  /** Words of the question that it has nowhere, not even by a synonym. */
  readonly missing: readonly string[];
}

/** Finds the words that a search has looked for in the fields of the pages that it has found. */
export function explain(
  question: string,
  { language, words, results }: FoundAnswer,
  recordOf: (path: string) => PageRecord | undefined,
): ExplainedPage[] {
  return results.flatMap((page): ExplainedPage[] => {
    const record = recordOf(page.path);
    if (!record) return [];
    const fields = fieldsOf(record).flatMap(({ text, ...field }) => {
      const found = wordsIn(text, words, language);
      return found.length === 0 ? [] : [{ ...field, words: found }];
    });
    const has = new Set(fields.flatMap((field) => field.words.map(({ word }) => word)));
    return [
      {
        ...{ path: page.path, title: page.title },
        ...{ score: page.score, confidence: page.confidence },
        reasons: reasonsFor(record, question),
        fields,
        missing: words.map(({ word }) => word).filter((word) => !has.has(word)),
      },
    ];
  });
}

type Field = Omit<ExplainedField, 'words'> & { readonly text: string };

function fieldsOf(record: PageRecord): Field[] {
  const place = [record.path, ...record.breadcrumbs.slice(1)].join(' ');
  return [
    { field: 'title', weight: weights.title, text: record.title },
    { field: 'keywords', weight: weights.keywords, text: record.keywords.join(' ') },
    { field: 'description', weight: weights.description, text: record.description },
    { field: 'place', weight: weights.place, text: place },
    ...record.sections.flatMap(({ heading, text, code }): Field[] => [
      { field: 'heading', section: heading, weight: weights.heading, text: heading },
      { field: 'text', section: heading, weight: weights.text, text },
      { field: 'code', section: heading, weight: weights.text, text: code },
    ]),
  ];
}

function wordsIn(text: string, words: readonly AskedWord[], language: string): FieldWord[] {
  const counts = new Map<string, { readonly form: string; count: number }>();
  for (const form of wordsOf(text)) {
    const stem = stemOf(form, language);
    const known = counts.get(stem);
    if (known) known.count++;
    else counts.set(stem, { form, count: 1 });
  }
  return words.flatMap(({ word, stems }): FieldWord[] => {
    const own = stemOf(word, language);
    const found = Object.keys(stems).flatMap((stem) => {
      const one = counts.get(stem);
      return one ? [{ stem, ...one }] : [];
    });
    const exact = found.filter(({ stem }) => stem === own);
    if (exact.length > 0) return exact.map(({ count }) => ({ word, count }));
    return found.map(({ form, count }) => ({ word, as: form, count }));
  });
}

function reasonsFor(record: PageRecord, question: string): string[] {
  const headings = record.sections.map(({ heading }) => heading);
  const naming = namingOf(likeness({ title: record.title, headings }, question));
  return [
    ...(naming === undefined ? [] : [naming]),
    ...(record.boost === 1 ? [] : [`boost ${record.boost}`]),
    ...referenceReasons(record, aimOf(question)),
    ...(record.otherVersion ? [`version ${record.version}: not the one that is shown first`] : []),
  ];
}

function referenceReasons({ operation, sections }: PageRecord, aim: Aim): string[] {
  if (operation) return aim === 'explanation' ? ['an operation: less for an explanation'] : [];
  const headings = sections.map(({ id, heading }) => ({ anchor: id, heading }));
  if (!isListOfNames(headings)) return [];
  return [
    aim === 'name'
      ? 'names in code: less than a guide'
      : 'names in code: less, as none is asked for',
  ];
}

function namingOf(share: number): string | undefined {
  if (share === same.title) return 'its title is the question';
  if (share === same.heading) return 'a heading is the question';
  if (share > leastBeginning) return 'its title begins with the question';
  return share > 0 ? 'its title is the question, spelled in another way' : undefined;
}
