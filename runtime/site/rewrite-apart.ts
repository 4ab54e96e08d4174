import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Rewrite } from '../../pipeline/rewrite-search.ts';

/**
 * Writes the search index of a deployment again in a process of its own: a large site takes a minute and
 * much memory, which ends with the process, and the server answers others in the meantime.
 */
export async function rewriteApart(task: Rewrite): Promise<void> {
  const file = fileURLToPath(new URL('./rewrite-process.js', import.meta.url));
  // The sources (in tests) have no compiled module next to them.
  if (!existsSync(file)) {
    const { rewriteSearch } = await import('../../pipeline/rewrite-search.ts');
    return rewriteSearch(task);
  }
  const child = spawn(process.execPath, [file, JSON.stringify(task)], {
    // It reads and writes files, and needs no secret of the server.
    env: { PATH: process.env.PATH },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [code, killedBy] = await once(child, 'exit');
  if (code !== 0) throw new Error(`the process that writes it ended with ${killedBy ?? code}`);
}
