import { formatOf, isFile } from './files.ts';
import { asList, asObject } from './json.ts';
import { unpacked } from './packed-json.ts';
import type { References } from './references.ts';
import { fileMark } from './sample-body.ts';
import { discriminatorOf, limitOf, type Place, readSchema, type Schema } from './schema.ts';
import { lettersOf } from './work.ts';

/** How examples are made from schemas. */
export interface ExampleContext {
  readonly references: References;
  readonly direction: 'request' | 'response' | 'both';
  /** `required` leaves out what a request can do without (`api.examples.defaults`). */
  readonly fields: 'required' | 'all';
}

/** Deepest nesting and most values of a made-up example; letters of all written values in it. */
const limits = { depth: 8, values: 400, letters: 100_000, lettersWhenSpent: 2000 } as const;

// Decision: `openapi-sampler` does not replace this. It reads one file, while descriptions have references to others;
// it throws at a reference to nothing; 14 schemas that each name the next one twice become 300,000 characters; and it
// leaves out properties named `__proto__` and has no examples of files or durations.

/** A value that the schema allows: its own example first, else one made from type and format. */
export function exampleOf(place: Place, context: ExampleContext): unknown {
  const { work } = context.references;
  const letters = work.letters > 0 ? limits.letters : limits.lettersWhenSpent;
  return make(place, { ...context, open: [], budget: { left: limits.values, letters } });
}

/** A written value as long as it is of a size that people read, else an ellipsis. */
export function bounded(
  value: unknown,
  references: References,
  budget: { letters: number } = {
    letters: references.work.letters > 0 ? limits.letters : limits.lettersWhenSpent,
  },
): unknown {
  const letters = lettersOf(value, budget.letters);
  if (letters >= budget.letters) return '…';
  budget.letters -= letters;
  references.work.letters -= letters;
  return value;
}

interface Open extends ExampleContext {
  readonly open: readonly string[];
  readonly budget: { left: number; letters: number };
}

function make(place: Place, context: Open): unknown {
  context.budget.left -= 1;
  const schema = readSchema(place, context.references);
  const written = writtenValue(schema);
  if (written !== undefined) {
    const value = bounded(written, context.references, context.budget);
    return schema.types.length > 0 ? unpacked(value, schema.types) : value;
  }
  const repeats = schema.targets.some((target) => context.open.includes(target));
  if (repeats || context.open.length > limits.depth * 2 || context.budget.left <= 0) {
    return schema.types.includes('array') ? [] : schema.nullable ? null : {};
  }
  const inner: Open = {
    ...context,
    open: [...context.open, ...(schema.targets.length > 0 ? schema.targets : [''])],
  };
  const type = schema.types[0];
  if (type === 'array' && schema.tuple.length > 0) {
    return schema.tuple.slice(0, limits.values).map((place) => make(place, inner));
  }
  if (type === 'array') return schema.items ? [make(schema.items, inner)] : [];
  const first = schema.variants[0];
  if (type === undefined && first) return alternativeOf(schema, inner);
  if (type === 'object') {
    const alternative = first ? asObject(alternativeOf(schema, inner)) : undefined;
    return { ...objectOf(schema, inner), ...alternative };
  }
  return scalar(type, schema);
}

/** The first alternative; the property that says which one it is has its name. */
function alternativeOf(schema: Schema, context: Open): unknown {
  const [first] = schema.variants;
  if (!first) return undefined;
  const made = make(first.place, context);
  const property = discriminatorOf(schema);
  const alternative = readSchema(first.place, context.references);
  const kind = first.label ?? alternative.refName;
  const place = property === undefined ? undefined : alternative.properties.get(property);
  if (!place || kind === undefined || property === undefined) return made;
  const written = [alternative, readSchema(place, context.references)].map(writtenValue);
  const object = asObject(made);
  return object && Object.hasOwn(object, property) && written.every((value) => value === undefined)
    ? { ...object, [property]: kind }
    : made;
}

function writtenValue({ words, enum: choices }: Pick<Schema, 'words' | 'enum'>): unknown {
  if (words.example !== undefined) return words.example;
  const examples = asList(words.examples);
  if (examples.length > 0) return examples[0];
  if (words['x-default'] !== undefined) return words['x-default'];
  return words.default ?? choices?.[0];
}

function objectOf(schema: Schema, context: Open): Record<string, unknown> {
  const made: Record<string, unknown> = {};
  for (const [name, place] of schema.properties) {
    if (context.budget.left <= 0) break;
    const { words } = readSchema(place, context.references);
    if (context.direction === 'request' && words.readOnly === true) continue;
    if (context.direction === 'response' && words.writeOnly === true) continue;
    if (context.fields === 'required' && !schema.required.has(name)) continue;
    // Defined, not assigned: a property may be called `__proto__`.
    Object.defineProperty(made, name, {
      value: make(place, context),
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  if (schema.properties.size === 0 && schema.values) made.key = make(schema.values, context);
  return made;
}

const texts: Readonly<Record<string, string>> = {
  date: '2024-01-15',
  'date-time': '2024-01-15T09:30:00Z',
  time: '09:30:00Z',
  duration: 'PT1H',
  email: 'user@example.com',
  'idn-email': 'user@example.com',
  hostname: 'example.com',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  uri: 'https://example.com',
  url: 'https://example.com',
  'uri-reference': '/path',
  uuid: '3c90c3cc-0d44-4b50-8888-8dd25736052a',
  byte: 'aGVsbG8=',
  base64: 'aGVsbG8=',
  base64url: 'aGVsbG8',
  'application/json': '{}',
  password: '********',
};

function scalar(type: string | undefined, schema: Schema): unknown {
  switch (type) {
    case 'string':
      if (isFile(schema)) return fileMark;
      return texts[formatOf(schema) ?? ''] ?? '<string>';
    case 'integer':
    case 'number':
      return numberFor(type, schema);
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return '<any>';
  }
}

/** A number within the limits. */
function numberFor(type: 'integer' | 'number', schema: Schema): number | bigint {
  const above = limitOf(schema, 'exclusiveMinimum');
  const below = limitOf(schema, 'exclusiveMaximum');
  const low = limitOf(schema, 'minimum') ?? moved(above, 1);
  const high = limitOf(schema, 'maximum') ?? moved(below, -1);
  const usual = type === 'integer' ? 123 : 12.5;
  const least = low !== undefined && low > usual ? low : usual;
  const value = high !== undefined && high < least ? high : least;
  if (type === 'integer' || low === undefined || value >= low) return value;
  // There is no whole number between the two.
  return (Number(above ?? low) + Number(below ?? high)) / 2;
}

function moved(limit: number | bigint | undefined, by: 1 | -1): number | bigint | undefined {
  return typeof limit === 'bigint' ? limit + BigInt(by) : limit === undefined ? limit : limit + by;
}
