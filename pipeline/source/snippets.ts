import type { Root } from 'mdast';
import { branchOf, type VersionBranch } from '../../schema/branch.ts';
import type { Place, Problem } from '../../schema/errors.ts';
import { pointsIn } from '../../schema/lines.ts';
import type { SourceFile } from '../../schema/site.ts';
import { programOf } from './expression.ts';
import { formatOf } from './format.ts';
import { nearest } from './nearest.ts';
import { parsePage } from './parse.ts';
import { folderOf, joinPath } from './path.ts';
import { placeIn, placeOf, walk } from './tree.ts';

/** One import of a page or snippet, resolved. */
export interface ResolvedImport {
  /** As written behind `from`. */
  readonly from: string;
  /** Site-relative path of the file. */
  readonly path: string;
  readonly kind: 'page' | 'component' | 'data' | 'style' | 'asset';
  readonly names: readonly ImportedName[];
}

/** `imported` is `default`, `*` or the name in the other file. */
export interface ImportedName {
  readonly imported: string;
  readonly local: string;
}

/** What a file takes in. */
export interface ResolvedFile {
  readonly imports: readonly ResolvedImport[];
  /** Files of legacy `<Snippet file>` tags: the name as written → site-relative path. */
  readonly included: ReadonlyMap<string, string>;
  /** Paths of all files it is made from, those of its snippets included. */
  readonly uses: readonly string[];
  /** Of its imports, and those of its snippets. */
  readonly problems: readonly Problem[];
}

/** Resolves the imports of pages. */
export interface Snippets {
  resolve(file: { readonly path: string; readonly text: string }, root: Root): ResolvedFile;
}

/** What `createSnippets` looks files up in; both by site-relative path. */
export interface SnippetSources {
  /** Text files: snippets, and pages that are imported by other pages. */
  readonly texts: ReadonlyMap<string, SourceFile>;
  /** Whether a file that is served as it is has this path. */
  readonly isAsset?: (path: string) => boolean;
  /** Versions that are built from branches: their files look below their prefix first. */
  readonly branches?: readonly VersionBranch[];
}

interface Wanted {
  readonly from: string;
  readonly names: readonly ImportedName[];
  readonly place?: Place;
  readonly legacy: boolean;
}

/** Libraries that authors import out of habit; their hooks are there without. */
const ambient = /^(?:react|preact|react-dom)(?:\/|$)|^@mintlify\/components$/;

/** Files that may include each other in a row. */
const deepest = 100;

/** Starts resolving imports over the files of a site. */
export function createSnippets(sources: SnippetSources): Snippets {
  const known = new Map<string, ResolvedFile>();

  const resolveWanted = (
    file: { readonly path: string },
    wanted: readonly Wanted[],
    chain: readonly string[],
  ): ResolvedFile => {
    const imports: ResolvedImport[] = [];
    const included = new Map<string, string>();
    const uses = new Set<string>();
    // A file may be included on several ways.
    const problems = new Set<Problem>();
    for (const want of wanted) {
      const found = find(want, file.path, sources);
      if (found === 'ambient') continue;
      if (typeof found !== 'string') {
        problems.add(missing(want, file.path, chain, found.tried, sources));
        continue;
      }
      if (chain.includes(found)) {
        problems.add(cycle(want, file.path, [...chain, found]));
        continue;
      }
      if (chain.length > deepest) {
        problems.add(tooDeep(want, file.path));
        continue;
      }
      if (want.legacy) included.set(want.from, found);
      else imports.push({ from: want.from, path: found, kind: kindOf(found), names: want.names });
      uses.add(found);
      const inner = resolveInner(found, chain);
      for (const path of inner.uses) uses.add(path);
      for (const problem of inner.problems) problems.add(problem);
    }
    return { imports, included, uses: [...uses].sort(), problems: [...problems] };
  };

  const resolveInner = (path: string, chain: readonly string[]): ResolvedFile => {
    const before = known.get(path);
    if (before !== undefined) return before;
    const file = sources.texts.get(path);
    const empty: ResolvedFile = { imports: [], included: new Map(), uses: [], problems: [] };
    if (file === undefined) return empty;
    const { wanted, problems } = wantedBy(file);
    const resolved = resolveWanted(file, wanted, [...chain, path]);
    const result = { ...resolved, problems: [...problems, ...resolved.problems] };
    known.set(path, result);
    return result;
  };

  return {
    resolve: (file, root) => resolveWanted(file, wantedByTree(root), [file.path]),
  };
}

function wantedBy(file: SourceFile): { wanted: Wanted[]; problems: readonly Problem[] } {
  if (/\.mdx?$/i.test(file.path)) {
    const tree = parsePage(file, { format: formatOf(file) });
    return { wanted: wantedByTree(tree.root), problems: tree.problems };
  }
  return { wanted: /\.[jt]sx?$/i.test(file.path) ? wantedByScript(file.text) : [], problems: [] };
}

function wantedByTree(root: Root): Wanted[] {
  const wanted: Wanted[] = [];
  walk(root, (node) => {
    if (node.type === 'mdxjsEsm') {
      const block = placeOf(node);
      const pointIn = pointsIn(node.value);
      for (const statement of programOf(node)?.body ?? []) {
        if (!('source' in statement) || typeof statement.source?.value !== 'string') continue;
        const { start, end } = statement as unknown as Span;
        const place = block && {
          start: moved(pointIn(start), block.start),
          end: moved(pointIn(end), block.start),
        };
        const from = statement.source.value;
        const names =
          statement.type === 'ImportDeclaration' ? statement.specifiers.map(nameOf) : [];
        wanted.push({ from, names, legacy: false, ...(place ? { place } : {}) });
      }
    } else if (node.type === 'mdxJsxFlowElement' || node.type === 'mdxJsxTextElement') {
      if (node.name !== 'Snippet') return;
      for (const attribute of node.attributes) {
        if (attribute.type !== 'mdxJsxAttribute' || attribute.name !== 'file') continue;
        if (typeof attribute.value !== 'string') continue;
        const place = placeOf(node);
        const from = attribute.value;
        wanted.push({ from, names: [], legacy: true, ...(place ? { place } : {}) });
      }
    }
  });
  return wanted;
}

function nameOf(specifier: {
  readonly type: string;
  readonly local: { readonly name: string };
}): ImportedName {
  const { local } = specifier;
  if (specifier.type === 'ImportDefaultSpecifier')
    return { imported: 'default', local: local.name };
  if (specifier.type === 'ImportNamespaceSpecifier') return { imported: '*', local: local.name };
  const { imported } = specifier as unknown as { imported: { name?: string; value?: string } };
  return { imported: imported.name ?? imported.value ?? local.name, local: local.name };
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/** A point of a block's code as a point of the file. */
function moved(point: Place['start'], block: Place['start']): Place['start'] {
  return {
    line: block.line + point.line - 1,
    column: point.line === 1 ? block.column + point.column - 1 : point.column,
    offset: block.offset + point.offset,
  };
}

/** The page parser can't parse TypeScript; import lines can be found without it. */
function wantedByScript(text: string): Wanted[] {
  const wanted: Wanted[] = [];
  const line = /^[ \t]*(?:import|export)\b(?:[^'"`;()]*?\bfrom)?[ \t]*(['"])([^'"\n]+)\1/gm;
  for (const match of text.matchAll(line)) {
    const start = match.index;
    const place = placeIn(text, start, start + match[0].length);
    if (!/^[ \t]*import\s+type\b/.test(match[0])) {
      wanted.push({ from: match[2] ?? '', names: [], legacy: false, place });
    }
  }
  return wanted;
}

function find(
  want: Wanted,
  from: string,
  sources: SnippetSources,
): string | 'ambient' | { readonly tried: readonly string[] } {
  if (!want.legacy && ambient.test(want.from)) return 'ambient';
  const exists = (path: string) => sources.texts.has(path) || sources.isAsset?.(path) === true;
  const tried: string[] = [];
  const branch = branchOf(from, sources.branches ?? []);
  const relative = !want.legacy && /^\.{1,2}\//.test(want.from);
  const bases = candidates(want, from);
  const own = branch && !relative ? bases.map((base) => base && `${branch.prefix}/${base}`) : [];
  for (const base of [...own, ...bases]) {
    if (base === undefined) continue;
    const named = /\.[A-Za-z0-9]+$/.test(base);
    const endings = named ? [''] : ['', '.mdx', '.md', '.jsx', '.tsx', '.js', '.ts', '.json'];
    for (const ending of endings) {
      const path = `${base}${ending}`.normalize('NFC');
      if (exists(path)) return path;
    }
    tried.push(base);
  }
  return { tried };
}

function candidates(want: Wanted, from: string): (string | undefined)[] {
  const folder = folderOf(from);
  if (want.legacy) {
    const name = want.from.replace(/^\/+/, '');
    const bare = name.replace(/^_?snippets\//, '');
    return ['snippets', '_snippets'].map((room) => joinPath(room, bare));
  }
  if (/^\.{0,2}\//.test(want.from)) return [joinPath(folder, want.from)];
  if (/^[@~]\//.test(want.from)) return [joinPath('', want.from.slice(2))];
  // `snippets/x.mdx` without a slash is meant from the top.
  return want.from.includes('/') || /\.\w+$/.test(want.from) ? [joinPath('', want.from)] : [];
}

function kindOf(path: string): ResolvedImport['kind'] {
  if (/\.mdx?$/i.test(path)) return 'page';
  if (/\.[jt]sx?$/i.test(path)) return 'component';
  if (/\.(?:json|ya?ml)$/i.test(path)) return 'data';
  return /\.css$/i.test(path) ? 'style' : 'asset';
}

function missing(
  want: Wanted,
  file: string,
  chain: readonly string[],
  tried: readonly string[],
  sources: SnippetSources,
): Problem {
  const wish = tried[0] ?? want.from;
  const near = nearest(wish, sources.texts.keys());
  const via =
    chain.length > 1 ? ` (used by ${chain.slice(0, -1).reverse().join(', used by ')})` : '';
  const isPackage = tried.length === 0 && !/^[./]/.test(want.from);
  return {
    severity: 'error',
    source: 'source',
    ruleId: isPackage ? 'import-package' : 'missing-snippet',
    file,
    ...(want.place ? { place: want.place } : {}),
    reason: isPackage
      ? `Can't import the package "${want.from}", expected a file of this site.`
      : `The file "${want.from}" does not exist${via}${near ? `; did you mean "/${near}"?` : '.'}`,
    actual: want.from,
    ...(near ? { expected: [`/${near}`] } : {}),
    note: isPackage
      ? 'Move what the page needs into a file in snippets/ and import that file.'
      : 'Create the file, or correct its path: "/" is the site\'s folder, "./" the folder of this file.',
  };
}

function tooDeep(want: Wanted, file: string): Problem {
  return {
    severity: 'error',
    source: 'source',
    ruleId: 'snippet-depth',
    file,
    ...(want.place ? { place: want.place } : {}),
    reason: `More than ${deepest} files include each other in a chain; this one is left out.`,
    actual: want.from,
    note: 'Import what is needed in the page itself.',
  };
}

function cycle(want: Wanted, file: string, chain: readonly string[]): Problem {
  return {
    severity: 'error',
    source: 'source',
    ruleId: 'snippet-cycle',
    file,
    ...(want.place ? { place: want.place } : {}),
    reason: `These files include each other: ${chain.join(' → ')}.`,
    actual: want.from,
    note: 'Remove one of the imports.',
  };
}
