import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { readCurrent } from '../../../pipeline/output/read.ts';
import { type DraftedDeployment, openDraftThreads } from '../../../runtime/drafts/apart.ts';
import { buildSite } from '../../support/build.ts';
import { projectRoot } from '../../support/corpus.ts';
import { makeTempDir, minimalConfig, writeFiles } from '../../support/temp.ts';

const config = minimalConfig(['index']);
const draft = { configJson: JSON.stringify({ ...config, name: 'Drafted' }) };
const compiled = pathToFileURL(join(projectRoot, 'dist/runtime/drafts/thread.js'));
const none = async () => ({ pages: {}, labels: {} });

/** A deployment of a site with this text on its page. */
async function deployed(
  project: string,
  text: string,
  more: Readonly<Record<string, string>> = {},
) {
  const dir = writeFiles(makeTempDir(), {
    'docs.json': config,
    'index.mdx': `---\ntitle: Home\n---\n\n${text}\n`,
    ...more,
  });
  const folder = makeTempDir();
  await buildSite(dir, folder);
  return { project, folder, id: readCurrent(folder) ?? '', translations: none };
}

function threads(limits: Parameters<typeof openDraftThreads>[0] = {}) {
  const opened = openDraftThreads(limits, compiled);
  onTestFinished(() => opened.close());
  return opened;
}

const folders = ({ folder }: DraftedDeployment) =>
  readdirSync(folder).filter((name) => name.startsWith('.sources'));

describe('drafts in threads', () => {
  let a: DraftedDeployment;
  let b: DraftedDeployment;
  let c: DraftedDeployment;
  let slow: DraftedDeployment;
  beforeAll(async () => {
    a = await deployed('a', 'The page of a.');
    b = await deployed('b', 'The page of b.');
    c = await deployed('c', 'The page of c.');
    slow = await deployed(
      'slow',
      'import { Slow } from "/snippets/slow.jsx";\n\n<Slow />',
      // A build gives up on it as well, but only after a while.
      { 'snippets/slow.jsx': 'export const Slow = () => { for (;;) {} };' },
    );
  }, 120_000);

  test('show each project its own pages, however many ask, and leave nothing behind', async () => {
    const opened = threads({ threads: 2 });
    const all = [a, b, c, a, b, c];
    const shown = await Promise.all(all.map((one) => opened.show(one, draft)));
    for (const [at, view] of shown.entries()) {
      if (view.type !== 'page') throw new Error(view.type);
      const text = /The page of \w/.exec(view.html)?.[0];
      expect([text, view.html.includes('Drafted')]).toEqual([
        `The page of ${all[at]?.project}`,
        true,
      ]);
    }
    await opened.close();
    expect([a, b, c].flatMap(folders)).toEqual([]);
    expect(await opened.show(a, draft)).toEqual({ type: 'busy' });
  }, 120_000);

  test('end when a page takes too long, and the next one is shown', async () => {
    const opened = threads({ time: 3000 });
    expect(await opened.show(slow, draft)).toEqual({ type: 'too-slow' });
    expect(folders(slow)).toEqual([]);
    // One after the other: a page that has its time can have it on a busy machine as well.
    const patient = threads();
    expect((await patient.show(a, draft)).type).toBe('page');
  }, 120_000);

  test('end when a page needs too much memory', async () => {
    const opened = threads({ memory: 8 });
    expect(await opened.show(a, draft)).toEqual({ type: 'too-large' });
    expect(folders(a)).toEqual([]);
  }, 120_000);

  test('end some time after the last draft', async () => {
    const opened = threads({ idle: 10 });
    expect((await opened.show(a, draft)).type).toBe('page');
    await expect.poll(() => folders(a)).toEqual([]);
    expect((await opened.show(a, draft)).type).toBe('page');
  }, 120_000);

  test('are never more than allowed, however long translations take to read', async () => {
    const opened = threads({ threads: 1 });
    const { promise: read, resolve } = Promise.withResolvers<void>();
    const late = (one: DraftedDeployment): DraftedDeployment => ({
      ...one,
      translations: () => read.then(none),
    });
    const shown = [a, b].map((one) => opened.show(late(one), draft));
    resolve();
    await setImmediate();
    expect([a, b].flatMap(folders)).toHaveLength(1);
    for (const { type } of await Promise.all(shown)) expect(type).toBe('page');
  }, 120_000);

  test('refuse drafts when many are waiting', async () => {
    const opened = threads({ threads: 1, waiting: 3 });
    const shown = await Promise.all(Array.from({ length: 5 }, () => opened.show(a, draft)));
    expect(shown.map(({ type }) => type)).toEqual(['page', 'page', 'page', 'busy', 'busy']);
  }, 120_000);

  test('say that the sources of a deployment are gone', async () => {
    const gone = await deployed('gone', 'Text.');
    rmSync(join(gone.folder, 'deployments', gone.id, 'sources.json'), { force: true });
    const opened = threads();
    expect(await opened.show(gone, draft)).toEqual({ type: 'no-sources' });
    expect(folders(gone)).toEqual([]);
  }, 120_000);
});
