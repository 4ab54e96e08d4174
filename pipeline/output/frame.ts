import { constants, zstdCompressSync } from 'node:zlib';

/**
 * Bytes of a text as they are, and as a pack has them: compressed (zstd) if they take less space then. Compressed ones
 * can't be unpacked when they are damaged, as they have a checksum.
 */
export interface Frame {
  readonly bytes: Uint8Array;
  readonly packed: Uint8Array;
}

/** Compresses a frame. */
export function packFrame(bytes: Uint8Array): Frame {
  const packed = zstdCompressSync(bytes, {
    pledgedSrcSize: bytes.length,
    params: { [constants.ZSTD_c_checksumFlag]: 1 },
  });
  return { bytes, packed: packed.length < bytes.length ? packed : bytes };
}
