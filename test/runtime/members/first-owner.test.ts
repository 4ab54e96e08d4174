import { expect, test } from 'vitest';
import { serve } from '../../../runtime/main.ts';
import { tempDir } from '../../support/temp.ts';

test('a server at a terminal prints a link that makes one person the owner, and no other server does', async () => {
  const out = tempDir();
  /** Starts a server and does something with it; answers the links that it has printed. */
  const run = async (isTerminal: boolean, work = async (_url: string, _link: string) => {}) => {
    const lines: string[] = [];
    const server = await serve({
      ...{ out, port: 0, host: '127.0.0.1', version: 'test', log: (line) => lines.push(line) },
      ...{ secretKey: 'k'.repeat(32), isTerminal },
    });
    try {
      const links = lines.flatMap((line) => /http:\S+#\S+/.exec(line)?.[0] ?? []);
      await work(server.url, links[0] ?? '');
      return links;
    } finally {
      await server.close();
    }
  };
  expect(await run(false)).toEqual([]);
  const [first = ''] = await run(true);
  expect(first).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/dashboard\/welcome#[\w-]{43}$/);
  await run(true, async (url, link) => {
    const accept = (from: string) =>
      fetch(`${url}/api/v1/invitations/accept`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: url },
        body: JSON.stringify({
          ...{ token: from.replace(/^.*#/, ''), name: 'Ada', email: 'ada@x.test' },
          password: 'long enough it is',
        }),
      });
    // Each start ends the link of the one before.
    expect((await accept(first)).status).toBe(404);
    const accepted = await accept(link);
    expect(accepted.status).toBe(201);
    const cookie = accepted.headers.get('set-cookie')?.replace(/;.*$/, '') ?? '';
    const me = await fetch(`${url}/api/v1/me`, { headers: { cookie } });
    const { data } = (await me.json()) as { data: Record<string, unknown> };
    expect(data).toMatchObject({ organization: { slug: 'default' }, key: null });
    expect((await accept(link)).status).toBe(404);
  });
  expect(await run(true)).toEqual([]);
}, 60_000);
