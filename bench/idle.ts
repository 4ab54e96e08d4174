import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { generateSite } from './generate.ts';
import { docent, memoryOf, readUrl } from './server.ts';

/**
 * How long "docent serve" takes to be ready with a site of 100 pages, its memory when it is left alone, and
 * what the first search costs.
 */
export async function benchIdle(print: (line: string) => void = console.log): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'docent-bench-'));
  const out = join(folder, 'out');
  try {
    generateSite(join(folder, 'site'), 100);
    const [code] = await once(docent(['build', join(folder, 'site'), '--out', out]), 'close');
    if (code !== 0) throw new Error('The site could not be built.');
    for (const start of ['first start', 'later start']) {
      const began = performance.now();
      const server = docent(['serve', '--out', out, '--port', '0']);
      const url = await readUrl(server);
      while (!(await fetch(`${url}/ready`)).ok) await sleep(10);
      const ready = performance.now() - began;
      await (await fetch(url)).arrayBuffer();
      await sleep(3000);
      const idle = memoryOf(server.pid);
      const search = await searchOf(url);
      const [first, second] = [await search(), await search()];
      print(`${start}: ready after ${ready.toFixed(0)} ms, idle ${idle}`);
      print(
        `${start}: first search ${first.toFixed(0)} ms, second ${second.toFixed(0)} ms, then ${memoryOf(server.pid)}`,
      );
      server.kill();
      await once(server, 'close');
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Asks the search as a reader's dialog does; answers how long it took. */
async function searchOf(url: string): Promise<() => Promise<number>> {
  const note = (await (await fetch(`${url}/_docent/search/index.json`)).json()) as { api: string };
  return async () => {
    const began = performance.now();
    const answer = await fetch(`${url}${note.api}?q=page`);
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`The search answered ${answer.status}.`);
    return performance.now() - began;
  };
}
