import type { OpenApiReference } from '../../schema/config/api.ts';
import type { Config } from '../../schema/config/config.ts';
import type { Problem } from '../../schema/errors.ts';
import type { OperationLookup } from '../../schema/operation.ts';
import { asPagePath } from '../../schema/page-path.ts';
import type { Page } from '../../schema/site.ts';
import { freeAddress, wantedAddress } from './addresses.ts';
import { readChannels } from './asyncapi/channels.ts';
import { collectEntries, directoryOf, type NavigationEntry } from './entries.ts';
import { generatedPage } from './generate.ts';
import { joinPage, joinPages } from './join.ts';
import { type DescribedOperation, readOperations } from './operations.ts';
import type { Descriptions } from './read.ts';
import { linkResponses } from './response-links.ts';
import { ambiguous, type Found, find, lookupKey, type Shelf, unreadWith } from './shelves.ts';
import { type DescriptionKind, kindOf, parseEntry, sourcesOf } from './sources.ts';

/** Pages of operations: those made here, and pages of files that were joined to an operation. */
export interface OperationPages {
  /** To be set over the pages of the site by path: new ones and changed ones. */
  readonly pages: readonly Page[];
  readonly lookup: OperationLookup;
  readonly problems: readonly Problem[];
}

/** What the pages of operations are made from. */
interface Input {
  readonly config: Config;
  readonly descriptions: Descriptions;
  /** Pages of files, by page path. */
  readonly pages: ReadonlyMap<string, Page>;
  /** Path that the page's original in the source language would have. */
  readonly sourcePathOf?: (path: string) => string | undefined;
}

/**
 * One page per operation, at the address that comes first: `x-mint.href`, the file whose front
 * matter names the operation, else `<directory>/<tag>/<summary>`. Pages are made for all operations
 * and channels of `api.openapi`, `api.asyncapi` and of navigation containers without entries of their
 * own, and for every `METHOD /path` and `CHANNEL name` entry. Their visibility is that of any page that navigation names.
 */
export function operationPages(input: Input): OperationPages {
  const { config, descriptions, pages } = input;
  const { shelves, problems } = shelvesOf(input);
  const made = new Map<string, Page>();
  const leftOut = new Map<string, Set<string>>();
  const leaveOut = (source: string, key: string) => {
    leftOut.set(source, (leftOut.get(source) ?? new Set()).add(key));
  };
  const joined = joinPages({ config, descriptions, pages, shelves, problems, made, leaveOut });
  const work: Work = {
    ...{ descriptions, pages, shelves, problems, made, leaveOut },
    addresses: new Map(joined),
    copies: new Map(),
    directories: new Map(),
    taken: new Set(pages.keys()),
  };
  for (const asked of collectEntries(config, (entry) =>
    isOperationPage(pages.get(asPagePath(entry))),
  )) {
    if (asked.key === undefined) placeAll(work, asked);
    else placeOne(work, asked, asked.key);
  }
  for (const [source, cause] of descriptions.unread) {
    problems.push(withLeftOut(cause, [...(leftOut.get(source) ?? [])]));
  }
  const pathOf = (entry: DescribedOperation, from: Page) =>
    addressIn(work, entry, work.directories.get(from.path));
  return {
    pages: linkResponses({ shelves, pathOf, pages: made }).map((page) =>
      withOriginal(page, work, input),
    ),
    lookup: lookupOf({ config, descriptions, shelves, work }),
    problems,
  };
}

/** Whether a page of a file is about something of a description. */
function isOperationPage(page: Page | undefined): boolean {
  const { openapi, asyncapi, api, 'openapi-schema': model } = page?.frontmatter ?? {};
  return [openapi, asyncapi, api, model].some((value) => value !== undefined);
}

/** The operations of each description, and what is wrong with them. */
function shelvesOf({ config, descriptions }: Input): {
  readonly shelves: ReadonlyMap<string, Shelf>;
  readonly problems: Problem[];
} {
  const problems: Problem[] = [];
  const shelves = new Map<string, Shelf>();
  for (const [source, description] of descriptions.bySource) {
    const read =
      description.kind === 'asyncapi'
        ? readChannels(description, config.api)
        : readOperations(description, config.api);
    problems.push(...read.problems);
    shelves.set(source, {
      description,
      operations: read.operations,
      byKey: new Map([
        ...read.operations.flatMap((entry) =>
          entry.alias === undefined ? [] : [[lookupKey(entry.alias), entry] as const],
        ),
        ...read.operations.map((entry) => [lookupKey(entry.key), entry] as const),
      ]),
    });
  }
  return { shelves, problems };
}

/** Operations on their way to their addresses. */
interface Work extends Pick<Input, 'descriptions' | 'pages'> {
  readonly shelves: ReadonlyMap<string, Shelf>;
  readonly problems: Problem[];
  /** Pages that are new or changed, by path. */
  readonly made: Map<string, Page>;
  /** Where each operation is, in the first place that asks for it. */
  readonly addresses: Map<DescribedOperation, string>;
  /** Where the pages of each operation are, by the address that was asked for. */
  readonly copies: Map<DescribedOperation, Map<string, string>>;
  /** Page path → the directory that was asked for. */
  readonly directories: Map<string, string>;
  readonly taken: Set<string>;
  /** Called for what a description would have that can't be read. */
  readonly leaveOut: (source: string, key: string) => void;
}

/** Gives addresses to all operations of the descriptions that an entry names. */
function placeAll(work: Work, asked: NavigationEntry): void {
  for (const source of asked.sources) {
    const shelf = work.shelves.get(work.descriptions.named(source));
    for (const entry of shelf?.operations ?? []) if (shelf) place(work, { shelf, entry }, asked);
  }
}

/** Gives an address to the one operation that an entry names. */
function placeOne(work: Work, asked: NavigationEntry, key: string): void {
  const { descriptions, shelves } = work;
  const sources = asked.sources.map(descriptions.named);
  const found = preferListed(find(key, sources, shelves), descriptions);
  // Entries without an operation are reported with their place where the navigation is resolved.
  if (found.length > 1) work.problems.push(ambiguous(key, found, 'docs.json'));
  const [first] = found;
  if (first) {
    place(work, first, asked);
    return;
  }
  const unread = unreadWith(key, sources, { descriptions, shelves, kind: asked.kind });
  if (unread) work.leaveOut(unread, key);
}

/** Pages in directories after which others are those of the first directory: a thousand of them may ask for thousands. */
const mostCopies = 50_000;

function place(work: Work, { shelf, entry }: Found, asked: NavigationEntry): void {
  const { pages, made, addresses, taken } = work;
  const { directory, isRest } = asked;
  if (entry.excluded) return;
  const copies = work.copies.get(entry);
  // A page that its author has written is the only one of its operation.
  if (addresses.has(entry) && (isRest || directory === undefined || !copies)) return;
  const wanted = wantedAddress(entry, directory);
  if (copies?.has(wanted) || (copies && work.directories.size >= mostCopies)) return;
  const existing = pages.get(wanted);
  if (entry.href && existing && !made.has(wanted)) {
    // The file determines the context of the operation, the description everything else.
    made.set(wanted, joinPage(existing, entry, shelf.description));
    addresses.set(entry, wanted);
    return;
  }
  const path = freeAddress(wanted, taken);
  taken.add(path);
  if (!addresses.has(entry)) addresses.set(entry, path);
  work.copies.set(entry, (copies ?? new Map()).set(wanted, path));
  if (directory !== undefined) work.directories.set(path, directory);
  made.set(path, generatedPage(path, entry, shelf.description, asked.language));
}

/** Where an operation is for those who ask for it in a directory. */
function addressIn(
  { addresses, copies }: Pick<Work, 'addresses' | 'copies'>,
  entry: DescribedOperation,
  directory: string | undefined,
): string | undefined {
  const inside = directory && copies.get(entry)?.get(wantedAddress(entry, directory));
  return inside || addresses.get(entry);
}

/** A page with the one that it is the translation of, if it is one. */
function withOriginal(page: Page, { pages, made }: Work, { sourcePathOf }: Input): Page {
  const original = page.translationOf ?? sourcePathOf?.(page.path);
  const exists = original !== undefined && (pages.has(original) || made.has(original));
  return exists ? { ...page, translationOf: original } : page;
}

/** Of several descriptions with an operation, those that `docs.json` names. */
function preferListed(found: readonly Found[], { listed }: Descriptions): readonly Found[] {
  const named = found.filter(({ shelf }) => listed.has(shelf.description.source));
  return named.length > 0 ? named : found;
}

/** Why a description can't be read, and what is missing because of it. */
function withLeftOut(cause: Problem, keys: readonly string[]): Problem {
  if (keys.length === 0) return cause;
  const named = keys.slice(0, 3).join(', ');
  const more = keys.length > 3 ? ` and ${keys.length - 3} more` : '';
  const isMixed = keys.some((key) => key.startsWith('schema '));
  const kind = isMixed ? 'part' : 'operation';
  const those = keys.length === 1 ? `One ${kind} is` : `${keys.length} ${kind}s are`;
  const reason = /[.?!]$/.test(cause.reason) ? cause.reason : `${cause.reason}.`;
  return { ...cause, reason: `${reason} ${those} left out: ${named}${more}.` };
}

function lookupOf(input: {
  readonly config: Config;
  readonly descriptions: Descriptions;
  readonly shelves: ReadonlyMap<string, Shelf>;
  readonly work: Pick<Work, 'addresses' | 'copies'>;
}): OperationLookup {
  const { config, descriptions, shelves, work } = input;
  const around = (
    reference: OpenApiReference | undefined,
    kind: DescriptionKind = 'openapi',
  ): readonly string[] => {
    const sources = sourcesOf(reference);
    const all = sources.length > 0 ? sources : sourcesOf(config.api[kind]);
    return all.map(descriptions.named);
  };
  return {
    operation(text, openapi) {
      const entry = parseEntry(text);
      if (!entry) return undefined;
      const kind = kindOf(entry);
      const sources = entry.source ? [descriptions.named(entry.source)] : around(openapi, kind);
      const [first] = preferListed(find(entry.key, sources, shelves), descriptions);
      if (first) {
        const { directory } = directoryOf(openapi);
        return addressIn(work, first.entry, directory) ?? { leftOut: 'excluded' };
      }
      const unread = unreadWith(entry.key, sources, { descriptions, shelves, kind });
      return unread === undefined ? undefined : { leftOut: 'unread' };
    },
    operations(openapi) {
      const found: { path: string; group?: string }[] = [];
      const { directory } = directoryOf(openapi);
      for (const source of around(openapi)) {
        for (const entry of shelves.get(source)?.operations ?? []) {
          const path = addressIn(work, entry, directory);
          if (path === undefined || entry.hidden) continue;
          found.push(entry.tagLabel ? { path, group: entry.tagLabel } : { path });
        }
      }
      return found;
    },
  };
}
