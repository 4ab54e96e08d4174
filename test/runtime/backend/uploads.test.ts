import { createHash, randomBytes } from 'node:crypto';
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { noteDeployed } from '../../../commands/deployed.ts';
import { sendDeployment } from '../../../commands/send-deployment.ts';
import { createClient, type DocentClient } from '../../../packages/client/client.ts';
import { blocksOf } from '../../../pipeline/output/blocks.ts';
import { contentsInPack, packsIn, wholeOf } from '../../../pipeline/output/contents.ts';
import {
  deploymentFiles,
  readDeploymentContent,
} from '../../../pipeline/output/deployment-files.ts';
import { publishUpload } from '../../../pipeline/output/publish-upload.ts';
import { readUpload, uploadAge } from '../../../pipeline/output/uploads.ts';
import { createKey } from '../../../runtime/commands/keys.ts';
import { createOrg } from '../../../runtime/commands/orgs.ts';
import type { RunningServer } from '../../../runtime/listen.ts';
import { serve } from '../../../runtime/main.ts';
import { createIds } from '../../../runtime/store/ids.ts';
import type { UploadFile } from '../../../schema/upload.ts';
import { buildSite } from '../../support/build.ts';
import { makeTempDir, minimalConfig, writeFiles } from '../../support/temp.ts';
import { eachStore, type TestStore } from '../store/each-store.ts';

const patience = { timeout: 30_000, interval: 20 };

eachStore('deployments that are sent to a server', (open) => {
  let opened: TestStore;
  let folder: string;
  let server: RunningServer;
  let key: string;
  let client: DocentClient;
  let project: string;
  let out: string;
  let served: string;

  const start = () =>
    serve({
      ...{ out: served, port: 0, host: '127.0.0.1', version: 'test', log: () => {} },
      database: opened.store.address,
      secretKey: 'k'.repeat(32),
    });
  const clientOf = (more: Partial<Parameters<typeof createClient>[0]> = {}) =>
    createClient({ baseUrl: server.url, key, retryDelay: 10, ...more });
  /** Builds the site with these pages, in a folder of its own; the server does not see it. */
  const build = async (pages: Readonly<Record<string, string>>, config: object = {}) => {
    rmSync(join(folder, 'site'), { recursive: true, force: true });
    const files = Object.entries(pages).map(([path, text]) => [`${path}.mdx`, text]);
    writeFiles(join(folder, 'site'), {
      'docs.json': minimalConfig(Object.keys(pages), { name: 'Sent', ...config }),
      ...Object.fromEntries(files),
    });
    const { deployment, problems } = await buildSite(join(folder, 'site'), out);
    if (!deployment) throw new Error(JSON.stringify(problems));
    return deployment.id;
  };
  const page = (title: string, text = 'Some words.') => `---\ntitle: ${title}\n---\n\n${text}\n`;
  const deploy = async (pages: Readonly<Record<string, string>>, by = client) =>
    sendDeployment({ client: by, project, out, id: await build(pages) });
  const read = async (path: string) => (await fetch(server.url + path)).text();
  const events = async () => {
    const found: string[] = [];
    for await (const event of client.listEvents(project, { perPage: 100 })) {
      const { pagePath = '', deploymentId = '' } = event.data as Record<string, string>;
      found.push(`${event.type} ${pagePath || deploymentId}`);
    }
    return found;
  };
  /** All files of a deployment with their blocks, as a client without the command announces them. */
  const listOf = async (id: string): Promise<UploadFile[]> => {
    const files = await deploymentFiles(out, id);
    return Promise.all(
      files.map(async (file) => {
        const blocks: string[] = [];
        const content = readDeploymentContent({ out, id }, file);
        for await (const { sha256: hash } of blocksOf(file, content)) blocks.push(hash);
        return blocks.length > 1 ? { ...file, blocks } : file;
      }),
    );
  };
  const frame = (...blocks: readonly Uint8Array[]) =>
    Buffer.concat(
      blocks.flatMap((bytes) => {
        const size = Buffer.alloc(4);
        size.writeUInt32BE(bytes.length);
        return [size, bytes];
      }),
    );
  const bytesOfFile = (id: string, file: UploadFile) =>
    wholeOf(readDeploymentContent({ out, id }, file));
  const blocksOfFile = async (id: string, file: UploadFile): Promise<Uint8Array[]> => {
    const blocks: Uint8Array[] = [];
    const content = readDeploymentContent({ out, id }, file);
    for await (const { bytes } of blocksOf(file, content)) blocks.push(bytes);
    return blocks;
  };
  const blocksOfFiles = async (id: string, files: readonly UploadFile[]) =>
    (await Promise.all(files.map((file) => blocksOfFile(id, file)))).flat();
  const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

  beforeAll(async () => {
    opened = await open();
    folder = makeTempDir();
    out = join(folder, 'built');
    await createOrg(
      { store: opened.store, now: Date.now, newId: createIds() },
      { slug: 'default' },
    );
    const tools = { store: opened.store, now: Date.now, newId: createIds() };
    key = (await createKey(tools, { org: 'default' })).secret;
  });
  afterAll(async () => {
    await opened?.drop();
    rmSync(folder, { recursive: true, force: true });
  });
  beforeEach(async () => {
    served = mkdtempSync(join(folder, 'served-'));
    server = await start();
    client = clientOf();
    for await (const { id } of client.listProjects({})) await client.deleteProject(id);
    project = (await client.createProject({ name: 'Sent', slug: 'sent' })).id;
  });

  afterEach(() => server.close());

  test('is among what is being made while it is received, and as lost when nothing more comes', async () => {
    const id = await build({ index: page('Home', 'Received bit by bit.') });
    const files = await listOf(id);
    const runs = async () => {
      const found = [];
      for await (const run of client.listDeploymentRuns(project, {})) found.push(run);
      return found;
    };
    const upload = await client.startUpload(project, { files });
    const total = upload.missing.length;
    const receiving = { cause: 'upload', state: 'running', stage: 'Receiving blocks', total };
    expect(await runs()).toMatchObject([
      { ...receiving, done: 0, messages: [{ text: `Announced: ${files.length} files` }] },
    ]);
    const [first, ...others] = files.filter(({ size }) => size > 0);
    if (!first) throw new Error('The build has no files.');
    // What comes twice counts once.
    for (let n = 0; n < 2; n++) {
      await client.sendBlocks(project, upload.id, frame(await bytesOfFile(id, first)));
    }
    expect(await runs()).toMatchObject([{ ...receiving, done: 1 }]);
    const late = opened.store.db
      .updateTable('deployment_runs')
      .set({ updated_at: Date.now() - 61_000 });
    await late.where('project_id', '=', project).execute();
    expect(await runs()).toMatchObject([{ state: 'lost', done: 1 }]);
    for (let from = 0; from < others.length; from += 40) {
      const blocks = await blocksOfFiles(id, others.slice(from, from + 40));
      await client.sendBlocks(project, upload.id, frame(...blocks));
    }
    expect(await runs()).toMatchObject([{ ...receiving, done: total }]);
    await client.publishUpload(project, upload.id);
    expect(await runs()).toEqual([]);
    // Nothing of it is still to come.
    await client.startUpload(project, { files: [] });
    expect(await runs()).toEqual([]);
    const cancelled = await client.startUpload(project, {
      files: [...files, { path: 'site/x.html', sha256: sha256(Buffer.from('x')), size: 1 }],
    });
    expect(await runs()).toMatchObject([{ ...receiving, total: expect.any(Number) }]);
    await client.deleteUpload(project, cancelled.id);
    expect(await runs()).toEqual([]);
  });

  test('what its build found wrong comes with a deployment, and goes with the next one', async () => {
    const { deployment } = await deploy({
      index: page('Home', 'See [it](/nowhere).\n\n[too](/gone)'),
    });
    const problems = async (id: string, query = {}) => {
      const found = [];
      for await (const one of client.listDeploymentProblems(project, id, query)) found.push(one);
      return found;
    };
    expect(await problems(deployment.id)).toMatchObject([
      {
        code: 'broken-link',
        file: 'index.mdx',
        line: 5,
        message: expect.stringContaining('/nowhere'),
      },
      { code: 'broken-link', file: 'index.mdx', line: 7 },
    ]);
    expect(await problems(deployment.id, { severity: 'error' })).toEqual([]);
    expect(await problems(deployment.id, { file: 'index.mdx', perPage: 1 })).toHaveLength(2);
    const counts = async () => (await client.getOverview(project)).deployment?.problems;
    const found = { errors: 0, warnings: 0, notes: 2 };
    expect(await counts()).toEqual(found);
    expect((await client.getDeployment(project, deployment.id)).problems).toEqual(found);
    expect(await client.getPage(project, 'index')).toMatchObject({ problems: 2, ...found });
    const next = await deploy({ index: page('Home') });
    expect(await problems(next.deployment.id)).toEqual([]);
    expect(await counts()).toEqual({ errors: 0, warnings: 0, notes: 0 });
    expect(await problems(deployment.id)).toHaveLength(2);
  });

  test('a page can be read as each deployment was built from it, as long as its files are there', async () => {
    const first = await deploy({ index: page('Home', 'One.') });
    const second = await deploy({ index: page('Home', 'Two.') });
    const read = (id: string, path = 'index') => client.getDeploymentPage(project, id, path);
    const source = (text: string) => `---\ntitle: Home\n---\n\n${text}`;
    expect(await read(second.deployment.id)).toMatchObject({
      text: expect.stringContaining('Two.'),
    });
    const { text, bytes, ...rest } = await read(first.deployment.id);
    expect(rest).toEqual({ pagePath: 'index', file: 'index.mdx' });
    expect(text.trimEnd()).toBe(source('One.'));
    expect(bytes).toBe(text.length);
    await expect(read(first.deployment.id, 'nowhere')).rejects.toThrow('was never a file');
    await expect(read('dpl_none')).rejects.toThrow('Deployment not found.');
    const files = join(served, project, 'deployments', first.deployment.id);
    rmSync(files, { recursive: true });
    await expect(read(first.deployment.id)).rejects.toThrow('is not on this server any more');
  });

  test('the change of a page comes line by line, as long as the server has both files', async () => {
    const first = await deploy({ index: page('Home', 'One.\n\nTwo.'), old: page('Old') });
    const { deployment } = await deploy({
      index: page('Home', 'One.\n\nThree.'),
      new: page('New'),
    });
    const change = (path: string, id = deployment.id) =>
      client.getDeploymentChange(project, id, path);
    expect(await change('index')).toEqual({
      ...{ pagePath: 'index', pageTitle: 'Home', change: 'updated', file: 'index.mdx' },
      ...{ before: first.deployment.id, added: 1, removed: 1, truncated: false },
      parts: [
        { type: 'same', lines: ['---', 'title: Home', '---', '', 'One.', ''] },
        { type: 'removed', lines: ['Two.'] },
        { type: 'added', lines: ['Three.'] },
      ],
    });
    expect(await change('new')).toMatchObject({ change: 'created', added: 5, removed: 0 });
    expect(await change('old')).toMatchObject({ change: 'deleted', added: 0, removed: 5 });
    expect(await change('index', first.deployment.id)).toMatchObject({ before: null, added: 7 });
    await expect(change('missing')).rejects.toThrow('did not change the source of "missing"');
    const files = join(served, project, 'deployments', first.deployment.id);
    rmSync(files, { recursive: true });
    await expect(change('index')).rejects.toThrow(
      `The file of "index" in ${first.deployment.id} is not on this server any more`,
    );
  });

  test('the first one goes live on an empty server, and later ones send what has changed', async () => {
    const long = Array.from({ length: 4000 }, (_, line) => `Line ${line} of it.`).join(' ');
    const first = await deploy({ index: page('Home', 'First words.'), long: page('Long', long) });
    expect(first.deployment).toMatchObject({ status: 'live', pages: 2, kept: true });
    expect(await read('/')).toContain('First words.');
    const second = await deploy({ index: page('Home', 'Other words.'), long: page('Long', long) });
    expect(await read('/')).toContain('Other words.');
    expect(await read('/long')).toContain('Line 3999');
    expect(second.bytes).toBeLessThan(first.bytes / 2);
    expect(await events()).toEqual([
      `deployment.started ${first.deployment.id}`,
      `deployment.completed ${first.deployment.id}`,
      'page.created index',
      'page.created long',
      `deployment.started ${second.deployment.id}`,
      `deployment.completed ${second.deployment.id}`,
      'page.updated index',
    ]);
    // The same bytes as the build, in every form that the manifest promises.
    const id = (await client.getLiveFiles(project)).deploymentId ?? '';
    const built = join(
      out,
      'deployments',
      readdirSync(join(out, 'deployments')).sort().at(-1) ?? '',
    );
    const there = join(served, project, 'deployments', id);
    const pages = (at: string) => {
      const { packs: _, ...rest } = JSON.parse(readFileSync(join(at, 'manifest.json'), 'utf8'));
      return rest;
    };
    expect(pages(there)).toEqual(pages(built));
    for (const name of ['files.jsonl', 'outline.jsonl', 'routes.json', 'sources.json']) {
      expect(readFileSync(join(there, name), 'utf8'), name).toBe(
        readFileSync(join(built, name), 'utf8'),
      );
    }
    const found = await client.search(project, { q: 'other words' });
    expect(JSON.stringify(found)).toContain('Home');
  });

  test('the files of the server are not listed for a folder that it has its deployment from', async () => {
    const listed: string[] = [];
    const watched = clientOf({
      fetch: async (url, init) => {
        const answer = await fetch(url, init);
        if (!url.includes('/live-files')) return answer;
        const { data } = (await answer.clone().json()) as { data: { files: unknown[] } };
        listed.push(data.files.length === 0 ? 'none' : 'all');
        return answer;
      },
    });
    await deploy({ index: page('Home', 'First words.'), old: page('Old') }, watched);
    const { pages } = await deploy({ index: page('Home', 'Other words.') }, watched);
    expect(listed.splice(0)).toEqual(['none', 'none', 'none']);
    expect([...pages.keys()]).toEqual(['index', 'old']);
    expect(await read('/')).toContain('Other words.');
    expect((await fetch(`${server.url}/old`)).status).toBe(404);

    // What the folder remembers is of another deployment: the server notices, and lists its own.
    const { deploymentId } = await client.getLiveFiles(project, { files: false });
    const wrong = await build({ index: page('Home', 'Never sent.'), extra: page('Extra') });
    noteDeployed({ out, id: wrong }, deploymentId ?? '');
    const next = await deploy(
      { index: page('Home', 'Last words.'), extra: page('Extra') },
      watched,
    );
    expect(listed).toEqual(['none', 'all']);
    expect(await read('/')).toContain('Last words.');
    expect(await read('/extra')).toContain('Extra');
    expect([...next.pages.keys()]).toEqual(['index']);
  });

  test('a large text that changed a little is stored as large parts again', async () => {
    const lines = Array.from({ length: 120_000 }, (_, line) => `Line ${line} of it.`);
    const of = async (text: string) => {
      writeFiles(join(folder, 'large'), {
        'docs.json': minimalConfig(['index'], { name: 'Sent' }),
        'index.mdx': page('Home'),
        'lines.txt': text,
      });
      const { deployment } = await buildSite(join(folder, 'large'), out);
      return sendDeployment({ client, project, out, id: deployment?.id ?? '' });
    };
    await of(lines.join('\n'));
    const text = lines.with(60_000, 'Another line.').join('\n');
    const { deployment, bytes } = await of(text);
    expect(bytes).toBeLessThan(200_000);
    expect(await read('/lines.txt')).toBe(text);
    const contents = join(served, project, 'deployments', deployment.id, 'contents');
    const all = packsIn(contents).flatMap((pack) => [...contentsInPack(contents, pack)]);
    const parts = all.find(({ hash }) => hash === sha256(Buffer.from(text)))?.parts ?? [];
    expect(parts.map((part) => part[4]).every((size) => size <= 1_000_000)).toBe(true);
    expect(parts).toHaveLength(Math.ceil(text.length / 1_000_000));
  });

  test('a server that takes long for a large site is waited for', async () => {
    const hasty = clientOf({ timeout: 1, maxRetries: 0 });
    const { deployment } = await deploy({ index: page('Home', 'In the end.') }, hasty);
    expect(deployment.status).toBe('live');
    expect(await read('/')).toContain('In the end.');
  });

  test('one that was cut off goes on with what is missing', async () => {
    let left = 2;
    // What was on its way when the cable was pulled may arrive a little later.
    const arriving: Promise<unknown>[] = [];
    const cut = clientOf({
      maxRetries: 0,
      fetch: (url, init) => {
        if (url.endsWith('/blocks') && left-- <= 0) throw new Error('The cable was pulled.');
        const answer = fetch(url, init);
        arriving.push(answer);
        return answer;
      },
    });
    const films = ['a', 'b', 'c', 'd', 'e'].map((name) => `videos/${name}.mp4`);
    writeFiles(join(folder, 'films'), {
      'docs.json': minimalConfig(['index'], { name: 'Sent' }),
      'index.mdx': page('Home'),
      ...Object.fromEntries(films.map((film) => [film, randomBytes(1_500_000)])),
    });
    const { deployment } = await buildSite(join(folder, 'films'), out);
    const id = deployment?.id ?? '';
    const sending = { project, out, id };
    await expect(sendDeployment({ ...sending, client: cut })).rejects.toThrow('cable');
    await Promise.allSettled(arriving);
    expect((await client.getLiveFiles(project)).deploymentId).toBeNull();
    const files = await listOf(id);
    const all = new Set(files.flatMap((file) => file.blocks ?? [file.sha256]));
    const { missing } = await client.startUpload(project, { files });
    expect(missing.length).toBeGreaterThan(0);
    expect(missing.length).toBeLessThan(all.size);
    const done = await sendDeployment({ ...sending, client });
    expect(done.blocks).toBe(missing.length);
    const film = await fetch(`${server.url}/${films[0]}`);
    const bytes = Buffer.from(await film.arrayBuffer());
    expect(bytes.equals(readFileSync(join(folder, 'films', films[0] ?? '')))).toBe(true);
  });

  test('blocks that no file names, and bodies that end too early, are refused', async () => {
    const hello = Buffer.from('hello');
    const file = { path: 'site/index.html', sha256: sha256(hello), size: 5 };
    const large = Buffer.alloc(1024 * 1024, 'x');
    const film = { path: 'site/film.mp4', sha256: sha256(large), size: large.length };
    const { id, missing } = await client.startUpload(project, { files: [file, film] });
    expect(missing).toEqual([file.sha256, film.sha256]);
    const send = (bytes: Uint8Array, headers = {}) =>
      client.sendBlocks(project, id, bytes, { headers });
    await expect(send(frame(Buffer.from('other')))).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: [{ code: 'wrong-content' }],
    });
    await expect(send(frame(hello).subarray(0, 7))).rejects.toThrow('in the middle of a block');
    await expect(send(Buffer.from([0xff, 0, 0, 0]))).rejects.toThrow('at most 1048576');
    await expect(send(frame(hello), { 'content-encoding': 'gzip' })).rejects.toThrow('gzip');
    await expect(send(frame(hello), { 'content-type': 'text/plain' })).rejects.toMatchObject({
      status: 415,
    });
    await expect(send(frame(...Array.from({ length: 5 }, () => large)))).rejects.toMatchObject({
      status: 413,
    });
    await expect(client.publishUpload(project, id)).rejects.toMatchObject({
      code: 'CONFLICT',
      details: [{ code: 'missing-blocks' }],
    });
    expect((await send(frame(hello))).received).toBe(1);
    expect((await client.getUpload(project, id)).missing).toEqual([]);
    await expect(client.publishUpload(project, id)).rejects.toThrow('no deployment.json');
    await client.deleteUpload(project, id);
    await expect(client.getUpload(project, id)).rejects.toMatchObject({ status: 404 });
  });

  test.each([
    ['../outside.html', 'bad-path'],
    ['site/../../outside.html', 'bad-path'],
    ['/etc/passwd', 'bad-path'],
    ['site//index.html', 'bad-path'],
    ['site/a\\b.html', 'bad-path'],
    ['site/a\nb.html', 'bad-path'],
    ['events.jsonl', 'bad-path'],
    ['site', 'bad-path'],
    ['current', 'bad-path'],
    ['.half-dpl/site/index.html', 'bad-path'],
    ['site/index.html', 'duplicate'],
    ['site/index.html/more.html', 'duplicate'],
  ])('a file named %j is refused', async (path, code) => {
    const of = (name: string) => ({ path: name, sha256: sha256(Buffer.from(name)), size: 1 });
    const files = ['site/index.html', path].map(of);
    await expect(client.startUpload(project, { files })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: expect.arrayContaining([expect.objectContaining({ path: 'files', code })]),
    });
  });

  test('a size is limited for a file, and by the plan for a site', async () => {
    const file = { path: 'site/film.mp4', sha256: sha256(Buffer.from('film')) };
    await expect(
      client.startUpload(project, { files: [{ ...file, size: 600 * 1024 * 1024 }] }),
    ).rejects.toMatchObject({ details: [{ path: 'files[0].size', code: 'out-of-range' }] });
    await opened.store.db.updateTable('orgs').set({ plan: 'free' }).execute();
    const large = [1, 2].map((part) => ({
      ...{ path: `site/film-${part}.mp4`, sha256: file.sha256, size: 400 * 1024 * 1024 },
    }));
    await expect(client.startUpload(project, { files: large })).rejects.toMatchObject({
      code: 'LIMIT_EXCEEDED',
      details: [{ code: 'storage' }],
    });
    await opened.store.db.updateTable('orgs').set({ plan: 'enterprise' }).execute();
  });

  test('blocks that wait are limited by the plan, whatever the lists say about their sizes', async () => {
    await opened.store.db.updateTable('orgs').set({ plan: 'free' }).execute();
    const waiting = Buffer.alloc(3000, 'w');
    const list = (bytes: Uint8Array, size: number) => ({
      files: [{ path: 'site/film.mp4', sha256: sha256(bytes), size }],
    });
    const limit = 500 * 1024 * 1024;
    const first = await client.startUpload(project, list(waiting, 1));
    // Sparse: it takes no space on the disk.
    const other = join(served, project, 'uploads', 'blocks', 'a'.repeat(64));
    writeFileSync(other, '');
    truncateSync(other, limit - 2000);
    await expect(client.sendBlocks(project, first.id, frame(waiting))).rejects.toMatchObject({
      code: 'LIMIT_EXCEEDED',
      details: [{ code: 'storage' }],
    });
    expect(readdirSync(join(served, project, 'uploads', 'blocks'))).toEqual(['a'.repeat(64)]);
    await opened.store.db.updateTable('orgs').set({ plan: 'enterprise' }).execute();
  });

  test('a manifest that says other than the files is refused, and nothing is live', async () => {
    const id = await build({ index: page('Home') });
    const files = await listOf(id);
    const contents = new Map<string, Uint8Array[]>();
    for (const file of files) contents.set(file.path, await blocksOfFile(id, file));
    const blocksOfPath = (path: string) => contents.get(path) ?? [];
    const attempt = async (change: (text: string) => string) => {
      const changed = Buffer.from(
        change(Buffer.concat(blocksOfPath('manifest.json')).toString('utf8')),
      );
      const { blocks: _, ...entry } = files.find(
        ({ path }) => path === 'manifest.json',
      ) as UploadFile;
      const list = files.map((file) =>
        file.path === entry.path
          ? { ...entry, sha256: sha256(changed), size: changed.length }
          : file,
      );
      const upload = await client.startUpload(project, { files: list });
      const sent = list.flatMap((file) =>
        file.path === entry.path ? [changed] : blocksOfPath(file.path),
      );
      await client.sendBlocks(project, upload.id, frame(...sent));
      const { missing } = await client.getUpload(project, upload.id);
      expect(missing).toEqual([]);
      return client.publishUpload(project, upload.id);
    };
    const outside = attempt((text) =>
      text.replace('"path":"index.html"', '"path":"../source/docs.json"'),
    );
    await expect(outside).rejects.toThrow('site/../source/docs.json, which is not in the upload');
    const unlisted = attempt((text) => text.replace(/"\/index.md":\{[^}]*\},?/, ''));
    await expect(unlisted).rejects.toThrow('manifest.json does not list site/index.md');
    await expect(attempt(() => '{"pages":[]}')).rejects.toThrow('manifest.json: ');
    const leading = (destination: string, source = '/a/:b/*') =>
      attempt((text) =>
        text.replace(
          '"redirects":[]',
          `"redirects":${JSON.stringify([{ source, destination, status: 302 }])}`,
        ),
      );
    await expect(leading('/b', `/${'*a'.repeat(20)}`)).rejects.toThrow('at most one "*"');
    await expect(leading('/b', '/:a-:b-:c')).rejects.toThrow('two parameters');
    await expect(leading('javascript:alert(1)')).rejects.toThrow('starts with "/"');
    await expect(leading('//elsewhere.example')).rejects.toThrow('starts with "/"');
    await expect(leading('/b\r\nset-cookie: a=b')).rejects.toThrow('starts with "/"');
    await expect(
      attempt((text) => text.replace('"title":"Home"', '"title":"Ho\\u0000me"')),
    ).rejects.toThrow('U+0000');
    await expect(
      attempt((text) => text.replace(/"scripts":\[/, `"scripts":["'self'; frame-ancestors *",`)),
    ).rejects.toThrow('one source');
    expect((await client.getLiveFiles(project)).deploymentId).toBeNull();
    expect((await fetch(server.url)).status).toBe(503);
    await expect(leading('HTTPS://example.com/:b')).resolves.toMatchObject({ status: 'live' });
  });

  test('of two at the same time, both go live, one after the other', async () => {
    await deploy({ index: page('Home', 'Old.') });
    const [one, two] = await Promise.all(
      ['one', 'two'].map(async (name) => {
        const own = join(folder, name);
        writeFiles(own, {
          'docs.json': minimalConfig(['index', name], { name: 'Sent' }),
          'index.mdx': page('Home', `Of ${name}.`),
          [`${name}.mdx`]: page(name),
        });
        const { deployment } = await buildSite(own, join(folder, `${name}-built`));
        const id = deployment?.id ?? '';
        return sendDeployment({ client, project, out: join(folder, `${name}-built`), id });
      }),
    );
    const [early, late] = [one, two].sort((a, b) =>
      (a?.deployment.id ?? '') < (b?.deployment.id ?? '') ? -1 : 1,
    );
    const lateName = late === two ? 'two' : 'one';
    expect(await read('/')).toContain(`Of ${lateName}.`);
    const told = await events();
    const at = (id = '') => told.indexOf(`deployment.completed ${id}`);
    expect(at(early?.deployment.id)).toBeGreaterThan(0);
    expect(at(late?.deployment.id)).toBeGreaterThan(at(early?.deployment.id));
    // Each says what it changed for readers of the one before.
    expect(told.filter((line) => line.startsWith('page.deleted'))).toHaveLength(1);
    expect(new Set(told).size).toBe(told.length - 1);
  });

  test('publishing again answers the same deployment, and tells nothing twice', async () => {
    const id = await build({ index: page('Home') });
    const files = await listOf(id);
    const upload = await client.startUpload(project, { files });
    await client.sendBlocks(project, upload.id, frame(...(await blocksOfFiles(id, files))));
    const first = await client.publishUpload(project, upload.id);
    const again = await client.publishUpload(project, upload.id);
    expect(again.id).toBe(first.id);
    expect(await client.getUpload(project, upload.id)).toMatchObject({ status: 'published' });
    expect(await events()).toHaveLength(3);
    // Once it is gone, a late repetition does not bring it back.
    const { deployment } = await deploy({ index: page('Home', 'Newer.') });
    await client.deleteDeployment(project, first.id);
    await expect(client.publishUpload(project, upload.id)).rejects.toMatchObject({
      details: [{ code: 'base-gone' }],
    });
    expect((await client.getLiveFiles(project)).deploymentId).toBe(deployment.id);
  });

  test('a deployment of another format is not shown again, and the next one is sent as a whole', async () => {
    const first = (await deploy({ index: page('Home', 'One.') })).deployment;
    const second = (await deploy({ index: page('Home', 'Two.') })).deployment;
    for (const { id } of [first, second]) {
      const file = join(served, project, 'deployments', id, 'deployment.json');
      const deployment = JSON.parse(readFileSync(file, 'utf8'));
      writeFileSync(file, JSON.stringify({ ...deployment, format: deployment.format + 1 }));
    }
    await expect(client.promoteDeployment(project, first.id)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('Another version of Docent built this deployment.'),
    });
    expect(await read('/')).toContain('Two.');
    const third = (await deploy({ index: page('Home', 'Three.') })).deployment;
    expect(third).toMatchObject({ status: 'live' });
    expect(await read('/')).toContain('Three.');
    expect((await events()).slice(-2)).toEqual([
      `deployment.completed ${third.id}`,
      'page.updated index',
    ]);
  });

  test('what was never published is removed after a day, and counts for no plan', async () => {
    const bytes = randomBytes(1000);
    const file = { path: 'site/film.mp4', sha256: sha256(bytes), size: bytes.length };
    const { id } = await client.startUpload(project, { files: [file] });
    await client.sendBlocks(project, id, frame(bytes));
    const own = join(served, project, 'uploads');
    const stored = () => readdirSync(join(own, 'blocks'));
    expect(stored()).toEqual([file.sha256]);
    const old = new Date(Date.now() - uploadAge - 60_000);
    for (const name of [`${id}.json`, join('blocks', file.sha256)]) {
      utimesSync(join(own, name), old, old);
    }
    const other = { ...file, path: 'site/other.mp4', sha256: sha256(Buffer.from('other')) };
    await client.startUpload(project, { files: [other] });
    expect(stored()).toEqual([]);
    await expect(client.getUpload(project, id)).rejects.toMatchObject({ status: 404 });
  });

  test('a rollback tells what changes for readers, once, and can be taken back', async () => {
    const first = (await deploy({ index: page('Home', 'One.'), gone: page('Gone') })).deployment;
    const second = (await deploy({ index: page('Home', 'Two.') })).deployment;
    const before = (await events()).length;
    const back = await client.promoteDeployment(project, first.id);
    expect(back).toMatchObject({ id: first.id, status: 'live' });
    expect(await read('/')).toContain('One.');
    expect((await events()).slice(before)).toEqual([
      `deployment.completed ${first.id}`,
      'page.created gone',
      'page.updated index',
    ]);
    await client.promoteDeployment(project, first.id);
    expect(await events()).toHaveLength(before + 3);
    await client.promoteDeployment(project, second.id);
    expect(await read('/')).toContain('Two.');
    await expect(client.deleteDeployment(project, second.id)).rejects.toMatchObject({
      code: 'CONFLICT',
    });
    await client.deleteDeployment(project, first.id);
    const { data } = await client.listDeployments(project);
    expect(data.map(({ id, kept }) => [id, kept])).toEqual([[second.id, true]]);
    await expect(client.promoteDeployment(project, first.id)).rejects.toMatchObject({
      status: 404,
    });
    // The next one is compared with what readers have.
    const third = (await deploy({ index: page('Home', 'Two.'), more: page('More') })).deployment;
    expect((await events()).slice(-3)).toEqual([
      `deployment.started ${third.id}`,
      `deployment.completed ${third.id}`,
      'page.created more',
    ]);
  });

  test('a key needs the scope, and sees no other project', async () => {
    const tools = { store: opened.store, now: Date.now, newId: createIds() };
    const keyWith = async (scope: string) =>
      (await createKey(tools, { org: 'default', projectId: project, scopes: [scope] })).secret;
    const reading = clientOf({ key: await keyWith('projects:read') });
    await expect(reading.getLiveFiles(project)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    const deploying = clientOf({ key: await keyWith('deployments:write') });
    // By its slug, as in a workflow.
    expect(await deploying.getLiveFiles('sent')).toMatchObject({ files: [] });
    await expect(deploying.getProject(project)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  test('a server that is started again serves what was sent, and imports nothing twice', async () => {
    await deploy({ index: page('Home', 'Still here.') });
    const before = await events();
    await server.close();
    server = await start();
    client = clientOf();
    await vi.waitFor(async () => expect(await read('/')).toContain('Still here.'), patience);
    expect((await client.getProject(project)).slug).toBe('sent');
    expect(await events()).toEqual(before);
  });

  test('killed between the switch and its events, it tells them once when it is back', async () => {
    await deploy({ index: page('Home', 'Old.') });
    const before = (await events()).length;
    const id = await build({ index: page('Home', 'New.') });
    const files = await listOf(id);
    const { id: uploadId } = await client.startUpload(project, { files });
    await client.sendBlocks(project, uploadId, frame(...(await blocksOfFiles(id, files))));
    await server.close();
    const own = join(served, project);
    const upload = readUpload(own, uploadId);
    if (!upload) throw new Error('The upload is gone.');
    const newId = createIds();
    const live = await publishUpload(own, upload, {
      ...{ project, now: Date.now, newId: (prefix) => newId(prefix as 'evt') },
    });
    // What its death leaves: `current` has moved, the events wait under another name.
    const there = join(own, 'deployments', live);
    renameSync(join(there, 'events.jsonl'), join(there, '.events.jsonl'));
    const told = [
      `deployment.started ${live}`,
      `deployment.completed ${live}`,
      'page.updated index',
    ];
    for (let times = 0; times < 2; times++) {
      server = await start();
      client = clientOf();
      await vi.waitFor(async () => expect((await events()).slice(before)).toEqual(told), patience);
      expect(await read('/')).toContain('New.');
      expect((await client.publishUpload(project, uploadId)).id).toBe(live);
      if (times === 0) await server.close();
    }
    expect((await events()).slice(before)).toEqual(told);
  });
});
