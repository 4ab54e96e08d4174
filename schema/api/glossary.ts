import type { JsonSchema } from '../json-schema.ts';
import { languages } from '../languages.ts';
import { body, exactly, identifier, isoTime, named, pageQuery } from './shapes.ts';

/** Body of Add and Update Glossary Term: both names of a field are accepted. */
export interface TermBody {
  readonly term?: string;
  readonly sourceTerm?: string;
  readonly description?: string;
  readonly context?: string;
  readonly translations?: Readonly<Record<string, string>>;
  readonly caseSensitive?: boolean;
  readonly doNotTranslate?: boolean;
}

const id = identifier('trm', 'Term.');
const term: JsonSchema = {
  type: 'string',
  minLength: 1,
  maxLength: 100,
  pattern: '\\S',
  expects: 'a text of 1 to 100 characters',
  description: 'The term in the source language.',
  examples: ['deployment'],
};
const description: JsonSchema = {
  type: 'string',
  maxLength: 500,
  description: 'What it means: context for languages without a translation.',
  examples: ['One build of a site'],
};
const translations: JsonSchema = {
  type: 'object',
  description: 'Language code to translated term.',
  additionalProperties: false,
  properties: Object.fromEntries(
    Object.keys(languages).map((code) => [
      code,
      {
        type: 'string',
        minLength: 1,
        maxLength: 200,
        pattern: '\\S',
        expects: 'a text of 1 to 200 characters',
      },
    ]),
  ),
  examples: [{ fr: 'déploiement' }],
};
const caseSensitive: JsonSchema = {
  type: 'boolean',
  default: true,
  description: 'Whether matching is case-sensitive.',
};
const doNotTranslate: JsonSchema = {
  type: 'boolean',
  default: false,
  description: 'Keep the source term verbatim in every translation.',
};

const written = {
  term,
  sourceTerm: { ...term, description: 'Alias of `term`.' },
  description,
  context: { ...description, description: 'Alias of `description`.' },
  translations,
  caseSensitive,
  doNotTranslate,
};

/** Body of Add Glossary Term; one of `term` and `sourceTerm` is required. */
export const termCreate: JsonSchema = named('NewTerm', {
  ...body('A new term.', written),
  also: {
    oneOf: [{ required: ['term'] }, { required: ['sourceTerm'] }],
    not: { required: ['description', 'context'] },
  },
  examples: [{ term: 'deployment', translations: { fr: 'déploiement' } }],
});

/**
 * Body of Update Glossary Term: omitted fields are unchanged, `translations` replaces the whole
 * map.
 */
export const termUpdate: JsonSchema = named('TermChanges', {
  ...body('Fields to change.', written),
  also: {
    not: {
      anyOf: [{ required: ['term', 'sourceTerm'] }, { required: ['description', 'context'] }],
    },
  },
  examples: [{ sourceTerm: 'deployment', doNotTranslate: true }],
});

/** A term as returned by Add, Get and List. */
export const termItem = named(
  'Term',
  exactly('A glossary term.', {
    id,
    term,
    description,
    translations,
    caseSensitive,
    doNotTranslate,
    createdAt: isoTime('When the term was added'),
  }),
);

/** A term as returned by Update. */
export const termUpdated = named(
  'UpdatedTerm',
  exactly('The updated term.', {
    id,
    sourceTerm: written.sourceTerm,
    translations,
    context: written.context,
    doNotTranslate,
    caseSensitive,
  }),
);

/** Response of Delete Glossary Term. */
export const termDeleted = named(
  'DeletedTerm',
  exactly('What was deleted.', {
    deleted: { type: 'boolean', const: true, description: 'Always true.' },
    id,
  }),
);

/** Body of Import glossary terms. */
export interface ImportBody {
  readonly terms: readonly object[];
  readonly dryRun?: boolean;
}

/** Most terms of one import. */
const mostImported = 1_000;

/** Body of Import glossary terms. Terms are checked one by one: a wrong one does not refuse the others. */
export const termsImport: JsonSchema = named('TermsImport', {
  ...body(
    'Terms to add or to change.',
    {
      terms: {
        type: 'array',
        minItems: 1,
        maxItems: mostImported,
        description:
          'Terms with the fields of Add glossary term. What one leaves out stays as it is, and translations are added to those that it has.',
        items: { type: 'object', description: 'A term.', additionalProperties: true },
      },
      dryRun: {
        type: 'boolean',
        default: false,
        description: 'Only say what would become of the terms.',
      },
    },
    ['terms'],
  ),
  examples: [{ terms: [{ term: 'deployment', translations: { fr: 'déploiement' } }] }],
});

/** Response of Import glossary terms. */
export const termsImported = named(
  'ImportedTerms',
  exactly('What became of the terms.', {
    results: {
      type: 'array',
      description: 'One for each term, in the same order.',
      items: exactly('What became of a term.', {
        result: {
          type: 'string',
          enum: ['added', 'changed', 'unchanged', 'refused'],
          description: 'What became of it, or would.',
        },
        message: { type: ['string', 'null'], description: 'Why it was refused.' },
      }),
    },
  }),
);

/** How often a term occurs. */
export const termUses = named(
  'TermUses',
  exactly('How often a term occurs.', {
    id,
    term,
    pages: {
      type: ['integer', 'null'],
      minimum: 0,
      description:
        'Pages of the source language that have it in their text; null where the server has no deployment.',
      examples: [12],
    },
  }),
);

/** Query of List Glossary Terms. */
export const termsQuery: Record<string, JsonSchema> = {
  q: {
    type: 'string',
    maxLength: 200,
    description: 'Part of a term, case-insensitive.',
    examples: ['deploy'],
  },
  ...pageQuery({ default: 50, max: 200 }),
};
