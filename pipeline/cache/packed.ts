import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';

/** JSON as it is kept: thousands of values in memory or on the disk, so they are compressed, in no time. */
export function packJson(json: Uint8Array): Uint8Array {
  return zstdCompressSync(json, {
    params: { [constants.ZSTD_c_compressionLevel]: 1 },
    // Its tables are no larger than the text, then.
    pledgedSrcSize: json.length,
  });
}

/** A value from its packed JSON. */
export function unpackJson<T>(bytes: Uint8Array): T {
  return JSON.parse(zstdDecompressSync(bytes).toString('utf8'));
}
