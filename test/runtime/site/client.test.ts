import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serve } from '../../../runtime/main.ts';
import { clientOf } from '../../../runtime/site/client.ts';
import { readRanges } from '../../../runtime/site/hosts.ts';
import { buildSite } from '../../support/build.ts';

const ranges = readRanges(['10.0.0.0/8', '::1']);
const addressOf = (forwarded: string | undefined, remote: string | undefined) =>
  clientOf(
    new Request('http://docs.test/', {
      headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
    }),
    remote,
    ranges,
  ).address;

test('the client behind trusted proxies is the last address that none of them has', () => {
  expect(addressOf('203.0.113.9', '10.0.0.1')).toBe('203.0.113.9');
  expect(addressOf('1.2.3.4, 203.0.113.9, 10.0.0.7', '10.0.0.1')).toBe('203.0.113.9');
  expect(addressOf('203.0.113.9', '::1')).toBe('203.0.113.9');
  expect(addressOf(undefined, '10.0.0.1')).toBe('10.0.0.1');
});

test('what a stranger says about forwarding is not believed', () => {
  expect(addressOf('203.0.113.9', '198.51.100.1')).toBe('198.51.100.1');
  expect(addressOf('203.0.113.9', undefined)).toBe('');
});

let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'docent-client-'));
  writeFileSync(
    join(folder, 'docs.json'),
    JSON.stringify({
      name: 'Acme',
      colors: { primary: '#0d9373' },
      navigation: { groups: [{ group: 'Start', pages: ['index'] }] },
      addons: { feedback: { thumbsRating: true } },
    }),
  );
  writeFileSync(join(folder, 'index.mdx'), '---\ntitle: Start\n---\n\nText.\n');
  await buildSite(folder, join(folder, 'out'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each([
  [['127.0.0.0/8'], 201],
  [[], 429],
])(
  'readers behind the proxies %j are counted by their own addresses: %i',
  async (proxies, last) => {
    const server = await serve({
      ...{ out: join(folder, 'out'), port: 0, host: '127.0.0.1', version: 'test' },
      database: join(folder, `${last}.db`),
      log: () => {},
      proxies,
    });
    const rate = async (n: number) => {
      const response = await fetch(`${server.url}/api/v1/feedback/acme`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': `203.0.113.${n}` },
        body: JSON.stringify({ pagePath: 'index', rating: 'positive', visitorId: `visitor-${n}` }),
      });
      return response.status;
    };
    await expect.poll(() => rate(0), { timeout: 10_000 }).toBe(201);
    const statuses: number[] = [];
    for (let n = 1; n <= 35; n++) statuses.push(await rate(n));
    expect(statuses[0]).toBe(201);
    expect(statuses.at(-1)).toBe(last);
    await server.close();
  },
);
