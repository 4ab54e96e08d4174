import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import type { JsonSchema } from '../../../schema/json-schema.ts';

const ajv = new Ajv2020({ strict: false, logger: false });
(addFormats as unknown as (ajv: Ajv2020) => void)(ajv);
// As the description means it: a name with a dot, in any script, and no address.
ajv.addFormat(
  'idn-hostname',
  (text: string) => /^[^\s./]+(\.[^\s./]+)+$/.test(text) && !/^[\d.]+$/.test(text),
);

/** Says whether a value fits a schema, by a validator that is not ours. */
export function judge(schema: JsonSchema): (value: unknown) => boolean {
  const check = ajv.compile(schema as object);
  return (value) => check(value) === true;
}

/** Values that fit a schema. */
export function valid(schema: JsonSchema): fc.Arbitrary<unknown> {
  return drawn(schema).filter(judge(schema));
}

/** Values that nearly fit a schema: a fitting one with something wrong in it. */
export function invalid(schema: JsonSchema): fc.Arbitrary<unknown> {
  const fits = judge(schema);
  return fc
    .tuple(drawn(schema), fc.nat(), odd, fc.boolean())
    .map(([value, where, other, removes]) => {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return other;
      const names = [...Object.keys(schema.properties ?? {}), 'unknown'];
      const name = names[where % names.length] ?? '';
      const { [name]: _, ...rest } = value as Record<string, unknown>;
      return removes ? rest : { ...rest, [name]: other };
    })
    .filter((value) => !fits(value));
}

/** Queries that nearly fit a schema: one parameter is wrong, or missing. An unknown one is ignored. */
export function invalidQuery(schema: JsonSchema): fc.Arbitrary<Readonly<Record<string, string>>> {
  const { properties = {} } = schema;
  const fits = judge(schema);
  const names = Object.keys(properties);
  return fc
    .tuple(drawn(schema), fc.nat(), odd, fc.boolean())
    .map(([value, where, other, removes]) => {
      const name = names[where % names.length] ?? '';
      const { [name]: _, ...rest } = value as Record<string, unknown>;
      const all = removes ? rest : { ...rest, [name]: String(other) };
      return Object.fromEntries(Object.entries(all).map(([key, one]) => [key, String(one)]));
    })
    .filter((query) => !fits(typed(query, properties)));
}

/** The values that the texts of a query represent. */
function typed(
  query: Readonly<Record<string, string>>,
  properties: Readonly<Record<string, JsonSchema>>,
): Record<string, unknown> {
  const read = ([name, text]: [string, string]) => {
    const { type } = properties[name] ?? {};
    if (type === 'integer' && /^-?\d{1,15}$/.test(text)) return [name, Number(text)];
    return [name, type === 'boolean' && /^(?:true|false)$/.test(text) ? text === 'true' : text];
  };
  return Object.fromEntries(Object.entries(query).map(read));
}

/** Values that hardly any field takes. */
const odd = fc.oneof(
  fc.constantFrom<unknown>(
    ...[null, true, -1, 1.5, 1e308, '', ' ', '\0', 'a\0b', 'xx', 'EN', '..', 'a/../b', '\\'],
    ...['http://plain.example', 'no url', 'x'.repeat(5000), [], {}, [1], { a: 1 }],
  ),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
);

/** Values made by the parts of a schema; what parts say together is left to the judge. */
function drawn(schema: JsonSchema): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const types = Array.isArray(schema.type) ? schema.type : [schema.type];
  return fc.oneof(...types.map((type) => ofType(type, schema)));
}

function ofType(type: unknown, schema: JsonSchema): fc.Arbitrary<unknown> {
  const { minimum: min = 0, maximum: max = 100_000 } = schema;
  switch (type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return fc.integer({ min, max });
    case 'number':
      return fc.double({ min, max, noNaN: true });
    case 'array':
      return fc.array(drawn(schema.items ?? {}), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 4, 4),
      });
    case 'object':
      return objects(schema);
    default:
      return texts(schema);
  }
}

function objects({ properties = {}, required = [], additionalProperties }: JsonSchema) {
  const fields = fc.record(
    Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, drawn(field)])),
    { requiredKeys: [...required] },
  );
  if (typeof additionalProperties !== 'object') return fields;
  const others = fc.dictionary(fc.stringMatching(/^[A-Z]\w{0,8}$/), drawn(additionalProperties), {
    maxKeys: 3,
  });
  return fc.tuple(fields, others).map(([own, more]) => ({ ...more, ...own }));
}

function texts(schema: JsonSchema): fc.Arbitrary<string> {
  const { format, pattern, minLength = 0, maxLength = 40, contentMediaType } = schema;
  if (contentMediaType === 'application/json') {
    return fc.record({ name: fc.string() }).map((value) => JSON.stringify(value));
  }
  if (format === 'uri') return fc.webUrl({ validSchemes: ['https'] });
  if (format === 'idn-hostname') return fc.domain();
  if (format === 'date-time') {
    return fc
      .date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true })
      .map((date) => date.toISOString());
  }
  // Patterns of whole texts are followed; those that only exclude something are left to the judge.
  if (pattern !== undefined && !pattern.includes('\\u0000')) {
    return fc.stringMatching(new RegExp(pattern, 'u'));
  }
  const length = { minLength, maxLength: Math.min(maxLength, 40) };
  return fc.oneof(
    fc.string({ unit: 'grapheme', ...length }),
    fc.string({ unit: 'binary', ...length }).map((text) => text.toWellFormed()),
    fc.constantFrom('a'.repeat(Math.min(maxLength, 5000)), '😀'.repeat(Math.min(maxLength, 2000))),
  );
}
