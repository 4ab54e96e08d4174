import { createHash } from 'node:crypto';
import { posix } from 'node:path';
import type { Config } from '../../schema/config/config.ts';
import type { OpenApiReference } from '../../schema/config/navigation.ts';
import type { Problem } from '../../schema/errors.ts';
import type { Page } from '../../schema/site.ts';
import { asObject, type Json } from './json.ts';
import { rememberLast } from './memo.ts';
import { parseDescription, versionProblem } from './parse.ts';
import { placeOfWords, problem, words } from './problems.ts';

/** One API description (OpenAPI 3.0 or 3.1), parsed once, with every file it refers to. */
export interface Description {
  /** Path in the source tree, or the https address it was read from. */
  readonly source: string;
  /** sha-256 hex over all its files. */
  readonly hash: string;
  /** The description itself and the files its references lead to, by source. */
  readonly documents: ReadonlyMap<string, Json>;
  /** Texts of the same files, for the places of problems. */
  readonly texts: ReadonlyMap<string, string>;
}

/** Where descriptions are read from. `fetchText` guards addresses and sizes (S3-37). */
export interface DescriptionFiles {
  /** All paths of the source tree, for sites that name no description but use one. */
  readonly paths: Iterable<string>;
  readonly readText: (path: string) => string | undefined | Promise<string | undefined>;
  readonly fetchText?: (url: string) => Promise<string>;
}

/** All descriptions of a site, by source, in order of source. */
export interface Descriptions {
  readonly bySource: ReadonlyMap<string, Description>;
  readonly problems: readonly Problem[];
}

/** Bytes of one file, and files of one description, beyond which nobody reads on (S3-37). */
const limits = { bytes: 10 * 1024 * 1024, files: 500 } as const;

const descriptionsByHash = rememberLast<Description>(20);

/**
 * Reads every description that configuration, navigation or front matter names. When a page has
 * `openapi: METHOD /path` and nothing names a file, all descriptions in the source tree are read.
 */
export async function readDescriptions(
  config: Config,
  pages: Iterable<Page>,
  files: DescriptionFiles,
): Promise<Descriptions> {
  const problems: Problem[] = [];
  const bySource = new Map<string, Description>();
  const named = namedSources(config, pages);
  for (const [source, file] of [...named.sources].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const read = await readDescription(source, files, file);
    problems.push(...read.problems);
    if (read.description) bySource.set(source, read.description);
  }
  if (named.searches && named.sources.size === 0) {
    for (const path of [...files.paths].sort()) {
      if (!/\.(json|ya?ml)$/i.test(path) || path === 'docs.json') continue;
      const text = await files.readText(path);
      if (text === undefined || !looksLikeDescription(text)) continue;
      const read = await readDescription(path, files, path);
      problems.push(...read.problems);
      if (read.description) bySource.set(path, read.description);
    }
  }
  return { bySource, problems };
}

/** Reads one description and the files it refers to; `namedIn` is the file that asks for it. */
export async function readDescription(
  source: string,
  files: DescriptionFiles,
  namedIn = '',
): Promise<{ readonly description?: Description; readonly problems: readonly Problem[] }> {
  const problems: Problem[] = [];
  const documents = new Map<string, Json>();
  const texts = new Map<string, string>();
  const waiting: { readonly source: string; readonly from: string }[] = [{ source, from: namedIn }];
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    if (texts.has(next.source)) continue;
    if (texts.size >= limits.files) {
      problems.push(
        problem('openapi-too-many-files', source, {
          reason: `The description refers to more than ${limits.files} files.`,
          note: 'Bundle the description into one file.',
        }),
      );
      break;
    }
    const loaded = await loadText(next.source, files, next.from);
    if (typeof loaded !== 'string') {
      const asking = texts.get(next.from) ?? (next.from && (await files.readText(next.from)));
      const place = asking ? placeOfWords(asking, loaded.actual ?? '') : undefined;
      problems.push(place ? { ...loaded, place } : loaded);
      continue;
    }
    texts.set(next.source, loaded);
    const parsed = parseDescription(next.source, loaded);
    if (parsed.problem) {
      problems.push(parsed.problem);
      continue;
    }
    documents.set(next.source, parsed.document);
    for (const reference of parsed.references) {
      const target = joinSource(next.source, reference);
      if (!texts.has(target)) waiting.push({ source: target, from: next.source });
    }
  }
  const main = documents.get(source);
  if (!main) return { problems };
  const version = versionProblem(source, main, texts.get(source) ?? '');
  if (version) return { problems: [...problems, version] };
  const hash = createHash('sha256');
  for (const [path, text] of texts) hash.update(`${path}\0${text}\0`);
  const digest = hash.digest('hex');
  const description = descriptionsByHash(`${source}\n${digest}`, () => ({
    source,
    hash: digest,
    documents,
    texts,
  }));
  return { description, problems };
}

/** Sources in a reference: a text, a list, or `{source, directory}`. */
export function sourcesOf(reference: OpenApiReference | undefined): readonly string[] {
  if (reference === undefined) return [];
  if (typeof reference === 'string') return [normalizeSource(reference)];
  if ('source' in reference) return [normalizeSource(reference.source)];
  return reference.map(normalizeSource);
}

/** A source as it is looked up: paths without `./` or a leading slash, addresses as they are. */
export function normalizeSource(source: string): string {
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

function namedSources(config: Config, pages: Iterable<Page>) {
  const sources = new Map<string, string>();
  let searches = false;
  const add = (source: string, file: string) => {
    if (!sources.has(source)) sources.set(source, file);
  };
  for (const source of sourcesOf(config.api.openapi)) add(source, 'docs.json');
  const walk = (value: unknown): void => {
    if (typeof value === 'string') {
      const entry = parseEntry(value);
      if (entry?.source) add(entry.source, 'docs.json');
      else if (entry) searches = true;
    } else if (Array.isArray(value)) {
      for (const item of value) walk(item);
    } else {
      for (const [key, item] of Object.entries(asObject(value) ?? {})) {
        if (key === 'openapi') {
          for (const source of sourcesOf(item as OpenApiReference)) add(source, 'docs.json');
        } else walk(item);
      }
    }
  };
  walk(config.navigation);
  for (const page of pages) {
    const { openapi } = page.frontmatter;
    const entry = openapi ? parseEntry(openapi) : undefined;
    if (entry?.source) add(entry.source, page.file.path);
    else if (entry) searches = true;
    const schema = page.frontmatter['openapi-schema'];
    if (schema) {
      const file = schemaSource(schema);
      if (file) add(file, page.file.path);
      else searches = true;
    }
  }
  return { sources, searches };
}

/** Description named in front of a schema's name in `openapi-schema`, when there is one. */
export function schemaSource(text: string): string | undefined {
  const match = /^\s*(\S.*)\s+\S+\s*$/.exec(text);
  return match?.[1] ? normalizeSource(match[1]) : undefined;
}

function looksLikeDescription(text: string): boolean {
  return /^\s*(?:\{[\s\S]{0,4000}?)?["']?(?:openapi|swagger)["']?\s*:\s*["']?[23]\./m.test(
    text.slice(0, 20_000),
  );
}

async function loadText(
  source: string,
  files: DescriptionFiles,
  from: string,
): Promise<string | Problem> {
  const remote = /^https?:\/\//i.test(source);
  if (remote && !/^https:/i.test(source)) {
    return problem('openapi-insecure', from, {
      reason: `The API description ${source} is not read over https.`,
      actual: source,
      note: 'Write an https address, or put the file beside the pages.',
    });
  }
  if (remote && !files.fetchText) {
    return problem('openapi-offline', from, {
      reason: `The API description ${source} cannot be read: this build has no network.`,
      actual: source,
      note: 'Save the description beside the pages and name its path instead.',
    });
  }
  let text: string | undefined;
  const outside = !remote && (source === '..' || source.startsWith('../'));
  try {
    if (remote && files.fetchText) text = await files.fetchText(source);
    else if (!outside) text = await files.readText(source);
  } catch (error) {
    return problem('openapi-unreadable', from, {
      reason: `The API description ${source} cannot be read: ${words(error)}`,
      actual: source,
      note: remote
        ? 'Check the address, or save the description beside the pages.'
        : 'Check that the file exists and may be read.',
    });
  }
  if (text === undefined) {
    return problem('openapi-missing', from, {
      reason: `There is no API description at ${source}.`,
      actual: source,
      note: 'Write its path from the folder of docs.json.',
    });
  }
  if (text.length > limits.bytes) {
    return problem('openapi-too-large', from, {
      reason: `The API description ${source} is larger than 10 MB.`,
      actual: `${Math.round(text.length / 1024 / 1024)} MB`,
      note: 'Split it, or leave out what the site does not show.',
    });
  }
  return text.replace(/^\uFEFF/, '');
}
