import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const copies = join(import.meta.dirname, '../packages');
const { resolve } = createRequire(import.meta.url);

/** A file of a package, such as `@iconify-json/lucide/icons.json`; compiled code has copies. */
export function packageFile(path: string): string {
  const copy = join(copies, path);
  return existsSync(copy) ? copy : resolve(path);
}
