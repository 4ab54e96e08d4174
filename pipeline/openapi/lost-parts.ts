import type { Problem } from '../../schema/errors.ts';
import { joinPointer } from '../../schema/pointer.ts';
import { asList, asObject, asText, type Json, objectEntries } from './json.ts';
import { isQueryForm, mediaTypesOf } from './media-types.ts';
import { isAddress, methods, pathOf } from './path-items.ts';
import { placesAt, problem } from './problems.ts';
import type { Description } from './read.ts';
import type { References } from './references.ts';

/** Parts of one description that are named. */
const mostNamed = 20;

/** Where a part of a description is. */
interface Spot {
  readonly file: string;
  readonly pointer: string;
}

interface LostPart extends Spot {
  readonly reason: string;
  readonly note: string;
  /** What is reported only at its first place. */
  readonly once?: string;
}

/** What a description writes in a way that no page shows, each with its place. */
export function lostParts(
  description: Description,
  document: Json,
  references: References,
): readonly Problem[] {
  const found = new Map<string, LostPart>();
  for (const part of partsOf(document, description.source, references)) {
    // What many operations share is lost once, and one mistake may be repeated in all of them.
    const key = part.once ?? `${part.file}#${part.pointer}`;
    if (!found.has(key)) found.set(key, part);
  }
  const named = [...found.values()].slice(0, mostNamed);
  const more = found.size - named.length;
  return [...Map.groupBy(named, ({ file }) => file)].flatMap(([file, parts]) => {
    const pointers = parts.map(({ pointer }) => pointer);
    const places = placesAt(description.texts.get(file) ?? '', pointers, 'key');
    return parts.map((part, index) => {
      const place = places[index];
      const others = more > 0 && part === named.at(-1) ? ` So are ${more} more parts.` : '';
      return problem('openapi-left-out', file, {
        severity: 'warning',
        reason: `${part.reason}${others}`,
        ...(place ? { place } : {}),
        note: part.note,
      });
    });
  });
}

function* partsOf(document: Json, source: string, references: References): Generator<LostPart> {
  const top = { file: source, pointer: '' };
  yield* wrongTypes(document, { paths: 'object', webhooks: 'object', security: 'list' }, top);
  yield* unknownSchemes(document.security, document, below(top, 'security'));
  for (const list of ['paths', 'webhooks']) {
    for (const [path, entry] of objectEntries(document[list])) {
      const written = below(top, list, path);
      if (list === 'paths') yield* wrongPath(path, asObject(document.paths) ?? {}, written);
      const node = path.startsWith('x-') ? undefined : references.follow(entry, source);
      if (node) yield* lostInItem(node.value, spotOf(node, written), { document, references });
    }
  }
}

function* wrongPath(key: string, paths: Json, spot: Spot): Generator<LostPart> {
  if (key.startsWith('/') || key.startsWith('x-')) return;
  const path = pathOf(key, paths);
  if (path !== undefined) {
    const note = 'Begin the path with a slash.';
    yield {
      ...spot,
      reason: `The path ${key} has no slash at its start; it is read as ${path}.`,
      note,
    };
  } else if (isAddress(key)) {
    const note = 'Put the host into "servers", and begin the path with a slash.';
    yield { ...spot, reason: `The path ${key} is a whole URL; its operations are left out.`, note };
  } else {
    const note = 'Put the operations of both under one path.';
    yield {
      ...spot,
      reason: `The path ${key} is there with a slash too; its operations are left out.`,
      note,
    };
  }
}

interface Around {
  readonly document: Json;
  readonly references: References;
}

function* lostInItem(item: Json, spot: Spot, around: Around): Generator<LostPart> {
  yield* wrongTypes(item, { parameters: 'list' }, spot);
  yield* lostParameters(item.parameters, below(spot, 'parameters'), around);
  for (const [key, operation] of objectEntries(item)) {
    const method = methods.find((one) => one === key.toLowerCase());
    if (method === undefined) continue;
    const at = below(spot, key);
    if (method === key) yield* lostInOperation(operation, at, around);
    else {
      const note = `Write "${method}".`;
      yield {
        ...at,
        reason: `The method ${key} is not in small letters; its operation is left out.`,
        note,
      };
    }
  }
  for (const [key, operation] of objectEntries(item.additionalOperations)) {
    yield* lostInOperation(operation, below(spot, 'additionalOperations', key), around);
  }
}

function* lostInOperation(operation: Json, spot: Spot, around: Around): Generator<LostPart> {
  yield* wrongTypes(
    operation,
    {
      responses: 'object',
      requestBody: 'object',
      parameters: 'list',
      tags: 'list',
      security: 'list',
    },
    spot,
  );
  yield* lostParameters(operation.parameters, below(spot, 'parameters'), around);
  yield* unknownSchemes(operation.security, around.document, below(spot, 'security'));
}

function* wrongTypes(
  owner: Json,
  types: Readonly<Record<string, 'object' | 'list'>>,
  spot: Spot,
): Generator<LostPart> {
  for (const [key, expected] of Object.entries(types)) {
    const value = owner[key];
    if (value === undefined || value === null) continue;
    const actual = Array.isArray(value) ? 'list' : typeof value;
    if (actual === expected) continue;
    yield {
      ...below(spot, key),
      reason: `Unexpected ${actual} in "${key}", expected ${expected === 'list' ? 'a list' : 'an object'}; it is left out.`,
      note: 'Correct the value.',
    };
  }
}

const parameterPlaces = ['path', 'query', 'header', 'cookie'];

function* lostParameters(value: unknown, spot: Spot, { references }: Around): Generator<LostPart> {
  for (const [index, entry] of asList(value).entries()) {
    const written = below(spot, String(index));
    const node = references.follow(entry, spot.file);
    if (!node) continue;
    const at = spotOf(node, written);
    const name = asText(node.value.name);
    const place = node.value.in;
    if (name === undefined) {
      yield { ...at, reason: 'A parameter has no "name"; it is left out.', note: 'Add its name.' };
    } else if (place === 'body' || place === 'formData') {
      const note = 'Describe it in "requestBody".';
      yield { ...at, reason: `The parameter ${name} is in the body; it is left out.`, note };
    } else if (place === 'querystring') {
      if (mediaTypesOf(node.value.content, node.file, references).some(isQueryForm)) continue;
      const note = 'Describe it as application/x-www-form-urlencoded, or in parameters of its own.';
      yield { ...at, reason: `The query string ${name} is not a form; it is left out.`, note };
    } else if (!parameterPlaces.includes(String(place))) {
      const note = `Set "in" to one of ${parameterPlaces.join(', ')}.`;
      yield {
        ...at,
        reason: `The parameter ${name} does not say where it is; it is left out.`,
        note,
      };
    }
  }
}

function* unknownSchemes(value: unknown, document: Json, spot: Spot): Generator<LostPart> {
  const schemes = asObject(asObject(document.components)?.securitySchemes) ?? {};
  for (const [index, requirement] of asList(value).entries()) {
    for (const name of Object.keys(asObject(requirement) ?? {})) {
      if (Object.hasOwn(schemes, name)) continue;
      yield {
        ...below(spot, String(index), name),
        once: `scheme ${name}`,
        reason: `There is no security scheme ${name}; it is left out.`,
        note: 'Describe it under components.securitySchemes, or correct the name.',
      };
    }
  }
}

function below({ file, pointer }: Spot, ...steps: readonly string[]): Spot {
  return { file, pointer: pointer + joinPointer(steps) };
}

/** Where a reference led, else where the value is written. */
function spotOf({ target }: { readonly target?: string }, written: Spot): Spot {
  const end = target?.indexOf('#') ?? -1;
  if (target === undefined || end < 0) return written;
  return { file: target.slice(0, end), pointer: target.slice(end + 1) };
}
