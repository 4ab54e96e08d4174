import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type WatchBuild, watchSite } from '../../pipeline/watch.ts';
import { createApp } from '../../runtime/app.ts';
import type { Problem } from '../../schema/errors.ts';
import { buildSite } from '../support/build.ts';
import { editsOf } from '../support/edits/edits.ts';
import { linkedSite } from '../support/edits/linked-site.ts';
import { contentsOf } from '../support/outputs.ts';
import { tempDir, writeFiles } from '../support/temp.ts';

// Caches must never show: after any edits, a site is the same as one that is built from nothing but its files.
// `npm run bench -- edits` makes many more edits, and others each time.

const seed = Number(process.env.DOCENT_EDITS_SEED ?? 6);
const rounds = Number(process.env.DOCENT_EDITS ?? 6);
const patience = { timeout: 600_000 };

/** A folder with the linked site, and what changes it: one edit, or up to three of them. */
function editedSite() {
  const dir = writeFiles(tempDir(), linkedSite);
  const edit = editsOf(dir, seed);
  return { dir, edits: (round: number) => Array.from({ length: 1 + (round % 3) }, edit) };
}

/** Problems as text, but for those that say what was live before. */
function textsOf(problems: readonly Problem[]): readonly string[] {
  return problems
    .filter(({ ruleId }) => !ruleId.startsWith('lost-'))
    .map((problem) => JSON.stringify(problem))
    .sort();
}

/** All files of a build by what is in them, and its problems. */
async function built(dir: string, out: string) {
  const { deployment, problems } = await buildSite(dir, out);
  const files: Record<string, string> = {};
  for (const [path, bytes] of deployment ? contentsOf(out, deployment.id) : []) {
    files[path] = createHash('sha256').update(bytes).digest('hex');
  }
  return { files, problems: textsOf(problems) };
}

test('a build with a cache is the same as one without, whatever was edited', patience, async () => {
  const { dir, edits } = editedSite();
  const [out, cold] = [tempDir(), join(tempDir(), 'out')];
  await built(dir, out);
  const all: string[] = [];
  for (let round = 0; round < rounds; round++) {
    all.push(...edits(round));
    const again = await built(dir, out);
    rmSync(cold, { recursive: true, force: true });
    expect(again, all.join('\n')).toEqual(await built(dir, cold));
  }
});

/** A preview of a folder, and what it shows of the paths that are asked for. */
async function preview(dir: string) {
  const builds: WatchBuild[] = [];
  const watch = watchSite({
    ...{ dir, out: tempDir(), version: '0' },
    onBuild: (build) => builds.push(build),
    onError: (error) => {
      throw error;
    },
  });
  await watch.ready;
  const app = createApp({ ...watch, site: watch, version: '0', log: () => {} });
  const answer = async (path: string) => {
    const response = await app.request(`http://docs.test${path}`);
    // A preview counts what it has shown.
    const text = (await response.text()).replaceAll(/\?build=\d+|data-build="\d+"/g, '');
    return `${response.status} ${response.headers.get('location') ?? ''} ${text}`;
  };
  return {
    close: () => watch.close(),
    paths: () => [...(watch.pages()?.keys() ?? [])].map((path) => `/${path}`),
    async shown(paths: Iterable<string>) {
      const answers: Record<string, string> = {};
      for (const path of paths) answers[path] = await answer(path);
      return { answers, problems: textsOf(builds.at(-1)?.problems ?? []) };
    },
  };
}

test('a preview shows what a new one shows, whatever was edited', patience, async () => {
  const { dir, edits } = editedSite();
  const open = await preview(dir);
  onTestFinished(() => open.close());
  const paths = new Set(['/', '/old', '/missing', '/llms-full.txt', '/sitemap.xml', '/img/a.svg']);
  const all: string[] = [];
  for (let round = 0; round < rounds; round++) {
    all.push(...edits(round));
    const fresh = await preview(dir);
    for (const path of [...open.paths(), ...fresh.paths()]) paths.add(path);
    const expected = await fresh.shown(paths);
    await fresh.close();
    // When the edits are noticed, and all pages rendered again.
    await expect.poll(() => open.shown(paths), { message: all.join('\n') }).toEqual(expected);
  }
});
