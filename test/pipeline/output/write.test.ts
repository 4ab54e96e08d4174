import { createHash, randomBytes } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Portion } from '../../../pipeline/output/bring.ts';
import { contentsInPack, packsIn } from '../../../pipeline/output/contents.ts';
import { prune } from '../../../pipeline/output/deployments.ts';
import type { EventFrame } from '../../../pipeline/output/diff.ts';
import { encode } from '../../../pipeline/output/encode.ts';
import { hashOfParts } from '../../../pipeline/output/file-parts.ts';
import { withClearErrors } from '../../../pipeline/output/files.ts';
import { layoutOf } from '../../../pipeline/output/layout.ts';
import { makeCurrent } from '../../../pipeline/output/publish-upload.ts';
import {
  listDeployments,
  openDeployment,
  readCurrent,
  readDeploymentFile,
  readEvents,
  readPageRecords,
  sourceReader,
} from '../../../pipeline/output/read.ts';
import { DeploymentWriter } from '../../../pipeline/output/write.ts';
import { deploymentFormat } from '../../../schema/build.ts';
import type { Config } from '../../../schema/config/config.ts';

let out: string;
let sources: string;
let count = 0;
beforeEach(() => {
  sources = mkdtempSync(join(tmpdir(), 'docent-sources-'));
  out = mkdtempSync(join(tmpdir(), 'docent-out-'));
});
afterEach(() => {
  for (const folder of [out, sources]) rmSync(folder, { recursive: true, force: true });
});

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const nextId = () => `dpl_${String(++count).padStart(26, '0')}`;
const frameOf = (deployment: string): EventFrame => ({
  project: 'handbook',
  deployment,
  startedAt: '2026-01-01T00:00:00.000Z',
  timestamp: '2026-01-01T00:00:01.000Z',
  newId: (prefix) => `${prefix}_${++count}`,
});

/** Builds a deployment from page texts; `files` are added. */
async function deploy(
  pages: Record<string, string>,
  files: Record<string, string> = {},
  rebuildOf?: string,
) {
  const id = nextId();
  const writer = new DeploymentWriter(layoutOf(out), id);
  const manifestPages: Record<string, never> = {};
  for (const [path, text] of Object.entries(pages)) {
    const html = `<!doctype html><p>${text}</p>`;
    await writer.add({ path: `${path}/index.html`, address: `/${path}`, content: () => html });
    const from = join(sources, `${count}.mdx`);
    writeFileSync(from, text);
    writer.addSource({ path: `${path}.mdx`, hash: sha256(text), from });
    const record = JSON.stringify({ path, title: text, headings: [], sections: [] });
    writer.addRecord(path, sha256(record), record);
    manifestPages[path] = {
      title: path,
      sourceHash: text,
      contentHash: text,
      htmlHash: '',
      file: `${path}.mdx`,
    } as never;
  }
  for (const [path, content] of Object.entries(files)) {
    await writer.add({ path, address: `/${path}`, content: () => content });
  }
  const events = writer.finish(
    {
      deployment: {
        id,
        format: deploymentFormat,
        status: 'completed',
        createdAt: '2026-01-01T00:00:00.000Z',
        duration: 7,
        branch: 'main',
        commitSha: 'abc',
        pagesBuilt: Object.keys(pages).length,
        docent: '0',
        sourceLanguage: 'en',
        basePath: '',
        ...(rebuildOf === undefined ? {} : { rebuildOf }),
      },
      config: { name: 'x' } as Config,
      manifest: { pages: manifestPages, redirects: [] },
    },
    frameOf(id),
  );
  prune(layoutOf(out), 3);
  return { id, writer, events };
}

/** Makes a deployment live that has no pages. */
function finish(writer: DeploymentWriter, id: string) {
  writer.finish(
    {
      deployment: {
        ...{ id, format: deploymentFormat, createdAt: '2026-01-01T00:00:00.000Z' },
      } as never,
      config: {} as Config,
      manifest: { pages: {}, redirects: [] },
    },
    frameOf(id),
  );
}

async function textOf(id: string, address: string): Promise<string> {
  const site = openDeployment(out, id);
  return String(await site.content(site.file(address)!));
}

test('what readers have after a rollback stays until others went live', async () => {
  const { id: first } = await deploy({ start: 'One' });
  await deploy({ start: 'Two' });
  await deploy({ start: 'Three' });
  await makeCurrent(out, first, { now: Date.now });
  // The server shows the next one a moment later, or when it has its translations.
  await deploy({ start: 'Four' });
  expect(existsSync(join(out, 'deployments', first, 'contents'))).toBe(true);
  await deploy({ start: 'Five' });
  await deploy({ start: 'Six' });
  expect(existsSync(join(out, 'deployments', first))).toBe(false);
  expect(listDeployments(out)).toHaveLength(3);
});

test('builds of the server push out nothing that was published', async () => {
  const { id: first } = await deploy({ start: 'One' });
  const { id: second } = await deploy({ start: 'Two' });
  for (let edit = 0; edit < 8; edit++) await deploy({ start: `Two ${edit}` }, {}, second);
  const kept = listDeployments(out).map(({ id }) => id);
  expect(kept).toEqual([first, second, expect.anything(), readCurrent(out)]);
});

test('builds that failed push out nothing that could go live again, and only the last ones stay', async () => {
  const published: string[] = [];
  for (const text of ['One', 'Two', 'Three']) published.push((await deploy({ start: text })).id);
  const failed: string[] = [];
  for (let attempt = 0; attempt < 7; attempt++) {
    const id = nextId();
    failed.push(id);
    new DeploymentWriter(layoutOf(out), id).fail('x', { branch: '', commitSha: '' }, frameOf(id));
    prune(layoutOf(out), 3);
  }
  const kept = () => listDeployments(out);
  expect(kept().filter((one) => !one.failed)).toEqual(
    published.map((id) => ({ id, failed: false })),
  );
  const last = failed.slice(-5).map((id) => ({ id, failed: true }));
  expect(kept().filter((one) => one.failed)).toEqual(last);
});

describe('a deployment', () => {
  test('becomes live when it is complete, and can be read back', async () => {
    const { id } = await deploy({ start: 'Hello' });
    expect(readCurrent(out)).toBe(id);
    const site = openDeployment(out, id);
    const entry = site.file('/start');
    expect(entry?.type).toBe('text/html; charset=utf-8');
    expect(Buffer.from((await site.content(entry!)) as Uint8Array).toString()).toContain('Hello');
    expect(readPageRecords(out, id)).toMatchObject([{ path: 'start', title: 'Hello' }]);
    expect(site.record('start')).toMatchObject({ path: 'start', title: 'Hello' });
    expect(site.page('start')).not.toHaveProperty('headings');
    expect(site.file('/stop')).toBeUndefined();
    expect(site.routes.redirects).toEqual([]);
    expect(String(sourceReader(out, id)('start.mdx'))).toBe('Hello');
    expect(sourceReader(out, id)('toString')).toBeUndefined();
  });

  test('keeps what has not changed and writes what has', async () => {
    const one = await deploy({ a: 'one', b: 'two' });
    const two = await deploy({ a: 'one', b: 'three' });
    expect(two.writer.counts.linked).toBe(1);
    const folder = (id: string) => join(out, 'deployments', id, 'contents');
    const indexOf = (id: string, pack: string) =>
      [...contentsInPack(folder(id), pack)].map(({ hash }) => hash).sort();
    const hashes = (...texts: string[]) => texts.map(sha256).sort();
    const html = (text: string) => `<!doctype html><p>${text}</p>`;
    expect(packsIn(folder(two.id))).toEqual([one.id, two.id]);
    const record = (path: string, title: string) =>
      JSON.stringify({ path, title, headings: [], sections: [] });
    const filesOf = (path: string, text: string) => [text, html(text), record(path, text)];
    expect(indexOf(two.id, one.id)).toEqual(hashes(...filesOf('a', 'one'), ...filesOf('b', 'two')));
    expect(indexOf(two.id, two.id)).toEqual(hashes(...filesOf('b', 'three')));
    expect(await textOf(two.id, '/a')).toBe(html('one'));
    expect(await textOf(two.id, '/b')).toBe(html('three'));
  });

  test('writes a content once, whatever number of files has it', async () => {
    const { id } = await deploy({ a: 'same' }, { 'x.txt': 'same', 'y.txt': 'same' });
    const contents = [...contentsInPack(join(out, 'deployments', id, 'contents'), id)];
    expect(contents).toHaveLength(3);
    expect(await textOf(id, '/y.txt')).toBe('same');
  });

  test('asks only a few packs, however many deployments were before', async () => {
    for (let n = 0; n < 30; n++) await deploy({ a: 'never changes', b: `text ${n}` });
    const id = readCurrent(out) ?? '';
    const folder = join(out, 'deployments', id, 'contents');
    expect(packsIn(folder).length).toBeLessThanOrEqual(8);
    expect(await textOf(id, '/a')).toContain('never changes');
    expect(await textOf(id, '/b')).toContain('text 29');
    // What no page has any more is not carried along.
    const all = packsIn(folder).flatMap((name) => [...contentsInPack(folder, name)]);
    expect(all.length).toBeLessThan(20);
  });

  test('writes again what a damaged one has lost', async () => {
    const one = await deploy({ a: 'one', b: 'two' });
    rmSync(join(out, 'deployments', one.id, 'contents', `${one.id}.pack`));
    const two = await deploy({ a: 'one', b: 'three' });
    expect(await textOf(two.id, '/a')).toContain('one');
    expect(await textOf(two.id, '/b')).toContain('three');
    expect(String(sourceReader(out, two.id)('a.mdx'))).toBe('one');
  });

  test('takes nothing over from one of another format', async () => {
    const one = await deploy({ a: 'one' });
    const file = join(out, 'deployments', one.id, 'deployment.json');
    const deployment = JSON.parse(readFileSync(file, 'utf8'));
    writeFileSync(file, JSON.stringify({ ...deployment, format: deploymentFormat + 1 }));
    const two = await deploy({ a: 'one', b: 'two' });
    expect(readDeploymentFile(out, two.id, 'manifest')?.packs).toEqual([two.id]);
    expect(await textOf(two.id, '/a')).toContain('one');
    // Its pages are known, so that receivers get no events of those that stay.
    expect(two.events.slice(2).map(({ type }) => type)).toEqual(['page.created']);
  });

  /** A text in parts of some lines; `made` lists those that were asked for theirs. */
  function inParts(texts: readonly string[], made: string[] = []) {
    const known = texts.map((text) => ({ hash: sha256(text), bytes: Buffer.byteLength(text) }));
    const parts = texts.map((text, at) => ({
      known: known[at],
      make: () => {
        made.push(text);
        return encode('all.txt', text);
      },
    }));
    return { parts, hash: hashOfParts(known) };
  }

  test('has a content in parts, of which some bytes can be read', async () => {
    const lines = Array.from({ length: 100_000 }, (_, n) => `Line ${n} of a text.\n`);
    const hashes: string[] = [];
    const random = randomBytes(2_500_000);
    const id = nextId();
    const writer = new DeploymentWriter(layoutOf(out), id);
    const { parts, hash } = inParts(
      [0, 1, 40_000].map((start, at, starts) => lines.slice(start, starts[at + 1]).join('')),
    );
    const long = { parts, onHash: (made: string) => hashes.push(made) };
    await writer.add({ path: 'all.txt', address: '/all.txt', content: () => long });
    await writer.add({ path: 'film.mp4', address: '/film.mp4', content: () => random });
    finish(writer, id);
    const whole = Buffer.from(lines.join(''));
    expect(hashes).toEqual([hash]);
    const site = openDeployment(out, id);
    for (const [address, bytes] of [
      ['/all.txt', whole],
      ['/film.mp4', random],
    ] as const) {
      const file = site.file(address);
      const read = async (portion?: Portion) => {
        const content = await site.content(file!, portion);
        return content instanceof Uint8Array ? Buffer.from(content) : buffer(content);
      };
      expect(file).toMatchObject({ bytes: bytes.length });
      expect((await read()).equals(bytes)).toBe(true);
      const first = Buffer.byteLength(lines[0] ?? '');
      for (const [start, end] of [
        [999_990, 2_000_010],
        [0, 0],
        [first - 1, first],
        [first, first],
        [bytes.length - 1, bytes.length - 1],
      ] as const) {
        expect((await read({ start, end })).equals(bytes.subarray(start, end + 1))).toBe(true);
      }
    }
    const pack = join(out, 'deployments', id, 'contents', `${id}.pack`);
    expect(statSync(pack).size).toBeLessThan(random.length + whole.length / 3);
    // What is gone does not begin an answer.
    rmSync(pack);
    for (const address of ['/all.txt', '/film.mp4']) {
      await expect(site.content(site.file(address)!)).rejects.toThrow(/ENOENT|missing/);
    }
  });

  test('takes over the parts that the one before has, and makes those that it lost', async () => {
    const write = async (texts: readonly string[], given?: string) => {
      const id = nextId();
      const writer = new DeploymentWriter(layoutOf(out), id);
      const made: string[] = [];
      const { parts } = inParts(texts, made);
      await writer.add({
        ...{ path: 'all.txt', address: '/all.txt', content: () => ({ parts }) },
        ...(given === undefined ? {} : { hash: given }),
      });
      finish(writer, id);
      return { id, made };
    };
    const hashOf = (texts: readonly string[]) => inParts(texts).hash;
    expect((await write(['one', 'two'])).made).toEqual(['one', 'two']);
    const { id, made } = await write(['one', 'two', 'three']);
    expect(made).toEqual(['three']);
    expect(await textOf(id, '/all.txt')).toBe('onetwothree');
    const known = await write(['one', 'two', 'three'], hashOf(['one', 'two', 'three']));
    expect(known.made).toEqual([]);
    expect(await textOf(known.id, '/all.txt')).toBe('onetwothree');
    // As on a server that brings contents when they are asked for.
    const [first = ''] = packsIn(join(out, 'deployments', known.id, 'contents'));
    for (const end of ['pack', 'jsonl']) {
      rmSync(join(out, 'deployments', known.id, 'contents', `${first}.${end}`));
    }
    const again = await write(['one', 'two', 'three'], hashOf(['one', 'two', 'three']));
    expect(again.made).toEqual(['one', 'two']);
    expect(await textOf(again.id, '/all.txt')).toBe('onetwothree');
  });

  test('forgets who could have a file that has not changed', async () => {
    const write = async (groups: readonly string[], hash?: string) => {
      const id = nextId();
      const writer = new DeploymentWriter(layoutOf(out), id);
      const file = { path: 'a/index.html', address: '/a', content: () => 'same', protected: true };
      const entry = await writer.add({ ...file, groups, ...(hash ? { hash } : {}) });
      finish(writer, id);
      return entry;
    };
    const first = await write(['staff']);
    expect(first?.groups).toEqual(['staff']);
    expect((await write(['partners'], first?.hash))?.groups).toEqual(['partners']);
    expect(await write([])).not.toHaveProperty('groups');
    expect((await write(['staff'], first?.hash))?.groups).toEqual(['staff']);
  });

  test('names the inline scripts of a document for the security policy, data blocks aside', async () => {
    const { id } = await deploy(
      { a: '<script>run()</script><script src="/x.js"></script>' },
      { 'b.html': '<script type="application/ld+json">{"a":1}</script>' },
    );
    const site = openDeployment(out, id);
    expect(site.file('/a')?.scripts).toHaveLength(1);
    expect(site.file('/b.html')?.scripts).toBeUndefined();
  });

  test('keeps the last ones, and the live one even when it is old', async () => {
    const first = await deploy({ a: '1' });
    for (const text of ['2', '3', '4', '5']) await deploy({ a: text });
    expect(listDeployments(out)).toHaveLength(3);
    expect(existsSync(join(out, 'deployments', first.id))).toBe(false);
  });

  test.each([
    '../outside',
    'a/../../outside',
    '/absolute',
    'a//b',
    'a\\b',
    'a\0b',
    `${'x'.repeat(300)}`,
  ])('refuses the path %j', async (path) => {
    const writer = new DeploymentWriter(layoutOf(out), nextId());
    expect(await writer.add({ path, address: '/x', content: () => 'x' })).toBeUndefined();
    expect(writer.problems[0]?.ruleId).toBe('output-path');
  });

  test('rejects a file in the place of a folder', async () => {
    const writer = new DeploymentWriter(layoutOf(out), nextId());
    await writer.add({ path: 'a/b', address: '/a/b', content: () => 'x' });
    await writer.add({ path: 'a', address: '/a', content: () => 'x' });
    await writer.add({ path: 'a/b/c', address: '/a/b/c', content: () => 'x' });
    expect(writer.problems.map((problem) => problem.ruleId)).toEqual([
      'output-clash',
      'output-clash',
    ]);
  });
});

describe('events', () => {
  test('tell start, end and every page in path order', async () => {
    const { id, events } = await deploy({ b: 'x', a: 'y' });
    expect(events.map((event) => event.type)).toEqual([
      'deployment.started',
      'deployment.completed',
      'page.created',
      'page.created',
    ]);
    expect(events[0]!.timestamp < events[1]!.timestamp).toBe(true);
    expect(events[1]?.data).toEqual({
      deploymentId: id,
      projectId: 'handbook',
      branch: 'main',
      commitSha: 'abc',
      pagesBuilt: 2,
      duration: 7,
      status: 'success',
    });
    expect(events.slice(2).map((event) => (event.data as { pagePath: string }).pagePath)).toEqual([
      'a',
      'b',
    ]);
    expect(readEvents(out, id)).toEqual(events);
  });

  test('carry the diff of an updated page, and name deleted ones', async () => {
    await deploy({ a: 'one\ntwo\n', gone: 'x' });
    const { events } = await deploy({ a: 'one\n2\n' });
    expect(events.slice(2).map((event) => event.type)).toEqual(['page.updated', 'page.deleted']);
    expect((events[2]!.data as { diff: string }).diff).toBe(
      '--- a/a.mdx\n+++ b/a.mdx\n@@ -1,2 +1,2 @@\n one\n-two\n+2\n',
    );
  });

  test('of a failed build are alone, and the live deployment stays', async () => {
    const { id } = await deploy({ a: '1' });
    const failed = nextId();
    const writer = new DeploymentWriter(layoutOf(out), failed);
    await writer.add({ path: 'a/index.html', address: '/a', content: () => 'half' });
    writer.fail('2 errors', { branch: 'main', commitSha: '' }, frameOf(failed));
    expect(readCurrent(out)).toBe(id);
    expect(readEvents(out, failed).map((event) => event.type)).toEqual([
      'deployment.started',
      'deployment.failed',
    ]);
    expect(readdirSync(join(out, 'deployments', failed))).toEqual(['events.jsonl']);
    expect(listDeployments(out)).toEqual([
      { id, failed: false },
      { id: failed, failed: true },
    ]);
  });
});

describe('after a kill', () => {
  test('half built folders go, the live deployment stays', async () => {
    const { id } = await deploy({ a: '1' });
    const half = new DeploymentWriter(layoutOf(out), nextId());
    await half.add({ path: 'a/index.html', address: '/a', content: () => 'half' });
    new DeploymentWriter(layoutOf(out), nextId()).discard();
    expect(readdirSync(join(out, 'deployments'))).toEqual([id]);
  });

  test('a deployment that never became live goes, with its events', async () => {
    const { id } = await deploy({ a: '1' });
    const lost = await deploy({ a: '2' });
    const folder = join(out, 'deployments', lost.id);
    writeFileSync(join(folder, '.events.jsonl'), '');
    writeFileSync(join(out, 'current'), `${id}\n`);
    new DeploymentWriter(layoutOf(out), nextId()).discard();
    expect(readdirSync(join(out, 'deployments'))).toEqual([id]);
  });

  test('a deployment that became live has its events, also before the next build', async () => {
    const { id } = await deploy({ a: '1' });
    const folder = join(out, 'deployments', id);
    const text = readFileSync(join(folder, 'events.jsonl'), 'utf8');
    rmSync(join(folder, 'events.jsonl'));
    writeFileSync(join(folder, '.events.jsonl'), text);
    expect(readEvents(out, id)).toHaveLength(3);
    new DeploymentWriter(layoutOf(out), nextId()).discard();
    expect(readEvents(out, id)).toHaveLength(3);
    expect(readFileSync(join(folder, 'events.jsonl'), 'utf8')).toBe(text);
  });
});

describe('a folder that refuses', () => {
  test.skipIf(process.getuid?.() === 0)('is one sentence', async () => {
    chmodSync(out, 0o500);
    await expect(
      withClearErrors(out, async () => new DeploymentWriter(layoutOf(out), nextId())),
    ).rejects.toThrow(/permission denied/);
    chmodSync(out, 0o700);
  });

  test('is one sentence if there is a file in its place', async () => {
    const file = join(out, 'file');
    writeFileSync(file, '');
    await expect(
      withClearErrors(file, async () => void mkdirSync(join(file, 'deployments'))),
    ).rejects.toThrow(/there is a file where a folder is needed/);
  });
});
