import { existsSync, lstatSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { projectRoot } from '../support/corpus.ts';

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** Bytes on disk of a folder; what several names link to counts once. */
function sizeOf(folder: string, seen = new Set<number>()): number {
  return readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sum + sizeOf(path, seen);
    const { blocks, ino, nlink } = lstatSync(path);
    if (nlink > 1 && seen.has(ino)) return sum;
    seen.add(ino);
    return sum + blocks * 512;
  }, 0);
}

/** A package and everything that it depends on, where npm has installed it in the checkout. */
function treeOf(folder: string, found = new Set<string>()): Set<string> {
  found.add(folder);
  const manifest: Manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  for (const name of Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies })) {
    const installed = placeOf(name, folder);
    if (installed !== undefined && !found.has(installed)) treeOf(installed, found);
  }
  return found;
}

/** An optional package of another platform has no place. */
function placeOf(name: string, from: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const place = join(folder, 'node_modules', name);
    if (existsSync(place)) return realpathSync(place);
    if (folder === dirname(folder)) return undefined;
  }
}

function packagesIn(modules: string): readonly string[] {
  return readdirSync(modules).flatMap((name) => {
    if (name.startsWith('.')) return [];
    const folder = join(modules, name);
    return name.startsWith('@') ? readdirSync(folder).map((one) => join(folder, one)) : [folder];
  });
}

const megabytes = (bytes: number): number => Math.ceil(bytes / 2 ** 20);

/** Adds up packages, and prints the ten largest. */
function weigh(title: string, folders: Iterable<string>): number {
  const sizes = [...folders]
    .map((folder) => ({ folder, size: sizeOf(folder) }))
    .sort((a, b) => b.size - a.size);
  const total = megabytes(sizes.reduce((sum, { size }) => sum + size, 0));
  const lines = sizes.slice(0, 10).map(({ folder, size }) => {
    const name = folder.slice(folder.lastIndexOf('node_modules/') + 13);
    return `${String(megabytes(size)).padStart(5)} MB  ${name}`;
  });
  console.log([`${title}: ${total} MB`, ...lines].join('\n'));
  return total;
}

/** Headers that come with Node.js; scripts/trim.js deletes them from a checkout only. */
const headersOfNode = 67;

test('an installed package takes at most 450 MB with everything it depends on', () => {
  const docent = realpathSync(join(inject('installed'), 'node_modules/docent'));
  const total = weigh('Production, without the headers of Node.js', treeOf(docent));
  expect(total + headersOfNode).toBeLessThanOrEqual(450);
});

test('a checkout takes at most 800 MB of packages', () => {
  const modules = join(projectRoot, 'node_modules');
  expect(weigh('Development', packagesIn(modules))).toBeLessThanOrEqual(800);
});
