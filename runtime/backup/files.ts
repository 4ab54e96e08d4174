import { createHash } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  createReadStream,
  fsyncSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
} from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Hash of a file. */
export async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const part of createReadStream(file)) hash.update(part as Buffer);
  return hash.digest('hex');
}

/** Copies files and hashes the copies; files that are one by hard links stay one. */
export function createCopier({ mode }: { readonly mode: number }) {
  const known = new Map<string, { readonly copy: string; readonly hash: string }>();
  const folders = new Set<string>();
  return async (from: string, to: string): Promise<{ hash: string; bytes: number }> => {
    const folder = dirname(to);
    if (!folders.has(folder)) {
      mkdirSync(folder, { recursive: true, mode: mode & 0o077 ? 0o755 : 0o700 });
      folders.add(folder);
    }
    const { dev, ino, nlink, size } = lstatSync(from);
    const same = nlink > 1 ? known.get(`${dev}:${ino}`) : undefined;
    if (same && tryLink(same.copy, to)) return { hash: same.hash, bytes: 0 };
    await copyFile(from, to);
    chmodSync(to, mode);
    const hash = await hashOf(to);
    if (nlink > 1) known.set(`${dev}:${ino}`, { copy: to, hash });
    return { hash, bytes: size };
  };
}

const reasons: Readonly<Record<string, string>> = {
  ENOSPC: 'there is no space left on the disk',
  EDQUOT: 'the disk quota is used up',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOTDIR: 'a part of the path is a file',
  EEXIST: 'a part of the path is a file',
};

/** Runs work on files; a refusal of the file system becomes one sentence. */
export async function withClearErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { code = '', path = 'a file', dest } = error as NodeJS.ErrnoException & { dest?: string };
    const reason = reasons[code];
    if (reason === undefined) throw error;
    throw new Error(`Can't use ${dest ?? path}: ${reason}.`, { cause: error });
  }
}

/** What was written to a file, or the names in a folder, are on the disk after this. */
export function sync(path: string): void {
  const opened = openSync(path, 'r');
  try {
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
}

/** False where there are no hard links, or too many of this file. */
function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (['EMLINK', 'EPERM', 'ENOTSUP', 'ENOSYS'].includes(code)) return false;
    throw error;
  }
}

/** Every file at a path or below it; nothing where nothing is. */
export function* filesBelow(path: string): Generator<string> {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat?.isFile()) yield path;
  if (!stat?.isDirectory()) return;
  for (const name of readdirSync(path).sort()) yield* filesBelow(join(path, name));
}

/** A line for `sha256sum -c`, which escapes names in its own way. */
export function sumLine(hash: string, path: string): string {
  const escaped = path.replace(/[\\\n\r]/g, (sign) => escapes[sign] ?? sign);
  return `${escaped === path ? '' : '\\'}${hash}  ${escaped}\n`;
}

/** Hashes by path. */
export function readSums(text: string): Map<string, string> {
  const sums = new Map<string, string>();
  for (const line of text.split('\n')) {
    const [, escaped, hash, path] = /^(\\?)([0-9a-f]{64}) {2}(.+)$/.exec(line) ?? [];
    if (hash === undefined || path === undefined) continue;
    sums.set(escaped ? path.replace(/\\[\\nr]/g, (pair) => unescapes[pair] ?? pair) : path, hash);
  }
  return sums;
}

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r' };
const unescapes: Readonly<Record<string, string>> = { '\\\\': '\\', '\\n': '\n', '\\r': '\r' };
