import { rmSync } from 'node:fs';
import { join } from 'node:path';
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest';
import { sendDeployment } from '../../../commands/send-deployment.ts';
import { createClient, type DocentClient } from '../../../packages/client/client.ts';
import { buildSite as buildOnServer } from '../../../pipeline/build.ts';
import { readCurrent } from '../../../pipeline/output/read.ts';
import { openBackend } from '../../../runtime/backend.ts';
import { createKey } from '../../../runtime/commands/keys.ts';
import { createOrg } from '../../../runtime/commands/orgs.ts';
import type { RunningServer } from '../../../runtime/listen.ts';
import { serve } from '../../../runtime/main.ts';
import { readSettings } from '../../../runtime/settings/environment.ts';
import { openS3 } from '../../../runtime/storage/s3.ts';
import { openShared } from '../../../runtime/storage/shared.ts';
import { createIds } from '../../../runtime/store/ids.ts';
import { buildSite } from '../../support/build.ts';
import { docent } from '../../support/command.ts';
import { openObjectStorage } from '../../support/object-storage.ts';
import { makeTempDir, minimalConfig, writeFiles } from '../../support/temp.ts';
import { openPostgresTest, type TestStore } from '../store/each-store.ts';

const patience = { timeout: 20_000, interval: 20 };
const secret = 'a secret of the storage';

describe.skipIf(!process.env.TEST_DATABASE_URL)('servers with object storage in common', () => {
  let opened: TestStore;
  let storage: Awaited<ReturnType<typeof openObjectStorage>>;
  let folder: string;
  let key: string;
  let project: string;
  const servers: RunningServer[] = [];

  /** Starts a server with a disk of its own, which is empty unless it was used before. */
  const start = async (name: string, more: Readonly<Record<string, string>> = {}) => {
    const server = await serve({
      ...readSettings({}, { ...environment(), ...more }),
      ...{ out: join(folder, name), port: 0, host: '127.0.0.1', version: 'test' },
      log: (line) => void lines.push(`${name}: ${line}`),
    });
    servers.push(server);
    return server;
  };
  const environment = () => ({
    DATABASE_URL: opened.store.address,
    DOCENT_SECRET_KEY: 'k'.repeat(32),
    DOCENT_STORAGE: 's3://docs/all/sites',
    DOCENT_S3_ENDPOINT: storage.address,
    DOCENT_S3_PATH_STYLE: 'on',
    // Part of what is signed.
    DOCENT_S3_REGION: 'eu-test-1',
    DOCENT_DISK_CACHE: '10000',
  });
  const lines: string[] = [];
  const clientOf = (server: RunningServer, maxRetries = 2): DocentClient =>
    createClient({ baseUrl: server.url, key, retryDelay: 10, maxRetries });
  const build = async (text: string) => {
    rmSync(join(folder, 'site'), { recursive: true, force: true });
    writeFiles(join(folder, 'site'), {
      'docs.json': minimalConfig(['start', 'other'], { name: 'Shared' }),
      'start.mdx': `---\ntitle: Start\n---\n\n${text}\n`,
      'other.mdx': '---\ntitle: Other\n---\n\nThe same in all deployments.\n',
    });
    const { deployment, problems } = await buildSite(join(folder, 'site'), join(folder, 'build'));
    if (!deployment) throw new Error(JSON.stringify(problems));
    return deployment.id;
  };
  const deploy = async (server: RunningServer, text: string, maxRetries?: number) => {
    const id = await build(text);
    const client = clientOf(server, maxRetries);
    return (await sendDeployment({ client, project, out: join(folder, 'build'), id })).deployment
      .id;
  };
  const read = async (server: RunningServer, path: string) => {
    const response = await fetch(server.url + path);
    return { status: response.status, text: await response.text(), headers: response.headers };
  };
  const shows = (server: RunningServer, text: string) =>
    vi.waitFor(async () => expect((await read(server, '/start')).text).toContain(text), patience);

  beforeAll(() => {
    folder = makeTempDir();
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }));
  beforeEach(async () => {
    lines.length = 0;
    opened = await openPostgresTest();
    storage = await openObjectStorage({ secret });
    for (const [name, value] of Object.entries(storage.environment)) vi.stubEnv(name, value);
    const tools = { store: opened.store, newId: createIds(), now: Date.now };
    await createOrg(tools, { slug: 'acme' });
    key = (await createKey(tools, { org: 'acme', name: 'all' })).secret;
  });
  afterEach(async () => {
    await Promise.all(servers.splice(0).map((server) => server.close()));
    await storage.close();
    await opened.drop();
    vi.unstubAllEnvs();
  });

  test('a deployment is live on all, and on one that starts with an empty disk', async () => {
    const [one, two] = [await start('one'), await start('two')];
    project = (await clientOf(one).createProject({ name: 'Shared', slug: 'shared' })).id;
    await deploy(one, 'First words.');
    await shows(two, 'First words.');
    await deploy(two, 'Second words.');
    await shows(one, 'Second words.');
    expect(storage.regions).toEqual(new Set(['eu-test-1']));
    const three = await start('three');
    expect((await read(three, '/start')).text).toContain('Second words.');
    expect((await read(three, '/other')).text).toContain('The same in all deployments.');
  });

  test('a request of an upload may reach any server, and each deployment has one event', async () => {
    const [one, two] = [await start('a1'), await start('a2')];
    project = (await clientOf(one).createProject({ name: 'Shared', slug: 'shared' })).id;
    // Each request goes to the other server.
    let turn = 0;
    const both = createClient({
      ...{ baseUrl: one.url, key, retryDelay: 10 },
      fetch: (url, init) =>
        fetch(String(url).replace(one.url, turn++ % 2 ? one.url : two.url), init),
    });
    const out = join(folder, 'build');
    const first = await build('From both servers.');
    const sent = await sendDeployment({ client: both, project, out, id: first });
    const second = await build('From both servers again.');
    await sendDeployment({ client: both, project, out, id: second });
    for (const server of [one, two]) await shows(server, 'From both servers again.');
    // Back to the first one, by a server that may not have it any more.
    await clientOf(two).promoteDeployment(project, sent.deployment.id);
    for (const server of [one, two]) await shows(server, 'From both servers.<');
    const completed: string[] = [];
    for await (const event of both.listEvents(project, { perPage: 100 })) {
      if (event.type === 'deployment.completed') completed.push(event.type);
    }
    expect(completed).toHaveLength(3);
  });

  test('one that was cut off before it was stored is published whole by another server', async () => {
    const [one, two] = [await start('d1'), await start('d2')];
    project = (await clientOf(one).createProject({ name: 'Shared', slug: 'shared' })).id;
    await deploy(one, 'Before.');
    await shows(two, 'Before.');
    const id = await build('After.');
    let upload = '';
    const client = createClient({
      ...{ baseUrl: one.url, key, maxRetries: 0 },
      fetch: (url, init) => {
        upload = /(upl_\w+)\/publish$/.exec(String(url))?.[1] ?? upload;
        return fetch(url, init);
      },
    });
    storage.refuse(/^PUT .*\/sites\/sites\//);
    const sent = sendDeployment({ client, project, out: join(folder, 'build'), id });
    await expect(sent).rejects.toMatchObject({ status: 503 });
    servers.splice(servers.indexOf(one), 1);
    await one.close();
    storage.refuse();
    await clientOf(two).publishUpload(project, upload);
    await shows(two, 'After.');
  });

  test('without the storage, what was read goes on, the rest waits, and all is well again', async () => {
    const one = await start('c1');
    project = (await clientOf(one).createProject({ name: 'Shared', slug: 'shared' })).id;
    await deploy(one, 'Before the cut.');
    const two = await start('c2');
    await shows(two, 'Before the cut.');
    storage.cut();
    expect(await read(two, '/start')).toMatchObject({ status: 200 });
    const missing = await read(two, '/other.md');
    expect([missing.status, missing.headers.get('retry-after')]).toEqual([503, '5']);
    const ready = await read(two, '/ready');
    expect([ready.status, ready.text]).toEqual([503, expect.stringContaining('Object storage')]);
    await expect(deploy(one, 'During the cut.', 0)).rejects.toMatchObject({ status: 503 });
    expect((await read(one, '/start')).text).toContain('Before the cut.');
    storage.cut(false);
    await vi.waitFor(async () => expect((await read(two, '/ready')).status).toBe(200), patience);
    expect((await read(two, '/other.md')).text).toContain('The same in all');
    await deploy(one, 'After the cut.');
    await shows(two, 'After the cut.');
  });

  test('a build in the folder of one server is stored before readers get it', async () => {
    const one = await start('b1');
    const two = await start('b2');
    project = (await clientOf(one).createProject({ name: 'Shared', slug: 'shared' })).id;
    await deploy(one, 'Sent.');
    const out = join(folder, 'b1', project);
    storage.cut();
    const newId = createIds();
    const { deployment } = await buildOnServer({
      ...{ dir: join(folder, 'site'), out, project, version: 'test', now: Date.now, keep: 5 },
      newId: (prefix) => newId(prefix as Parameters<typeof newId>[0]),
    });
    await vi.waitFor(() => expect(lines.join()).toContain('waits to be stored'), patience);
    storage.cut(false);
    await vi.waitFor(
      () => expect(readCurrent(join(folder, 'b2', project))).toBe(deployment?.id),
      patience,
    );
    await shows(two, 'Sent.');
  });

  test('a preview is shown by all, keeps its files, and ends on all', async () => {
    const [one, two] = [await start('p1'), await start('p2')];
    project = (await clientOf(one).createProject({ name: 'Shared', slug: 'shared' })).id;
    await deploy(one, 'Live words.');
    await shows(two, 'Live words.');
    const preview = async (server: RunningServer, text: string, name = 'pr-1') => {
      await build(text);
      const to = ['--to', server.url, '--key', key, '--out', join(folder, 'preview')];
      const sent = await docent('deploy', join(folder, 'site'), '--preview', name, ...to);
      expect([sent.code, sent.err]).toEqual([0, expect.not.stringContaining('rror')]);
      return new URL(sent.out.split('\n').at(-1) ?? '').pathname;
    };
    const at = await preview(two, 'Words of the branch.');
    const reads = async (server: RunningServer, page: string, text: string) =>
      vi.waitFor(
        async () => expect((await read(server, at + page)).text).toContain(text),
        patience,
      );
    await reads(one, '/start', 'Words of the branch.');
    expect(await preview(one, 'Other words of the branch.')).toBe(at);
    for (const server of [two, one]) await reads(server, '/start', 'Other words of the branch.');
    expect((await read(two, '/start')).text).toContain('Live words.');
    expect(await clientOf(two).listPreviews(project)).toMatchObject([{ name: 'pr-1' }]);

    // Two days later what nothing names is removed from the storage, and no file of a preview is.
    await preview(one, 'Words of another branch.', 'pr-2');
    await deploy(one, 'Newer live words.');
    const names = () => [...storage.objects.keys()];
    const day = 24 * 60 * 60 * 1000;
    const later = async (days: number, removed?: string) => {
      const { storage: settings } = readSettings({}, environment());
      if (!settings) throw new Error('No storage is set.');
      const shared = await openShared({
        ...{ objects: openS3(settings), store: opened.store, diskCache: 0 },
        ...{ out: join(folder, `later-${days}`), now: () => Date.now() + days * day },
        log: (line) => void lines.push(line),
      });
      await shared.start();
      const site = { project, folder: shared.folderOf(project) };
      if (removed) expect(await shared.previews.remove(site, removed)).toBe(true);
      await shared.sweep();
      await shared.close();
    };
    const before = names().length;
    await later(2, 'pr-2');
    expect(names().length).toBeLessThan(before - 3);
    const three = await start('p3');
    await shows(three, 'Newer live words.');
    for (const server of [three, two])
      await reads(server, '/other', 'The same in all deployments.');
    await later(15);
    expect(names().filter((name) => name.includes('previews/'))).toEqual([]);
    for (const server of [one, two, three]) {
      await vi.waitFor(async () => expect((await read(server, at)).status).toBe(404), patience);
    }
  }, 90_000);

  test('a worker with an empty disk translates and builds for a server without a model', async () => {
    const server = await start('w1');
    project = (await clientOf(server).createProject({ name: 'Shared', slug: 'shared' })).id;
    await deploy(server, 'Words for a worker.');
    const worker = await openBackend({
      ...readSettings({}, environment()),
      ...{ out: join(folder, 'worker'), version: 'test', translate: 'pseudo' },
      log: (line) => void lines.push(`worker: ${line}`),
    });
    servers.push({ url: '', close: worker.close });
    const client = clientOf(server);
    await client.addLanguage(project, { code: 'fr', autoTranslate: true });
    await deploy(server, 'Other words for a worker.');
    await vi.waitFor(
      async () => expect((await read(server, '/fr/start')).text).toContain('wórdš fór á wórkér'),
      { timeout: 60_000, interval: 50 },
    );
  }, 90_000);

  test('a backup of the database and a copy of the bucket are a server again', async () => {
    const server = await start('r1');
    project = (await clientOf(server).createProject({ name: 'Shared', slug: 'shared' })).id;
    const live = await deploy(server, 'Worth keeping.');
    vi.stubEnv('DOCENT_SECRET_KEY', 'k'.repeat(32));
    const backup = join(folder, 'backup');
    const database = ['--database', opened.store.address];
    const outOf = ['--out', join(folder, 'r1')];
    expect((await docent('backup', backup, ...database, ...outOf)).code).toBe(0);
    const copied = new Map(storage.objects);
    await Promise.all(servers.splice(0).map((one) => one.close()));
    storage.objects.clear();
    for (const [name, content] of copied) storage.objects.set(name, content);
    const other = await openPostgresTest({ migrate: false });
    onTestFinished(other.drop);
    const into = ['--database', other.store.address, '--out', join(folder, 'r2')];
    expect((await docent('restore', backup, ...into)).code).toBe(0);
    const restored = await start('r2', { DATABASE_URL: other.store.address });
    expect((await read(restored, '/start')).text).toContain('Worth keeping.');
    expect(JSON.parse((await read(restored, '/health')).text)).toMatchObject({ deployment: live });
    await Promise.all(servers.splice(0).map((one) => one.close()));
  });
});
