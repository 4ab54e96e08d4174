import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pseudoModel } from '../pipeline/translate/pseudo.ts';
import { generateSite } from './generate.ts';
import { docent, memoryOf, newKey, projectOf, readUrl } from './server.ts';

const mem0 = resolve(import.meta.dirname, '../../../shared/corpora/mem0');

/**
 * How long it takes from the model's last answer until readers get what was translated, a whole language and
 * then one page of it, and what the server needs in memory before and after these builds.
 */
export async function benchPublish(print: (line: string) => void = console.log): Promise<void> {
  await publish('250 pages', (dir) => generateSite(dir, 250), print);
  if (!existsSync(mem0)) return print('Skipped mem0: there is no such site beside the checkout.');
  await publish('mem0', (dir) => cpSync(mem0, dir, { recursive: true }), print);
}

async function publish(
  name: string,
  write: (dir: string) => void,
  print: (line: string) => void,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'docent-bench-'));
  const out = join(folder, 'out');
  const model = await startModel();
  try {
    write(join(folder, 'site'));
    const [code] = await once(docent(['build', join(folder, 'site'), '--out', out]), 'close');
    if (code !== 0) throw new Error('The site could not be built.');
    const server = docent(['serve', '--out', out, '--port', '0'], {
      OPENAI_BASE_URL: model.baseUrl,
      DOCENT_TRANSLATE_MODEL: 'm',
    });
    try {
      const url = await readUrl(server);
      while (!(await fetch(`${url}/ready`)).ok) await sleep(20);
      const key = await newKey(out);
      const project = await projectOf(url, key);
      await sleep(3000);
      print(`${name}: idle ${memoryOf(server.pid)}`);
      await (await fetch(`${url}/api/v1/search/${project}?q=how+to+begin`)).arrayBuffer();
      print(`${name}: after a search ${memoryOf(server.pid)}`);
      const api = async (path: string, body?: object) => {
        const answer = await fetch(`${url}/api/v1/projects/${project}${path}`, {
          headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
          ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
        });
        if (!answer.ok) throw new Error(await answer.text());
        return ((await answer.json()) as { data: unknown }).data;
      };
      await api('/languages', { code: 'de' });
      const records = async () =>
        (await api('/translations?language=de&perPage=200')) as Record<string, string | null>[];
      const [first] = await records();
      const path = first?.pagePath ?? '';
      const page = `${url}/de/${path.replace(/(^|\/)index$/, '')}`;
      // The build that shows the language without its translations.
      while (!(await fetch(page)).ok) await sleep(50);
      for (const [what, body] of [
        ['a language', { language: 'de' }],
        ['one page', { language: 'de', scope: 'page', pagePath: path, force: true }],
      ] as const) {
        const word = model.next();
        await api('/translate', body);
        while (!(await (await fetch(page)).text()).includes(word)) await sleep(20);
        const took = performance.now() - model.last();
        const memory = memoryOf(server.pid);
        print(
          `${name}: ${what} served ${took.toFixed(0)} ms after the last answer, then ${memory}`,
        );
      }
      await sleep(30_000);
      print(`${name}: 30 s later ${memoryOf(server.pid)}`);
    } finally {
      server.kill();
      await once(server, 'close');
    }
  } finally {
    await model.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A model that answers at once, with words that are taken for German; each page has the word of the round. */
async function startModel() {
  const words = 'und der die das nicht mit Seite werden durch Daten können müssen'.split(' ');
  let round = 0;
  let last = 0;
  const wordOf = () => `Runde${'abcdefgh'[round]}`;
  const translate = (text: string) => {
    let count = 0;
    return text
      .split(/(<\/?[xg]\d+\s*\/?>)/)
      .map((part, index) =>
        index % 2 === 1
          ? part
          : part.replace(/\p{L}[\p{L}\p{M}'’]*/gu, () =>
              count++ === 0 ? wordOf() : (words[count % words.length] ?? ''),
            ),
      )
      .join('');
  };
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const { messages } = JSON.parse(Buffer.concat(parts).toString('utf8'));
    const { text } = await pseudoModel(translate).complete({ messages });
    last = performance.now();
    response.setHeader('content-type', 'application/json');
    response.end(
      JSON.stringify({
        choices: [
          { index: 0, message: { role: 'assistant', content: text }, finish_reason: 'stop' },
        ],
      }),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    /** Begins another round; the word that marks what is translated in it. */
    next: () => {
      round++;
      return wordOf();
    },
    last: () => last,
    close: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
