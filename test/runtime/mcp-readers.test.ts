import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKey } from '../../runtime/commands/keys.ts';
import { eachStore } from './store/each-store.ts';
import { openTwoSites, type Tenant } from './two-sites.ts';

eachStore('agents at /mcp', (open) => {
  let world: Awaited<ReturnType<typeof openTwoSites>>;
  let a: Tenant;
  let b: Tenant;
  beforeAll(async () => {
    world = await openTwoSites(open);
    ({ a, b } = world);
  });
  afterAll(() => world?.close());

  /** The official client, whose requests go to the host of a site. */
  async function connected(headers: Record<string, string>): Promise<Client> {
    const client = new Client({ name: 'test', version: '1' });
    const transport = new StreamableHTTPClientTransport(new URL('http://localhost/mcp'), {
      fetch: async (_url, init) => {
        const answer = await world.ask({
          ...{ host: a.subdomain, path: '/mcp', method: init?.method ?? 'POST' },
          headers: { ...Object.fromEntries(new Headers(init?.headers)), ...headers },
          ...(typeof init?.body === 'string' ? { body: init.body } : {}),
        });
        const body = [202, 204].includes(answer.status) ? null : answer.text;
        return new Response(body, {
          status: answer.status,
          headers: { 'content-type': String(answer.headers['content-type'] ?? 'text/plain') },
        });
      },
    });
    await client.connect(transport as never);
    return client;
  }

  /** Which of the pages an agent reads: open, for readers, for the group `staff`. */
  async function readable(headers: Record<string, string>): Promise<string[]> {
    const client = await connected(headers);
    const found: string[] = [];
    for (const path of ['index', 'team/plan', 'staff/deal']) {
      const result = await client.callTool({ name: 'get_page', arguments: { path } });
      if (!result.isError) found.push(path);
    }
    const list = JSON.stringify(await client.callTool({ name: 'list_pages', arguments: {} }));
    for (const path of ['team/plan', 'staff/deal']) {
      expect(list.includes(path)).toBe(found.includes(path));
    }
    const search = JSON.stringify(
      await client.callTool({ name: 'search_docs', arguments: { query: a.word } }),
    );
    expect(search.includes('team/plan')).toBe(found.includes('team/plan'));
    await client.close();
    return found;
  }

  test('read the open pages, and with a session what its reader may', async () => {
    expect(await readable({})).toEqual(['index']);
    expect(await readable({ cookie: a.cookie })).toEqual(['index', 'team/plan', 'staff/deal']);
    expect(await readable({ cookie: b.cookie })).toEqual(['index']);
  });

  test('read with a key of the organization what the groups may that they name', async () => {
    const key = { authorization: `Bearer ${a.key}` };
    expect(await readable(key)).toEqual(['index', 'team/plan']);
    expect(await readable({ ...key, 'x-docent-groups': 'guests, staff' })).toEqual([
      'index',
      'team/plan',
      'staff/deal',
    ]);
  });

  test('are refused with a wrong key, one of others, and one that may not read', async () => {
    const send = async (key: string) => {
      const { status, text } = await world.ask({
        ...{ host: a.subdomain, path: '/mcp', method: 'POST' },
        headers: {
          authorization: `Bearer ${key}`,
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
        },
        body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
      });
      expect(JSON.parse(text)).toMatchObject({ jsonrpc: '2.0' });
      return status;
    };
    expect(await send(a.key)).toBe(200);
    expect(await send('wrong')).toBe(401);
    expect(await send(b.key)).toBe(403);
    const { secret } = await createKey(world.tools, { org: a.org, scopes: ['assistant:read'] });
    expect(await send(secret)).toBe(403);
  });
});
