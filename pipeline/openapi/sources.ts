import { posix } from 'node:path';
import type { OpenApiReference } from '../../schema/config/api.ts';
import type { Config } from '../../schema/config/config.ts';
import type { Page } from '../../schema/site.ts';
import { asObject } from './json.ts';

/** Which descriptions a site names, each with the file that names it first. */
export interface NamedSources {
  /** By `docs.json`. */
  readonly listed: ReadonlyMap<string, string>;
  /** By front matter and nothing else. */
  readonly asked: ReadonlyMap<string, string>;
  /** Whether an operation or a schema is named without its description. */
  readonly searches: boolean;
}

/** The descriptions that configuration, navigation and front matter name. */
export function namedSources(config: Config, pages: Iterable<Page>): NamedSources {
  const listed = new Map<string, string>();
  const asked = new Map<string, string>();
  let searches = false;
  const list = (source: string) => {
    if (!listed.has(source)) listed.set(source, 'docs.json');
  };
  for (const source of sourcesOf(config.api.openapi)) list(source);
  const entries: string[] = [];
  const walk = (value: unknown): void => {
    if (typeof value === 'string') {
      const entry = parseEntry(value);
      if (entry?.source) entries.push(entry.source);
      else if (entry) searches = true;
    } else if (Array.isArray(value)) {
      for (const item of value) walk(item);
    } else {
      for (const [key, item] of Object.entries(asObject(value) ?? {})) {
        if (key === 'openapi') {
          for (const source of sourcesOf(item as OpenApiReference)) list(source);
        } else walk(item);
      }
    }
  };
  walk(config.navigation);
  for (const source of entries) list(source);
  const ask = (source: string, file: string) => {
    if (!listed.has(source) && !asked.has(source)) asked.set(source, file);
  };
  for (const page of pages) {
    const { openapi } = page.frontmatter;
    const entry = openapi ? parseEntry(openapi) : undefined;
    if (entry?.source) ask(entry.source, page.file.path);
    else if (entry) searches = true;
    const schema = page.frontmatter['openapi-schema'];
    if (schema) {
      const file = schemaSource(schema);
      if (file) ask(file, page.file.path);
      else searches = true;
    }
  }
  return { listed, asked, searches };
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
  return reference.map(normalizeSource);
}

/** A source as it is looked up: paths without `./` or a leading slash, addresses as they are. */
function normalizeSource(source: string): string {
  const text = source.trim();
  if (/^https?:\/\//i.test(text)) return text;
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

/** Splits the entry of a page or a navigation: `[file] METHOD /path` or `[file] webhook name`. */
export function parseEntry(
  entry: string,
):
  | { readonly source?: string; readonly kind: 'operation' | 'webhook'; readonly key: string }
  | undefined {
  const match =
    /^\s*(?:(\S.*?)\s+)?(get|put|post|delete|options|head|patch|trace|webhook)\s+(\S.*?)\s*$/i.exec(
      entry,
    );
  if (!match) return undefined;
  const [, file, method = '', target = ''] = match;
  const webhook = method.toLowerCase() === 'webhook';
  if (!webhook && !target.startsWith('/')) return undefined;
  return {
    ...(file ? { source: normalizeSource(file) } : {}),
    kind: webhook ? 'webhook' : 'operation',
    key: webhook ? `WEBHOOK ${target}` : `${method.toUpperCase()} ${target}`,
  };
}

/** Description named in front of a schema's name in `openapi-schema`, when there is one. */
export function schemaSource(text: string): string | undefined {
  const match = /^\s*(\S.*)\s+\S+\s*$/.exec(text);
  return match?.[1] ? normalizeSource(match[1]) : undefined;
}
