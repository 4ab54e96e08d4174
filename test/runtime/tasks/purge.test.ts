import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { listDeployments, readCurrent } from '../../../pipeline/output/read.ts';
import { takeInDeployment } from '../../../runtime/deployments/take-in.ts';
import { listPreviews, newPreview, previewFolder } from '../../../runtime/previews/record.ts';
import { LiveSite } from '../../../runtime/site/live.ts';
import { allProjects } from '../../../runtime/store/projects.ts';
import { createPurge } from '../../../runtime/tasks/purge.ts';
import { buildSite } from '../../support/build.ts';
import { testApi } from '../routes/test-api.ts';
import { openSqliteTest, type TestStore } from '../store/each-store.ts';

let opened: TestStore;
let folder: string;
let outs: string;

beforeEach(async () => {
  opened = await openSqliteTest();
  folder = mkdtempSync(join(tmpdir(), 'docent-purge-'));
  outs = join(folder, 'outs');
  writeSite('One');
});
afterEach(async () => {
  await opened.drop();
  rmSync(folder, { recursive: true, force: true });
});

function writeSite(text: string): void {
  writeFileSync(join(folder, 'index.mdx'), `---\ntitle: Start\n---\n\n${text}\n`);
  writeFileSync(
    join(folder, 'docs.json'),
    JSON.stringify({
      name: 'Acme',
      colors: { primary: '#0d9373' },
      navigation: { groups: [{ group: 'Start', pages: ['index'] }] },
    }),
  );
}

async function setUp() {
  const api = await testApi(opened.store);
  const out = join(outs, 'acme');
  const build = async () => {
    const { deployment } = await buildSite(folder, out);
    if (!deployment) throw new Error('The site could not be built.');
    return deployment.id;
  };
  const lines: string[] = [];
  const log = (line: string) => lines.push(line);
  const { store, queue, now, newId } = api.services;
  const takeIn = (id: string) => takeInDeployment({ store, queue, now, newId, log }, out, id);
  const purge = (deploymentId: string | null, projectId = 'prj_none') =>
    createPurge({ out: outs, now: Date.now, log })({
      id: 'tsk_1',
      name: 'purge',
      data: { deploymentId, projectId },
      attempt: 1,
      signal: new AbortController().signal,
    });
  return { api, out, build, takeIn, purge, lines };
}

test('a deleted project takes its outputs along and does not come back', async () => {
  const { api, out, build, takeIn, purge, lines } = await setUp();
  const id = await build();
  const project = (await takeIn(id))?.project.id ?? '';
  const site = new LiveSite(out, { interval: 20 });
  expect((await api.call(`DELETE /projects/${project}`)).status).toBe(200);
  // The task is stored with the deletion; until it has run, a restart must not bring the project back.
  expect(JSON.stringify(api.tasks)).toContain(id);
  expect(await takeIn(id)).toBeUndefined();
  expect(lines.join()).toContain('was deleted');
  expect(await allProjects(opened.store.db)).toEqual([]);

  const translations = join(out, 'translations');
  mkdirSync(join(translations, 'fr', 'pages'), { recursive: true });
  await purge(id);
  expect(existsSync(translations)).toBe(false);
  expect(readCurrent(out)).toBeUndefined();
  expect(listDeployments(out)).toEqual([]);
  expect(existsSync(join(out, 'search'))).toBe(false);
  await expect.poll(() => site.current()).toBeUndefined();
  site.close();
  // Once more, after a crash: nothing to do, no harm.
  await purge(id);
});

test('what was built after the deletion stays, and is a new project', async () => {
  const { api, out, build, takeIn, purge } = await setUp();
  const id = await build();
  const project = (await takeIn(id))?.project.id ?? '';
  await api.call(`DELETE /projects/${project}`);
  writeSite('Two');
  const later = await build();
  const translations = join(out, 'translations');
  mkdirSync(translations);
  await purge(id);
  expect(existsSync(translations)).toBe(true);
  expect(readCurrent(out)).toBe(later);
  expect(listDeployments(out).map((one) => one.id)).toEqual([later]);
  const again = await takeIn(later);
  expect(again?.project.id).not.toBe(project);
});

test('a deleted project that had previews alone takes their files along', async () => {
  const { api, purge } = await setUp();
  const project = await api.site();
  const other = await api.site();
  for (const id of [project, other]) createPreviewIn(join(outs, id));
  expect((await api.call(`DELETE /projects/${project}`)).status).toBe(200);
  const [task] = api.tasks.filter(({ name }) => name === 'purge');
  expect(task?.data).toEqual({ projectId: project, deploymentId: null });
  await purge(null, project);
  expect(existsSync(join(outs, project))).toBe(false);
  expect(listPreviews(join(outs, other))).toHaveLength(1);
  // Once more, after a crash.
  await purge(null, project);
  // What an earlier version queued names no project.
  await purge(null, '..');
  expect(existsSync(outs)).toBe(true);
});

function createPreviewIn(folder: string): void {
  const { name, ...preview } = newPreview('branch', Date.now());
  mkdirSync(previewFolder(folder, name), { recursive: true });
  writeFileSync(
    join(previewFolder(folder, name), 'preview.json'),
    JSON.stringify({ name, ...preview }),
  );
}
