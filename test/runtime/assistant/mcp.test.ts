import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerAgent, asksAsAgent } from '../../../runtime/assistant/mcp.ts';
import { listResources } from '../../../runtime/assistant/resources.ts';
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

test('results come as text and by the schema of their tool, which says that it only reads', async () => {
  const client = await connected();
  const { tools } = await client.listTools();
  for (const { title, annotations, outputSchema } of tools) {
    expect(title).toBe(annotations?.title);
    expect(annotations).toMatchObject({ readOnlyHint: true, openWorldHint: false });
    expect(outputSchema).toMatchObject({ type: 'object' });
  }
  // The client holds each result against the schema.
  const call = async (name: string, input: Record<string, unknown>) =>
    (await client.callTool({ name, arguments: input })).structuredContent;
  const found = (await call('search_docs', { query: 'deploy release' })) as { results: unknown[] };
  expect(found.results[0]).toMatchObject({
    ...{ path: 'guides/deploy', title: 'Deploy', url: '/docs/guides/deploy#push-a-release' },
  });
  expect(await call('search_docs', { query: 'zzzyyyxxx' })).toEqual({ results: [] });
  expect(await call('get_page', { path: 'guides/deploy' })).toMatchObject({
    ...{ path: 'guides/deploy', title: 'Deploy', text: expect.stringContaining('acme deploy') },
  });
  const list = (await call('list_pages', {})) as { total: number; pages: { path: string }[] };
  expect(list.pages.map(({ path }) => path)).toContain('guides/deploy');
  expect(list.pages).toHaveLength(list.total);
  await client.close();
});

test('an unknown tool is an error of the protocol', async () => {
  const client = await connected();
  await expect(client.callTool({ name: 'rm', arguments: {} })).rejects.toMatchObject({
    code: -32_602,
    message: expect.stringContaining('There is no tool "rm".'),
  });
  await client.close();
});

test('pages are resources, by list and by template, as far as the agent may read them', async () => {
  const client = await connected();
  const { resources, nextCursor } = await client.listResources();
  expect(nextCursor).toBeUndefined();
  const deploy = resources.find(({ uri }) => uri === 'docs:///guides/deploy');
  expect(deploy).toMatchObject({
    name: 'guides/deploy',
    title: 'Deploy',
    mimeType: 'text/markdown',
  });
  expect(JSON.stringify(resources)).not.toContain('secret');
  const { resourceTemplates } = await client.listResourceTemplates();
  expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual(['docs:///{+path}']);
  const { contents } = await client.readResource({ uri: 'docs:///guides/deploy' });
  expect(contents).toEqual([
    {
      uri: 'docs:///guides/deploy',
      mimeType: 'text/markdown',
      text: expect.stringContaining('acme deploy --prod'),
    },
  ]);
  for (const uri of [
    'docs:///secret/plan',
    'docs:///nowhere',
    'docs:///%E0%A4%A',
    'file:///etc/passwd',
  ]) {
    await expect(client.readResource({ uri })).rejects.toMatchObject({ code: -32_002 });
  }
  await client.close();
});

test('many resources are listed in parts', async () => {
  const many = Array.from({ length: 1001 }, (_, index) => ({
    ...{ path: `p/${String(index).padStart(4, '0')}`, title: 'P', hidden: false, assistant: true },
    ...{ protected: false, groups: [] },
  }));
  const large = {
    ...site,
    pages: async function* () {
      yield* many.toReversed() as never[];
    },
  };
  const first = await listResources(large, visitor, undefined);
  expect(first.resources).toHaveLength(1000);
  const rest = await listResources(large, visitor, first.nextCursor);
  expect(rest.resources.map(({ name }) => name)).toEqual(['p/1000']);
  expect(rest.nextCursor).toBeUndefined();
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
