import type { Parameter } from '../../../schema/operation.ts';
import type { Context } from '../contents.ts';
import { fieldOf } from '../fields.ts';
import { objectEntries } from '../json.ts';
import { readSchema } from '../schema.ts';
import type { RawChannel } from './raw.ts';
import { variableOf } from './servers.ts';

/** Parameters of the address, then what WebSocket bindings ask of the request that opens a connection. */
export function parametersOf(
  { node, address = '' }: RawChannel,
  context: Context,
): readonly Parameter[] {
  const { references } = context;
  const found: Parameter[] = [];
  const written = new Map(objectEntries(node.value.parameters));
  const names = [...address.matchAll(/\{([^{}]+)\}/g)].map((match) => match[1] ?? '');
  for (const name of new Set([...names.slice(0, 100), ...[...written.keys()].slice(0, 100)])) {
    const item = references.follow(written.get(name) ?? {}, node.file);
    if (item) found.push({ name, in: 'path', field: variableOf(name, item, context) });
  }
  const bindings = references.follow(node.value.bindings, node.file);
  for (const protocol of ['ws', 'wss', 'http']) {
    const binding = bindings && references.follow(bindings.value[protocol], bindings.file);
    if (!binding) continue;
    for (const [key, place] of [
      ['query', 'query'],
      ['headers', 'header'],
    ] as const) {
      const schema = readSchema({ value: binding.value[key], file: binding.file }, references);
      for (const [name, property] of [...schema.properties].slice(0, 100)) {
        const required = schema.required.has(name);
        const field = fieldOf(name, property, { references, direction: 'both', required });
        found.push({ name, in: place, field });
      }
    }
  }
  return found;
}
