import { type Dirent, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { siteMarker } from '../../schema/build.ts';
import type { Problem } from '../../schema/errors.ts';
import type { Asset, SourceFile } from '../../schema/site.ts';
import { decode } from './decode.ts';
import { bytesHash, sourceHash } from './hash.ts';
import { readHead } from './head.ts';
import { type Ignore, readIgnore } from './ignore.ts';
import { imageSize } from './image-size.ts';
import { pagePathOf } from './path.ts';
import { questionsFile } from './questions-file.ts';

/** Files that name what is left out: that of the other dialect, and Docent's own. */
export const ignoreFiles: readonly string[] = ['.mintignore', '.docentignore'];

/** Options of `readSource`. */
export interface ReadSourceOptions {
  /** Page paths in the navigation: a README listed there is a page. */
  readonly navigationPages?: ReadonlySet<string>;
  /** Folders and files to leave out besides those in `ignoreFiles`, relative to the folder. */
  readonly ignore?: readonly string[];
  /** Remembers hashes and sizes of assets by path, length and time of change. */
  readonly memo?: SourceMemo;
  /** Reads pages as far as their front matter, and the rest of one when it is asked for. */
  readonly heads?: boolean;
  /** Awaited before each file: lets others work, and throws to stop. */
  readonly pause?: () => Promise<void>;
}

/** The part of a cache that `readSource` uses. */
export interface SourceMemo {
  get<T>(stage: string, key: string): T | undefined;
  set(stage: string, key: string, value: unknown): void;
}

/** The files of a site, read once. All maps are in path order. */
export interface SourceTree {
  readonly dir: string;
  /** Page files by page path. */
  readonly pages: ReadonlyMap<string, SourceFile>;
  /** Text files that are not pages but can be imported, by site-relative path: snippets, data, styles. */
  readonly snippets: ReadonlyMap<string, SourceFile>;
  /** Pages and snippets together, by site-relative path: what an import may name. */
  readonly texts: ReadonlyMap<string, SourceFile>;
  readonly assets: ReadonlyMap<string, Asset>;
  readonly problems: readonly Problem[];
  /** Whether the pages are read as far as their front matter: nothing is known yet of what is wrong with their bytes. */
  readonly heads: boolean;
}

/** Longest page, snippet or description that is read, and largest file that is served, in bytes. */
const sizeLimits = { text: 16_000_000, data: 64_000_000, asset: 200_000_000 } as const;

/** Deepest nesting of folders that is followed. */
const deepest = 40;

const neverFolders = new Set(['node_modules', '__MACOSX']);
const neverPages = /^(?:readme|license|licence)(?:[.-][^/]*)?\.mdx?$/i;
/** Files of a repository, by the exact names that they have there: a page "changelog.mdx" is none of them. */
const repositoryFiles = /^(?:CHANGELOG|CONTRIBUTING)\.md$/;
const agentFiles = /^(?:AGENTS|CLAUDE|GEMINI|SKILL|copilot-instructions)(?:\.local)?\.mdx?$/;
// Terms for translation are next to docs.json; they are not content.
const neverServed =
  /^glossary\.json$|(?:^|\/)(?:docs\.json|mint\.json|package(?:-lock)?\.json|tsconfig[^/]*\.json|[^/]*\.lock|pnpm-lock\.yaml|Makefile|Dockerfile)$|\.(?:[jt]sx|ts|pem|key|p12|pfx|env|log|map|mdx?)$/i;
const imageName = /\.(?:png|jpe?g|gif|webp|avif|bmp|svg)$/i;

interface Found {
  readonly path: string;
  readonly full: string;
}

/**
 * Reads a site's folder and nothing outside of it. Bad files become problems; the rest is read on. The
 * answer depends on names and contents alone, never on the order in which a disk lists them.
 */
export async function readSource(
  dir: string,
  options: ReadSourceOptions = {},
): Promise<SourceTree> {
  const problems: Problem[] = [];
  const files = list(dir, options, problems);
  const pages = new Map<string, SourceFile>();
  const snippets = new Map<string, SourceFile>();
  const texts = new Map<string, SourceFile>();
  const assets = new Map<string, Asset>();
  for (const found of files) {
    if (options.pause) await options.pause();
    const kind = kindOf(found.path, options.navigationPages);
    if (kind === 'nothing') continue;
    if (kind !== 'asset') {
      const limit = kind === 'data' ? sizeLimits.data : sizeLimits.text;
      const read = kind === 'page' && options.heads ? readHead : undefined;
      const file = readText(found, limit, { problems, read });
      if (file !== undefined) {
        texts.set(file.path, file);
        if (kind === 'page') addPage(pages, file, problems);
        else snippets.set(file.path, file);
      }
    }
    if (kind === 'asset' || ((kind === 'data' || kind === 'style') && isServed(found.path))) {
      const asset = readAsset(found, options.memo, problems);
      if (asset !== undefined) assets.set(asset.path, asset);
    }
  }
  problems.push(...collisions(pages));
  const heads = options.heads === true;
  return { dir, pages: sorted(pages), snippets, texts, assets, problems, heads };
}

type Kind = 'page' | 'snippet' | 'data' | 'style' | 'asset' | 'nothing';

/** What a file is, by its name alone. */
export function kindOf(path: string, navigationPages?: ReadonlySet<string>): Kind {
  if (/\.mdx?$/i.test(path)) {
    if (isSnippet(path, navigationPages)) return 'snippet';
    const name = path.slice(path.lastIndexOf('/') + 1);
    const isOther = [neverPages, repositoryFiles, agentFiles].some((names) => names.test(name));
    if (!isOther) return 'page';
    return navigationPages?.has(pagePathOf(path)) === true ? 'page' : 'nothing';
  }
  if (/\.(?:[jt]sx|[mc]?[jt]s)$/i.test(path)) return 'snippet';
  if (/\.(?:json|ya?ml)$/i.test(path)) return 'data';
  if (/\.css$/i.test(path)) return 'style';
  return isServed(path) ? 'asset' : 'nothing';
}

/**
 * Decision: `snippets/` counts at the top and, unless navigation lists the page, below; a product may
 * well have a chapter of that name.
 */
function isSnippet(path: string, navigationPages: ReadonlySet<string> | undefined): boolean {
  if (/^_?snippets\//.test(path) || /\/_snippets\//.test(path)) return true;
  return /\/snippets\//.test(path) && navigationPages?.has(pagePathOf(path)) !== true;
}

function isServed(path: string): boolean {
  return !neverServed.test(path);
}

function list(dir: string, options: ReadSourceOptions, problems: Problem[]): Found[] {
  const root = realpathSync(dir);
  const fromFile = ignoreFile(root, problems);
  const left = [...(options.ignore ?? []), questionsFile];
  const given = readIgnore(left.map((path) => `/${path}`).join('\n'));
  const ignored: Ignore = (path, folder) => fromFile(path, folder) || given(path, folder);
  const found: Found[] = [];
  const seen = new Set<string>([root]);
  const visit = (folder: string, prefix: string, depth: number) => {
    let entries: Dirent[];
    try {
      entries = readdirSync(folder, { withFileTypes: true });
    } catch (error) {
      problems.push({ ...unreadable(prefix || '.', error), ruleId: 'unreadable-folder' });
      return;
    }
    const names = new Set(entries.map(({ name }) => name));
    // A built site inside of the sources is not one of them, and the outputs of builds hold what is private.
    if (names.has(siteMarker)) return;
    if (depth > 0 && names.has('current') && names.has('deployments')) return;
    entries.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
    for (const entry of entries) {
      const path = prefix === '' ? entry.name : `${prefix}/${entry.name}`;
      if (isHidden(entry.name) || neverFolders.has(entry.name)) continue;
      if (ignored(path, entry.isDirectory())) continue;
      const target = resolveEntry(entry, join(folder, entry.name), path, root, problems);
      if (target === undefined) continue;
      const { full, type } = target;
      // A link may lead to a folder, which has rules of its own.
      if (entry.isSymbolicLink() && ignored(path, type.isDirectory())) continue;
      if (type.isFile()) found.push({ path, full });
      else if (type.isDirectory() && depth < deepest && !seen.has(full)) {
        seen.add(full);
        visit(full, path, depth + 1);
      }
    }
  };
  visit(root, '', 0);
  return found.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
}

/** Dot files are the author's own, but for the folder that the web gives a meaning to. */
function isHidden(name: string): boolean {
  return name.startsWith('.') && name !== '.well-known';
}

/** The rules of all files with rules: those of a later one can take back those of an earlier one. */
function ignoreFile(root: string, problems: Problem[]): Ignore {
  const rules = ignoreFiles.map((name) => {
    try {
      return readFileSync(join(root, name), 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') {
        problems.push(unreadable(name, error));
      }
      return '';
    }
  });
  return readIgnore(rules.join('\n'));
}

/** Follows links, but never out of the folder; anything that is neither file nor folder is left. */
function resolveEntry(
  entry: Dirent,
  full: string,
  path: string,
  root: string,
  problems: Problem[],
): { readonly full: string; readonly type: Pick<Dirent, 'isFile' | 'isDirectory'> } | undefined {
  if (!entry.isSymbolicLink()) return { full, type: entry };
  try {
    const real = realpathSync(full);
    const inside = relative(root, real);
    if (inside === '' || inside === '..' || inside.startsWith(`..${sep}`)) {
      problems.push({
        severity: 'warning',
        source: 'source',
        ruleId: 'link-outside',
        file: path,
        reason: 'This symbolic link points outside the site’s folder and is not followed.',
        note: 'Put the file itself in the folder.',
      });
      return undefined;
    }
    return { full: real, type: statSync(real) };
  } catch (error) {
    problems.push(unreadable(path, error));
    return undefined;
  }
}

function readText(
  found: Found,
  limit: number,
  { problems, read }: { readonly problems: Problem[]; readonly read: typeof readHead | undefined },
): SourceFile | undefined {
  const path = found.path.normalize('NFC');
  try {
    const head = read?.(found.full, path, limit);
    if (head) return head;
    const { size } = statSync(found.full);
    if (size > limit) {
      problems.push(tooLarge(found, size, limit));
      return undefined;
    }
    const { text, problem } = decode(readFileSync(found.full), found.path);
    if (problem) problems.push(problem);
    return { path, text, hash: sourceHash(text) };
  } catch (error) {
    problems.push(unreadable(found.path, error));
    return undefined;
  }
}

function readAsset(
  found: Found,
  memo: SourceMemo | undefined,
  problems: Problem[],
): Asset | undefined {
  try {
    const { size, mtimeMs } = statSync(found.full);
    if (size > sizeLimits.asset) {
      problems.push(tooLarge(found, size, sizeLimits.asset));
      return undefined;
    }
    const key = `${found.full}\n${size}\n${mtimeMs}`;
    const known = memo?.get<Asset>('asset', key);
    if (known !== undefined) return { ...known, path: found.path.normalize('NFC') };
    const bytes = readFileSync(found.full);
    const dimensions = imageName.test(found.path) ? imageSize(bytes) : undefined;
    const asset: Asset = {
      path: found.path.normalize('NFC'),
      hash: bytesHash(bytes),
      bytes: bytes.length,
      ...dimensions,
    };
    memo?.set('asset', key, asset);
    return asset;
  } catch (error) {
    problems.push(unreadable(found.path, error));
    return undefined;
  }
}

function addPage(pages: Map<string, SourceFile>, file: SourceFile, problems: Problem[]): void {
  const path = pagePathOf(file.path);
  const other = pages.get(path);
  if (other === undefined) {
    pages.set(path, file);
    return;
  }
  // `.mdx` says more than `.md`.
  const [kept, left] = /\.mdx$/i.test(file.path) ? [file, other] : [other, file];
  pages.set(path, kept);
  problems.push({
    severity: 'error',
    source: 'source',
    ruleId: 'page-collision',
    file: left.path,
    reason: `"${left.path}" and "${kept.path}" are both the page "${path}".`,
    actual: path,
    note: 'Rename or remove one of them.',
  });
}

/** Pages that differ in case alone overwrite each other on many disks. */
function collisions(pages: ReadonlyMap<string, SourceFile>): Problem[] {
  const problems: Problem[] = [];
  const folded = new Map<string, string>();
  for (const [path, file] of pages) {
    const key = path.toLowerCase();
    const other = folded.get(key);
    if (other === undefined) folded.set(key, path);
    else {
      problems.push({
        severity: 'warning',
        source: 'source',
        ruleId: 'case-collision',
        file: file.path,
        reason: `The pages "${other}" and "${path}" differ only in case.`,
        actual: path,
        note: "Rename one of them: many disks and hosts can't tell them apart.",
      });
    }
  }
  return problems;
}

function sorted(pages: Map<string, SourceFile>): Map<string, SourceFile> {
  return new Map([...pages].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function tooLarge(found: Found, bytes: number, limit: number): Problem {
  // Rounded up: a file one byte above the limit must not seem to be as large as it may be.
  const size = `${(Math.ceil(bytes / 1e5) / 10).toFixed(1)} MB`;
  return {
    severity: 'error',
    source: 'source',
    ruleId: 'file-too-large',
    file: found.path,
    reason: `The file is ${size} large, expected at most ${limit / 1e6} MB; it is left out.`,
    actual: size,
    expected: [`at most ${limit / 1e6} MB`],
    note: /\.mdx?$/i.test(found.path)
      ? 'Split the page, or add the file to .docentignore.'
      : 'Make the file smaller, or add it to .docentignore.',
  };
}

function unreadable(path: string, error: unknown): Problem {
  const code = (error as NodeJS.ErrnoException | null)?.code ?? String(error);
  return {
    severity: 'error',
    source: 'source',
    ruleId: 'unreadable-file',
    file: path,
    reason: `Can't read the file or folder (${code}).`,
    actual: code,
    note: 'Check its permissions, or add it to .docentignore.',
  };
}
