import type { Place, Problem } from '../../schema/errors.ts';
import { given } from '../../schema/given.ts';
import { parseExact } from './exact-json.ts';
import { asObject, type Json } from './json.ts';
import { rememberLast } from './memo.ts';
import { placeAt, problem } from './problems.ts';
import type { DescriptionKind } from './sources.ts';
import { readYaml } from './yaml.ts';

/** Deepest nesting of one file. */
const deepest = 250;

const parsedTexts = rememberLast<Parsed>(40);

/** A text as read: an object, or why it is none. */
export type Parsed =
  | {
      readonly document: Json;
      /** Files that its references lead to. */
      readonly references: ReadonlySet<string>;
      readonly problem?: undefined;
    }
  | { readonly problem: Problem };

/** A JSON or YAML text as an object; the last few are remembered. */
export function parseDescription(source: string, text: string): Parsed {
  return parsedTexts(`${source}\n${text}`, () => parseText(source, text));
}

function parseText(source: string, text: string): Parsed {
  let value: unknown;
  try {
    value = parseExact(text);
  } catch {
    const yaml = parseYaml(source, text);
    if ('problem' in yaml) return { problem: yaml.problem };
    value = yaml.value;
  }
  const document = asObject(value);
  if (document && isTooDeep(document)) return { problem: tooDeep(source) };
  if (document) return { document, references: outsideReferences(document) };
  return {
    problem: problem('openapi-syntax', source, {
      reason: `An API description must be an object, but ${source} contains ${value === null ? 'nothing' : typeof value}.`,
      note: 'Check that this is the right file.',
    }),
  };
}

function tooDeep(source: string, place?: Place): Problem {
  return problem('openapi-depth', source, {
    reason: `${source} is nested more than ${deepest} levels deep, or contains itself.`,
    ...given({ place }),
    note: 'Use references ($ref) for repeated parts.',
  });
}

/** What comes after this file calls itself for each level. */
function isTooDeep(document: Json): boolean {
  const stack: [unknown, number][] = [[document, 0]];
  for (let next = stack.pop(); next; next = stack.pop()) {
    const [value, depth] = next;
    if (typeof value !== 'object' || value === null) continue;
    if (depth > deepest) return true;
    for (const item of Object.values(value)) stack.push([item, depth + 1]);
  }
  return false;
}

function parseYaml(source: string, text: string): { value: unknown } | { problem: Problem } {
  const read = readYaml(text);
  if ('value' in read) return read;
  if (read.endless) return { problem: tooDeep(source, read.place) };
  return {
    problem: problem('openapi-syntax', source, {
      reason: `${source} is neither valid JSON nor valid YAML: ${read.reason}`,
      ...given({ place: read.place }),
      note: 'Correct the syntax at this position.',
    }),
  };
}

/** What is wrong with the version of a description, if anything. */
export function versionProblem(
  kind: DescriptionKind,
  source: string,
  document: Json,
  text: string,
): Problem | undefined {
  if (kind === 'asyncapi') return asyncapiVersion(source, document, text);
  const version = document.openapi;
  if (typeof version === 'string' && /^3\.[012](\.|$)/.test(version)) return undefined;
  if (version === 3.1 || version === 3) return undefined;
  const key = document.swagger === undefined ? 'openapi' : 'swagger';
  const actual = document[key];
  const place = placeAt(text, `/${key}`);
  return problem('openapi-version', source, {
    reason:
      actual === undefined
        ? `${source} has no field "openapi", expected an OpenAPI 3.0, 3.1 or 3.2 description.`
        : `${source} is OpenAPI ${String(actual)}, expected 3.0, 3.1 or 3.2.`,
    ...(actual === undefined ? {} : { actual: String(actual) }),
    expected: ['3.0', '3.1', '3.2'],
    ...(place ? { place } : {}),
    note:
      key === 'swagger'
        ? 'Convert it to OpenAPI 3, for example with a Swagger 2 converter.'
        : document.asyncapi === undefined
          ? 'Check that this is the right file.'
          : 'It is an AsyncAPI description: name it as "asyncapi".',
  });
}

function asyncapiVersion(source: string, document: Json, text: string): Problem | undefined {
  const version = document.asyncapi;
  if (typeof version === 'string' && /^(2\.[0-6]|3\.[01])(\.|$)/.test(version)) return undefined;
  const place = placeAt(text, '/asyncapi');
  const isOther = version === undefined && document.openapi !== undefined;
  return problem('asyncapi-version', source, {
    reason:
      version === undefined
        ? `${source} has no field "asyncapi", expected an AsyncAPI 2 or 3 description.`
        : `${source} is AsyncAPI ${String(version)}, expected "2.0.0" to "2.6.0", "3.0.0" or "3.1.0".`,
    ...(version === undefined ? {} : { actual: String(version) }),
    expected: ['2.6.0', '3.0.0', '3.1.0'],
    ...(place ? { place } : {}),
    note: isOther
      ? 'It is an OpenAPI description: name it as "openapi".'
      : 'Check that this is the right file.',
  });
}

/** Files that references in the document lead to; only real references count, not examples. */
function outsideReferences(document: Json): ReadonlySet<string> {
  const found = new Set<string>();
  const seen = new Set<object>();
  const stack: unknown[] = [document];
  while (stack.length > 0) {
    const value = stack.pop();
    if (typeof value !== 'object' || value === null || seen.has(value)) continue;
    seen.add(value);
    for (const [key, item] of Object.entries(value)) {
      if (key === '$ref' && typeof item === 'string') {
        const file = item.split('#')[0];
        if (file) found.add(file);
      } else if (key !== 'example' && key !== 'x-codeSamples') stack.push(item);
    }
  }
  return found;
}
