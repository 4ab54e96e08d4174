import type { JsonSchema } from '../json-schema.ts';
import { body, exactly, named } from './shapes.ts';
import { translationRecord } from './translations.ts';

/** Body of Save segments. */
export interface SegmentsBody {
  readonly sourceHash: string;
  readonly contentHash: string | null;
  readonly segments?: readonly { readonly index: number; readonly target: string }[];
  readonly accept?: boolean;
}

/** Most characters of the translation of one segment. */
const longest = 20_000;

const index: JsonSchema = {
  type: 'integer',
  minimum: 0,
  maximum: 100_000,
  description: 'Position on the page, starting at 0.',
  examples: [3],
};
const marked = 'Words with marks: `<x1/>` represents something kept, `<g1>…</g1>` surrounds words.';

const segment = named(
  'Segment',
  exactly('A part of a page with its translation.', {
    index,
    kind: {
      type: 'string',
      enum: ['field', 'prose', 'property', 'comment'],
      description: 'Of the front matter, of the text, of a component, or of code.',
    },
    name: {
      type: 'string',
      description: 'The field, the property, or the place of the text.',
      examples: ['title'],
    },
    source: { type: 'string', description: marked, examples: ['Read <g1>the guide</g1> first.'] },
    target: {
      type: ['string', 'null'],
      description: 'The translation with the same marks; null without one.',
      examples: ['Lisez d’abord <g1>le guide</g1>.'],
    },
    marks: {
      type: 'object',
      description: 'What each mark represents.',
      additionalProperties: { type: 'string' },
      examples: [{ g1: '[…](/guide)' }],
    },
    state: {
      type: 'string',
      enum: ['current', 'changed', 'untranslated'],
      description:
        '`changed`: the source was changed since; `untranslated`: readers get the source language.',
    },
  }),
);

/** A page with its translation, by segment. */
export const segmentsView = named(
  'TranslatedSegments',
  exactly('A page and its translation side by side.', {
    record: translationRecord,
    segments: {
      type: 'array',
      description: 'The segments in the order of the page.',
      items: segment,
    },
  }),
);

const hashOf = (description: string): JsonSchema => ({
  type: 'string',
  maxLength: 100,
  description,
  examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
});

/** Body of Save segments. */
export const segmentsBody: JsonSchema = {
  ...named(
    'SegmentChanges',
    body(
      'Translations by hand.',
      {
        sourceHash: hashOf('`sourceHash` of the record that was read.'),
        contentHash: {
          ...hashOf('`contentHash` of the record that was read.'),
          type: ['string', 'null'],
        },
        segments: {
          type: 'array',
          maxItems: 1_000,
          description: 'Segments with other words; the rest stays as it is.',
          items: body(
            'A segment.',
            {
              index,
              target: { type: 'string', minLength: 1, maxLength: longest, description: marked },
            },
            ['index', 'target'],
          ),
        },
        accept: {
          type: 'boolean',
          default: false,
          description: 'Declare the translation current, whatever was changed in the source.',
        },
      },
      ['sourceHash', 'contentHash'],
    ),
  ),
  examples: [
    {
      sourceHash: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
      contentHash: null,
      segments: [{ index: 3, target: 'Lisez d’abord <g1>le guide</g1>.' }],
    },
  ],
};
