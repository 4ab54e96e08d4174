import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

let known: string | undefined;

/** Hash of Docent's own code: what one version remembers another must not believe. */
export function codeVersion(): string {
  known ??= readVersion();
  return known;
}

function readVersion(): string {
  const root = join(import.meta.dirname, '../..');
  const stamp = join(root, 'stamp.json');
  if (existsSync(stamp)) return JSON.parse(readFileSync(stamp, 'utf8')).code;
  // The sources themselves (tests): all that can change an answer.
  const hash = createHash('sha256');
  for (const floor of ['schema', 'pipeline']) {
    const files = readdirSync(join(root, floor), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort();
    for (const file of files) hash.update(readFileSync(file));
  }
  return hash.digest('hex');
}
