import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';

/** What packages next to a site may bring, all together. */
const most = { packages: 40, files: 4000, bytes: 40_000_000 } as const;

/** Declarations by their paths for a compiler that sees the site's folder as its root. */
export type Declarations = ReadonlyMap<string, string>;

const isName = /^(?:@[\w.~-]+\/)?[\w~-][\w.~-]*$/;

/** Names of packages in the imports of a text: `zod`, `@scope/name`. */
export function packagesIn(code: string): readonly string[] {
  const imports = code.matchAll(
    /(?:\bfrom|\bimport|\brequire)\s*(?:\(\s*)?["']((?:@[\w.~-]+\/)?[\w~-][\w.~-]*)/g,
  );
  return [...new Set([...imports].map(([, name = '']) => name))];
}

/**
 * Declarations of packages in the site's own `node_modules`, with those of the packages that they depend on. They
 * are read as text, and only below the site's folder.
 */
export function packageTypes(dir: string, names: readonly string[]): Declarations {
  const found = new Map<string, string>();
  const modules = join(dir, 'node_modules');
  if (names.length === 0 || !existsSync(modules)) return found;
  const root = realpathSync(dir);
  const left: { packages: number; files: number; bytes: number } = { ...most };
  const waiting = names.flatMap((name) => [name, typesPackage(name)]);
  const seen = new Set(waiting);
  for (const name of waiting) {
    const manifest = readManifest(modules, name);
    const file = manifest && inside(root, join(modules, name, 'package.json'));
    if (!file || --left.packages < 0) continue;
    found.set(`/node_modules/${name}/package.json`, JSON.stringify(manifest));
    readFolder(dirname(file), `/node_modules/${name}`, found, left);
    for (const next of Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies })) {
      if (seen.has(next) || !isName.test(next)) continue;
      seen.add(next);
      waiting.push(next);
    }
  }
  return found;
}

/** Versions of packages next to a site, as part of a cache key. */
export function packageVersions(dir: string, names: readonly string[]): string {
  const modules = join(dir, 'node_modules');
  return names
    .flatMap((name) => [name, typesPackage(name)])
    .map((name) => `${name}@${readManifest(modules, name)?.version ?? ''}`)
    .join(' ');
}

interface Manifest {
  readonly version?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

function readManifest(modules: string, name: string): Manifest | undefined {
  try {
    return JSON.parse(readFileSync(join(modules, name, 'package.json'), 'utf8')) as Manifest;
  } catch {
    return undefined;
  }
}

/** Where declarations of a package are that has none: `@types/name`, `@types/scope__name`. */
function typesPackage(name: string): string {
  return `@types/${name.replace(/^@/, '').replace('/', '__')}`;
}

/** A file with its links followed; undefined if they lead out of the site. */
function inside(root: string, path: string): string | undefined {
  const real = realpathSync(path);
  const way = relative(root, real);
  return way === '..' || way.startsWith(`..${sep}`) ? undefined : real;
}

function readFolder(
  folder: string,
  place: string,
  found: Map<string, string>,
  left: { files: number; bytes: number },
): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && entry.name !== 'node_modules') {
      readFolder(path, `${place}/${entry.name}`, found, left);
    } else if (entry.isFile() && /\.d\.[cm]?ts$|^package\.json$/.test(entry.name)) {
      left.bytes -= statSync(path).size;
      left.files--;
      if (left.bytes < 0 || left.files < 0) return;
      found.set(`${place}/${entry.name}`, readFileSync(path, 'utf8'));
    }
  }
}
