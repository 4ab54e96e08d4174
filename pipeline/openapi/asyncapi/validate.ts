import type { Problem } from '../../../schema/errors.ts';
import { type Draft07, draft07Checker } from '../../../schema/validation/draft-07.ts';
import { holdsLong, writeExact } from '../exact-json.ts';
import { asList, asObject, asText, type Json, objectEntries } from '../json.ts';
import { placesAt, problem } from '../problems.ts';

/** Mistakes of one description that are reported. */
const mostNamed = 20;

/**
 * What in a description breaks the published schema of its version. Each server, channel, operation,
 * message and component is checked alone and without its schemas, so that the work grows with the
 * description alone.
 */
export async function asyncapiProblems(
  source: string,
  read: Json,
  text: string,
): Promise<readonly Problem[]> {
  // To the schemas, a BigInt is not a number.
  const document = holdsLong(text) ? (JSON.parse(writeExact(read)) as Json) : read;
  const version = /^2\./.test(String(document.asyncapi)) ? 2 : 3;
  const check = await checkerOf(version);
  const findings: Finding[] = [];
  let more = 0;
  for (const { pointer, definition, value } of partsOf(document, version)) {
    const finding = findingOf(check(definition, value), pointer);
    if (!finding) continue;
    if (findings.length < mostNamed) findings.push(finding);
    else more += 1;
  }
  const places = placesAt(
    text,
    findings.map((finding) => finding.pointer),
  );
  return findings.map(({ pointer: _, ...found }, index) => {
    const place = places[index];
    const others = index === mostNamed - 1 && more > 0 ? ` ${more} more parts have mistakes.` : '';
    return problem('asyncapi-invalid', source, {
      ...found,
      severity: 'warning',
      reason: `${found.reason}${others}`,
      ...(place ? { place } : {}),
    });
  });
}

interface Finding extends Pick<Problem, 'reason' | 'actual' | 'expected' | 'note'> {
  readonly pointer: string;
}

type Checker = ReturnType<typeof draft07Checker>;

const checkers = new Map<2 | 3, Promise<Checker>>();

function checkerOf(version: 2 | 3): Promise<Checker> {
  const known = checkers.get(version) ?? loadChecker(version);
  checkers.set(version, known);
  return known;
}

// The last schema of each major version takes everything that the earlier ones take.
const lastOf = { 2: '2.6.0', 3: '3.1.0' } as const;

async function loadChecker(version: 2 | 3): Promise<Checker> {
  const { default: schema }: { default: Draft07 } =
    version === 2
      ? await import('@asyncapi/specs/schemas/2.6.0-without-$id.json', { with: { type: 'json' } })
      : await import('@asyncapi/specs/schemas/3.1.0-without-$id.json', { with: { type: 'json' } });
  return draft07Checker(schema);
}

interface Part {
  readonly pointer: string;
  /** The whole document when absent. */
  readonly definition?: string;
  readonly value: unknown;
}

/** Lists of named values and the definition of one of them, by version. */
const lists: Readonly<Record<2 | 3, Readonly<Record<string, string>>>> = {
  2: {
    servers: 'server',
    channels: 'channelItem',
    'components/servers': 'server',
    'components/channels': 'channelItem',
    'components/messages': 'message',
    'components/messageTraits': 'messageTrait',
    'components/operationTraits': 'operationTrait',
    'components/parameters': 'parameter',
    'components/securitySchemes': 'SecurityScheme',
    'components/correlationIds': 'correlationId',
  },
  3: {
    servers: 'server',
    channels: 'channel',
    operations: 'operation',
    'components/servers': 'server',
    'components/channels': 'channel',
    'components/operations': 'operation',
    'components/messages': 'messageObject',
    'components/messageTraits': 'messageTrait',
    'components/operationTraits': 'operationTrait',
    'components/parameters': 'parameter',
    'components/securitySchemes': 'SecurityScheme',
    'components/correlationIds': 'correlationId',
    'components/replies': 'operationReply',
    'components/tags': 'tag',
  },
};

function* partsOf(document: Json, version: 2 | 3): Generator<Part> {
  const { channels, servers, operations, components: _, ...rest } = document;
  yield {
    pointer: '',
    value: bare(
      {
        ...rest,
        asyncapi: lastOf[version],
        ...emptied({ channels, servers, operations }),
      },
      0,
    ),
  };
  for (const [path, definition] of Object.entries(lists[version])) {
    const owner = path.split('/').reduce<unknown>((value, key) => asObject(value)?.[key], document);
    for (const [name, entry] of Object.entries(asObject(owner) ?? {})) {
      const value = asObject(entry);
      if (value && '$ref' in value) continue;
      const pointer = `/${path}/${step(name)}`;
      if (version === 3 && path.endsWith('channels') && value) {
        const { messages, ...channel } = value;
        const inside = asObject(messages);
        yield { pointer, definition, value: bare(inside ? channel : value, 0) };
        for (const [key, message] of objectEntries(inside)) {
          if ('$ref' in message) continue;
          const at = `${pointer}/messages/${step(key)}`;
          yield { pointer: at, definition: 'messageObject', value: bare(message, 0) };
        }
      } else yield { pointer, definition, value: bare(entry, 0) };
    }
  }
}

function emptied(lists: Json): Json {
  return Object.fromEntries(
    Object.entries(lists)
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => [key, asObject(value) ? {} : value]),
  );
}

function step(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** What is a schema or an example may be anything; bindings have versions of their own. */
const free = new Set(['payload', 'headers', 'schema', 'bindings', 'examples']);

/** Deepest level that is checked; the specification itself has fewer. */
const deepest = 12;

function bare(value: unknown, depth: number): unknown {
  if (depth > deepest) return {};
  if (Array.isArray(value)) return value.map((item) => bare(item, depth + 1));
  const object = asObject(value);
  if (!object) return value;
  if (typeof object.$ref === 'string') return { $ref: '#' };
  return Object.fromEntries(
    Object.entries(object)
      .filter(([key]) => !free.has(key) && !key.startsWith('x-'))
      .map(([key, item]) => [key, bare(item, depth + 1)]),
  );
}

type Errors = ReturnType<Checker>;

/** The mistake that is found deepest: an alternative that fits otherwise says most. */
function findingOf(errors: Errors, pointer: string): Finding | undefined {
  const telling = errors.filter(
    ({ keyword, params }) =>
      !['oneOf', 'anyOf', 'allOf', 'if', 'not'].includes(keyword) &&
      params.missingProperty !== '$ref',
  );
  const [error] = (telling.length > 0 ? telling : errors).toSorted(
    (a, b) => b.instancePath.length - a.instancePath.length,
  );
  if (!error) return undefined;
  const at = `${pointer}${error.instancePath}`;
  const owner = at === '' ? 'the description' : at.slice(1);
  const { params } = error;
  switch (error.keyword) {
    case 'required':
      return {
        pointer: at,
        reason: `Missing "${params.missingProperty}" in ${owner}.`,
        note: `Add "${params.missingProperty}".`,
      };
    case 'additionalProperties':
    case 'unevaluatedProperties': {
      const key = asText(params.additionalProperty ?? params.unevaluatedProperty) ?? '';
      return {
        pointer: `${at}/${step(key)}`,
        reason: `Unknown key "${key}" in ${owner}.`,
        actual: key,
        note: 'Correct the name, or start it with "x-".',
      };
    }
    case 'type':
    case 'enum':
    case 'const': {
      const values = params.type ?? params.allowedValues ?? params.allowedValue;
      const expected = (Array.isArray(values) ? asList(values) : [values]).map(String);
      return {
        pointer: at,
        reason: `Unexpected value of ${owner}, expected ${expected.join(' or ')}.`,
        expected,
        note: 'Correct the value.',
      };
    }
    default:
      return {
        pointer: at,
        reason: `Invalid ${owner}: ${error.message ?? error.keyword}.`,
        note: 'Correct it as the AsyncAPI specification says.',
      };
  }
}
