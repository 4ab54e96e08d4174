import type { JsonSchema } from '../json-schema.ts';
import { languages } from '../languages.ts';
import { body, exactly, isoTime, named, nullable } from './shapes.ts';

/** Body of Add Language. */
export interface LanguageBody {
  readonly code: string;
  readonly autoTranslate?: boolean;
}

/** One of the 24 codes, case-sensitive. */
export const languageCode: JsonSchema = {
  type: 'string',
  enum: Object.keys(languages),
  description: 'Language code.',
  examples: ['fr'],
};

const name: JsonSchema = { type: 'string', description: 'Name in English.', examples: ['French'] };
const autoTranslate: JsonSchema = {
  type: 'boolean',
  default: false,
  description: 'Whether pages with a changed source are translated again after each deployment.',
};
const translatedPages: JsonSchema = {
  type: 'integer',
  minimum: 0,
  description: 'Pages whose translation matches the current source.',
  examples: [12],
};
const totalPages: JsonSchema = {
  type: 'integer',
  minimum: 0,
  description: 'Pages of the project.',
  examples: [42],
};
const completionRate: JsonSchema = {
  type: 'number',
  minimum: 0,
  maximum: 1,
  description: '`translatedPages / totalPages`, rounded to 4 decimals; 0 if there are no pages.',
  examples: [0.2857],
};
const lastTranslatedAt = nullable(isoTime('Last translation activity, or null'));
const createdAt = isoTime('When the language was added');

/** A target language in a list. */
export const languageItem = named(
  'Language',
  exactly('A target language.', {
    code: languageCode,
    name,
    autoTranslate,
    translatedPages,
    totalPages,
    completionRate,
    lastTranslatedAt,
    createdAt,
  }),
);

/** Response of List Languages. */
export const languageList = named(
  'LanguageList',
  exactly('The languages of a project.', {
    sourceLanguage: {
      type: 'string',
      description: 'Language the pages are written in.',
      examples: ['en'],
    },
    targetLanguages: { type: 'array', items: languageItem, description: 'Configured languages.' },
  }),
);

/** Body of Add Language. */
export const languageCreate = named(
  'NewLanguage',
  body('A language to add.', { code: languageCode, autoTranslate }, ['code']),
);

/** Body of Update Language. */
export const languageUpdate = named(
  'LanguageChanges',
  body('Fields to change.', { autoTranslate }),
);

/** Response of Remove Language. */
export const languageRemoved = named(
  'RemovedLanguage',
  exactly('What was deleted.', {
    deleted: { type: 'boolean', const: true, description: 'Always true.' },
    code: languageCode,
    pagesDeleted: { type: 'integer', minimum: 0, description: 'Number of deleted translations.' },
  }),
);
