import { hash as digest } from 'node:crypto';

/** Hash of one line of `pages.jsonl`. */
export function recordHash(line: string): string {
  return digest('sha256', line, 'base64url');
}

/** Hash over all lines, from theirs: most builds know them without the lines. */
export function recordsKey(hashes: Iterable<string>): string {
  return recordHash([...hashes].join('\n'));
}
