import { readFileSync } from 'node:fs';
// The schema of docs.json → docs/snippets/reference/: the tables of the handbook's configuration pages.
// The routes of the service → docs/service/openapi.json: the handbook's pages of its operations.
// The settings of the server → docs/snippets/service/settings/: the tables of the page Settings.
// The same description → packages/: types of the clients of the service.
// The schemas of the events → docs/service/events/: a page for each. The codes of errors → a table.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { apiDescription } from '../runtime/api.ts';
import type { Setting } from '../runtime/settings/limits.ts';
import { settings } from '../runtime/settings/table.ts';
import { configSchema } from '../schema/config/schema.ts';
import type { JsonSchema } from '../schema/json-schema.ts';
import { withClientSamples } from './client-samples.ts';
import { clientFiles } from './write-client.ts';
import { eventFiles } from './write-events.ts';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** The description of the service API that the handbook renders, relative to the project. */
export const apiFile = 'docs/service/openapi.json';

/** The folder of the tables of settings, relative to the project. */
export const settingsFolder = 'docs/snippets/service/settings';

/** The folder of the tables, relative to the project. */
export const referenceFolder = 'docs/snippets/reference';

/** File name → text of every table generated from the schema. */
export function referenceFiles(schema: JsonSchema): Map<string, string> {
  const sections = Object.entries(schema.properties ?? {});
  const defs = schema.$defs ?? {};
  const plain = sections.filter(([, section]) => !isSection(section));
  const files = new Map([
    [
      'top-level.mdx',
      table(plain.map(([name, section]) => row(name, section, isRequired(schema, name)))),
    ],
  ]);
  for (const [name, section] of sections.filter(([, section]) => isSection(section))) {
    const parts = [sectionText(section)];
    if (name === 'navigation') parts.push(...definitions(section, defs));
    files.set(`${fileName(name)}.mdx`, `${parts.join('\n\n')}\n`);
  }
  return files;
}

/** The API as OpenAPI; its version is that of the API, and its server the reader's own. */
export function serviceApi(): string {
  const servers = [{ url: 'http://localhost:3000' }];
  const description = JSON.parse(JSON.stringify({ ...apiDescription('1'), servers }));
  return `${JSON.stringify(withClientSamples(description), null, 1)}\n`;
}

/** File name → table of every group of settings. */
export function settingsFiles(): Map<string, string> {
  const groups = Map.groupBy(settings, ({ group }) => group);
  return new Map([...groups].map(([group, list]) => [`${group}.mdx`, settingsTable(list)]));
}

function settingsTable(list: readonly Setting[]): string {
  const withFlags = list.some(({ flag }) => flag !== undefined);
  const rows = list.map(({ variable, flag, fallback, text }) => {
    const name = flag === undefined ? code(variable) : `${code(variable)} ${code(flag)}`;
    return `| ${name} | ${fallback} | ${text} |`;
  });
  const head = `| variable${withFlags ? ' and flag' : ''} | default | |`;
  return `${[head, '|---|---|---|', ...rows].join('\n')}\n`;
}

/** File below the project → its text, for the pages of events and the table of errors. */
export const eventReference = (): Map<string, string> => eventFiles({ typeOf, cell });

/** The file with the table of a section: `cookieConsent` → `cookie-consent`. */
function fileName(section: string): string {
  return section.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

interface Row {
  readonly field: string;
  readonly type: string;
  readonly fallback: string;
  readonly text: string;
}

const isSection = (schema: JsonSchema): boolean =>
  fieldsOf(schema) !== undefined ||
  schema.additionalProperties !== undefined ||
  schema.type === 'array';

const isRequired = (schema: JsonSchema, name: string): boolean =>
  schema.required?.includes(name) === true;

/** The object with fields that a schema is, or that one of its alternatives or its items is. */
function fieldsOf(schema: JsonSchema): JsonSchema | undefined {
  if (schema.properties !== undefined) return schema;
  if (schema.type === 'array' && schema.items !== undefined) return fieldsOf(schema.items);
  for (const option of alternatives(schema)) {
    const found = fieldsOf(option);
    if (found !== undefined) return found;
  }
  return undefined;
}

const alternatives = (schema: JsonSchema): readonly JsonSchema[] =>
  schema.anyOf ?? schema.oneOf ?? [];

function sectionText(section: JsonSchema): string {
  const intro = alternatives(section).length > 0 ? `Type: ${typeOf(section)}.` : undefined;
  const list = section.type === 'array' ? 'A list; each entry has these fields.' : undefined;
  const map = fieldsOf(section) === undefined ? `Type: ${typeOf(section)}.` : undefined;
  const fields = fieldsOf(section);
  const rows = fields === undefined ? [] : fieldRows('', fields);
  return [
    section.description && cell(section.description),
    intro ?? list ?? map,
    rows.length > 0 ? table(rows).trimEnd() : undefined,
  ]
    .filter((part) => part !== undefined && part !== '')
    .join('\n\n');
}

/** Sections for the types of entries; fields that many of them share are described once. */
function definitions(container: JsonSchema, defs: Readonly<Record<string, JsonSchema>>): string[] {
  const kinds = Object.values(defs).filter((schema) => schema.properties !== undefined);
  const same = (name: string, field: JsonSchema) =>
    kinds.filter((kind) => equal(kind.properties?.[name], field)).length;
  const held = Object.keys(container.properties ?? {});
  const shared = Object.entries(kinds[0]?.properties ?? {}).filter(
    ([name, field]) => !held.includes(name) && same(name, field) === kinds.length,
  );
  const everyEntry = { properties: Object.fromEntries(shared) };
  const parts = [
    '## Every entry',
    'Fields that all kinds of entries have.',
    sectionText(everyEntry),
  ];
  for (const [name, schema] of Object.entries(defs)) {
    const fields = Object.entries(schema.properties ?? {});
    const own = fields.filter(
      ([name, field]) => !(name in everyEntry.properties) && !isHeld(container, name, field),
    );
    const isContainer = fields.some(([name, field]) => isHeld(container, name, field));
    parts.push(
      `## ${titleOf(name)}`,
      sectionText(own.length > 0 ? { ...schema, properties: Object.fromEntries(own) } : schema),
      ...(isContainer
        ? [
            `Also the fields of [every entry](#every-entry), and ${held.map(code).join(', ')} as above.`,
          ]
        : own.length > 0
          ? ['Also the fields of [every entry](#every-entry).']
          : []),
    );
  }
  return parts;
}

const equal = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

const isHeld = (container: JsonSchema, name: string, field: JsonSchema): boolean =>
  equal(container.properties?.[name], field);

/** `menuItem` → `Menu item`. */
function titleOf(name: string): string {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function fieldRows(prefix: string, schema: JsonSchema): Row[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const path = prefix + name;
    return [row(path, field, isRequired(schema, name)), ...innerRows(path, field)];
  });
}

function innerRows(path: string, field: JsonSchema): Row[] {
  if (field.$ref !== undefined) return [];
  const values = field.additionalProperties;
  if (typeof values === 'object') {
    const inner = fieldsOf(values);
    return inner === undefined ? [] : fieldRows(`${path}.*.`, inner);
  }
  const inner = fieldsOf(field);
  return inner === undefined ? [] : fieldRows(`${path}${isList(field) ? '[]' : ''}.`, inner);
}

const isList = (schema: JsonSchema): boolean =>
  schema.type === 'array' && schema.items !== undefined && fieldsOf(schema.items) !== undefined;

function row(field: string, schema: JsonSchema, required: boolean): Row {
  const fallback = schema.default === undefined ? '' : code(JSON.stringify(schema.default));
  return {
    field: code(field),
    type: typeOf(schema),
    fallback: required ? 'required' : fallback,
    text: [cell(schema.description ?? ''), ...bounds(schema)].filter(Boolean).join(' '),
  };
}

function typeOf(schema: JsonSchema): string {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.split('/').at(-1) ?? '';
    return `[${titleOf(name).toLowerCase()}](#${titleOf(name).toLowerCase().replaceAll(' ', '-')})`;
  }
  const options = alternatives(schema);
  if (options.length > 0) return [...new Set(options.map(typeOf))].join(' or ');
  if (schema.enum !== undefined) return schema.enum.map((value) => code(String(value))).join(', ');
  if (schema.const !== undefined) return code(JSON.stringify(schema.const));
  if (schema.type === 'array') {
    return schema.items === undefined ? 'list' : `list of ${plural(typeOf(schema.items))}`;
  }
  if (schema.type === 'object' || schema.properties !== undefined) {
    const values = schema.additionalProperties;
    return typeof values === 'object' ? `map to ${plural(typeOf(values))}` : 'object';
  }
  if (schema.format !== undefined) return formats[schema.format] ?? 'string';
  return Array.isArray(schema.type) ? schema.type.join(' or ') : String(schema.type ?? 'any');
}

const formats: Readonly<Record<string, string>> = {
  'css-color': 'CSS colour',
  'web-url': 'URL',
  uri: 'URL',
  email: 'email address',
  date: 'ISO date',
};

const plural = (type: string): string => (/^[a-z]+$/.test(type) ? `${type}s` : type);

/** The constraints of a value, as sentences. */
function bounds(schema: JsonSchema): string[] {
  const { minimum, maximum, exclusiveMinimum, minLength, maxLength, maxItems, expects } = schema;
  const said: string[] = [];
  if (expects !== undefined) said.push(`Must be ${cell(expects)}.`);
  if (minimum !== undefined && maximum !== undefined) said.push(`From ${minimum} to ${maximum}.`);
  else if (minimum !== undefined) said.push(`At least ${minimum}.`);
  else if (maximum !== undefined) {
    said.push(
      exclusiveMinimum === undefined
        ? `At most ${maximum}.`
        : `Above ${exclusiveMinimum}, at most ${maximum}.`,
    );
  }
  if (maxLength !== undefined) {
    said.push(
      minLength !== undefined && minLength > 1
        ? `${minLength} to ${maxLength} characters.`
        : `At most ${maxLength} characters.`,
    );
  }
  if (maxItems !== undefined) said.push(`At most ${maxItems} entries.`);
  return said;
}

function table(rows: readonly Row[]): string {
  const lines = rows.map(
    ({ field, type, fallback, text }) => `| ${field} | ${type} | ${fallback} | ${text} |`,
  );
  return ['| field | type | default | what it does |', '|---|---|---|---|', ...lines, ''].join(
    '\n',
  );
}

/** Where reports find the explanations of codes. */
export const reportHelpFile = 'pipeline/report/help.json';

/** The explanations of codes in the handbook, for formats that include them. */
export function reportHelp(): string {
  const page = readFileSync(join(root, 'docs/troubleshooting.mdx'), 'utf8');
  const rows = page.matchAll(/^\| `([a-z][\w-]*)` \| (.+?) \| (.+?) \|$/gm);
  const help = [...rows].map(([, id = '', means = '', todo = '']) => [
    id,
    { means: plainText(means), todo: plainText(todo) },
  ]);
  return `${JSON.stringify(Object.fromEntries(help), null, 2)}\n`;
}

/** A cell of a table without links and escapes. */
function plainText(cell: string): string {
  return cell.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/\\([|{}<>$*_\\[\]])/g, '$1');
}

const code = (text: string): string => `\`${text.replaceAll('|', '\\|')}\``;

/** Text in a table cell: Markdown and MDX syntax is escaped outside code. */
function cell(text: string): string {
  return text
    .split(/(`[^`]*`)/)
    .map((part, index) =>
      index % 2 === 1 ? part.replaceAll('|', '\\|') : part.replace(/[|{}<>$*_\\[\]]/g, '\\$&'),
    )
    .join('')
    .replaceAll('\n', ' ');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await rm(join(root, referenceFolder), { recursive: true, force: true });
  await mkdir(join(root, referenceFolder), { recursive: true });
  for (const [name, text] of referenceFiles(configSchema)) {
    await writeFile(join(root, referenceFolder, name), text);
  }
  await rm(join(root, settingsFolder), { recursive: true, force: true });
  await mkdir(join(root, settingsFolder), { recursive: true });
  for (const [name, text] of settingsFiles()) {
    await writeFile(join(root, settingsFolder, name), text);
  }
  await writeFile(join(root, apiFile), serviceApi());
  for (const [file, text] of clientFiles(JSON.parse(serviceApi()))) {
    await writeFile(join(root, file), text);
  }
  await writeFile(join(root, reportHelpFile), reportHelp());
  for (const [file, text] of eventReference()) {
    await mkdir(dirname(join(root, file)), { recursive: true });
    await writeFile(join(root, file), text);
  }
}
