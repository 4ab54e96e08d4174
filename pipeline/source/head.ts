import { isUtf8 } from 'node:buffer';
import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import type { SourceFile } from '../../schema/site.ts';
import { decode } from './decode.ts';
import { splitFrontmatter } from './frontmatter-range.ts';
import { sourceHash } from './hash.ts';

/** More bytes than nearly all front matter has; a page that is as short is read as a whole. */
const block = Buffer.allocUnsafeSlow(1024);

/**
 * A page of which the front matter is read, and the rest when it is asked for: `docent dev` shows a page before it
 * knows what is on all others. Undefined when its first bytes don't say where the front matter ends, or it has more
 * bytes than `limit`.
 *
 * @throws when the file can't be opened or read
 */
export function readHead(full: string, path: string, limit: number): SourceFile | undefined {
  const bytes = firstBytes(full, limit);
  // A character may be cut off at the end of the bytes, and a line is not.
  const lines = bytes.subarray(0, bytes.lastIndexOf(10) + 1);
  if (bytes.length < block.length || lines.length === 0 || !isUtf8(lines)) return undefined;
  const { text: head } = decode(lines, path);
  const hasFrontmatter = /^\ufeff?---/.test(head);
  if (hasFrontmatter && splitFrontmatter(head).bodyOffset === 0) return undefined;
  return new HeadFile(path, head, full);
}

class HeadFile implements SourceFile {
  readonly path: string;
  readonly head: string;
  readonly #full: string;
  #whole: Pick<SourceFile, 'text' | 'hash'> | undefined;

  constructor(path: string, head: string, full: string) {
    this.path = path;
    this.head = head;
    this.#full = full;
  }

  get text(): string {
    return this.#read().text;
  }

  get hash(): string {
    return this.#read().hash;
  }

  #read(): Pick<SourceFile, 'text' | 'hash'> {
    this.#whole ??= readRest(this.#full, this.path, this.head);
    return this.#whole;
  }
}

function firstBytes(full: string, limit: number): Uint8Array {
  const file = openSync(full, 'r');
  try {
    if (fstatSync(file).size > limit) return block.subarray(0, 0);
    return block.subarray(0, readSync(file, block));
  } finally {
    closeSync(file);
  }
}

function readRest(full: string, path: string, head: string): Pick<SourceFile, 'text' | 'hash'> {
  let text = head;
  try {
    // What is wrong with its bytes is found when the pages are read as a whole.
    text = decode(readFileSync(full), path).text;
  } catch {
    // Deleted in the meantime: the site is read again without it.
  }
  return { text, hash: sourceHash(text) };
}
