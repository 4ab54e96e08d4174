import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';

/**
 * Bytes of the pieces in which a result is made. The last piece stays with its stream, which V8 frees only when it
 * looks at everything: pieces of the usual 16 KB would be up to 30 MB after 1000 pages.
 */
const chunkSize = 4096;

/** Packed bytes of a large value. There are few of them, and they would take long in small pieces. */
const large = 32 * 1024;

/** JSON as it is kept: thousands of values in memory or on the disk, so they are compressed, in no time. */
export function packJson(json: Uint8Array): Uint8Array {
  return zstdCompressSync(json, {
    chunkSize,
    params: { [constants.ZSTD_c_compressionLevel]: 1 },
    // Its tables are no larger than the text, then.
    pledgedSrcSize: json.length,
  });
}

/** A value as packed JSON. */
export function packValue(value: unknown): Uint8Array {
  return packJson(Buffer.from(JSON.stringify(value)));
}

/** What was packed. */
export function unpackBytes(bytes: Uint8Array): Buffer {
  return zstdDecompressSync(bytes, {
    chunkSize: bytes.length > large ? 2 * bytes.length : chunkSize,
  });
}

/** A value from its packed JSON. */
export function unpackJson<T>(bytes: Uint8Array): T {
  return JSON.parse(unpackBytes(bytes).toString('utf8'));
}
