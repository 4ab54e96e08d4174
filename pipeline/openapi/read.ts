import { createHash } from 'node:crypto';
import type { Config } from '../../schema/config/config.ts';
import type { Problem } from '../../schema/errors.ts';
import type { Page } from '../../schema/site.ts';
import { nearest } from '../source/nearest.ts';
import type { Json } from './json.ts';
import { rememberLast } from './memo.ts';
import { parseDescription, versionProblem } from './parse.ts';
import { placeOfWords, problem, words } from './problems.ts';
import { type RestrictedParts, takeOutRestricted } from './restricted.ts';
import { type DescriptionKind, joinSource, namedSources, sourceNamed } from './sources.ts';

/** One API description (OpenAPI 3.0 to 3.2, AsyncAPI 2 or 3), parsed once, with every file it refers to. */
export interface Description {
  /** Path in the source tree, or the https address it was read from. */
  readonly source: string;
  readonly kind: DescriptionKind;
  /** sha-256 hex over all its files. */
  readonly hash: string;
  /** The description itself and the files its references lead to, by source. */
  readonly documents: ReadonlyMap<string, Json>;
  /** Texts of the same files, for the places of problems. */
  readonly texts: ReadonlyMap<string, string>;
  /** Whether something in it is for some readers only: its files are not published then. */
  readonly isRestricted: boolean;
}

/** Where descriptions are read from. `fetchText` guards addresses and sizes. */
export interface DescriptionFiles {
  /** All paths of the source tree, for sites that name no description but use one. */
  readonly paths: readonly string[];
  readonly readText: (path: string) => string | undefined | Promise<string | undefined>;
  readonly fetchText?: (url: string) => Promise<string>;
  /** Keeps what is wrong in a description from one build to the next: loading the schemas takes longer than reading it. */
  readonly remember?: (
    key: string,
    make: () => Promise<readonly Problem[]>,
  ) => Promise<readonly Problem[]>;
}

/** All descriptions of a site, by source, in order of source. */
export interface Descriptions {
  readonly bySource: ReadonlyMap<string, Description>;
  /** Those that `docs.json` names: where several have an operation, one of these is meant. */
  readonly listed: ReadonlySet<string>;
  /** Descriptions that can't be read, and why. */
  readonly unread: ReadonlyMap<string, Problem>;
  /** The first of a kind that can't be read, among some sources; if none is given, among those listed, else all. */
  readonly unreadAmong: (sources: readonly string[], kind: DescriptionKind) => string | undefined;
  /** The description that a name means, with or without extension or folder; the name itself when none does. */
  readonly named: (name: string) => string;
  readonly problems: readonly Problem[];
}

/** Maximum bytes of one file, and files of one description. */
const limits = { bytes: 10 * 1024 * 1024, files: 500 } as const;

const descriptionsByHash = rememberLast<Description>(20);

/**
 * Reads every description that configuration, navigation or front matter names. When a page has
 * `openapi: METHOD /path` or `asyncapi: channel` and `docs.json` names no description of that kind, all
 * in the source tree are read.
 */
export async function readDescriptions(
  config: Config,
  pages: Iterable<Page>,
  files: DescriptionFiles,
): Promise<Descriptions> {
  const { wanted, listed } = await wantedDescriptions(config, pages, files);
  // Those of other hosts are waited for together.
  const read = await Promise.all(
    wanted.map(async (one) => ({
      ...one,
      ...(await readDescription(one.source, files, {
        ...{ namedIn: one.file, kind: one.kind, hasSessions: config.auth.enabled },
      })),
    })),
  );
  const problems: Problem[] = [];
  const bySource = new Map<string, Description>();
  const unread = new Map<string, Problem>();
  const unreadKinds = new Map<string, DescriptionKind>();
  for (const { source, kind, description, problems: found } of read) {
    const [first, ...others] = found;
    if (description) {
      bySource.set(source, description);
      problems.push(...found);
    } else if (first) {
      unread.set(source, first);
      unreadKinds.set(source, kind);
      problems.push(...others);
    }
  }
  const order = [...listed, ...bySource.keys(), ...unread.keys()];
  const listedOf = (kind: DescriptionKind) =>
    [...listed].filter(
      (source) => (bySource.get(source)?.kind ?? unreadKinds.get(source)) === kind,
    );
  return {
    bySource,
    listed,
    unread,
    unreadAmong(sources, kind) {
      // What names no description means one that is listed, if any is.
      const meant = sources.length > 0 ? sources : listedOf(kind);
      const searched = meant.length > 0 ? meant : [...unread.keys()];
      return searched.find((source) => unreadKinds.get(source) === kind);
    },
    named: (name) => sourceNamed(name, order) ?? name,
    problems,
  };
}

/** A description to read. */
interface WantedDescription {
  readonly source: string;
  /** The file that names it. */
  readonly file: string;
  readonly kind: DescriptionKind;
}

/** The descriptions that are named, by source, and those of the source tree that pages may mean. */
async function wantedDescriptions(
  config: Config,
  pages: Iterable<Page>,
  files: DescriptionFiles,
): Promise<{
  readonly wanted: readonly WantedDescription[];
  readonly listed: ReadonlySet<string>;
}> {
  const { listed: byConfig, asked, kinds, searches } = namedSources(config, pages);
  const inTree = files.paths.filter((path) => isDescriptionPath(path)).sort();
  const named = new Map<string, WantedDescription>();
  const want = (name: string, file: string, known: readonly string[]) => {
    const exists = isAddress(name) || inTree.includes(name);
    const source = exists ? name : (sourceNamed(name, known) ?? name);
    const kind = kinds.get(name) ?? 'openapi';
    if (!named.has(source)) named.set(source, { source, file, kind });
    return source;
  };
  const listed = new Set<string>();
  const written = [...byConfig.keys()].filter((name) => isAddress(name) || inTree.includes(name));
  for (const [name, file] of byConfig) listed.add(want(name, file, [...written, ...inTree]));
  for (const [name, file] of asked) want(name, file, [...listed, ...inTree]);
  const lists = new Set([...byConfig.keys()].map((name) => kinds.get(name)));
  const found: WantedDescription[] = [];
  for (const kind of searches) {
    if (lists.has(kind)) continue;
    for (const path of inTree) {
      const text = named.has(path) ? undefined : await files.readText(path);
      if (text !== undefined && looksLike(kind, text)) {
        found.push({ source: path, file: path, kind });
      }
    }
  }
  const inOrder = [...named.values()].sort((a, b) => (a.source < b.source ? -1 : 1));
  return { wanted: [...inOrder, ...found], listed };
}

function isAddress(source: string): boolean {
  return /^https?:\/\//i.test(source);
}

function isDescriptionPath(path: string): boolean {
  return /\.(json|ya?ml)$/i.test(path) && path !== 'docs.json';
}

/**
 * Reads one description and the files it refers to; `namedIn` is the file that asks for it. On a site with sessions
 * (`hasSessions`), parts that only some readers may see are left out.
 */
export async function readDescription(
  source: string,
  files: DescriptionFiles,
  {
    namedIn = '',
    kind = 'openapi',
    hasSessions = false,
  }: { namedIn?: string; kind?: DescriptionKind; hasSessions?: boolean } = {},
): Promise<{ readonly description?: Description; readonly problems: readonly Problem[] }> {
  const { documents, texts, isRestricted, problems } = await readParts(source, files, {
    namedIn,
    hasSessions,
  });
  const main = documents.get(source);
  if (!main) return { problems };
  const text = texts.get(source) ?? '';
  const version = versionProblem(kind, source, main, text);
  if (version) return { problems: [...problems, version] };
  const hash = createHash('sha256').update(`${isRestricted}\0`);
  for (const [path, text] of texts) hash.update(`${path}\0${text}\0`);
  const digest = hash.digest('hex');
  const description = descriptionsByHash(`${source}\n${digest}`, () => ({
    source,
    kind,
    hash: digest,
    documents,
    texts,
    isRestricted,
  }));
  if (kind === 'asyncapi') {
    const find = async () => {
      // The published schemas are loaded only by sites that have such a description.
      const { asyncapiProblems } = await import('./asyncapi/validate.ts');
      return asyncapiProblems(source, main, text);
    };
    problems.push(...(await (files.remember?.(`${source}\n${digest}`, find) ?? find())));
  }
  return { description, problems };
}

/** The files of a description, as far as they can be read. */
interface Parts {
  readonly documents: Map<string, Json>;
  readonly texts: Map<string, string>;
  /** Whether parts of it are for some readers only. */
  readonly isRestricted: boolean;
  readonly problems: Problem[];
}

/** Reads a file and those it refers to, each once. */
async function readParts(
  source: string,
  files: DescriptionFiles,
  { namedIn, hasSessions }: { readonly namedIn: string; readonly hasSessions: boolean },
): Promise<Parts> {
  const problems: Problem[] = [];
  const documents = new Map<string, Json>();
  const texts = new Map<string, string>();
  let isRestricted = false;
  const waiting: { readonly source: string; readonly from: string }[] = [{ source, from: namedIn }];
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    if (texts.has(next.source)) continue;
    if (texts.size >= limits.files) {
      problems.push(
        problem('openapi-too-many-files', source, {
          reason: `The description references more than ${limits.files} files.`,
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
    // What was parsed is remembered, so the parts are taken out of a copy.
    const mayHide = hasSessions && loaded.includes('x-mint');
    const document = mayHide ? structuredClone(parsed.document) : parsed.document;
    if (mayHide) {
      const parts = takeOutRestricted(document);
      isRestricted ||= parts.isRestricted;
      problems.push(...leftOutProblems(next.source, parts, loaded));
    }
    documents.set(next.source, document);
    for (const reference of parsed.references) {
      const target = joinSource(next.source, reference);
      if (!texts.has(target)) waiting.push({ source: target, from: next.source });
    }
  }
  return { documents, texts, isRestricted, problems };
}

/** Says which parts of a file are on no page. */
function leftOutProblems(
  source: string,
  { taken }: RestrictedParts,
  text: string,
): readonly Problem[] {
  if (taken.length === 0) return [];
  const names = [...new Set(taken.map(({ name }) => name))];
  const shown = names.slice(0, 5).join(', ') + (names.length > 5 ? ', …' : '');
  const place = placeOfWords(text, names[0] ?? '');
  return [
    problem('openapi-restricted', source, {
      severity: 'note',
      reason: `Parts of ${source} with "x-mint.groups" are on no page: ${shown}. A page is the same for all of its readers.`,
      note: 'Describe them in operations of their own, with these groups.',
      ...(place ? { place } : {}),
    }),
  ];
}

const marks: Readonly<Record<DescriptionKind, RegExp>> = {
  openapi: /^\s*(?:\{[\s\S]{0,4000}?)?["']?(?:openapi|swagger)["']?\s*:\s*["']?[23]\./m,
  asyncapi: /^\s*(?:\{[\s\S]{0,4000}?)?["']?asyncapi["']?\s*:\s*["']?[23]\./m,
};

function looksLike(kind: DescriptionKind, text: string): boolean {
  return marks[kind].test(text.slice(0, 20_000));
}

async function loadText(
  source: string,
  files: DescriptionFiles,
  from: string,
): Promise<string | Problem> {
  const remote = /^https?:\/\//i.test(source);
  if (remote && !/^https:/i.test(source)) {
    return problem('openapi-insecure', from, {
      reason: `The API description ${source} is not served over https.`,
      actual: source,
      note: 'Use an https URL, or save the description in the site folder.',
    });
  }
  if (remote && !files.fetchText) {
    return problem('openapi-offline', from, {
      reason: `Can't read the API description ${source}: this build has no network access.`,
      actual: source,
      note: 'Save the description in the site folder and use its path.',
    });
  }
  let text: string | undefined;
  const outside = !remote && (source === '..' || source.startsWith('../'));
  try {
    if (remote && files.fetchText) text = await files.fetchText(source);
    else if (!outside) text = await files.readText(source);
  } catch (error) {
    return problem('openapi-unreadable', from, {
      reason: `Can't read the API description ${source}: ${words(error)}`,
      actual: source,
      note: remote
        ? 'Check the URL, or save the description in the site folder.'
        : 'Check that the file exists and is readable.',
    });
  }
  if (text === undefined) {
    const near = nearest(source, files.paths.filter(isDescriptionPath));
    const sameLetters = near?.toLowerCase() === source.toLowerCase();
    return problem('openapi-missing', from, {
      reason: `There is no API description at ${source}${near === undefined ? '.' : `; did you mean ${JSON.stringify(near)}?`}`,
      actual: source,
      ...(near === undefined ? {} : { expected: [near] }),
      note: sameLetters
        ? 'Paths are case-sensitive.'
        : 'Write its path relative to the folder of docs.json.',
    });
  }
  if (text.length > limits.bytes) {
    return problem('openapi-too-large', from, {
      reason: `The API description ${source} is larger than 10 MB.`,
      actual: `${Math.round(text.length / 1024 / 1024)} MB`,
      note: 'Split it, or remove what the site does not show.',
    });
  }
  return text.replace(/^\uFEFF/, '');
}
