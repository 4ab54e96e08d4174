import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Declarations of the language and of browsers by path: `/lib.es5.d.ts`. */
export function readLibraries(): Readonly<Record<string, string>> {
  const folder = dirname(createRequire(import.meta.url).resolve('typescript6'));
  const files = readdirSync(folder).filter((name) =>
    /^lib\.(?!.*(?:full|webworker|scripthost)).*d\.ts$/.test(name),
  );
  return Object.fromEntries(
    files.map((name) => [`/${name}`, readFileSync(join(folder, name), 'utf8')]),
  );
}
