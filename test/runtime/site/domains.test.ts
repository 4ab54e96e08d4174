import { afterEach, beforeEach, expect, test } from 'vitest';
import { approveDomain, describeDomains, removeDomain } from '../../../runtime/commands/domains.ts';
import { createDomains, type Domains, type ResolveTxt } from '../../../runtime/site/domains.ts';
import { createHosts } from '../../../runtime/site/hosts.ts';
import type { SiteSource } from '../../../runtime/site/live.ts';
import { giveDomain, listClaims } from '../../../runtime/store/domains.ts';
import { createIds } from '../../../runtime/store/ids.ts';
import type { Store } from '../../../runtime/store/open.ts';
import { allProjects, findPublicProject } from '../../../runtime/store/projects.ts';
import { type TestApi, testApi } from '../routes/test-api.ts';
import { eachStore, type TestStore } from '../store/each-store.ts';

const host = 'docs.acme.test';
const refused = (code: string) => Object.assign(new Error(code), { code });

eachStore('domains of projects', (open) => {
  let opened: TestStore;
  /** Name → records, or the error of the resolver. */
  let dns: Map<string, readonly string[] | Error>;
  let lookedUp: string[];
  let time: number;
  let domains: Domains;
  let a: TestApi;
  let b: TestApi;
  let ofA: string;
  let ofB: string;
  const siteA: SiteSource = { current: () => undefined };
  const siteB: SiteSource = { current: () => undefined };

  const resolveTxt: ResolveTxt = async (name) => {
    lookedUp.push(name);
    const found = dns.get(name) ?? refused('ENOTFOUND');
    if (found instanceof Error) throw found;
    return found.map((text) => [text.slice(0, 10), text.slice(10)]);
  };
  beforeEach(async () => {
    opened = await open();
    [dns, lookedUp, time] = [new Map(), [], 1_000_000];
    const { store } = opened;
    domains = createDomains({
      ...{ store, key: Buffer.alloc(32, 1), resolveTxt, baseHost: 'sites.example.com' },
      ...{ now: () => time, log: () => {} },
    });
    a = await testApi(store, { domains });
    b = await testApi(store, { domains });
    ofA = await a.site([], { slug: 'docs' });
    ofB = await b.site([], { slug: 'other' });
  });
  afterEach(() => opened.drop());

  const sites = () =>
    new Map([
      [ofA, siteA],
      [ofB, siteB],
    ]);
  /** A server of these sites that has read nothing yet. */
  const at = (name: string, base: Pick<Domains, 'stateOf' | 'baseHost'> = domains) =>
    createHosts({
      sites: sites(),
      projects: async () =>
        (await allProjects(opened.store.db)).map((row) => ({
          id: row.id,
          subdomain: row.subdomain,
          customDomain: row.custom_domain,
        })),
      domains: base,
      now: () => time,
    })(new Request('http://x/', { headers: { host: name } }), undefined);
  const claim = (api: TestApi, project: string, customDomain: string | null) =>
    api.call(`PATCH /projects/${project}`, { customDomain });
  const tools = () => ({ store: opened.store, now: () => time, newId: createIds() });

  test('a claim that nothing proves changes nothing that is served', async () => {
    // Without a host of the operator, the first label names the site of A at every host.
    const open = { stateOf: domains.stateOf };
    expect(await at(host, open)).toBe(siteA);
    expect((await claim(b, ofB, host)).status).toBe(200);
    expect(await at(host, open)).toBe(siteA);
    expect(await at(host)).toBeUndefined();
    expect((await findPublicProject(opened.store.db, 'docs', host))?.id).toBe(ofA);
  });

  test('names below the host of the operator belong to their projects, and no one can claim them', async () => {
    for (const name of ['docs.sites.example.com', 'Any.sites.example.com', 'sites.example.com']) {
      const { status, body } = await claim(b, ofB, name);
      expect([status, body.error.details[0].code]).toEqual([400, 'reserved']);
    }
    const made = { name: 'X', slug: 'x', customDomain: 'x.sites.example.com' };
    expect((await b.call('POST /projects', made)).status).toBe(400);
    await opened.store.db
      .updateTable('projects')
      .set({ custom_domain: 'docs.sites.example.com' })
      .where('id', '=', ofB)
      .execute();
    dns.set('_docent.docs.sites.example.com', [domains.tokenOf(ofB)]);
    await approveDomain(tools(), { domain: 'docs.sites.example.com' });
    expect(await at('docs.sites.example.com')).toBe(siteA);
  });

  test('the operator approves a domain, lists all, and takes an approval back', async () => {
    await claim(a, ofA, host);
    expect(await at(host)).toBeUndefined();
    expect(await describeDomains(tools())).toEqual([`${host}  unproven  docs  ${ofA}`]);
    expect(await approveDomain(tools(), { domain: 'DOCS.acme.test.' })).toContain(ofA);
    expect(await at(host)).toBe(siteA);
    expect(await describeDomains(tools())).toEqual([`${host}  approved  docs  ${ofA}`]);
    await removeDomain(tools(), host);
    expect(await at(host)).toBeUndefined();
    await expect(removeDomain(tools(), host)).rejects.toThrow('is not verified');
    await expect(approveDomain(tools(), { domain: 'a.b.test' })).rejects.toThrow(
      'No project requests',
    );
    await expect(approveDomain(tools(), { domain: 'no name' })).rejects.toThrow('expected a host');
  });

  test('the operator gives a domain to the project it belongs to, whoever has claimed it', async () => {
    await claim(b, ofB, host);
    expect((await claim(a, ofA, host)).status).toBe(409);
    await approveDomain(tools(), { domain: host, project: ofA });
    expect(await at(host)).toBe(siteA);
    expect((await b.call(`GET /projects/${ofB}`)).body.data.customDomain).toBeNull();
    expect((await a.call(`GET /projects/${ofA}`)).body.data).toMatchObject({
      customDomain: host,
      customDomainState: 'approved',
    });
  });

  test('a domain changes hands with both projects locked by id, whichever had it', async () => {
    const { store } = opened;
    const inOrder = [ofA, ofB].sort();
    for (const [from, to] of [inOrder, inOrder.toReversed()] as [string, string][]) {
      await claim(from === ofA ? a : b, from, host);
      const written: string[] = [];
      const watched: Store = {
        ...store,
        transaction: (work) =>
          store.transaction((trx) =>
            work(
              trx.withPlugin({
                transformQuery: ({ node }) => {
                  const text = node.kind === 'UpdateQueryNode' ? JSON.stringify(node) : '';
                  written.push(...inOrder.filter((id) => text.includes(id)));
                  return node;
                },
                transformResult: async ({ result }) => result,
              }),
            ),
          ),
      };
      await giveDomain(watched, { domain: host, projectId: to, now: time });
      expect(written.slice(0, 2)).toEqual(inOrder);
      const claims = await listClaims(store.db);
      expect(claims.map(({ project }) => project)).toEqual([to]);
    }
  });

  test('a claim that arrives while a domain is approved also ends', async () => {
    const { store } = opened;
    let times = 0;
    const watched: Store = {
      ...store,
      transaction: async (work) => {
        if (times++ === 0) await claim(b, ofB, host);
        return store.transaction(work);
      },
    };
    await giveDomain(watched, { domain: host, projectId: ofA, now: time });
    expect(times).toBe(2);
    const claims = await listClaims(store.db);
    expect(claims).toMatchObject([{ domain: host, project: ofA, proof: 'operator' }]);
  });

  test("a record of the DNS proves a domain while it holds the project's token", async () => {
    await claim(a, ofA, host);
    const before = await a.call(`GET /projects/${ofA}`);
    const { customDomainState, customDomainToken } = before.body.data;
    expect(customDomainState).toBe('unproven');
    expect(customDomainToken).toBe(domains.tokenOf(ofA));
    dns.set(`_docent.${host}`, ['v=spf1 -all', domains.tokenOf(ofB)]);
    time += 60_000;
    expect(await at(host)).toBeUndefined();
    dns.set(`_docent.${host}`, ['v=spf1 -all', customDomainToken]);
    time += 60_000;
    expect(await at(host)).toBe(siteA);
    const headers = { 'if-none-match': before.headers.get('etag') ?? '' };
    const after = await a.call(`GET /projects/${ofA}`, undefined, { headers });
    expect([after.status, after.body.data.customDomainState]).toEqual([200, 'verified']);
    // A resolver that fails says nothing; one that finds no record ends it.
    dns.set(`_docent.${host}`, refused('ESERVFAIL'));
    time += 3_600_000;
    expect(await at(host)).toBe(siteA);
    dns.delete(`_docent.${host}`);
    time += 3_600_000;
    await at(host);
    await expect.poll(() => at(host)).toBeUndefined();
  });

  test('the token of one project proves nothing for another', async () => {
    dns.set(`_docent.${host}`, [domains.tokenOf(ofA)]);
    await claim(a, ofA, host);
    expect(await at(host)).toBe(siteA);
    await claim(a, ofA, null);
    await claim(b, ofB, host);
    time += 3_600_000;
    expect(await at(host)).toBeUndefined();
  });

  test('the DNS is asked about claimed names alone, and seldom', async () => {
    await claim(a, ofA, host);
    await Promise.all(Array.from({ length: 50 }, () => at(host)));
    await at('nobody.test');
    expect(lookedUp).toEqual([`_docent.${host}`]);
  });

  test('a resolver that never answers holds no one up for long', async () => {
    await claim(a, ofA, host);
    const slow = createDomains({
      ...{ store: opened.store, key: Buffer.alloc(32, 1), now: () => time, log: () => {} },
      resolveTxt: () => new Promise(() => {}),
    });
    expect(await slow.stateOf(ofA, host)).toBe('unproven');
  });

  test('a domain goes with its project', async () => {
    await claim(a, ofA, host);
    await approveDomain(tools(), { domain: host });
    expect((await a.call(`DELETE /projects/${ofA}`)).status).toBe(200);
    await claim(b, ofB, host);
    expect(await at(host)).toBeUndefined();
  });
});
