import { createHash } from 'node:crypto';
import type { Config } from '../../schema/config/config.ts';
import type { OpenApiReference } from '../../schema/config/navigation.ts';
import type { Problem } from '../../schema/errors.ts';
import type { Operation, OperationLookup } from '../../schema/operation.ts';
import type { Frontmatter, Page, Visibility } from '../../schema/site.ts';
import { freeAddress, wantedAddress } from './addresses.ts';
import { collectEntries, type NavigationEntry } from './entries.ts';
import { readFields } from './front.ts';
import { defined } from './json.ts';
import { manualOperation } from './manual.ts';
import { type DescribedOperation, readModel, readOperations } from './operations.ts';
import {
  type Description,
  type Descriptions,
  normalizeSource,
  parseEntry,
  placeOfWords,
  problem,
  schemaSource,
  sourcesOf,
} from './read.ts';
import { leadOf } from './text.ts';

/** Pages of operations: those made here, and pages of files that were joined to an operation. */
export interface OperationPages {
  /** To be set over the pages of the site by path: new ones and changed ones. */
  readonly pages: readonly Page[];
  readonly lookup: OperationLookup;
  readonly problems: readonly Problem[];
}

/**
 * One page per operation, at the address that comes first: `x-mint.href`, the file whose front
 * matter names the operation, else `<directory>/<tag>/<summary>`. Pages are made for all operations
 * of `api.openapi` and of navigation containers without entries of their own, and for every
 * `METHOD /path` entry. Their visibility is that of any page that navigation names.
 */
export function operationPages(input: {
  readonly config: Config;
  readonly descriptions: Descriptions;
  /** Pages of files, by page path. */
  readonly pages: ReadonlyMap<string, Page>;
  /** Path that the page's original in the source language would have (S3-82). */
  readonly sourcePathOf?: (path: string) => string | undefined;
}): OperationPages {
  const { config, descriptions, pages } = input;
  const problems: Problem[] = [];
  const shelves = new Map<string, Shelf>();
  for (const [source, description] of descriptions.bySource) {
    const read = readOperations(description, config.api);
    problems.push(...read.problems);
    shelves.set(source, {
      description,
      operations: read.operations,
      byKey: new Map(read.operations.map((entry) => [lookupKey(entry.key), entry])),
    });
  }
  const made = new Map<string, Page>();
  const joined = joinPages({ config, pages, shelves, problems, made });
  const addresses = new Map<DescribedOperation, string>();
  for (const [operation, path] of joined) addresses.set(operation, path);
  const entries = collectEntries(config);
  const taken = new Set([...pages.keys()]);

  const place = (shelf: Shelf, entry: DescribedOperation, asked: NavigationEntry) => {
    if (entry.excluded || addresses.has(entry)) return;
    const wanted = wantedAddress(entry, asked.directory);
    const existing = pages.get(wanted);
    if (entry.href && existing && !made.has(wanted)) {
      // The file says what stands around the operation, the description the rest.
      const page = joinPage(existing, entry, shelf.description);
      made.set(wanted, page);
      addresses.set(entry, wanted);
      return;
    }
    const path = freeAddress(wanted, taken);
    taken.add(path);
    addresses.set(entry, path);
    made.set(path, generatedPage(path, entry, shelf.description, asked.language));
  };

  for (const asked of entries) {
    if (asked.key === undefined) {
      for (const source of asked.sources) {
        const shelf = shelves.get(source);
        for (const entry of shelf?.operations ?? []) if (shelf) place(shelf, entry, asked);
      }
      continue;
    }
    const found = find(asked.key, asked.sources, shelves);
    // Entries without an operation are reported with their place where the navigation is resolved.
    if (found.length > 1) problems.push(ambiguous(asked.key, found, 'docs.json'));
    const [first] = found;
    if (first) place(first.shelf, first.entry, asked);
  }

  const exists = (path: string) => pages.has(path) || made.has(path);
  const translated = [...made.values()].map((page): Page => {
    const original = page.translationOf ?? input.sourcePathOf?.(page.path);
    return original !== undefined && exists(original) ? { ...page, translationOf: original } : page;
  });
  return {
    pages: translated,
    lookup: lookupOf({ config, shelves, addresses }),
    problems,
  };
}

interface Shelf {
  readonly description: Description;
  readonly operations: readonly DescribedOperation[];
  readonly byKey: ReadonlyMap<string, DescribedOperation>;
}

interface Found {
  readonly shelf: Shelf;
  readonly entry: DescribedOperation;
}

/** Entries and descriptions may differ in a slash at the end. */
function lookupKey(key: string): string {
  return key.length > 1 ? key.replace(/\/+$/, '') : key;
}

/** The operation in the named descriptions, in all of them when none is named. */
function find(
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

/** Pages of files that name an operation, a schema or an endpoint of their own. */
function joinPages(input: {
  readonly config: Config;
  readonly pages: ReadonlyMap<string, Page>;
  readonly shelves: ReadonlyMap<string, Shelf>;
  readonly problems: Problem[];
  readonly made: Map<string, Page>;
}): ReadonlyMap<DescribedOperation, string> {
  const { config, pages, shelves, problems, made } = input;
  const joined = new Map<DescribedOperation, string>();
  const preferred = sourcesOf(config.api.openapi);
  for (const page of pages.values()) {
    const { openapi, api } = page.frontmatter;
    const model = page.frontmatter['openapi-schema'];
    const file = page.file.path;
    const place = placeOfWords(page.file.text, openapi ?? model ?? api ?? '');
    const report = (found: Problem) => problems.push(place ? { ...found, place } : found);
    if (openapi) {
      const entry = parseEntry(openapi);
      if (!entry) {
        report(
          problem('openapi-entry', file, {
            reason: `openapi: ${openapi} is not readable, expected METHOD /path.`,
            actual: openapi,
            expected: ['GET /path', 'openapi.json GET /path', 'openapi.json webhook name'],
            note: 'Write the method, a blank and the path as in the description.',
          }),
        );
        continue;
      }
      const named = entry.source ? [entry.source] : [];
      let found = find(entry.key, named, shelves);
      if (found.length > 1 && preferred.length > 0) {
        const inPreferred = find(entry.key, preferred, shelves);
        if (inPreferred.length > 0) found = inPreferred;
      }
      if (found.length > 1) found = nearest(found, page);
      if (found.length === 0) report(missing(entry.key, named, shelves, file));
      if (found.length > 1) report(ambiguous(entry.key, found, file));
      const [first] = found;
      if (!first || found.length > 1) continue;
      made.set(page.path, joinPage(page, first.entry, first.shelf.description));
      if (!joined.has(first.entry)) joined.set(first.entry, page.path);
    } else if (model) {
      const operation = findModel(model, shelves, file, report);
      if (operation) {
        const source = shelves.get(operation.source)?.description;
        made.set(page.path, withOperation(page, operation, source));
      }
    } else if (api) {
      const manual = manualOperation(page, config);
      if ('operation' in manual) made.set(page.path, withOperation(page, manual.operation));
      else report(manual.problem);
    }
  }
  return joined;
}

/** Of several descriptions with the operation, those in the page's own top folder, if any (S3-82). */
function nearest(found: readonly Found[], page: Page): readonly Found[] {
  const top = page.path.split('/')[0];
  const near = found.filter(({ shelf }) => shelf.description.source.split('/')[0] === top);
  return near.length > 0 ? near : found;
}

function findModel(
  text: string,
  shelves: ReadonlyMap<string, Shelf>,
  file: string,
  report: (problem: Problem) => void,
): Operation | undefined {
  const source = schemaSource(text);
  const name = text.trim().split(/\s+/).at(-1) ?? '';
  const searched = source ? [source] : [...shelves.keys()];
  const models = searched.flatMap((key) => {
    const shelf = shelves.get(key);
    return shelf ? (readModel(shelf.description, name) ?? []) : [];
  });
  if (models.length > 1) {
    report(
      problem('openapi-ambiguous', file, {
        reason: `The schema ${name} stands in ${models.length} descriptions: ${models.map((model) => model.source).join(', ')}.`,
        actual: text,
        expected: models.map((model) => `${model.source} ${name}`),
        note: 'Write the description in front of the name.',
      }),
    );
    return undefined;
  }
  const [model] = models;
  if (!model) {
    report(
      problem('openapi-schema-missing', file, {
        reason: `No API description has a schema ${name}.`,
        actual: text,
        note: 'Write the name of a schema below components.',
      }),
    );
  }
  return model;
}

function joinPage(page: Page, entry: DescribedOperation, description: Description): Page {
  return withOperation(page, entry.operation, description);
}

function withOperation(page: Page, operation: Operation, description?: Description): Page {
  const { frontmatter } = page;
  const title = frontmatter.title ?? operation.summary;
  const lead = frontmatter.description ? undefined : leadOf(operation.description);
  const front: Frontmatter = {
    ...frontmatter,
    ...defined({
      title,
      description: frontmatter.description ?? lead?.lead,
      deprecated: frontmatter.deprecated ?? (operation.deprecated || undefined),
    }),
  };
  return {
    ...page,
    frontmatter: front,
    title: title ?? page.title,
    operation: withRest(operation, lead),
    uses: description ? [...new Set([...page.uses, ...description.documents.keys()])] : page.uses,
  };
}

/** The description without the paragraph that stands below the title. */
function withRest(operation: Operation, lead: ReturnType<typeof leadOf>): Operation {
  if (!lead) return operation;
  const { description: _, ...rest } = operation;
  return lead.rest === '' ? rest : { ...rest, description: lead.rest };
}

const generated = new WeakMap<DescribedOperation, Page>();

/** The same page for the same operation, as long as it stays where it is. */
function generatedPage(
  path: string,
  entry: DescribedOperation,
  description: Description,
  language: string,
): Page {
  const kept = generated.get(entry);
  if (kept?.path === path && kept.language === language) return kept;
  const page = makePage(path, entry, description, language);
  generated.set(entry, page);
  return page;
}

function makePage(
  path: string,
  entry: DescribedOperation,
  description: Description,
  language: string,
): Page {
  const { operation, content = '' } = entry;
  const metadata = readFields(entry.metadata);
  const title = metadata.title ?? operation.summary ?? operation.operationId ?? entry.key;
  const lead = metadata.description ? undefined : leadOf(operation.description);
  const frontmatter: Frontmatter = {
    ...metadata,
    title,
    ...defined({
      description: metadata.description ?? lead?.lead,
      deprecated: metadata.deprecated ?? (operation.deprecated || undefined),
      hidden: metadata.hidden ?? (entry.hidden || undefined),
      groups: metadata.groups ?? (entry.groups.length > 0 ? entry.groups : undefined),
    }),
  };
  const hash = createHash('sha256')
    .update(JSON.stringify([operation, frontmatter, content]))
    .digest('hex');
  return {
    path,
    file: { path: description.source, text: content, hash },
    format: 'mdx',
    frontmatter,
    title,
    language,
    bodyOffset: 0,
    uses: [...description.documents.keys()],
    words: countWords(`${operation.description ?? ''} ${content}`, language),
    operation: withRest(operation, lead),
    visibility: visibilityOf(frontmatter),
  };
}

/** As if navigation named the page; the page is told otherwise where navigation is known. */
function visibilityOf(front: Frontmatter): Visibility {
  const shown = front.hidden !== true;
  const indexed = shown && front.noindex !== true;
  const searched = indexed && front.searchable !== false;
  return {
    sidebar: shown,
    search: searched,
    sitemap: indexed,
    engines: indexed,
    assistant: searched,
    llms: indexed,
  };
}

function countWords(text: string, language: string): number {
  let words = 0;
  let segmenter: Intl.Segmenter;
  try {
    segmenter = new Intl.Segmenter(language, { granularity: 'word' });
  } catch {
    segmenter = new Intl.Segmenter('en', { granularity: 'word' });
  }
  for (const segment of segmenter.segment(text)) if (segment.isWordLike) words += 1;
  return words;
}

function lookupOf(input: {
  readonly config: Config;
  readonly shelves: ReadonlyMap<string, Shelf>;
  readonly addresses: ReadonlyMap<DescribedOperation, string>;
}): OperationLookup {
  const { config, shelves, addresses } = input;
  const around = (openapi: OpenApiReference | undefined) => {
    const sources = sourcesOf(openapi);
    return sources.length > 0 ? sources : sourcesOf(config.api.openapi);
  };
  return {
    operation(text, openapi) {
      const entry = parseEntry(text);
      if (!entry) return undefined;
      const sources = entry.source ? [normalizeSource(entry.source)] : around(openapi);
      const [first] = find(entry.key, sources, shelves);
      return first && addresses.get(first.entry);
    },
    operations(openapi) {
      const found: { path: string; group?: string }[] = [];
      for (const source of around(openapi)) {
        for (const entry of shelves.get(source)?.operations ?? []) {
          const path = addresses.get(entry);
          if (path === undefined || entry.hidden) continue;
          found.push(entry.tagLabel ? { path, group: entry.tagLabel } : { path });
        }
      }
      return found;
    },
  };
}

function missing(
  key: string,
  sources: readonly string[],
  shelves: ReadonlyMap<string, Shelf>,
  file: string,
): Problem {
  const searched = (sources.length > 0 ? sources : [...shelves.keys()]).filter((source) =>
    shelves.has(source),
  );
  const path = key.split(' ')[1] ?? '';
  const near = searched
    .flatMap((source) => shelves.get(source)?.operations ?? [])
    .filter((entry) => lookupKey(entry.operation.path) === lookupKey(path))
    .map((entry) => entry.key);
  return problem('openapi-operation-missing', file, {
    reason:
      searched.length === 0
        ? `${key} names an operation, but there is no API description to find it in.`
        : `${searched.join(', ')} has no operation ${key}.`,
    actual: key,
    ...(near.length > 0 ? { expected: near } : {}),
    note:
      searched.length === 0
        ? 'Set api.openapi in docs.json to the path of the description.'
        : 'Write method and path as they stand in the description.',
  });
}

function ambiguous(key: string, found: readonly Found[], file: string): Problem {
  const sources = found.map(({ shelf }) => shelf.description.source);
  return problem('openapi-ambiguous', file, {
    reason: `${key} stands in ${found.length} descriptions: ${sources.join(', ')}.`,
    actual: key,
    expected: sources.map((source) => `${source} ${key}`),
    note: 'Write the description in front of the method.',
  });
}
