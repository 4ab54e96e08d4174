import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerAgent, asksAsAgent } from '../../../runtime/assistant/mcp.ts';
import { stranger, type Visitor } from '../../../runtime/assistant/site/site.ts';
import { chatLimits } from '../../../runtime/http/limits.ts';
import { createSlidingLimiter } from '../../../runtime/http/rate-limit.ts';
import { guides, siteOf } from './world.ts';

const site = siteOf(guides);
const visitor: Visitor = stranger;
let limit = createSlidingLimiter(chatLimits.agent, () => 0);
const server = createServer(
  getRequestListener((request) =>
    answerAgent(request, {
      site,
      version: '1',
      client: { address: 'a', origin: url.origin },
      limit: (key) => limit(key),
      visitor: async () => visitor,
    }),
  ),
);
let url: URL;
beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`);
});
afterAll(() => void server.close());

async function connected(): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(url) as never);
  return client;
}
const textOf = (result: unknown) =>
  (result as { content: { text: string }[] }).content.map(({ text }) => text).join('');

test("an agent finds the assistant's three tools, and reads public pages with them", async () => {
  const client = await connected();
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(['search_docs', 'get_page', 'list_pages']);
  const call = (name: string, input: object) =>
    client.callTool({ name, arguments: input as Record<string, unknown> });
  expect(textOf(await call('search_docs', { query: 'deploy release' }))).toContain('guides/deploy');
  expect(textOf(await call('get_page', { path: '/guides/deploy' }))).toContain(
    'acme deploy --prod',
  );
  const list = textOf(await call('list_pages', {}));
  expect(list).toContain('Deploy (guides/deploy)');
  expect(list).not.toContain('secret');
  for (const path of ['secret/plan', 'nowhere']) {
    const result = await call('get_page', { path });
    expect(result.isError).toBe(true);
    expect(textOf(result)).toBe('Page not found.');
  }
  expect((await call('get_page', {})).isError).toBe(true);
  await client.close();
});

test('pages of other sites, floods and large messages are refused', async () => {
  const send = (
    headers: Record<string, string>,
    body = '{"jsonrpc":"2.0","id":1,"method":"ping"}',
  ) =>
    fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headers,
      },
      body,
    });
  expect((await send({})).status).toBe(200);
  expect((await send({ origin: 'https://evil.example' })).status).toBe(403);
  expect((await send({ origin: url.origin })).status).toBe(200);
  expect((await send({}, `{"a":"${'x'.repeat(70_000)}"}`)).status).toBe(413);
  expect((await send({}, '{')).status).toBe(400);
  limit = createSlidingLimiter({ name: 'agent', perMinute: 1 }, () => 0);
  expect((await send({})).status).toBe(200);
  const refused = await send({});
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
});

test('a page at the same address stays a page', () => {
  const at = (path: string, init?: RequestInit) =>
    asksAsAgent(new Request(`http://x${path}`, init), '/docs');
  expect(at('/mcp', { method: 'POST' })).toBe(true);
  expect(at('/docs/mcp', { method: 'POST' })).toBe(true);
  expect(at('/mcp', { headers: { accept: 'text/event-stream' } })).toBe(true);
  expect(at('/mcp', { headers: { accept: 'text/html,*/*' } })).toBe(false);
  expect(at('/docs/guides/mcp', { method: 'POST' })).toBe(false);
});
