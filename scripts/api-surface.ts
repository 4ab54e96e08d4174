// What clients of the service API may rely on, as sorted lines: operations, parameters, fields and events.
// `node scripts/api-surface.ts` writes those of this version to the file of the last release: run it when a
// version is released, and give the section of the changelog its name.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { apiDescription } from '../runtime/api.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The lines of the last release, relative to the project. */
export const releasedSurface = 'design/api-surface.txt';

/** Changes of the API by version, relative to the project. */
export const apiChangelog = 'docs/service/api-changelog.mdx';

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly additionalProperties?: boolean | Schema;
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
}

interface Operation {
  readonly parameters?: readonly {
    readonly name?: string;
    readonly in?: string;
    schema?: Schema;
  }[];
}

/** The parts of an OpenAPI document that make the surface. */
export interface Described {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly webhooks?: object;
  readonly components: { readonly schemas?: Readonly<Record<string, Schema>> };
}

/** Name → what it is, of everything in a description: `Webhook.url` → `string, required`. */
export function surfaceOf({ paths, webhooks = {}, components }: Described): Map<string, string> {
  const lines = new Map<string, string>();
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, { parameters = [] }] of Object.entries(methods)) {
      const operation = `${method.toUpperCase()} ${path.replace('/api/v1', '')}`;
      lines.set(operation, 'operation');
      for (const { name, in: place, schema = {} } of parameters) {
        if (place === 'query') lines.set(`${operation}?${name}`, typeOf(schema));
      }
    }
  }
  for (const event of Object.keys(webhooks)) lines.set(event, 'event');
  for (const [name, schema] of Object.entries(components.schemas ?? {}))
    addFields(lines, name, schema);
  return new Map([...lines].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function addFields(lines: Map<string, string>, name: string, schema: Schema): void {
  const { properties = {}, required = [], items } = schema;
  for (const [field, inner] of Object.entries(properties)) {
    const type = typeOf(inner);
    const isRequired = required.includes(field) ? ', required' : '';
    lines.set(`${name}.${field}`, type + isRequired);
    addFields(lines, `${name}.${field}`, inner);
  }
  if (items) addFields(lines, `${name}[]`, items);
}

function typeOf({ $ref, type, enum: values, const: value, items, oneOf, anyOf }: Schema): string {
  if ($ref !== undefined) return $ref.split('/').at(-1) ?? '';
  if (value !== undefined) return JSON.stringify(value);
  if (values) return values.map((one) => JSON.stringify(one)).join(' | ');
  if (anyOf) return anyOf.map(typeOf).join(' | ');
  if (oneOf) return oneOf.map(typeOf).join(' | ');
  if (items) return `${typeOf(items)}[]`;
  return [type ?? 'any'].flat().join(' | ');
}

/** The surface as the text of a file. */
export function surfaceText(surface: ReadonlyMap<string, string>): string {
  return [...surface].map(([name, what]) => `${name}: ${what}\n`).join('');
}

/** The surface that a text of it says. */
export function readSurface(text: string): Map<string, string> {
  const lines = text.split('\n').filter((line) => line !== '');
  return new Map(
    lines.map((line) => {
      const colon = line.indexOf(': ');
      return [line.slice(0, colon), line.slice(colon + 2)];
    }),
  );
}

/**
 * Lines that a changelog lacks, as they may be written into it. Fields of a new object belong to the
 * operation that has them, and parameters to a new operation.
 */
export function missingLines(
  changelog: string,
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): string[] {
  const known = new Set([...before.keys()].map(ownerOf));
  const kept = new Set([...after.keys()].map(ownerOf));
  const told = new Set([...changelog.matchAll(/`([^`]+)`/g)].map(([, name]) => name));
  const lines = [...new Set([...before.keys(), ...after.keys()])].flatMap((name) => {
    const [was, is] = [before.get(name), after.get(name)];
    if (was === is || told.has(name)) return [];
    const owner = ownerOf(name);
    const isPart = owner !== name;
    if (is === undefined) return isPart && !kept.has(owner) ? [] : [`- \`${name}\` is removed.`];
    if (was === undefined) return isPart && !known.has(owner) ? [] : [`- \`${name}\` is new.`];
    return [`- \`${name}\` ${changeOf(was, is)}.`];
  });
  return lines.sort();
}

/** Of lists of values only what was added or removed. */
function changeOf(was: string, is: string): string {
  const [before, after] = [was.split(/ \| |, /), is.split(/ \| |, /)];
  const list = (values: readonly string[]) => values.map((value) => `\`${value}\``).join(', ');
  const added = after.filter((value) => !before.includes(value));
  const removed = before.filter((value) => !after.includes(value));
  if (removed.length === 0) return `may also be ${list(added)}`;
  if (added.length === 0) return `is no longer ${list(removed)}`;
  return `was \`${was}\` and is now \`${is}\``;
}

/** The operation of a parameter, or the object of a field. */
function ownerOf(name: string): string {
  if (name.includes(' ')) return name.replace(/\?.*/, '');
  return /^[A-Z]/.test(name) ? name.replace(/[.[].*/, '') : name;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const surface = surfaceOf(apiDescription('1') as unknown as Described);
  await writeFile(join(root, releasedSurface), surfaceText(surface));
}
