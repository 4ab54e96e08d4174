import { constants, zstdCompressSync } from 'node:zlib';

/**
 * Bytes as a pack has them: compressed (zstd) if they take less space then. Compressed ones can't be unpacked when they
 * are damaged, as they have a checksum.
 */
export function packFrame(bytes: Uint8Array): Uint8Array {
  const packed = zstdCompressSync(bytes, {
    pledgedSrcSize: bytes.length,
    params: { [constants.ZSTD_c_checksumFlag]: 1 },
  });
  return packed.length < bytes.length ? packed : bytes;
}
