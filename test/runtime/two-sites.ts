import { mkdirSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import { readCurrent, readManifest } from '../../pipeline/output/read.ts';
import { createKey } from '../../runtime/commands/keys.ts';
import { createOrg } from '../../runtime/commands/orgs.ts';
import { createUser } from '../../runtime/commands/users.ts';
import { serve } from '../../runtime/main.ts';
import { initialLimits } from '../../runtime/settings/limits.ts';
import { createIds } from '../../runtime/store/ids.ts';
import type { Manifest } from '../../schema/build.ts';
import { buildSite } from '../support/build.ts';
import { makeTempDir, minimalConfig, writeFiles } from '../support/temp.ts';
import type { OpenTestStore } from './store/each-store.ts';

/** One of two sites of a server, and who belongs to it. */
export interface Tenant {
  readonly org: string;
  readonly project: string;
  /** Below the operator's own host. */
  readonly subdomain: string;
  readonly customDomain: string;
  /** A word that only its protected pages and files hold. */
  readonly word: string;
  readonly key: string;
  /** Session of a reader who may see everything of the site. */
  readonly cookie: string;
  readonly manifest: Manifest;
}

export interface Asked {
  readonly host: string;
  readonly path: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Answered {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
}

/** The folders of both outputs are the names of their projects; both projects have the same slug later. */
const names = { a: 'acme', b: 'bear' } as const;
const words = { a: 'osprey', b: 'walrus' } as const;
export const slug = 'docs';
export const patience = { timeout: 20_000, interval: 50 };
export const baseHost = 'sites.test';

/** A server with two protected sites of the same pages, each of an organization of its own. */
export async function openTwoSites(open: OpenTestStore) {
  const { store, drop } = await open();
  const folder = makeTempDir();
  const out = join(folder, 'out');
  for (const side of ['a', 'b'] as const) {
    const source = join(folder, names[side]);
    mkdirSync(source);
    writeFiles(source, pagesWith(words[side]));
    const built = await buildSite(source, join(out, names[side]));
    if (!built.deployment) throw new Error(JSON.stringify(built.problems));
  }
  const records = new Map<string, readonly string[]>();
  const server = await serve({
    ...{ out, port: 0, host: '127.0.0.1', version: 'test', log: () => {}, baseHost },
    database: store.address,
    limits: { ...initialLimits, keyRate: 100_000, feedbackRate: 100_000, chatRate: 100_000 },
    resolveTxt: async (name) => [records.get(name) ?? []],
  });
  const ask = (asked: Asked) => send(server.url, asked);
  const tools = { store, now: Date.now, newId: createIds() };
  const second = await createOrg(tools, { slug: 'second' });
  const projects = () => store.db.selectFrom('projects').selectAll().orderBy('subdomain').execute();
  await vi.waitFor(async () => expect(await projects()).toHaveLength(2), patience);
  for (const name of Object.values(names)) {
    const at = { host: `${name}.${baseHost}`, path: '/' };
    await vi.waitFor(async () => expect((await ask(at)).status).toBe(200), patience);
  }
  await store.db
    .updateTable('projects')
    .set({ org_id: second })
    .where('subdomain', '=', names.b)
    .execute();
  await store.db.updateTable('orgs').set({ plan: 'enterprise' }).execute();
  await store.db.updateTable('projects').set({ slug }).execute();
  const rows = await projects();
  const tenant = async (side: 'a' | 'b'): Promise<Tenant> => {
    const row = rows.find(({ subdomain }) => subdomain === names[side]);
    if (!row) throw new Error(`No project of ${names[side]}.`);
    const host = `${names[side]}.${baseHost}`;
    const email = `reader@${names[side]}.test`;
    const made = await createUser(tools, { org: row.org_id, email, groups: ['staff'] });
    const answer = await ask({
      ...{ host, path: '/_auth/sign-in', method: 'POST' },
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: `http://${host}` },
      body: new URLSearchParams({ email, password: made.password, to: '/' }).toString(),
    });
    const cookies = (answer.headers['set-cookie'] ?? []) as readonly string[];
    const output = join(out, names[side]);
    return {
      ...{ org: row.org_id, project: row.id, subdomain: host, word: words[side] },
      customDomain: `docs.${names[side]}.test`,
      key: (await createKey(tools, { org: row.org_id })).secret,
      cookie: cookies.map((one) => one.split(';')[0]).join('; '),
      manifest: readManifest(output, readCurrent(output) ?? '') as Manifest,
    };
  };
  return {
    ...{ store, tools, ask, records },
    a: await tenant('a'),
    b: await tenant('b'),
    close: async () => {
      await server.close();
      await drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Open and protected pages with everything that becomes a file: pictures, components, exports, search. */
function pagesWith(word: string): Readonly<Record<string, unknown>> {
  const picture = `<svg xmlns="http://www.w3.org/2000/svg"><title>${word}</title></svg>`;
  return {
    'docs.json': minimalConfig(['index', 'team/plan', 'staff/deal'], {
      name: 'Docs',
      auth: {
        ...{ enabled: true, provider: 'builtin', publicPaths: ['/'] },
        groups: { staff: { label: 'Staff', pages: ['staff/**'] } },
      },
      seo: { indexing: 'all' },
    }),
    'index.mdx': '---\ntitle: Home\n---\n\nWelcome everybody.\n',
    'team/plan.mdx':
      `---\ntitle: Plan\n---\n\nimport { Counter } from '/snippets/counter.jsx';\n\n` +
      `The ${word} lands on Monday. ![Map](/images/map.svg)\n\n<Counter />\n`,
    'staff/deal.mdx': `---\ntitle: Deal\n---\n\nThe ${word} costs nine.\n`,
    'snippets/counter.jsx':
      `export const Counter = () => {\n  const [count, setCount] = useState(0);\n` +
      `  return <button onClick={() => setCount(count + 1)}>${word} {count}</button>;\n};\n`,
    'images/map.svg': picture,
    'staff/list.txt': `${word}, nine`,
  };
}

function send(url: string, { host, path, method = 'GET', headers = {}, body }: Asked) {
  return new Promise<Answered>((resolve, reject) => {
    const sent = request(
      `${url}${path}`,
      {
        method,
        headers: {
          ...headers,
          host,
          ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }),
        },
      },
      (response) => {
        let text = '';
        response.setEncoding('latin1');
        response.on('data', (part) => {
          text += part;
        });
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
        );
        response.on('error', reject);
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}
