import { hash as digest } from 'node:crypto';
import type { FilePart, ManifestFile } from '../../schema/build.ts';

/** What a file is made of, as its entry says. */
export type MadeOf = Pick<ManifestFile, 'hash' | 'bytes' | 'parts'>;

/** The contents of a file, one after the other. */
export function partsOf({ parts, hash, bytes }: MadeOf): readonly FilePart[] {
  return parts ?? [{ hash, bytes }];
}

/** What an entry says of a file in parts. */
export function madeOf(parts: readonly FilePart[]): Required<MadeOf> {
  return {
    hash: hashOfParts(parts),
    bytes: parts.reduce((sum, { bytes }) => sum + bytes, 0),
    parts,
  };
}

/** The hash of a file in parts: it changes with each of them, and none has to be read. */
export function hashOfParts(parts: readonly FilePart[]): string {
  return digest('sha256', parts.map(({ hash }) => hash).join(' '), 'hex');
}
