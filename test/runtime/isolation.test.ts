import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createApp } from '../../runtime/app.ts';
import { approveDomain, removeDomain } from '../../runtime/commands/domains.ts';
import { operations } from './routes/test-api.ts';
import { eachStore } from './store/each-store.ts';
import {
  type Answered,
  type Asked,
  openTwoSites,
  patience,
  slug,
  type Tenant,
} from './two-sites.ts';

/** A note that the server writes itself, in place of the file of that name. */
const searchNote = '/_docent/search/index.json';

type World = Awaited<ReturnType<typeof openTwoSites>>;

eachStore('two organizations of one server', (open) => {
  let world: World;
  let a: Tenant;
  let b: Tenant;
  beforeAll(async () => {
    world = await openTwoSites(open);
    ({ a, b } = world);
  });
  afterAll(() => world?.close());

  /** Waits until the server has read what was changed in the database. */
  const served = (host: string, status: number) =>
    vi.waitFor(
      async () => expect((await world.ask({ host, path: '/' })).status).toBe(status),
      patience,
    );
  const claim = (tenant: Tenant, customDomain: string | null) =>
    world.ask({
      ...{ host: tenant.subdomain, path: `/api/v1/projects/${tenant.project}`, method: 'PATCH' },
      headers: { authorization: `Bearer ${tenant.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ customDomain }),
    });

  /** What a stranger of the site may hold: nothing, a session of the other site, its key. */
  const strangers = (): readonly Readonly<Record<string, string>>[] => [
    {},
    { cookie: b.cookie },
    { cookie: b.cookie, authorization: `Bearer ${b.key}` },
    { cookie: b.cookie, accept: 'text/markdown' },
    { cookie: b.cookie, 'x-forwarded-host': b.subdomain },
  ];

  test('every route of the server has its part in this matrix', () => {
    const nothing = { fetch: () => new Response() };
    const app = createApp({
      ...{ site: { current: () => undefined }, version: '1', log: () => {} },
      ...{ api: nothing, platform: nothing },
    });
    const routes = new Set(app.routes.map(({ path }) => path));
    expect([...routes].sort()).toEqual(
      [
        // Below: addresses that a site answers.
        '/*',
        // Below, and for keys in the tests of the protocol.
        '/api/v1/*',
        // They say how the server is, and nothing of a site but the id of a deployment.
        '/health',
        // It has keys of its own, and no projects.
        '/platform/api/v1/*',
        '/ready',
      ].sort(),
    );
  });

  /** One answer of the assistant of A, asked by a reader of its own. */
  const conversationOfA = async (visitorId: string) => {
    const { text } = await ask(a, 'POST /assistant/{projectId}/chat', {
      ...{ host: a.subdomain, headers: { cookie: a.cookie } },
      body: { message: `When does the ${a.word} land?`, visitorId },
    });
    expect(text).toContain('lands on Monday');
    const start = JSON.parse(/data: (\{"type":"start".*\})/.exec(text)?.[1] ?? '{}');
    return start as { readonly conversationId: string; readonly messageId: string };
  };
  /** Calls a reader operation for the project of a tenant, or for any of its aliases. */
  const ask = (
    tenant: Pick<Tenant, 'project'>,
    line: string,
    more: Omit<Asked, 'path' | 'body'> & {
      readonly body?: object;
      readonly ids?: Readonly<Record<string, string>>;
    },
  ) => {
    const [method = '', path = ''] = line.split(' ');
    const { body, ids, ...rest } = more;
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
      name === 'projectId' ? tenant.project : (ids?.[name] ?? ''),
    );
    return world.ask({
      ...{ ...rest, method, path: `/api/v1${filled}` },
      headers: { ...rest.headers, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  };
  let visitors = 0;
  const nextVisitor = () => `v${++visitors}`;

  /** What a stranger tries with an operation of readers, at one host. */
  const crossings: Readonly<
    Record<
      string,
      (at: { readonly host: string; readonly headers: Record<string, string> }) => Promise<void>
    >
  > = {
    'GET /search/{projectId}': async (at) => {
      const path = `GET /search/{projectId}?q=${a.word}`;
      const { status, text } = await ask(a, path, at);
      expect(status).toBe(200);
      expect(text).not.toContain('team/plan');
      expect(text).not.toContain(`The ${a.word}`);
    },
    'POST /search/{projectId}/searches': async (at) => {
      const word = `searched ${nextVisitor()}`;
      const body = { language: 'en', searches: [{ q: word, results: 1 }], clicked: false };
      const line = 'POST /search/{projectId}/searches';
      expect((await ask(a, line, { ...at, body })).status).toBe(201);
      const listed = (of: Tenant, key: string) =>
        ask(of, 'GET /search/{projectId}/searches?failed=true&perPage=100', {
          host: at.host,
          headers: { ...at.headers, authorization: `Bearer ${key}` },
        });
      expect((await listed(a, a.key)).text).toContain(word);
      expect((await listed(b, b.key)).text).not.toContain(word);
      expect((await listed(a, b.key)).status).toBe(404);
    },
    'POST /feedback/{projectId}': async (at) => {
      const rate = (pagePath: string) =>
        ask(a, 'POST /feedback/{projectId}', {
          ...at,
          body: { pagePath, rating: 'positive', visitorId: nextVisitor() },
        });
      const [real, unknown] = [await rate('team/plan'), await rate('team/none')];
      expect([real.status, errorOf(real)]).toEqual([404, errorOf(unknown)]);
    },
    'POST /assistant/{projectId}/chat': async (at) => {
      const { status, text } = await ask(a, 'POST /assistant/{projectId}/chat', {
        ...at,
        body: { message: 'When does it land, and what does it cost?', visitorId: nextVisitor() },
      });
      expect(status).toBe(200);
      expect(text).not.toMatch(new RegExp(`${a.word}|Monday|team/plan|staff/deal`));
      const visitorId = nextVisitor();
      const { conversationId } = await conversationOfA(visitorId);
      const goOn = (id: string) =>
        ask(b, 'POST /assistant/{projectId}/chat', {
          ...at,
          body: { message: 'What did I ask before?', visitorId, conversationId: id },
        });
      const [real, unknown] = [await goOn(conversationId), await goOn(`${conversationId}0`)];
      expect([real.status, errorOf(real)]).toEqual([404, errorOf(unknown)]);
    },
    'GET /assistant/{projectId}/chat/{messageId}/stream': async (at) => {
      const visitorId = nextVisitor();
      const { messageId } = await conversationOfA(visitorId);
      const resume = (tenant: Tenant, id: string, visitor: string) =>
        ask(tenant, `GET /assistant/{projectId}/chat/{messageId}/stream?visitorId=${visitor}`, {
          ...at,
          ids: { messageId: id },
        });
      const none = errorOf(await resume(b, 'msg_none', visitorId));
      for (const answer of [
        await resume(b, messageId, visitorId),
        await resume(a, messageId, nextVisitor()),
      ]) {
        expect([answer.status, errorOf(answer)]).toEqual([404, none]);
      }
    },
    ...Object.fromEntries(
      [
        ['POST /assistant/{projectId}/chat/{messageId}/stop', {}],
        ['POST /assistant/{projectId}/conversations/{conversationId}/rating', { satisfied: true }],
        ['POST /assistant/{projectId}/conversations/{conversationId}/close', {}],
        [
          'POST /assistant/{projectId}/conversations/{conversationId}/reports',
          { messageId: 'msg_none', start: 0, passage: 1 },
        ],
      ].map(([line, fields]) => [
        line,
        async (at: { readonly host: string; readonly headers: Record<string, string> }) => {
          const visitorId = nextVisitor();
          const real = await conversationOfA(visitorId);
          const none = { messageId: 'msg_none', conversationId: 'cnv_none' };
          const send = (tenant: Tenant, ids: Record<string, string>, visitor: string) =>
            ask(tenant, String(line), {
              ...{ ...at, ids },
              body: { ...(fields as object), visitorId: visitor },
            });
          const unknown = errorOf(await send(b, none, visitorId));
          for (const answer of [
            await send(b, real, visitorId),
            await send(a, real, nextVisitor()),
          ]) {
            expect([answer.status, errorOf(answer)]).toEqual([404, unknown]);
          }
        },
      ]),
    ),
  };

  /** Both have claimed their domains: first without a proof, and then with one. */
  describe.each(['claimed', 'proven'] as const)('with a domain of each that is %s', (state) => {
    let hosts: {
      readonly a: readonly string[];
      readonly b: readonly string[];
      readonly nobody: readonly string[];
    };
    beforeAll(async () => {
      const tenants = [a, b];
      const domains = tenants.map(({ customDomain }) => customDomain);
      if (state === 'claimed') {
        for (const tenant of tenants) {
          expect((await claim(tenant, tenant.customDomain)).status).toBe(200);
        }
        hosts = { a: [a.subdomain], b: [b.subdomain], nobody: [...domains, 'else.test'] };
      } else {
        for (const domain of domains) await approveDomain(world.tools, { domain });
        hosts = {
          a: [a.subdomain, a.customDomain],
          b: [b.subdomain, b.customDomain],
          nobody: ['else.test'],
        };
      }
      for (const domain of domains) await served(domain, state === 'claimed' ? 404 : 200);
    });

    test('no file of a site is read at a host of the other, nor with its session', async () => {
      const files = Object.entries(a.manifest.files).map(([address, file]) => {
        const path = address.startsWith('/') ? address : `/${address.replace(/^docent:/, '')}`;
        // Some are for the server alone: no address leads to them.
        return { ...file, path, isInner: path !== address && path !== searchNote };
      });
      const kindOf = (path: string) => /\.\w+$/.exec(path)?.[0] ?? 'page';
      const guarded = files.filter((file) => file.protected);
      expect(guarded.map(({ path }) => kindOf(path))).toEqual(
        expect.arrayContaining(['page', '.md', '.js', '.svg', '.txt', '.json']),
      );
      const readable = new Set<string>();
      for (const { path, isInner, protected: isProtected } of files) {
        for (const host of hosts.a) {
          for (const headers of strangers()) {
            const answer = await world.ask({ host, path, headers });
            const line = `${path} at ${host} with ${Object.keys(headers)}`;
            expect(answer.text, line).not.toContain(a.word);
            if (isInner) expect(answer.status, line).toBe(404);
            else if (isProtected && path !== searchNote)
              expect([302, 403], line).toContain(answer.status);
          }
          const own = await world.ask({ host, path, headers: { cookie: a.cookie } });
          expect(own.status, `${path} at ${host}`).toBe(isInner ? 404 : 200);
          if (own.text.includes(a.word)) readable.add(kindOf(path));
        }
        for (const host of hosts.b) {
          for (const headers of [...strangers(), { cookie: a.cookie }]) {
            const answer = await world.ask({ host, path, headers });
            const line = `${path} at ${host} with ${Object.keys(headers)}`;
            expect(answer.text, line).not.toContain(a.word);
            if (!Object.hasOwn(b.manifest.files, path) && path !== searchNote) {
              expect(answer.status, line).toBe(404);
            }
          }
        }
        for (const host of hosts.nobody) {
          for (const headers of [...strangers(), { cookie: a.cookie }]) {
            const answer = await world.ask({ host, path, headers });
            expect([answer.status, answer.text]).toEqual([
              404,
              'No site is served on this host.\n',
            ]);
          }
        }
      }
      // Its own readers find the word in each kind of file: it could have crossed.
      expect([...readable]).toEqual(expect.arrayContaining(['page', '.md', '.js', '.svg', '.txt']));
    }, 120_000);

    test('addresses that a site answers itself are those of the site of the host', async () => {
      const rpc = (method: string, params: object = {}) => ({
        ...{ method: 'POST', body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }) },
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
        },
      });
      const addresses: readonly Omit<Asked, 'host'>[] = [
        { path: '/_docent/runtime.json' },
        { path: searchNote },
        { path: '/_auth/session' },
        { path: '/_auth/sign-in?to=/team/plan' },
        { path: '/mcp', ...rpc('tools/list') },
        { path: '/mcp', ...rpc('tools/call', { name: 'search', arguments: { query: a.word } }) },
        { path: '/search.json' },
        { path: '/sitemap.xml' },
        { path: '/team/plant' },
      ];
      for (const asked of addresses) {
        for (const host of [...hosts.b, ...hosts.nobody]) {
          for (const cookie of [a.cookie, b.cookie, '']) {
            const headers = { ...asked.headers, cookie };
            const { text } = await world.ask({ ...asked, host, headers });
            const line = `${asked.path} at ${host}`;
            for (const secret of [a.project, a.word, a.subdomain, 'reader@acme.test']) {
              expect(text.replaceAll(`\\"${a.word}\\"`, ''), line).not.toContain(secret);
            }
          }
        }
        for (const host of hosts.a) {
          for (const cookie of [b.cookie, '']) {
            const { text } = await world.ask({
              ...asked,
              host,
              headers: { ...asked.headers, cookie },
            });
            expect(text, `${asked.path} at ${host}`).not.toContain(`The ${a.word}`);
            expect(text, `${asked.path} at ${host}`).not.toContain(b.project);
            expect(text, `${asked.path} at ${host}`).not.toContain('reader@bear.test');
          }
        }
      }
      for (const host of hosts.a) {
        const note = await world.ask({ host, path: '/_docent/runtime.json' });
        expect(JSON.parse(note.text).project).toBe(a.project);
        const session = { host, path: '/_auth/session', headers: { cookie: a.cookie } };
        expect((await world.ask(session)).text).toContain('reader@acme.test');
      }
    }, 120_000);

    test('every operation of readers keeps the sites apart, whatever the host', async () => {
      // Signing in is of no project: members.test.ts has it.
      const open = operations.filter(
        ({ isPublic, path }) => isPublic && path.includes('{projectId}'),
      );
      const lines = open.map(({ method, path }) => `${method} ${path.replace('/api/v1', '')}`);
      expect(Object.keys(crossings).sort()).toEqual(lines.sort());
      for (const host of [...hosts.a, ...hosts.b, ...hosts.nobody]) {
        for (const headers of [{}, { cookie: b.cookie }] as Record<string, string>[]) {
          for (const [line, cross] of Object.entries(crossings)) {
            await cross({ host, headers }).catch((error: Error) => {
              throw new Error(`${line} at ${host}: ${error.message}`, { cause: error });
            });
          }
        }
      }
    }, 300_000);

    test('a slug that two organizations have is the project of the host, and of no other', async () => {
      const { status } = await ask({ project: slug }, `GET /search/{projectId}?q=${a.word}`, {
        host: 'else.test',
      });
      expect(status).toBe(404);
      const hits = async (host: string, cookie: string, word: string) => {
        const path = `GET /search/{projectId}?q=${word}`;
        const answer = await ask({ project: slug }, path, { host, headers: { cookie } });
        return [answer.status, answer.text.includes('team/plan')];
      };
      for (const host of hosts.a) {
        expect(await hits(host, a.cookie, a.word), host).toEqual([200, true]);
        expect(await hits(host, b.cookie, a.word), host).toEqual([200, false]);
        expect(await hits(host, b.cookie, b.word), host).toEqual([200, false]);
      }
      for (const host of hosts.b) {
        expect(await hits(host, a.cookie, a.word), host).toEqual([200, false]);
        expect(await hits(host, b.cookie, b.word), host).toEqual([200, true]);
      }
      for (const host of hosts.nobody) {
        expect((await hits(host, a.cookie, a.word))[0], host).toBe(404);
      }
    }, 120_000);

    test('no domain of a project is taken, told or proven by another organization', async () => {
      const tokenOf = async (tenant: Tenant) =>
        JSON.parse((await read(tenant, tenant)).text).data.customDomainToken as string;
      const read = (reader: Tenant, of: Tenant) =>
        world.ask({
          ...{ host: reader.subdomain, path: `/api/v1/projects/${of.project}` },
          headers: { authorization: `Bearer ${reader.key}` },
        });
      const token = await tokenOf(a);
      expect(token).not.toBe(await tokenOf(b));
      const foreign = await read(b, a);
      expect(foreign.status).toBe(404);
      for (const secret of [token, a.customDomain, 'customDomainState']) {
        expect(foreign.text).not.toContain(secret);
      }
      const list = await world.ask({
        ...{ host: a.subdomain, path: '/api/v1/projects' },
        headers: { authorization: `Bearer ${b.key}` },
      });
      for (const secret of [token, a.project, a.customDomain]) {
        expect(list.text).not.toContain(secret);
      }
      // A's record in the DNS proves nothing for B.
      world.records.set(`_docent.${a.customDomain}`, [await tokenOf(b)]);
      for (const [domain, status] of [
        [a.customDomain, 409],
        [a.customDomain.toUpperCase(), 409],
        [`${a.customDomain}.`, 409],
        [a.subdomain, 400],
      ] as const) {
        const answer = await claim(b, domain);
        expect([domain, answer.status]).toEqual([domain, status]);
        expect(answer.text).not.toContain(a.project);
        expect(answer.text).not.toContain(token);
      }
      for (const host of hosts.a) {
        const note = await world.ask({ host, path: '/_docent/runtime.json' });
        expect(JSON.parse(note.text).project).toBe(a.project);
      }
      for (const host of hosts.nobody) {
        expect((await world.ask({ host, path: '/' })).status).toBe(404);
      }
      world.records.clear();
    }, 120_000);
  });

  test('a domain that was removed is not found', async () => {
    const domains = [a.customDomain, b.customDomain];
    for (const domain of domains) await removeDomain(world.tools, domain);
    for (const domain of domains) await served(domain, 404);
  });
});

/** The error of an answer without what differs each time. */
function errorOf({ text }: Answered): object {
  return { ...JSON.parse(text).error, requestId: '' };
}
