import type { Deployment, PageRecord } from '../../schema/build.ts';
import type { JsonSchema } from '../../schema/json-schema.ts';
import { pointerAsPath } from '../../schema/pointer.ts';
import { validate } from '../../schema/validate.ts';
import type { PackedManifest } from './packed-manifest.ts';
import { UploadError } from './uploads.ts';

/** A database can't store the null character. */
const text: JsonSchema = {
  type: 'string',
  pattern: '^[^\\u0000]*$',
  expects: 'text without U+0000',
};
const count: JsonSchema = { type: 'number', minimum: 0 };
const yes: JsonSchema = { type: 'boolean' };
const texts: JsonSchema = { type: 'array', items: text };

function object(
  required: Readonly<Record<string, JsonSchema>>,
  optional: Readonly<Record<string, JsonSchema>> = {},
): JsonSchema {
  return {
    type: 'object',
    properties: { ...required, ...optional },
    required: Object.keys(required),
  };
}

/** One source in a header: a space or a semicolon would begin another one, or another directive. */
const cspSource: JsonSchema = {
  type: 'string',
  pattern: '^[^\\s;,]+$',
  expects: 'one source of a content security policy',
};

/** Where a redirect may lead: an address of the site, or one of the web. */
const address: JsonSchema = {
  type: 'string',
  pattern: '^(?:/(?![/\\\\])|[Hh][Tt]{2}[Pp][Ss]?://)[^\\u0000-\\u001f]*$',
  expects: 'an address that starts with "/", "http://" or "https://"',
};

/** Text of a path that captures nothing. */
const plain = '(?:[^/:*]|:(?![A-Za-z_]))*';

/** As a build writes it: more captures in one segment could be matched in too many ways. */
const redirectSource: JsonSchema = {
  type: 'string',
  maxLength: 4000,
  pattern: `^(?![^*]*\\*[^*]*\\*)(?:/${plain}(?:(?::[A-Za-z_]|\\*)${plain}){0,2})+$`,
  expects: 'a path with at most one "*", and two parameters in a segment',
};

const mapOf = (items: JsonSchema): JsonSchema => ({ type: 'object', additionalProperties: items });

/** What the server reads of the files that describe a deployment. */
const shapes = {
  'deployment.json': object(
    {
      ...{ branch: text, commitSha: text, docent: text, basePath: text, sourceLanguage: text },
      ...{ duration: count, pagesBuilt: count },
    },
    {
      ...{ format: count, origin: text, translations: text, languages: texts },
      repository: object({ url: text, branch: text, folder: text }),
    },
  ),
  'manifest.json': object(
    {
      pages: mapOf(
        object({ title: text, sourceHash: text, file: text, htmlHash: text, contentHash: text }),
      ),
      files: mapOf(
        object(
          { path: text, immutable: yes },
          {
            ...{ protected: yes, groups: texts, parts: { type: 'integer', minimum: 1 } },
            scripts: { type: 'array', items: cspSource },
          },
        ),
      ),
      redirects: {
        type: 'array',
        items: object({
          source: redirectSource,
          destination: address,
          status: { enum: [301, 302] },
        }),
      },
    },
    {
      ...{ labels: texts, home: text, folders: mapOf(text), homes: mapOf(text) },
      change: object({ removedPages: texts, removedFiles: texts, lists: text }),
    },
  ),
  'config.json': object({
    name: text,
    navigation: { type: 'object' },
    i18n: object({ languages: texts, blockDeployOnTranslation: yes }),
    assistant: { type: 'object' },
    hosting: { type: 'object' },
  }),
  'proxy.json': object({
    servers: { type: 'array', items: object({ origin: text, path: text }) },
    operations: {
      type: 'array',
      items: object(
        {
          ...{ method: text, path: text, headers: texts },
          servers: { type: 'array', items: count },
        },
        { cookies: texts, protected: yes, groups: texts },
      ),
    },
  }),
  'former.json': { type: 'array', items: { type: 'object' } },
  'problems.json': object({
    ...{ errors: count, warnings: count, notes: count },
    list: {
      type: 'array',
      maxItems: 1000,
      items: object(
        {
          severity: { enum: ['error', 'warning', 'note'] },
          ...{ code: text, file: text, message: text },
        },
        { line: count, column: count, fix: text },
      ),
    },
  }),
} as const satisfies Readonly<Record<string, JsonSchema>>;

/** The JSON files of an upload, with what the server reads of each. */
export interface Shapes {
  readonly 'deployment.json': Deployment;
  readonly 'manifest.json': PackedManifest;
  readonly 'config.json': unknown;
  readonly 'proxy.json': unknown;
  readonly 'former.json': unknown;
  readonly 'problems.json': unknown;
}

/** A JSON file of an upload, once it is known to be one. */
export function readShape<Name extends keyof Shapes>(name: Name, content: string): Shapes[Name] {
  const value = parsed(name, content);
  const [violation] = validate(shapes[name], value);
  if (violation === undefined) return value as Shapes[Name];
  const place = pointerAsPath(violation.pointer);
  throw new UploadError('content', `${name}: ${place ? `${place}: ` : ''}${violation.reason}`);
}

const recordShape = object({
  ...{ path: text, url: text, file: text, title: text, language: text, sourceHash: text },
  ...{ words: count, origin: text, hidden: yes, protected: yes, groups: texts },
});

/** Checks that a content is the record of a page. */
export function checkRecord(page: string, content: string): void {
  const name = `records/${page}.json`;
  const record = parsed(name, content) as PageRecord;
  const [violation] = validate(recordShape, record);
  if (violation) throw new UploadError('content', `${name}: ${violation.reason}`);
  if (record.path !== page) {
    throw new UploadError('content', `${name} is the record of ${record.path}`);
  }
}

function parsed(name: string, content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    throw new UploadError('content', `${name} is not JSON`);
  }
}
