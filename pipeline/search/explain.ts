import type { PageRecord } from '../../schema/build.ts';
import type { FoundAnswer } from './answer.ts';
import { questionWords } from './question.ts';
import { stemOf } from './stem.ts';
import type { Synonyms } from './synonyms.ts';
import { weights } from './weights.ts';
import { wordsOf } from './words.ts';

/** A word of a question in a field of a page. */
export interface FieldWord {
  readonly word: string;
  /** What the page has, where it is not the word itself but a synonym. */
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

/** Finds the words of a question in the fields of the pages that a search has found. */
export function explain(
  question: string,
  answer: FoundAnswer,
  {
    recordOf,
    synonyms,
  }: {
    readonly recordOf: (path: string) => PageRecord | undefined;
    readonly synonyms: Synonyms;
  },
): ExplainedPage[] {
  const { language } = answer;
  const words = questionWords(question, language).filter(({ loose }) => !loose);
  const wanted = words.map(({ word }): Wanted => {
    const stem = stemOf(word, language);
    return { word, stem, others: synonyms.get(stem) ?? new Set() };
  });
  return answer.results.flatMap((page): ExplainedPage[] => {
    const record = recordOf(page.path);
    if (!record) return [];
    const fields = fieldsOf(record).flatMap(({ text, ...field }) => {
      const found = wordsIn(text, wanted, language);
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

interface Wanted {
  readonly word: string;
  readonly stem: string;
  readonly others: ReadonlySet<string>;
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

function wordsIn(text: string, wanted: readonly Wanted[], language: string): FieldWord[] {
  const counts = new Map<string, { readonly form: string; count: number }>();
  for (const form of wordsOf(text)) {
    const stem = stemOf(form, language);
    const known = counts.get(stem);
    if (known) known.count++;
    else counts.set(stem, { form, count: 1 });
  }
  return wanted.flatMap(({ word, stem, others }): FieldWord[] => {
    const own = counts.get(stem);
    if (own) return [{ word, count: own.count }];
    return [...others].flatMap((stem) => {
      const found = counts.get(stem);
      return found ? [{ word, as: found.form, count: found.count }] : [];
    });
  });
}

function reasonsFor(record: PageRecord, question: string): string[] {
  const same = (name: string) => wordsOf(name).join(' ') === wordsOf(question).join(' ');
  return [
    ...(same(record.title) ? ['its title is the question'] : []),
    ...(record.sections.some(({ heading }) => same(heading)) ? ['a heading is the question'] : []),
    ...(record.boost === 1 ? [] : [`boost ${record.boost}`]),
    ...(record.operation ? ['an operation: less when an explanation is asked for'] : []),
    ...(record.otherVersion ? [`version ${record.version}: not the one that is shown first`] : []),
  ];
}
