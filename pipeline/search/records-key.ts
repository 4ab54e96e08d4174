import { hash as digest } from 'node:crypto';

/** sha-256 hex of a page record as JSON. */
export function recordHash(record: string): string {
  return digest('sha256', record, 'hex');
}

/** Hash over all records, from theirs: most builds know them without the records. */
export function recordsKey(hashes: Iterable<string>): string {
  return recordHash([...hashes].join('\n'));
}
