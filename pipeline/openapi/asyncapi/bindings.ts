import type { Binding } from '../../../schema/operation.ts';
import { writeExact } from '../exact-json.ts';
import { asList, asObject, asText, type Json, objectEntries } from '../json.ts';
import type { Node, References } from '../references.ts';
import { lettersOf } from '../work.ts';

/** Rows in all, levels of names, and letters of one value. */
const limits = { rows: 60, depth: 4, letters: 300 } as const;

/** Keys that are shown as fields instead, by protocol. */
const asFields: Readonly<Record<string, readonly string[]>> = {
  ws: ['query', 'headers'],
  wss: ['query', 'headers'],
  http: ['query', 'headers'],
};

const known = new WeakMap<object, readonly Binding[]>();

/** The bindings of a channel, a server, an operation or a message as tables. */
export function bindingsOf(
  value: unknown,
  file: string,
  references: References,
): readonly Binding[] {
  const node = references.follow(value, file);
  if (!node) return [];
  const bindings = known.get(node.value) ?? tablesOf(node, references);
  known.set(node.value, bindings);
  // Many may refer to the same ones, each of which shows them.
  references.work.letters -= lettersOf(bindings, limits.letters * limits.rows);
  return references.work.letters > 0 ? bindings : [];
}

function tablesOf(node: Node, references: References): readonly Binding[] {
  const bindings: Binding[] = [];
  let left: number = limits.rows;
  for (const [protocol, entry] of objectEntries(node.value)) {
    if (protocol.startsWith('x-')) continue;
    const binding = references.follow(entry, node.file);
    if (!binding) continue;
    const rows: { name: string; value: string }[] = [];
    const elsewhere = asFields[protocol] ?? [];
    for (const [name, item] of Object.entries(binding.value)) {
      if (elsewhere.includes(name) && asObject(item)) continue;
      if (rows.length >= left) break;
      addRows(rows, name, item, 1);
    }
    if (rows.length > 0) bindings.push({ protocol, rows });
    left -= rows.length;
    if (left <= 0) break;
  }
  return bindings;
}

function addRows(
  rows: { name: string; value: string }[],
  name: string,
  value: unknown,
  depth: number,
): void {
  if (rows.length >= limits.rows) return;
  const object = asObject(value);
  const isSchema = object && (typeof object.type === 'string' || '$ref' in object);
  if (object && !isSchema && depth < limits.depth && Object.keys(object).length > 0) {
    for (const [key, item] of Object.entries(object)) {
      addRows(rows, `${name}.${key}`, item, depth + 1);
      if (rows.length >= limits.rows) return;
    }
    return;
  }
  if (value === undefined) return;
  if (isSchema) {
    rows.push({ name, value: schemaText(object) });
    return;
  }
  const long = lettersOf(value, limits.letters) >= limits.letters;
  rows.push({
    name,
    value: long ? '…' : typeof value === 'string' ? value : writeExact(value),
  });
}

/** The values that a schema allows, else its type. */
function schemaText(schema: Json): string {
  const values = 'const' in schema ? [schema.const] : asList(schema.enum).slice(0, 20);
  const texts = values.filter((value) => typeof value !== 'object').map(String);
  if (texts.length > 0) return texts.join(', ');
  return asText(schema.type) ?? asText(schema.$ref)?.split('/').at(-1) ?? '…';
}
