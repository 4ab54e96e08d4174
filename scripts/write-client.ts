// The description of the service API → types of the packages for its clients: packages/client/models.ts
// and operations.ts, and packages/webhooks/events.ts. `npm run reference` writes them.
import { statusOf } from '../schema/codes.ts';
import { eventTypes } from '../schema/events.ts';
import type { JsonSchema } from '../schema/json-schema.ts';
import { languages } from '../schema/languages.ts';

/** What is read of an API description. */
export interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly webhooks: Readonly<
    Record<string, { readonly post: { readonly requestBody: { readonly content: Content } } }>
  >;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
  };
}

type Content = Readonly<
  Record<string, { readonly schema: JsonSchema; readonly example?: unknown }>
>;

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly example?: string;
  readonly schema: JsonSchema;
}

export interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
}

/** File below the project → its text. */
export function clientFiles(description: Description): Map<string, string> {
  const { schemas } = description.components;
  const eventNames = Object.values(description.webhooks).map(({ post }) =>
    nameOf(post.requestBody.content['application/json']?.schema ?? {}),
  );
  return new Map([
    ['packages/client/models.ts', modelsFile(Object.entries(schemas))],
    ['packages/client/operations.ts', operationsFile(description)],
    [
      'packages/webhooks/events.ts',
      eventsFile(Object.entries(schemas).filter(([name]) => eventNames.includes(name))),
    ],
  ]);
}

const head = '// Written by `npm run reference`: change the description of the API instead.\n';

const languageCodes = Object.keys(languages);

/** Values that many schemas list, and the type that names them. */
const namedValues: ReadonlyMap<string, { readonly name: string; readonly text: string }> = new Map(
  [
    { name: 'ErrorCode', text: 'Code of an error.', values: Object.keys(statusOf) },
    { name: 'EventType', text: 'Type of an event.', values: [...eventTypes] },
    { name: 'LanguageCode', text: 'Code of a language.', values: languageCodes },
  ].map(({ name, text, values }) => [JSON.stringify(values), { name, text }]),
);

function modelsFile(models: readonly (readonly [string, JsonSchema])[]): string {
  const shared = [...namedValues].map(
    ([values, { name, text }]) =>
      `${comment(text)}export type ${name} =\n${alternativesOf(JSON.parse(values), 0)};\n`,
  );
  return [head, ...shared, ...models.map(model)].join('\n');
}

function eventsFile(events: readonly (readonly [string, JsonSchema])[]): string {
  const union = events.map(([name]) => `  | ${name}`).join('\n');
  return [
    head,
    `/** The body of a delivery. Types may be added: ignore those that you don't know. */\nexport type WebhookEvent =\n${union};\n`,
    ...events.map(model),
  ].join('\n');
}

function model([name, schema]: readonly [string, JsonSchema]): string {
  const text = comment(schema.description);
  const isPlain = schema.properties !== undefined && groupsOf(schema).length === 0;
  if (isPlain) return `${text}export interface ${name} ${typeOf(schema, 0)}\n`;
  return `${text}export type ${name} =${leading(typeOf(schema, 0))};\n`;
}

/** A union with a line for each alternative starts on a line of its own. */
const leading = (type: string): string => (type.startsWith('  |') ? `\n${type}` : ` ${type}`);

/** A JSON Schema as a type of TypeScript. */
function typeOf(schema: JsonSchema, depth: number): string {
  if (schema.$ref !== undefined) return nameOf(schema);
  if (schema.const !== undefined) return literal(schema.const);
  if (schema.enum !== undefined) {
    return (
      namedValues.get(JSON.stringify(schema.enum))?.name ?? schema.enum.map(literal).join(' | ')
    );
  }
  const options = schema.oneOf ?? schema.anyOf ?? [];
  if (schema.properties === undefined && options.length > 0) {
    const types = [...new Set(options.map((option) => typeOf(option, depth)))];
    return depth === 0 ? types.map((type) => `  | ${type}`).join('\n') : types.join(' | ');
  }
  const types = [schema.type ?? (schema.properties ? 'object' : 'unknown')].flat();
  return types.map((type) => ofType(type, schema, depth)).join(' | ');
}

function ofType(type: string, schema: JsonSchema, depth: number): string {
  switch (type) {
    case 'integer':
    case 'number':
      return 'number';
    case 'string':
    case 'boolean':
    case 'null':
      return type;
    case 'array': {
      const item = typeOf(schema.items ?? {}, depth);
      return /[|&]|^readonly/.test(item) ? `readonly (${item})[]` : `readonly ${item}[]`;
    }
    case 'object':
      return objectOf(schema, depth);
    default:
      return 'unknown';
  }
}

function objectOf(schema: JsonSchema, depth: number): string {
  const fields = Object.entries(schema.properties ?? {});
  if (fields.length === 0) {
    const values = schema.additionalProperties;
    return `Readonly<Record<string, ${typeof values === 'object' ? typeOf(values, depth + 1) : 'unknown'}>>`;
  }
  // A text in each language.
  if (JSON.stringify(fields.map(([name]) => name)) === JSON.stringify(languageCodes)) {
    return `Readonly<Partial<Record<LanguageCode, ${typeOf(fields[0]?.[1] ?? {}, depth + 1)}>>>`;
  }
  const indent = '  '.repeat(depth + 1);
  const lines = fields.map(([name, field]) => {
    const optional = schema.required?.includes(name) ? '' : '?';
    const text = comment(field.description, indent);
    return `${text}${indent}readonly ${key(name)}${optional}: ${typeOf(field, depth + 1)};\n`;
  });
  const object = `{\n${lines.join('')}${'  '.repeat(depth)}}`;
  return [object, ...groupsOf(schema)].join(' & ');
}

/** Alternatives that only say which fields are needed: `oneOf: [{ required: ['a'] }, …]`. */
function groupsOf(schema: JsonSchema): string[] {
  if (schema.properties === undefined) return [];
  return [schema.oneOf, schema.anyOf].flatMap((options) => {
    const needed = (options ?? []).map((option) => option.required ?? []);
    if (needed.length === 0 || needed.some((names) => names.length === 0)) return [];
    const types = needed.map(
      (names) => `{ ${names.map((name) => `readonly ${key(name)}: unknown`).join('; ')} }`,
    );
    return [`(${types.join(' | ')})`];
  });
}

/** A method for each operation, and the line that its request is made from. */
function operationsFile({ paths, components }: Description): string {
  const used = new Set<string>();
  const lines: string[] = [];
  const methods: string[] = [];
  const queries: string[] = [];
  for (const [path, operations] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      if (!hasMethod(operation)) continue;
      const parameters = parametersOf(operation, components);
      const answer = answerOf(operation);
      const short = path.replace(/^\/api\/v1/, '');
      const query = parameters.filter((one) => one.in === 'query');
      const input = inputOf(operation, query);
      const flags = [
        ...(answer.flag === undefined ? [] : [answer.flag]),
        ...(input ? [input.flag ?? 'input'] : []),
        ...(parameters.some(({ name }) => name === 'Idempotency-Key') ? ['key'] : []),
      ];
      lines.push(
        `  ${operation.operationId}: '${[method.toUpperCase(), short, ...flags].join(' ')}',`,
      );
      if (input?.text) queries.push(input.text);
      const args = [
        ...parameters
          .filter((one) => one.in === 'path')
          .map(({ name, schema }) => `${name}: ${typeOf(schema, 1)}`),
        ...(input ? [`${input.name}${input.needed ? '' : '?'}: ${input.type}`] : []),
        'options?: RequestOptions',
      ];
      methods.push(
        `${comment(`${operation.summary}. ${operation.description}`, '  ')}  ${operation.operationId}(${args.join(', ')}): ${answer.type};`,
      );
      const types = `${args} ${answer.type} ${input?.text ?? ''}`.replace(/\/\*\*.*\*\//g, '');
      for (const [name] of types.matchAll(/\b[A-Z]\w+/g)) {
        if (components.schemas[name] || isNamed(name)) used.add(name);
      }
    }
  }
  const own = ['ApiCall', 'ChatStream', 'PagedCall', 'RequestOptions'];
  return [
    `${head}import type { ${own.join(', ')} } from './calls.ts';`,
    `import type { ${[...used].sort().join(', ')} } from './models.ts';\n`,
    '/** Method and path of each operation, and what is special about it. */',
    `export const operations = {\n${lines.join('\n')}\n} as const;\n`,
    '/** A method for each operation of the API, named by its `operationId`. */',
    `export interface Operations {\n${methods.join('\n')}\n}\n`,
    ...queries,
  ].join('\n');
}

/** Sessions are for browsers: the client sends a key. */
export const hasMethod = ({ tags }: Operation): boolean => !tags.includes('Sessions');

/** The parameters of an operation, those that are shared resolved. */
export function parametersOf(
  { operationId, parameters = [] }: Operation,
  components: Description['components'],
): readonly Parameter[] {
  return parameters.map((parameter) => {
    if (!('$ref' in parameter)) return parameter;
    const found = components.parameters[parameter.$ref.split('/').at(-1) ?? ''];
    if (!found) throw new Error(`${operationId}: ${parameter.$ref} is missing.`);
    return found;
  });
}

const isNamed = (name: string): boolean =>
  [...namedValues.values()].some((value) => value.name === name);

/** What a method returns, and how the answer is read. */
export function answerOf({ operationId, responses }: Operation): {
  readonly type: string;
  readonly flag?: string;
} {
  const [content = {}] = Object.entries(responses).flatMap(([status, response]) =>
    status.startsWith('2') ? [response.content ?? {}] : [],
  );
  if (content['text/event-stream']) return { type: 'ChatStream', flag: 'stream' };
  const fields = content['application/json']?.schema.properties ?? {};
  if (fields.data === undefined) throw new Error(`${operationId} answers without "data".`);
  if (fields.meta !== undefined) {
    return { type: `PagedCall<${typeOf(fields.data.items ?? {}, 1)}>`, flag: 'list' };
  }
  return { type: `ApiCall<${typeOf(fields.data, 1)}>` };
}

/** The parameter for the body, or for everything in the query. */
function inputOf(operation: Operation, query: readonly Parameter[]) {
  const { operationId, requestBody } = operation;
  if (requestBody?.content['application/octet-stream']) {
    return { name: 'bytes', type: 'Uint8Array', needed: true, flag: 'bytes' };
  }
  const schema = requestBody?.content['application/json']?.schema;
  if (schema && query.length > 0)
    throw new Error(`${operationId} takes a body and a query: the client has one parameter.`);
  if (schema)
    return { name: 'body', type: typeOf(schema, 1), needed: requestBody?.required === true };
  if (query.length === 0) return undefined;
  const type = `${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}Query`;
  const properties = Object.fromEntries(
    query.map(({ name, schema, description }) => [
      name,
      description === undefined ? schema : { ...schema, description },
    ]),
  );
  const required = query.flatMap((one) => (one.required ? [one.name] : []));
  const text = `/** Parameters of \`${operationId}\`. */\nexport interface ${type} ${objectOf({ properties, required }, 0)}\n`;
  return { name: 'query', type, needed: required.length > 0, text };
}

const nameOf = ({ $ref }: JsonSchema): string => $ref?.split('/').at(-1) ?? 'unknown';
export const literal = (value: unknown): string =>
  typeof value === 'string' ? `'${value.replaceAll("'", "\\'")}'` : JSON.stringify(value);
export const key = (name: string): string => (/^[a-z]\w*$/i.test(name) ? name : literal(name));
const alternativesOf = (values: readonly unknown[], depth: number): string =>
  values.map((value) => `${'  '.repeat(depth + 1)}| ${literal(value)}`).join('\n');

function comment(text: string | undefined, indent = ''): string {
  if (text === undefined || text === '') return '';
  return `${indent}/** ${text.replaceAll('*/', '*\\/').replace(/\s*\n\s*/g, ' ')} */\n`;
}
