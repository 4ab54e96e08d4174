import type { Api } from '../../schema/config/api.ts';
import type { Problem } from '../../schema/errors.ts';
import type { Body, Operation, Parameter } from '../../schema/operation.ts';
import { callbacksOf } from './callbacks.ts';
import { bodyOf, type Context, responsesOf } from './contents.ts';
import { writeExact } from './exact-json.ts';
import { exampleOf } from './examples.ts';
import { fieldOf } from './fields.ts';
import { operationForm } from './form/operation.ts';
import { exampleOfParameter, type FoundParameter, wayOf } from './form/parameters.ts';
import { asList, asObject, asText, defined, type Json, objectEntries } from './json.ts';
import { lostParts } from './lost-parts.ts';
import { isQueryForm, mediaTypesOf } from './media-types.ts';
import { operationsOf, pathOf } from './path-items.ts';
import { placeOfWords, problem } from './problems.ts';
import type { Description } from './read.ts';
import { type Node, openReferences, type References } from './references.ts';
import { type ReadParameter, samplesOf, writtenSamples } from './requests.ts';
import { groupsOf } from './restricted.ts';
import { readSchema } from './schema.ts';
import { isAsked, securityOf } from './security.ts';
import { serversOf } from './servers.ts';
import { tagsOf } from './tags.ts';
import { describedAs } from './text.ts';
import { beginOperation } from './work.ts';

/** An operation with what its description says about the page it gets. */
export interface DescribedOperation {
  readonly operation: Operation;
  /** `GET /users/{id}`, `WEBHOOK name` or `CHANNEL name`. */
  readonly key: string;
  /** Another key that finds it: a channel's address. */
  readonly alias?: string;
  /** Page address that `x-mint.href` asks for. */
  readonly href?: string;
  /** Front matter from `x-mint.metadata`. */
  readonly metadata: Json;
  /** MDX from `x-mint.content`, shown above the operation. */
  readonly content?: string;
  /** Groups that may see it (`x-mint.groups`, its own or of its path). */
  readonly groups: readonly string[];
  /** Page without a navigation entry (`x-hidden`). */
  readonly hidden: boolean;
  /** No page (`x-excluded`). */
  readonly excluded: boolean;
  /** Shown name of the tag that says where it is. */
  readonly tagLabel?: string;
}

/** Operations of a description, and its unresolved references. */
export interface ReadOperations {
  readonly operations: readonly DescribedOperation[];
  readonly problems: readonly Problem[];
}

const known = new WeakMap<Description, { readonly key: string; readonly read: ReadOperations }>();

/** Every operation and webhook of a description, in the order of the file. */
export function readOperations(description: Description, api: Api): ReadOperations {
  const key = JSON.stringify(api.examples);
  const kept = known.get(description);
  if (kept?.key === key) return kept.read;
  const read = readAll(description, api);
  known.set(description, { key, read });
  return read;
}

/** Operations or channels of one description that get pages. */
export const mostOperations = 10_000;

function readAll(description: Description, api: Api): ReadOperations {
  const document = description.documents.get(description.source) ?? {};
  const references = openReferences(description);
  const context: Context = { description, document, references, api };
  const raws = [...rawOperations(document, description.source, references)];
  const [tooMany] = raws.splice(mostOperations);
  const operations: DescribedOperation[] = [];
  const cut: Raw[] = [];
  let spent: Raw | undefined;
  for (const [index, raw] of raws.entries()) {
    const { work } = references;
    const before = work.cut;
    beginOperation(work, raws.length - index - 1, raws.length);
    operations.push(describe(raw, context));
    if (work.cut > before) cut.push(raw);
    // Fields are shared out: each operation has its first ones.
    if (work.parts <= 0 || work.letters <= 0) spent ??= raw;
  }
  const lost = lostParts(description, document, references);
  const left = leftOut(description, { spent, tooMany, cut });
  return { operations, problems: [...references.problems, ...lost, ...left] };
}

/** What is said of operations that are shown in part, or not at all: the first reason. */
function leftOut(
  description: Description,
  {
    spent,
    tooMany,
    cut: [first, ...others],
  }: {
    readonly spent: Raw | undefined;
    readonly tooMany: Raw | undefined;
    readonly cut: readonly Raw[];
  },
): readonly Problem[] {
  const { source } = description;
  if (spent) {
    const reason = `The schemas of ${nameOf(spent)} reference each other too often to be shown in full; from here on, ${source} is shown in part.`;
    const note =
      'Use fewer references between schemas ("allOf", "oneOf", "properties"), or split the description.';
    return [tooMuch(description, spent, { reason, note })];
  }
  if (tooMany) {
    const reason = `${source} has more than ${mostOperations} operations; those from ${nameOf(tooMany)} on get no pages.`;
    return [tooMuch(description, tooMany, { reason, note: 'Split the description.' })];
  }
  if (!first) return [];
  const rest = others.length > 0 ? `, and so do ${others.length} other operations` : '';
  const reason = `${nameOf(first)} has more fields than a page shows${rest}; the deepest are left out.`;
  const note = 'Use fewer references between schemas.';
  return [tooMuch(description, first, { severity: 'warning', reason, note })];
}

function tooMuch(
  { source, texts }: Description,
  raw: Raw,
  said: Pick<Problem, 'reason' | 'note'> & Partial<Pick<Problem, 'severity'>>,
): Problem {
  const place = placeOfWords(texts.get(source) ?? '', raw.path);
  return problem('openapi-cut', source, { ...said, ...(place ? { place } : {}) });
}

function nameOf({ method, path }: Raw): string {
  return `${method.toUpperCase()} ${path}`;
}

function* rawOperations(document: Json, source: string, references: References): Generator<Raw> {
  const paths = asObject(document.paths) ?? {};
  for (const [key, entry] of objectEntries(paths)) {
    const path = pathOf(key, paths);
    if (path === undefined) continue;
    const item = references.follow(entry, source);
    if (!item) continue;
    for (const [method, value] of operationsOf(item.value)) {
      yield { method, path, value, item: item.value, file: item.file };
    }
  }
  for (const [name, entry] of objectEntries(document.webhooks)) {
    const item = references.follow(entry, source);
    if (!item) continue;
    const [first] = operationsOf(item.value);
    if (!first) continue;
    const [, value] = first;
    yield { method: 'webhook', path: name, value, item: item.value, file: item.file };
  }
}

/** A schema of `components` as a data model page's operation, `undefined` when it does not exist. */
export function readModel(description: Description, name: string): Operation | undefined {
  const document = description.documents.get(description.source);
  const schemas = asObject(asObject(document?.components)?.schemas);
  if (!schemas || !Object.hasOwn(schemas, name)) return undefined;
  const references = openReferences(description);
  const place = { value: schemas[name], file: description.source };
  const { description: words, ...field } = fieldOf('', place, { references, direction: 'both' });
  const example = exampleOf(place, { references, direction: 'both', fields: 'all' });
  return {
    ...emptyOperation,
    source: description.source,
    kind: 'schema',
    path: name,
    ...defined({ summary: name, description: words }),
    body: {
      required: false,
      contents: [
        {
          mediaType: 'application/json',
          field,
          examples: [{ label: name, language: 'json', text: writeExact(example, 2) }],
        },
      ],
    },
  };
}

/** What an operation is when nothing is known of it. */
export const emptyOperation: Operation = {
  source: '',
  kind: 'operation',
  method: '',
  path: '',
  tags: [],
  deprecated: false,
  servers: [],
  security: [],
  parameters: [],
  responses: [],
  samples: [],
};

interface Raw {
  readonly method: string;
  readonly path: string;
  readonly value: Json;
  readonly item: Json;
  readonly file: string;
}

function describe(raw: Raw, context: Context): DescribedOperation {
  const { value, item, file } = raw;
  const { description, document, references } = context;
  const webhook = raw.method === 'webhook';
  const method = raw.method.toUpperCase();
  const { tags, label, badge } = tagsOf(value.tags, document);
  const found = findParameters(raw, references);
  const parameters = found.map((parameter) => readParameter(parameter, context));
  const { security, ways } = securityOf(value.security ?? document.security, context);
  const asked = found.filter((parameter) => isAsked(parameter, security));
  const sent = parameters.filter(({ shown }) => isAsked(shown, security));
  const body = bodyOf(value.requestBody, file, context, webhook ? 'response' : 'request');
  const servers = serversOf(value.servers ?? item.servers ?? document.servers, description.source);
  const operation: Operation = {
    source: description.source,
    kind: webhook ? 'webhook' : 'operation',
    method,
    path: raw.path,
    tags,
    deprecated: value.deprecated === true,
    servers,
    security: webhook ? [] : security,
    ...(webhook ? {} : { ways }),
    parameters: parameters.map((parameter) => parameter.shown),
    responses: responsesOf(value.responses, file, context),
    samples: [],
    ...defined({
      operationId: asText(value.operationId),
      summary: asText(value.summary) ?? asText(item.summary),
      description: describedAs(value.description) ?? describedAs(item.description),
      body: body && withoutWords(body.shown, describedAs(value.description)),
      callbacks: callbacksOf(value.callbacks, file, context),
      form: webhook ? undefined : operationForm({ ...raw, servers }, asked, context),
    }),
  };
  const samples = webhook
    ? writtenSamples(value)
    : samplesOf(
        value,
        { operation, parameters: sent, example: body?.example },
        context.api.examples.languages,
      );
  for (const sample of samples) references.work.letters -= sample.text.length;
  const mint = asObject(value['x-mint']) ?? {};
  const groups = groupsOf(value);
  return {
    operation: { ...operation, samples },
    key: webhook ? `WEBHOOK ${raw.path}` : `${method} ${raw.path}`,
    metadata: { ...defined({ tag: badge }), ...asObject(mint.metadata) },
    groups: groups.length > 0 ? groups : groupsOf(item),
    hidden: value['x-hidden'] === true || item['x-hidden'] === true,
    excluded: value['x-excluded'] === true || item['x-excluded'] === true,
    ...defined({
      href: asText(mint.href),
      content: asText(mint.content),
      tagLabel: label,
    }),
  };
}

/** A body that is not described in the words of its operation again. */
function withoutWords(body: Body, words: string | undefined): Body {
  const repeats = (text: string | undefined) => text !== undefined && text.trim() === words?.trim();
  if (words === undefined) return body;
  const { description, contents, ...rest } = body;
  return {
    ...rest,
    ...defined({ description: repeats(description) ? undefined : description }),
    contents: contents.map((content) => {
      const { description: own, ...field } = content.field;
      return repeats(own) ? { ...content, field } : content;
    }),
  };
}

/** Parameters of an operation and of its path; those of the operation win. */
function findParameters(raw: Raw, references: References): readonly FoundParameter[] {
  const found = new Map<string, FoundParameter>();
  for (const entry of [...asList(raw.item.parameters), ...asList(raw.value.parameters)]) {
    const node = references.follow(entry, raw.file);
    const name = asText(node?.value.name);
    const place = node?.value.in;
    if (!node || !name) continue;
    if (place === 'querystring') {
      for (const part of queryParts(node, references)) found.set(`query ${part.name}`, part);
    }
    if (place !== 'path' && place !== 'query' && place !== 'header' && place !== 'cookie') continue;
    found.set(`${place} ${name}`, { name, in: place, value: node.value, file: node.file });
  }
  if (raw.method === 'webhook') return [...found.values()];
  // What the path names has to be filled in, whether it is described or not.
  for (const [, name = ''] of raw.path.matchAll(/\{([^{}]+)\}/g)) {
    if (found.has(`path ${name}`)) continue;
    const value = { schema: { type: 'string' } };
    found.set(`path ${name}`, { name, in: 'path', value, file: raw.file });
  }
  return [...found.values()];
}

/** The parameters of a query that is described as a whole: those of a form are the fields of its schema. */
function queryParts({ value, file }: Node, references: References): readonly FoundParameter[] {
  const form = mediaTypesOf(value.content, file, references).find(isQueryForm);
  if (!form) return [];
  const { properties, required } = readSchema(form.schema, references);
  return [...properties].map(([name, { value: schema, file }]) => ({
    name,
    in: 'query',
    value: { schema, required: required.has(name) },
    file,
  }));
}

function readParameter(
  { name, in: place, value, file }: FoundParameter,
  { references, api }: Context,
): ReadParameter {
  const content = objectEntries(value.content)[0]?.[1];
  const schema = { value: value.schema ?? content?.schema ?? {}, file };
  const required = place === 'path' || value.required === true;
  const field = fieldOf(name, schema, { references, direction: 'both', required });
  const example = exampleOfParameter(value, file, references);
  const shown: Parameter = {
    name,
    in: place,
    field: {
      ...field,
      required,
      deprecated: field.deprecated || value.deprecated === true,
      ...defined({
        description: describedAs(value.description) ?? field.description,
        example: example ?? field.example,
      }),
    } as Parameter['field'],
  };
  const { defaults } = api.examples;
  // Without a setting, an optional one is in samples if the description has an example of it.
  const isSent =
    required || defaults === 'all' || (defaults === undefined && example !== undefined);
  if (!isSent) return { shown };
  const known = example ?? field.example ?? field.default ?? value['x-default'];
  const fields = defaults ?? 'required';
  const made =
    known ??
    (place === 'path'
      ? undefined
      : exampleOf(schema, { references, direction: 'request', fields }));
  if (made === undefined) return { shown };
  return { shown, sample: { value: made, way: { in: place, ...wayOf(value, place) } } };
}
