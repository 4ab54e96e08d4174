import type { Problem } from '../../schema/errors.ts';
import { parseJson } from '../../schema/json-text.ts';
import type { JsonFault } from '../../schema/json-values.ts';
import { setOwn } from '../../schema/pointer.ts';
import { dropEntries, type Edit, type Fields, isFields, placeOf, put } from './edit.ts';

/** What reading a configuration needs to know. */
export interface ReadConfigOptions {
  /** Path of the file relative to the site's folder, usually `docs.json`. */
  readonly file: string;
  /**
   * Text of a file referenced by `$ref`, by its path relative to the site's folder; undefined if it
   * does not exist.
   */
  readonly readRef?: (path: string) => string | Uint8Array | undefined;
  /** The language of the pages, for a text that names none; English when it is left out. */
  readonly language?: string;
}

const maxIncludes = 1000;

/** Puts the content of other files in the place of `{"$ref": "./file.json"}`, anywhere. */
export function includeRefs(
  edit: Edit,
  root: Record<string, unknown>,
  options: ReadConfigOptions,
): void {
  includeInside(root, { edit, options, chain: [options.file], count: { left: maxIncludes } });
}

/** A fault of the JSON itself as a problem. */
export function faultAsProblem(fault: JsonFault, file: string): Problem {
  const { code, reason, note, place } = fault;
  const base = { severity: 'error', source: 'config', ruleId: code, file, reason, note } as const;
  return place === undefined ? base : { ...base, place };
}

interface Walk {
  readonly edit: Edit;
  readonly options: ReadConfigOptions;
  readonly chain: readonly string[];
  readonly count: { left: number };
}

function includeInside(owner: object, walk: Walk): void {
  const gone = new Set<number>();
  for (const key of Object.keys(owner)) {
    const value: unknown = (owner as Record<string, unknown>)[key];
    if (isFields(value) && typeof value.$ref === 'string') {
      const included = include(value as Record<string, unknown> & { $ref: string }, walk);
      walk.edit.touched.add(owner);
      if (included !== undefined) {
        setOwn(owner as Record<string, unknown>, key, withSiblings(included, value, walk));
      } else if (Array.isArray(owner)) gone.add(Number(key));
      else delete (owner as Record<string, unknown>)[key];
    } else if (typeof value === 'object' && value !== null) includeInside(value, walk);
  }
  if (Array.isArray(owner) && gone.size > 0) dropEntries(walk.edit, owner, gone);
}

/** What is written next to `$ref` wins over the same field of the included object. */
function withSiblings(included: unknown, owner: Fields, walk: Walk): unknown {
  if (!isFields(included)) return included;
  const { $ref: _ref, ...siblings } = owner;
  includeInside(siblings, walk);
  const { origins } = walk.edit;
  const from = origins.get(owner);
  const entries = origins.get(included)?.entries;
  for (const [key, value] of Object.entries(siblings)) {
    put(walk.edit, included, key, value);
    const written = from?.entries.get(key);
    if (from && written) entries?.set(key, { ...written, from: written.from ?? from });
  }
  return included;
}

function include(owner: Record<string, unknown> & { $ref: string }, walk: Walk): unknown {
  const { edit, options, chain } = walk;
  const from = chain.at(-1) ?? options.file;
  const fail = (ruleId: string, reason: string, note: string): undefined => {
    const location = placeOf(edit, owner, '$ref');
    edit.problems.push({
      severity: 'error',
      source: 'config',
      ruleId,
      ...location,
      reason,
      actual: owner.$ref,
      note,
    });
    return undefined;
  };
  const path = resolveRef(from, owner.$ref);
  if (path === undefined) {
    return fail(
      'ref-outside',
      `Unexpected $ref ${JSON.stringify(owner.$ref)}, expected a file inside the site's folder`,
      'Use a relative path such as "./navigation.json".',
    );
  }
  if (chain.includes(path)) {
    return fail(
      'ref-cycle',
      `Files include each other: ${[...chain.slice(chain.indexOf(path)), path].join(' → ')}`,
      'Break the cycle.',
    );
  }
  if (--walk.count.left < 0) {
    return fail('ref-limit', `More than ${maxIncludes} files are included`, 'Include fewer files.');
  }
  const text = options.readRef?.(path);
  if (text === undefined) {
    const reason = `Missing file ${path}, referenced by $ref`;
    return fail('ref-missing', reason, 'Create the file or correct the path.');
  }
  const { value, faults } = parseJson(text, { file: path, origins: edit.origins });
  edit.problems.push(...faults.map((fault) => faultAsProblem(fault, path)));
  const holder = [value];
  includeInside(holder, { ...walk, chain: [...chain, path] });
  return holder[0];
}

/** Path of a file that a `$ref` names, relative to the site; undefined if it is outside. */
export function resolveRef(from: string, ref: string): string | undefined {
  if (/^[a-z][a-z+.-]*:|^\/\/|^#|[\\\0]/i.test(ref)) return undefined;
  const parts = ref.startsWith('/') ? [] : from.split('/').slice(0, -1);
  for (const part of ref.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) return undefined;
  }
  return parts.length === 0 ? undefined : parts.join('/');
}
