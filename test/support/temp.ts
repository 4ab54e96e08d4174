import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A folder of its own, empty; the caller removes it. */
export function makeTempDir(): string {
  return realpathSync(mkdtempSync(join(tmpdir(), 'docent-test-')));
}

/** A folder of its own, removed when the running test ends. */
export function tempDir(): string {
  const dir = makeTempDir();
  // A process that was just killed may still be writing its last file.
  onTestFinished(() => rmSync(dir, { recursive: true, force: true, maxRetries: 10 }));
  return dir;
}

/** Writes files (path → text, or a value that becomes JSON) below `dir`, and gives `dir` back. */
export function writeFiles(dir: string, files: Readonly<Record<string, unknown>>): string {
  for (const [path, content] of Object.entries(files)) {
    const file = join(dir, path);
    mkdirSync(dirname(file), { recursive: true });
    const bytes = typeof content === 'string' || content instanceof Uint8Array;
    writeFileSync(file, bytes ? content : `${JSON.stringify(content, null, 2)}\n`);
  }
  return dir;
}

/** The smallest valid `docs.json` with one group of these pages, and whatever else is given. */
export function minimalConfig(pages: readonly string[], more: object = {}): object {
  return {
    name: 'Test',
    colors: { primary: '#16a34a' },
    navigation: { groups: [{ group: 'Pages', pages }] },
    ...more,
  };
}
