import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { expect, inject, test } from 'vitest';
import { deliveryHeaders } from '../../runtime/webhooks/sign.ts';
import { projectRoot } from '../support/corpus.ts';
import { minimalConfig, writeFiles } from '../support/temp.ts';
import { beginWalk } from './walk.ts';

test('the package holds what runs, and nothing else of the repository', () => {
  const folder = join(inject('installed'), 'node_modules/docent');
  expect(readdirSync(folder).sort()).toEqual([
    'LICENSE',
    'README.md',
    'bin',
    'dist',
    'package.json',
  ]);
  const floors = readdirSync(join(folder, 'dist'), { withFileTypes: true });
  expect(floors.flatMap((entry) => (entry.isDirectory() ? entry.name : []))).toEqual([
    'chunks',
    'commands',
    'packages',
    'pipeline',
    'runtime',
    'schema',
  ]);
});

test('the package has the icons of each library', async () => {
  const walk = await beginWalk();
  const icons = { fontawesome: 'truck-monster', lucide: 'bot', tabler: 'brand-zapier' };
  for (const [library, icon] of Object.entries(icons)) {
    const config = minimalConfig(['index'], { icons: { library } });
    writeFiles(walk.dir, {
      [`${library}/docs.json`]: JSON.stringify(config),
      [`${library}/index.mdx`]: `---\ntitle: A\nicon: ${icon}\n---\n\n<Icon icon="${icon}" />\n`,
    });
    const { code, out } = await walk.shell(`npx docent check --strict ${library}`);
    expect([code, out], library).toEqual([0, expect.stringContaining('Checked 1 page in ')]);
  }
});

test('npm asks for no approval of a script when the package is installed', () => {
  const manifest = join(inject('installed'), 'node_modules/docent/package.json');
  const { scripts } = JSON.parse(readFileSync(manifest, 'utf8'));
  for (const name of ['preinstall', 'install', 'postinstall', 'prepare']) {
    expect(scripts).not.toHaveProperty(name);
  }
});

const tsc = `'${process.execPath}' '${join(projectRoot, 'node_modules/typescript/bin/tsc')}' --noEmit --strict --exactOptionalPropertyTypes --module nodenext --target es2024 --lib es2024,dom --types ''`;

/** What is written against the packages, wherever they are installed from. */
const programs = (client: string, webhooks: string) => ({
  'receive.mts': `import { verify, type WebhookEvent, WebhookVerificationError } from '${webhooks}';

export function receive(body: string, headers: Headers, secret: string): string | undefined {
  try {
    const { event } = verify(body, headers, [secret, 'old'], { toleranceSeconds: 60 });
    return titleOf(event);
  } catch (error) {
    if (error instanceof WebhookVerificationError && error.reason === 'too-old') return undefined;
    throw error;
  }
}

function titleOf(event: WebhookEvent): string {
  switch (event.type) {
    case 'page.created':
    case 'page.updated':
    case 'page.deleted':
      return event.data.pageTitle;
    case 'feedback.received':
      return event.data.comment ?? event.data.rating;
    default:
      return event.type;
  }
}
`,
  'call.mts': `import { createClient, DocentError, type Job } from '${client}';

const client = createClient({ baseUrl: 'http://localhost:3000', key: 'docent_live_x' });

export async function failed(projectId: string): Promise<Job[]> {
  const jobs: Job[] = [];
  for await (const job of client.listJobs(projectId, { perPage: 100 })) {
    if (job.status === 'failed') jobs.push(job);
  }
  return jobs;
}

export async function answer(projectId: string): Promise<string> {
  let text = '';
  for await (const event of client.sendMessage(projectId, { message: 'How?', visitorId: 'v' })) {
    if (event.type === 'text') text += event.content;
    if (event.type === 'error') throw new Error(event.code);
  }
  return text;
}

export async function add(projectId: string): Promise<string | undefined> {
  try {
    return (await client.addTerm(projectId, { term: 'page', translations: { fr: 'page' } })).id;
  } catch (error) {
    if (error instanceof DocentError && error.code === 'ALREADY_EXISTS') return error.requestId;
    throw error;
  }
}
`,
});
const wrong = [
  ['receive.mts', 'event.data.pageTitle', 'event.data.comment'],
  ['receive.mts', "[secret, 'old']", '42'],
  ['call.mts', "term: 'page', ", ''],
  ['call.mts', 'perPage: 100', "perPage: '100'"],
  ['call.mts', 'event.content', 'event.results'],
  ['call.mts', "'ALREADY_EXISTS'", "'ALREADY_THERE'"],
] as const;

test('docent/client and docent/webhooks have types that hold under "strict"', async () => {
  const walk = await beginWalk();
  const files = programs('docent/client', 'docent/webhooks');
  const broken = wrong.map(([file, from, to], index) => {
    expect(files[file]).toContain(from);
    return [`bad-${index}.mts`, files[file].replace(from, to)] as const;
  });
  writeFiles(walk.dir, { ...files, ...Object.fromEntries(broken) });
  expect(await walk.shell(`${tsc} *.mts`)).toMatchObject({
    out: expect.not.stringMatching(/^(call|receive)\.mts/m),
  });
  const { out } = await walk.shell(`${tsc} bad-*.mts`);
  const found = new Set(Array.from(out.matchAll(/^bad-\d\.mts/gm), ([file]) => file));
  expect([...found].sort(), out).toEqual(broken.map(([name]) => name));
});

test('docent-client and docent-webhooks are packed and installed on their own', async () => {
  const walk = await beginWalk();
  const folder = join(inject('installed'), 'node_modules/docent/dist/packages');
  const { version } = JSON.parse(readFileSync(join(folder, '../../package.json'), 'utf8'));
  for (const name of ['client', 'webhooks']) {
    expect((await walk.shell(`npm pack '${join(folder, name)}'`)).code).toBe(0);
  }
  writeFiles(walk.dir, {
    'alone/package.json': '{ "type": "module" }',
    ...Object.fromEntries(
      Object.entries(programs('docent-client', 'docent-webhooks')).map(([name, text]) => [
        `alone/${name}`,
        text,
      ]),
    ),
  });
  const packs = ['client', 'webhooks'].map((name) => `../docent-${name}-${version}.tgz`).join(' ');
  const installed = await walk.shell(`cd alone && npm install --offline --no-audit ${packs}`);
  expect(installed.out).toContain('added 2 packages');
  expect(await walk.shell(`cd alone && ${tsc} *.mts`)).toMatchObject({ code: 0, out: '' });
  const said = await walk.shell(
    `cd alone && '${process.execPath}' -e "
      import('docent-client').then(async ({ createClient, DocentError }) => {
        const client = createClient({ baseUrl: 'http://127.0.0.1:9', maxRetries: 0 });
        const error = await client.listProjects().catch((error) => error);
        console.log(error instanceof DocentError, error.code, Object.keys(client).length > 40);
      });
      import('docent-webhooks').then(({ verify }) => console.log(typeof verify));"`,
  );
  expect(said.out).toContain('true CONNECTION_FAILED true');
  expect(said.out).toContain('function');
});

/** All that workers, browsers and other runtimes have in common with Node.js and these modules need. */
const globals = {
  ...{ AbortController, AbortSignal, Headers, TextDecoder, TextEncoder, URL, URLSearchParams },
  ...{ atob, btoa, clearTimeout, crypto, fetch, setTimeout },
};

test('docent/client and docent/webhooks run with the globals of workers, in 20 KB each', async () => {
  const load = (name: string) => {
    const folder = join(inject('installed'), 'node_modules/docent/dist/packages');
    const text = readFileSync(join(folder, name), 'utf8');
    expect(text.length).toBeLessThan(20_000);
    const [whole, names = ''] = /export\s*\{([^}]+)\};?\s*$/.exec(text) ?? [''];
    return runInNewContext(`${text.replace(whole, '')}\n({${names}})`, { ...globals });
  };
  const { createClient } = load('client/client.js');
  const client = createClient({ baseUrl: 'http://127.0.0.1:9', maxRetries: 1, retryDelay: 1 });
  await expect(client.createProject({ name: 'a' })).rejects.toMatchObject({
    code: 'CONNECTION_FAILED',
  });
  const { verify } = load('webhooks/verify.js');
  const body = '{"type":"page.created"}';
  const delivery = { body, deliveryId: 'dlv_1', eventType: 'page.created', service: 'Docent' };
  const timestamp = Math.floor(Date.now() / 1000);
  const secrets = ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'];
  const headers = deliveryHeaders({ ...delivery, timestamp, secrets, bodyOnly: true });
  for (const scheme of ['timestamped', 'standard', 'body']) {
    expect(verify(body, headers, secrets, { scheme }).event).toEqual({ type: 'page.created' });
    expect(() => verify(`${body} `, headers, secrets, { scheme })).toThrow(/no signature/);
  }
});
