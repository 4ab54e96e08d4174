import {
  constants,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { branchFolder } from '../../schema/branch.ts';
import type { Problem } from '../../schema/errors.ts';
import { parseJson } from '../../schema/json-text.ts';
import { joinPointer, locate, type Origins } from '../../schema/pointer.ts';
import { readPageEntry } from '../config/paths.ts';
import { readConfig } from '../config/read.ts';
import {
  findBranch,
  openRepository,
  readAt,
  type SiteRepository,
  writeCommit,
} from '../source/branches.ts';
import { asksForDate } from '../source/frontmatter-range.ts';
import { type GitFacts, readHistory } from '../source/git.ts';

/** A folder to build from: the site's own, or one in which the branches of its versions lie as well. */
export interface Prepared {
  readonly dir: string;
  /** What git knows of the site's own folder, when another one is built from. */
  readonly git?: GitFacts;
  readonly problems: readonly Problem[];
  readonly close: () => void;
}

type Fields = Record<string, unknown>;

/** A version of `docs.json` with a branch, and its position. */
interface BranchVersion {
  readonly entry: Fields;
  readonly pointer: string;
  readonly name: string;
  readonly branch: string;
}

/** What a version holds; the branch's own takes its place. */
const containers = [
  'tabs',
  'groups',
  'anchors',
  'products',
  'versions',
  'languages',
  'pages',
] as const;

/**
 * Puts the branches of versions below their prefixes: a copy of the site's folder, a folder for
 * each branch out of the local repository, and a `docs.json` in which each of these versions has the
 * navigation of its branch. A site without such versions is left as it is; a branch that can't be read
 * leaves its version without pages.
 */
export async function prepareBranches(
  dir: string,
  options: { readonly ignore?: readonly string[] } = {},
): Promise<Prepared> {
  const plain = (problems: readonly Problem[] = []): Prepared => ({
    dir,
    problems,
    close: () => {},
  });
  const text = readText(join(dir, 'docs.json'));
  if (!text?.includes('"branch"')) return plain();
  const origins: Origins = new WeakMap();
  const { value: root, faults } = parseJson(text, { file: 'docs.json', origins });
  if (!isFields(root) || faults.some((fault) => fault.fatal)) return plain();
  const versions = findVersions(root.navigation, '/navigation');
  if (versions.length === 0) return plain();

  const problems: Problem[] = [];
  const tell = (pointer: string, reason: string, note: string) =>
    problems.push({
      ...{ severity: 'error', source: 'config', ruleId: 'version-branch', reason, note },
      ...(locate(root, pointer, { origins }) ?? { file: 'docs.json' }),
    });
  const repository = await openRepository(dir);
  const others = versions.filter(({ branch }) => branch !== repository?.current);
  if (others.length === 0) return plain();
  const room = mkdtempSync(join(tmpdir(), 'docent-branches-'));
  const close = () => rmSync(room, { recursive: true, force: true });
  try {
    const merged = join(room, 'site');
    copySite(dir, merged, options.ignore ?? []);
    const dated = datedFiles(merged);
    const taken = new Map<Fields, Fields>();
    for (const version of others) {
      const wrong = await addVersion(version, { repository, merged, room, dir, taken });
      if (wrong) tell(wrong.at, wrong.reason, wrong.note);
    }
    if (taken.size === 0) {
      close();
      return plain(problems);
    }
    const pieces = others.flatMap(({ entry, pointer }) =>
      taken.has(entry)
        ? [{ entry, offset: locate(root, pointer, { origins })?.place.start.offset }]
        : [],
    );
    writeFileSync(join(merged, 'docs.json'), withPieces(text, root, pieces, taken));
    const { config } = readConfig(text, { file: 'docs.json' });
    const history = await readHistory(dir, config?.metadata.timestamp ? {} : { files: dated });
    return { dir: merged, git: history, problems, close };
  } catch (error) {
    close();
    throw error;
  }
}

/** Writes the branch of one version below its prefix, and its navigation into the entry. */
async function addVersion(
  { entry, pointer, name, branch }: BranchVersion,
  place: {
    readonly repository: SiteRepository | undefined;
    readonly merged: string;
    readonly room: string;
    readonly dir: string;
    /** Entry of `docs.json` → what it gets. */
    readonly taken: Map<Fields, Fields>;
  },
): Promise<{ readonly at: string; readonly reason: string; readonly note: string } | undefined> {
  const { repository, merged, room, dir } = place;
  const prefix = branchFolder(typeof entry.url === 'string' ? entry.url : undefined);
  const at = `${pointer}/branch`;
  if (prefix === undefined) {
    const reason = `The version "${name}" has a branch, but no URL prefix`;
    return { at, reason, note: 'Add "url" with a path such as /v1.' };
  }
  if (existsSync(join(dir, prefix)) || existsSync(join(merged, prefix))) {
    const reason = `The version "${name}" is built at "${prefix}", but a folder with that name exists`;
    return { at: `${pointer}/url`, reason, note: 'Choose another "url", or move the folder.' };
  }
  if (repository === undefined) {
    const reason = `The version "${name}" is built from the branch "${branch}", but the site is not in a Git repository`;
    return { at, reason, note: 'Build it from a clone of the repository, or remove "branch".' };
  }
  const commit = await findBranch(repository, branch);
  if (commit === undefined) {
    const reason = `There is no branch "${branch}" in this clone, expected one for the version "${name}"`;
    const note = `Correct the name, or fetch the branch first: git fetch origin ${branch}.`;
    return { at, reason, note };
  }
  const written = await readAt(repository, commit, 'docs.json');
  const to = join(merged, prefix);
  if (written === undefined || !(await writeCommit(repository, commit, { to, room }))) {
    rmSync(to, { recursive: true, force: true });
    const reason = `The branch "${branch}" of the version "${name}" has no docs.json in the site's folder`;
    return { at, reason, note: 'Add one to the branch, or remove "branch".' };
  }
  const { config, valid, problems } = readConfig(written, {
    file: 'docs.json',
    readRef: (path) => readText(join(to, path)),
  });
  if (!config || !valid) {
    rmSync(to, { recursive: true, force: true });
    const broken = problems.find((problem) => problem.severity === 'error');
    const reason = `The docs.json of the branch "${branch}" has an error: ${broken?.reason ?? 'it is not an object'}`;
    return { at, reason, note: 'Run "docent check" on the branch.' };
  }
  dropGlobals(to);
  const own = ownVersion(config.navigation as Fields, { name, branch, url: entry.url });
  const isFile = (path: string) => existsSync(join(to, path));
  const given: Fields = {};
  for (const key of [...containers, 'openapi']) {
    if (own[key] !== undefined) given[key] = below(prefix, own[key], { key, isFile });
  }
  place.taken.set(entry, given);
  return undefined;
}

/**
 * The text of `docs.json` with what its versions get: written behind the brace of each, so that every
 * other line keeps its number in what problems say.
 */
function withPieces(
  text: string,
  root: Fields,
  pieces: readonly { readonly entry: Fields; readonly offset: number | undefined }[],
  taken: ReadonlyMap<Fields, Fields>,
): string {
  const own = [...containers, 'openapi'];
  const canInsert = pieces.every(
    ({ entry, offset }) =>
      offset !== undefined && text[offset] === '{' && !own.some((key) => Object.hasOwn(entry, key)),
  );
  if (canInsert) {
    let result = text;
    for (const { entry, offset = 0 } of [...pieces].sort(
      (a, b) => (b.offset ?? 0) - (a.offset ?? 0),
    )) {
      const piece = JSON.stringify(taken.get(entry) ?? {}).slice(1, -1);
      if (piece) result = `${result.slice(0, offset + 1)}${piece},${result.slice(offset + 1)}`;
    }
    return result;
  }
  for (const { entry } of pieces) {
    for (const key of own) delete entry[key];
    Object.assign(entry, taken.get(entry));
  }
  return `${JSON.stringify(root, null, 2)}\n`;
}

/** Every version with a branch, at any depth. */
function findVersions(value: unknown, pointer: string): BranchVersion[] {
  if (Array.isArray(value)) {
    return value.flatMap((child, index) => findVersions(child, `${pointer}/${index}`));
  }
  if (!isFields(value)) return [];
  return Object.entries(value).flatMap(([key, child]) => {
    const at = `${pointer}${joinPointer([key])}`;
    const own =
      key === 'versions' && Array.isArray(child)
        ? child.flatMap((entry: unknown, index) =>
            isFields(entry) && typeof entry.branch === 'string'
              ? [
                  {
                    entry,
                    pointer: `${at}/${index}`,
                    name: String(entry.name),
                    branch: entry.branch,
                  },
                ]
              : [],
          )
        : [];
    return [...own, ...findVersions(child, at)];
  });
}

/** What a branch shows of itself: its navigation, or its own version when it lists several as well. */
function ownVersion(
  navigation: Fields,
  wanted: { readonly name: string; readonly branch: string; readonly url: unknown },
): Fields {
  const listed = navigation.versions;
  if (!Array.isArray(listed) || listed.length === 0) return navigation;
  const entries = listed.filter(isFields);
  const hasPages = (entry: Fields) => containers.some((key) => entry[key] !== undefined);
  const found =
    entries.find((entry) => entry.branch === wanted.branch && hasPages(entry)) ??
    entries.find((entry) => entry.name === wanted.name && hasPages(entry)) ??
    entries.find((entry) => entry.default === true && hasPages(entry)) ??
    entries.find(hasPages) ??
    {};
  // Entries next to the versions belong to all of them.
  const { versions: _list, ...beside } = navigation;
  const own = Object.fromEntries(
    Object.entries(found).filter(([key]) => [...containers, 'openapi'].includes(key)),
  );
  return { ...beside, ...own };
}

const pageKeys = new Set(['pages', 'root', 'landing']);

/** Navigation with its page paths and files below a prefix; addresses elsewhere stay. */
function below(
  prefix: string,
  value: unknown,
  at: { readonly key: string; readonly isFile: (path: string) => boolean },
): unknown {
  const file = (path: string) => {
    const bare = path.replace(/^\/+/, '');
    return at.isFile(bare) ? `/${prefix}/${bare}` : path;
  };
  if (typeof value === 'string') {
    if (at.key === 'openapi' || at.key === 'source') return file(value);
    if (at.key === 'href') return /^\/(?!\/)/.test(value) ? `/${prefix}${value}` : value;
    if (!pageKeys.has(at.key)) return value;
    const entry = readPageEntry(value);
    if (entry.type === 'page') return `${prefix}/${entry.path}`;
    if (entry.type === 'link' || entry.source === undefined) return value;
    return `${file(entry.source)} ${entry.entry}`;
  }
  if (Array.isArray(value)) return value.map((one) => below(prefix, one, at));
  if (!isFields(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, child]) => [key, below(prefix, child, { ...at, key })]),
  );
}

/** Styles and scripts at large are those of the default branch, and so is the configuration. */
function dropGlobals(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const inside = relative(folder, path);
    const isGlobal =
      /\.(?:css|js|mjs)$/i.test(entry.name) && !/(?:^|[/\\])_?snippets[/\\]/.test(inside);
    if (entry.isFile() && (isGlobal || inside === 'docs.json')) rmSync(path);
  }
}

/** The site's folder without what no build reads. */
function copySite(dir: string, to: string, ignore: readonly string[]): void {
  const left = new Set(ignore.map((path) => path.replace(/\/$/, '')));
  cpSync(dir, to, {
    recursive: true,
    preserveTimestamps: true,
    mode: constants.COPYFILE_FICLONE,
    verbatimSymlinks: true,
    filter: (from) =>
      !['.git', 'node_modules', '.docent'].includes(basename(from)) &&
      !left.has(relative(dir, from)),
  });
}

/** The pages of the site's own folder that show their date, whatever the site does. */
function datedFiles(dir: string): readonly string[] {
  const files = readdirSync(dir, { recursive: true, encoding: 'utf8' });
  return files
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => /\.mdx?$/.test(path) && asksForDate(readText(join(dir, path)) ?? ''))
    .map((path) => path.normalize('NFC'));
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
