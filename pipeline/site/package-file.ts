import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';

const copies = join(import.meta.dirname, '../packages');
const { resolve } = createRequire(import.meta.url);

/** A file of a package, such as `@iconify-json/lucide/icons.json`; compiled code has copies. */
export function packageFile(path: string): string {
  const copy = join(copies, path);
  return existsSync(copy) ? copy : resolve(path);
}

/** The text of a file of a package, whose copy may be compressed. */
export function packageText(path: string): string {
  const compressed = join(copies, `${path}.br`);
  return existsSync(compressed)
    ? brotliDecompressSync(readFileSync(compressed)).toString()
    : readFileSync(packageFile(path), 'utf8');
}
