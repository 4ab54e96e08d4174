import type {
  Body,
  Example,
  Field,
  Operation,
  OperationServer,
  Response,
  SecurityScheme,
  SecurityUse,
} from '../../../schema/operation.ts';
import { writeExact } from '../../openapi/exact-json.ts';
import { type ListedField, listedOnce } from './repeats.ts';

/**
 * An operation as Markdown, for the twins and `llms-full.txt`: the same facts as on its page, fields
 * as nested lists, one sample instead of one per language. `own` is the author's text, in its place on the page.
 */
export function operationMarkdown(operation: Operation, own = ''): string {
  const { servers, body } = operation;
  const responses = listedOnce(operation.responses);
  const sample = operation.samples[0];
  const parts: string[] = [];
  if (operation.kind !== 'schema') {
    parts.push(`\`${operation.method} ${operation.path}\``);
    if (operation.kind === 'operation' && servers.length > 0) {
      parts.push(serversOf(servers));
    }
  }
  if (operation.deprecated) parts.push('**Deprecated**');
  if (operation.description) parts.push(operation.description.trim());
  if (own !== '') parts.push(own);
  parts.push(...requestFacts(operation));
  if (body) {
    parts.push(`## ${operation.kind === 'schema' ? 'Attributes' : 'Body'}`);
    if (body.description) parts.push(body.description.trim());
    parts.push(
      ...contentsOf(body.contents, operation.kind === 'operation' && sample !== undefined),
    );
  }
  if (sample) parts.push('## Example request', fence(sample.language, sample.text));
  if (responses.length > 0) parts.push('## Responses');
  for (const response of responses) {
    parts.push(`### ${response.status}`, ...responseOf(response));
  }
  if (operation.callbacks) parts.push('## Callbacks');
  for (const callback of operation.callbacks ?? []) {
    parts.push(`### ${callback.name}`, `\`${callback.method} ${callback.url}\``);
    if (callback.description ?? callback.summary) {
      parts.push((callback.description ?? callback.summary ?? '').trim());
    }
    parts.push(...contentsOf(callback.body?.contents ?? [], false));
    for (const response of listedOnce(callback.responses)) {
      parts.push(`#### ${response.status}`, ...responseOf(response));
    }
  }
  return parts.join('\n\n');
}

/** How a request authenticates, and its parameters by their places. */
export function requestFacts(operation: Operation): readonly string[] {
  const { security, parameters, kind } = operation;
  const parts = security.length > 0 ? [`## Authorization\n\n${waysOf(operation).join('\n')}`] : [];
  for (const [place, title] of places) {
    const found = parameters.filter((parameter) => parameter.in === place);
    if (found.length === 0) continue;
    const rows = found.flatMap((parameter) => rowsOf(parameter.field, 0));
    const heading = kind === 'channel' && place === 'path' ? 'Address parameters' : title;
    parts.push(`## ${heading}\n\n${rows.join('\n')}`);
  }
  return parts;
}

/** One server on a line, several as a list. */
function serversOf(servers: readonly OperationServer[]): string {
  const texts = servers.map(({ url, template, description, variables = [] }) => {
    const values = variables.map(
      (variable) => `${variable.name}: ${(variable.enum ?? [variable.default]).join(', ')}`,
    );
    const shown = values.length > 0 ? ` (${values.join('; ')})` : '';
    return `${template ?? url}${shown}${words(description)}`;
  });
  return texts.length === 1 ? `Server: ${texts[0]}` : `Servers:\n\n- ${texts.join('\n- ')}`;
}

/** The schemes of the only way to authenticate, or each way on a line. */
function waysOf({ security, ways = [] }: Operation): readonly string[] {
  const [only] = ways;
  if (!only) return security.map((scheme) => `- ${schemeOf(scheme)}`);
  const textsOf = (uses: readonly SecurityUse[]) =>
    uses.flatMap((use) => {
      const scheme = security.find(({ name }) => name === use.scheme);
      const scopes = use.scopes.map(({ name }) => `\`${name}\``).join(', ');
      return scheme ? schemeOf(scheme, scopes ? [`scopes ${scopes}`] : []) : [];
    });
  if (ways.length < 2) return textsOf(only).map((text) => `- ${text}`);
  return ways.map((uses) => {
    const texts = textsOf(uses);
    return `- One of: ${texts.length === 0 ? 'no authentication' : texts.join(' and ')}`;
  });
}

function schemeOf(scheme: SecurityScheme, scopes: readonly string[] = []): string {
  const isOther = scheme.type === 'other';
  const own = scheme.type === 'apiKey' ? (scheme.parameter ?? scheme.name) : 'Authorization';
  const name = isOther ? scheme.name : own;
  const kind = isOther ? scheme.label : scheme.type;
  const how = [scheme.type === 'http' ? scheme.scheme : kind, scheme.in]
    .filter((word) => word)
    .join(', ');
  const addresses = (scheme.flows ?? []).map(({ type, authorizationUrl, tokenUrl }) =>
    [type, ...[authorizationUrl, tokenUrl].flatMap((url) => url ?? [])].join(' '),
  );
  const metadata = scheme.openIdConnectUrl ? [scheme.openIdConnectUrl] : [];
  const facts = [how, ...addresses, ...metadata, ...scopes];
  return `\`${name}\` (${facts.join('; ')})${words(scheme.description)}`;
}

function responseOf({ description, headers = [], contents, links = [] }: Response): string[] {
  const calls = links.map(({ name, operation, page, parameters, description: text }) => {
    const given = parameters.map(([key, value]) => `${key} = ${value}`).join(', ');
    const target = page ? `[${page.title}](/${page.path})` : `\`${operation}\``;
    return `- Link \`${name}\`: ${target}${given ? ` (${given})` : ''}${words(text)}`;
  });
  return [
    ...(description ? [description.trim()] : []),
    ...(headers.length > 0
      ? [`Headers:\n\n${headers.flatMap((one) => rowsOf(one, 0)).join('\n')}`]
      : []),
    ...contentsOf(contents, false),
    ...(calls.length > 0 ? [calls.join('\n')] : []),
  ];
}

const places = [
  ['path', 'Path parameters'],
  ['query', 'Query parameters'],
  ['header', 'Headers'],
  ['cookie', 'Cookies'],
] as const;

/** Media types with their fields and examples; the first example of a request is left to its sample. */
function contentsOf(contents: Body['contents'], hasSample: boolean): readonly string[] {
  return contents.flatMap((content, index) => {
    const { field, examples } = content;
    const nested = field.fields.length > 0 || field.variants.length > 0;
    const rows = nested ? below(field, 0) : [];
    const facts = [
      ...(nested && field.type === 'object' ? [] : [typeText(field.type)]),
      ...factsOf(field),
    ];
    return [
      `\`${content.mediaType}\`${facts.length > 0 ? `: ${facts.join('; ')}` : ''}`,
      // What the whole is, as the page says it above the fields.
      ...(field.description ? [field.description.trim()] : []),
      ...(rows.length > 0 ? [rows.join('\n')] : []),
      ...examplesOf(hasSample && index === 0 ? examples.slice(1) : examples),
    ];
  });
}

/** Examples with their names, if they have any. */
export function examplesOf(examples: readonly Example[]): readonly string[] {
  return examples.flatMap(({ label, language, text }) => [
    ...(label === '' ? [] : [`Example: ${label}`]),
    fence(language, text),
  ]);
}

/** A field and those below it as nested lists. */
export function rowsOf(field: Field, depth: number): readonly string[] {
  const facts = [
    typeText(field.type),
    ...(field.required ? ['required'] : []),
    ...(field.deprecated ? ['deprecated'] : []),
    ...(field.readOnly ? ['read-only'] : []),
    ...(field.writeOnly ? ['write-only'] : []),
    ...(field.pre ?? []),
    ...(field.post ?? []),
    ...factsOf(field),
  ];
  const row = `${'  '.repeat(depth)}- \`${field.name}\` (${facts.join('; ')})${blocks(field.description, depth + 1)}`;
  return [row, ...below(field, depth + 1)];
}

/** Longest example in the line of a field, as on the page. */
const longestExample = 120;

/** What is known of the values of a field. */
function factsOf(field: ListedField): readonly string[] {
  const example = field.example === undefined ? '' : inline(field.example);
  return [
    ...(field.default === undefined ? [] : [`default ${inline(field.default)}`]),
    ...(field.enum ? [`one of ${field.enum.map(inline).join(', ')}`] : []),
    ...field.constraints,
    ...(example !== '' && example.length <= longestExample ? [`example ${example}`] : []),
    ...(field.recursive ? ['fields as above'] : []),
    ...(field.listedAt === undefined ? [] : [`fields as in ${field.listedAt}`]),
  ];
}

/** The fields below a field. */
export function below(field: Field, depth: number): readonly string[] {
  return [
    ...field.fields.flatMap((inner) => rowsOf(inner, depth)),
    ...field.variants.flatMap(({ label, field: inner }) => [
      `${'  '.repeat(depth)}- ${field.any ? 'Any' : 'One'} of: ${typeText(label)} (${[typeText(inner.type), ...(inner.deprecated ? ['deprecated'] : []), ...factsOf(inner)].join('; ')})${blocks(inner.description, depth + 1)}`,
      ...below(inner, depth + 1),
    ]),
  ];
}

/** A type as text: Markdown would take `<uuid>` of `string<uuid>` for a tag. */
export function typeText(type: string): string {
  return type.includes('<') ? inline(type) : type;
}

/** A description on the line of its field. */
export function words(description: string | undefined): string {
  const text = description?.replace(/\s+/g, ' ').trim();
  return text ? `: ${text}` : '';
}

/** A description below a field: its lists and code keep their lines, in the list that the field is in. */
function blocks(description: string | undefined, depth: number): string {
  const margin = '  '.repeat(depth);
  const lines: string[] = [];
  let fenced: string | undefined;
  for (const line of description?.trim().split('\n') ?? []) {
    const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1];
    if (fenced !== undefined || mark !== undefined) {
      lines.push(`${margin}${line}`);
      if (mark !== undefined) {
        fenced = fenced === undefined ? mark : mark.startsWith(fenced) ? undefined : fenced;
      }
      continue;
    }
    const text = line.replace(/\s+/g, ' ').trim();
    const last = lines.length - 1;
    if (text === '') {
      // What follows a list isn't part of its last entry.
      if (ownLine.test(lines[last] ?? '')) lines.push('');
      continue;
    }
    if (ownLine.test(line)) lines.push(`${margin}${/^\s*/.exec(line)?.[0] ?? ''}${text}`);
    else if (last < 0) lines.push(text);
    else if (/^$|^\s*[`~]{3}/.test(lines[last] ?? '')) lines.push(`${margin}${text}`);
    else lines[last] += ` ${text}`;
  }
  const [first] = lines;
  if (first === undefined) return '';
  // A list or code begins on a line of its own.
  return `:${first.startsWith(' ') ? '\n' : ' '}${lines.join('\n').trimEnd()}`;
}

/** An entry of a list, or a row of a table. */
const ownLine = /^\s*(?:[-*+]\s|\d{1,9}[.)]\s|\|)/;

function inline(value: unknown): string {
  const text = typeof value === 'string' && value !== '' ? value : writeExact(value);
  // A line end would end the entry of the list.
  return `\`${text.trim() === '' ? text : text.replace(/\s*\n\s*/g, ' ').trim()}\``;
}

/** A text as a block of code, whatever is in it. */
export function fence(language: string, text: string): string {
  let marks = '```';
  while (text.includes(marks)) marks += '`';
  return `${marks}${language}\n${text}\n${marks}`;
}
