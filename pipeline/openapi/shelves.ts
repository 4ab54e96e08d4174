import type { Problem } from '../../schema/errors.ts';
import type { DescribedOperation } from './operations.ts';
import { problem } from './problems.ts';
import type { Description, Descriptions } from './read.ts';
import type { DescriptionKind } from './sources.ts';

/** A description with its operations. */
export interface Shelf {
  readonly description: Description;
  readonly operations: readonly DescribedOperation[];
  readonly byKey: ReadonlyMap<string, DescribedOperation>;
}

/** An operation and the description it was found in. */
export interface Found {
  readonly shelf: Shelf;
  readonly entry: DescribedOperation;
}

/** Entries and descriptions may differ in a slash at the end. */
export function lookupKey(key: string): string {
  return key.length > 1 ? key.replace(/\/+$/, '') : key;
}

/** The operation in the named descriptions, in all of them when none is named. */
export function find(
  key: string,
  sources: readonly string[],
  shelves: ReadonlyMap<string, Shelf>,
): readonly Found[] {
  const searched = sources.length > 0 ? sources : [...shelves.keys()];
  const found: Found[] = [];
  for (const source of searched) {
    const shelf = shelves.get(source);
    const entry = shelf?.byKey.get(lookupKey(key));
    if (shelf && entry) found.push({ shelf, entry });
  }
  // Exact matches first: a description may have both `/users` and `/users/`.
  return found.map(({ shelf, entry }) => {
    const same = shelf.operations.find((other) => other.key === key);
    return { shelf, entry: same ?? entry };
  });
}

/**
 * A description that can't be read, and that may have an operation: those that are read don't have it. Where one of
 * them has its path with another method, the method is wrong.
 */
export function unreadWith(
  key: string,
  sources: readonly string[],
  around: {
    readonly kind: DescriptionKind;
    readonly descriptions: Descriptions;
    readonly shelves: ReadonlyMap<string, Shelf>;
  },
): string | undefined {
  const unread = around.descriptions.unreadAmong(sources, around.kind);
  const searched = sources.length > 0 ? sources : [...around.shelves.keys()];
  return unread !== undefined && withPathOf(key, searched, around.shelves).length === 0
    ? unread
    : undefined;
}

/** Operations on the path of another one. */
function withPathOf(
  key: string,
  sources: readonly string[],
  shelves: ReadonlyMap<string, Shelf>,
): readonly DescribedOperation[] {
  const path = lookupKey(key.split(' ')[1] ?? '');
  const all = sources.flatMap((source) => shelves.get(source)?.operations ?? []);
  return all.filter((entry) => lookupKey(entry.operation.path) === path);
}

/** Says that no description has an operation, and which methods its path has. */
export function missing(
  key: string,
  sources: readonly string[],
  shelves: ReadonlyMap<string, Shelf>,
  file: string,
): Problem {
  const isChannel = key.startsWith('CHANNEL ');
  const kind = isChannel ? 'asyncapi' : 'openapi';
  const searched = (sources.length > 0 ? sources : [...shelves.keys()]).filter(
    (source) => shelves.get(source)?.description.kind === kind,
  );
  const near = isChannel
    ? searched
        .flatMap((source) => shelves.get(source)?.operations ?? [])
        .slice(0, 10)
        .map((entry) => entry.key.slice('CHANNEL '.length))
    : withPathOf(key, searched, shelves).map((entry) => entry.key);
  const name = isChannel ? `channel ${key.slice('CHANNEL '.length)}` : `operation ${key}`;
  return problem(isChannel ? 'asyncapi-channel-missing' : 'openapi-operation-missing', file, {
    reason:
      searched.length === 0
        ? `${key} refers to ${isChannel ? 'a channel' : 'an operation'}, but there is no API description.`
        : `${searched.join(', ')} has no ${name}.`,
    actual: key,
    ...(near.length > 0 ? { expected: near } : {}),
    note:
      searched.length === 0
        ? `Set api.${kind} in docs.json to the path of the description.`
        : isChannel
          ? 'Write the name of the channel exactly as in the description.'
          : 'Write the method and path exactly as in the description.',
  });
}

/** Says that several descriptions have an operation. */
export function ambiguous(key: string, found: readonly Found[], file: string): Problem {
  const sources = found.map(({ shelf }) => shelf.description.source);
  return problem('openapi-ambiguous', file, {
    severity: 'note',
    reason: `${key} is defined in ${found.length} descriptions: ${sources.join(', ')}.`,
    actual: key,
    expected: sources.map((source) => `${source} ${key}`),
    note: 'The first one is shown; to choose another, put its description before the method.',
  });
}
