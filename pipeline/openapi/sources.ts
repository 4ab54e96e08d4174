import { posix } from 'node:path';
import type { OpenApiReference } from '../../schema/config/api.ts';
import type { Config } from '../../schema/config/config.ts';
import type { Page } from '../../schema/site.ts';
import { asObject } from './json.ts';

/** What a description describes: requests, or messages. */
export type DescriptionKind = 'openapi' | 'asyncapi';

/** Which descriptions a site names, each with the file that names it first. */
export interface NamedSources {
  /** By `docs.json`. */
  readonly listed: ReadonlyMap<string, string>;
  /** By front matter and nothing else. */
  readonly asked: ReadonlyMap<string, string>;
  /** Under which key a description is named. */
  readonly kinds: ReadonlyMap<string, DescriptionKind>;
  /** Kinds of which an operation, a schema or a channel is named without its description. */
  readonly searches: ReadonlySet<DescriptionKind>;
}

/** The descriptions that configuration, navigation and front matter name. */
export function namedSources(config: Config, pages: Iterable<Page>): NamedSources {
  const listed = new Map<string, string>();
  const asked = new Map<string, string>();
  const kinds = new Map<string, DescriptionKind>();
  const searches = new Set<DescriptionKind>();
  const list = (source: string, kind: DescriptionKind) => {
    if (!listed.has(source)) listed.set(source, 'docs.json');
    if (!kinds.has(source)) kinds.set(source, kind);
  };
  for (const source of sourcesOf(config.api.openapi)) list(source, 'openapi');
  for (const source of sourcesOf(config.api.asyncapi)) list(source, 'asyncapi');
  const entries: Entry[] = [];
  const walk = (value: unknown): void => {
    if (typeof value === 'string') {
      const entry = parseEntry(value);
      if (entry?.source) entries.push(entry);
      else if (entry) searches.add(kindOf(entry));
    } else if (Array.isArray(value)) {
      for (const item of value) walk(item);
    } else {
      for (const [key, item] of Object.entries(asObject(value) ?? {})) {
        if (key === 'openapi' || key === 'asyncapi') {
          for (const source of sourcesOf(item as OpenApiReference)) list(source, key);
        } else walk(item);
      }
    }
  };
  walk(config.navigation);
  for (const entry of entries) if (entry.source) list(entry.source, kindOf(entry));
  const ask = (source: string, file: string, kind: DescriptionKind) => {
    if (!listed.has(source) && !asked.has(source)) asked.set(source, file);
    if (!kinds.has(source)) kinds.set(source, kind);
  };
  for (const page of pages) {
    const { openapi, asyncapi } = page.frontmatter;
    const named = [
      openapi ? parseEntry(openapi, page.file.path) : undefined,
      asyncapi ? parseChannel(asyncapi, page.file.path) : undefined,
    ];
    for (const entry of named) {
      if (entry?.source) ask(entry.source, page.file.path, kindOf(entry));
      else if (entry) searches.add(kindOf(entry));
    }
    const schema = page.frontmatter['openapi-schema'];
    if (schema) {
      const file = schemaSource(schema, page.file.path);
      if (file) ask(file, page.file.path, 'openapi');
      else searches.add('openapi');
    }
  }
  return { listed, asked, kinds, searches };
}

/** Which kind of description an entry is in. */
export function kindOf({ kind }: Pick<Entry, 'kind'>): DescriptionKind {
  return kind === 'channel' ? 'asyncapi' : 'openapi';
}

/**
 * The source that a name means: one that is written like it, else the one whose file name it is, with or
 * without extension. Of several, the first of `names`, where those of `docs.json` come first.
 */
export function sourceNamed(name: string, names: Iterable<string>): string | undefined {
  const all = [...names];
  if (all.includes(name)) return name;
  const wanted = bare(name);
  return (
    all.find((source) => bare(source) === wanted) ??
    all.find((source) => fileName(source) === wanted)
  );
}

function bare(source: string): string {
  return source.replace(/[?#].*$/s, '').replace(/\.(json|ya?ml)$/i, '');
}

function fileName(source: string): string {
  return posix.basename(bare(source));
}

/** Sources in a reference: a text, a list, or `{source, directory}`. */
export function sourcesOf(reference: OpenApiReference | undefined): readonly string[] {
  if (reference === undefined) return [];
  if (typeof reference === 'string') return [normalizeSource(reference)];
  if ('source' in reference) return [normalizeSource(reference.source)];
  return reference.map((source) => normalizeSource(source));
}

/**
 * A source as it is looked up: paths without `./` or a leading slash, addresses as they are. `../` in the front matter of
 * the file `from` starts at its folder.
 */
function normalizeSource(source: string, from?: string): string {
  const text = source.trim();
  if (/^https?:\/\//i.test(text)) return text;
  if (from !== undefined && text.startsWith('../')) return joinSource(from, text);
  return posix.normalize(text.replace(/^\/+/, '')).replace(/^(\.\/)+/, '');
}

/** Source of `reference` as written in the file `from`. */
export function joinSource(from: string, reference: string): string {
  if (/^https?:\/\//i.test(reference)) return reference;
  if (/^https?:\/\//i.test(from)) {
    return URL.canParse(reference, from) ? new URL(reference, from).href : reference;
  }
  return posix.normalize(posix.join(posix.dirname(from), reference));
}

interface Entry {
  readonly source?: string;
  readonly kind: 'operation' | 'webhook' | 'channel';
  readonly key: string;
}

/**
 * Splits the entry of a page or a navigation: `[file] METHOD /path`, `[file] webhook name` or
 * `[file] channel name`. `from` is the page whose front matter has it.
 */
export function parseEntry(entry: string, from?: string): Entry | undefined {
  const match =
    /^\s*(?:(\S.*?)\s+)?(get|query|put|post|delete|options|head|patch|trace|webhook|channel)\s+(\S.*?)\s*$/i.exec(
      entry,
    );
  if (!match) return undefined;
  const [, file, method = '', target = ''] = match;
  const word = method.toLowerCase();
  const kind = word === 'webhook' || word === 'channel' ? word : 'operation';
  if (kind === 'operation' && !target.startsWith('/')) return undefined;
  return {
    ...(file ? { source: normalizeSource(file, from) } : {}),
    kind,
    key: `${method.toUpperCase()} ${target}`,
  };
}

/** Splits `asyncapi` of a page: `[file] name`, where the word `channel` may be in between. */
export function parseChannel(text: string, from?: string): Entry | undefined {
  const entry = parseEntry(text, from);
  if (entry?.kind === 'channel') return entry;
  const [first = '', ...others] = text.trim().split(/\s+/);
  if (first === '') return undefined;
  if (others.length === 0) return { kind: 'channel', key: `CHANNEL ${first}` };
  const key = `CHANNEL ${others.join(' ')}`;
  return { kind: 'channel', key, source: normalizeSource(first, from) };
}

/** Description named in front of a schema's name in `openapi-schema`, when there is one. */
export function schemaSource(text: string, from?: string): string | undefined {
  const match = /^\s*(\S.*)\s+\S+\s*$/.exec(text);
  return match?.[1] ? normalizeSource(match[1], from) : undefined;
}
