import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { slugOf } from '../../../runtime/deployments/arriving.ts';
import { takeInDeployment } from '../../../runtime/deployments/take-in.ts';
import { createIds } from '../../../runtime/store/ids.ts';
import { listJobs } from '../../../runtime/store/jobs.ts';
import {
  insertLanguage,
  listLanguages,
  removeLanguage,
  updateLanguage,
} from '../../../runtime/store/languages.ts';
import { allProjects } from '../../../runtime/store/projects.ts';
import { listRecords } from '../../../runtime/store/records.ts';
import type { TaskQueue } from '../../../runtime/tasks/queue.ts';
import { buildSite } from '../../support/build.ts';
import { eachStore, type TestStore } from '../store/each-store.ts';
import { noon, org } from '../store/world.ts';

let opened: TestStore;
let folder: string;
const tasks: unknown[] = [];
const lines: string[] = [];
const queue: TaskQueue = {
  enqueue: async (_db, _name, data) => {
    tasks.push(data);
  },
  work: async () => {},
  start: async () => {},
  stop: async () => {},
  trouble: async () => undefined,
  dead: async () => [],
};

const config = (more: object = {}) =>
  JSON.stringify({
    name: 'Acme Docs',
    colors: { primary: '#0d9373' },
    navigation: { groups: [{ group: 'Start', pages: ['index', 'guide'] }] },
    i18n: { defaultLanguage: 'en', languages: ['fr', 'xx'] },
    ...more,
  });

function write(files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, 'site', path)), { recursive: true });
    writeFileSync(join(folder, 'site', path), text);
  }
}

async function deploy(): Promise<string> {
  const out = join(folder, 'out');
  const built = await buildSite(join(folder, 'site'), out);
  expect(built.deployment).toBeDefined();
  const tools = {
    store: opened.store,
    queue,
    now: () => noon,
    newId: createIds(),
    log: (line: string) => {
      lines.push(line);
    },
  };
  const id = built.deployment?.id ?? '';
  const first = await takeInDeployment(tools, out, id);
  expect(first?.fresh).toBe(true);
  // The same deployment again, as after a restart, changes nothing.
  expect((await takeInDeployment(tools, out, id))?.fresh).toBe(false);
  return first?.project.id ?? '';
}

eachStore('a deployment that is taken in', (open) => {
  beforeAll(async () => {
    opened = await open();
    folder = mkdtempSync(join(tmpdir(), 'docent-deployed-'));
    await org(opened.store);
    tasks.length = 0;
  });
  afterAll(async () => {
    await opened.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  test('a deployment makes its project, and later ones move pages, records and languages along', async () => {
    write({
      'docs.json': config(),
      'index.mdx': '---\ntitle: Home\n---\n\nThree small words.\n',
      'guide.mdx': '---\ntitle: Guide\n---\n\nText.\n',
      'hidden.mdx': '---\ntitle: Hidden\nhidden: true\n---\n\nText.\n',
      'snippets/part.mdx': 'Not a page.\n',
    });
    const id = await deploy();
    const { store } = opened;
    const [project] = await allProjects(store.db);
    expect(project).toMatchObject({
      id,
      name: 'Acme Docs',
      slug: 'acme-docs',
      config_json: config(),
    });
    const records = async () =>
      (
        await listRecords(store.db, {
          projectId: id,
          language: 'fr',
          status: null,
          limit: 50,
          offset: 0,
        })
      ).rows.map((row) => `${row.page_path} ${row.title} ${row.status}`);
    expect(await records()).toEqual([
      'guide Guide pending',
      'hidden Hidden pending',
      'index Home pending',
    ]);
    expect(await listLanguages(store.db, id)).toMatchObject([{ code: 'fr', totalPages: 3 }]);

    await updateLanguage(store, id, { code: 'fr', autoTranslate: true });
    write({ 'guide.mdx': '---\ntitle: The guide\n---\n\nOther text.\n' });
    rmSync(join(folder, 'site', 'hidden.mdx'));
    expect(await deploy()).toBe(id);
    expect(await records()).toEqual(['guide The guide pending', 'index Home pending']);
    // Only the page that changed is queued by itself.
    const { rows } = await listJobs(store.db, { projectId: id, limit: 10, offset: 0 });
    expect(rows).toMatchObject([{ language: 'fr', pages_queued: 1 }]);
    expect(tasks).toEqual([{ jobId: rows[0]?.id }]);

    write({ 'docs.json': config({ name: 'Renamed' }) });
    expect(await deploy()).toBe(id);
    expect((await allProjects(store.db))[0]?.config_json).toContain('Renamed');
  });

  test('exported files of a language that only the service knows are translations, not pages', async () => {
    const { store } = opened;
    const [project] = await allProjects(store.db);
    const projectId = project?.id ?? '';
    const italian = { code: 'it', autoTranslate: false, now: noon };
    await store.transaction((trx) => insertLanguage(trx, projectId, italian));
    write({
      'it/guide.mdx': '---\ntitle: La guida\n---\n\nTesto.\n',
      'it/extra.mdx': '---\ntitle: Extra\n---\n\nOf no source page.\n',
    });
    await deploy();
    const { rows } = await listRecords(store.db, {
      ...{ projectId, language: 'it', status: null, limit: 50, offset: 0 },
    });
    expect(rows.map((row) => [row.page_path, row.status, row.human_owned])).toEqual([
      ['guide', 'completed', 1],
      ['index', 'pending', 0],
      ['it/extra', 'pending', 0],
    ]);
    rmSync(join(folder, 'site', 'it'), { recursive: true });
    await removeLanguage(store, projectId, { code: 'it', now: noon });
  });

  test("a model that the site's plan does not choose is a line of the log", async () => {
    expect(lines).toEqual([]);
    const plan = (plan: string) => opened.store.db.updateTable('orgs').set({ plan }).execute();
    await plan('pro');
    await deploy();
    expect(lines).toEqual([]);
    write({ 'docs.json': config({ assistant: { model: 'acme/own' } }) });
    await deploy();
    expect(lines[0]).toBe(
      'assistant.model "acme/own" of acme-docs is ignored: on its plan, the server\'s own model answers.',
    );
    lines.length = 0;
    await plan('enterprise');
    await deploy();
    expect(lines).toEqual([]);
  });
});

test('a name becomes a slug', () => {
  expect(slugOf('Ácme  Docs 2.0!')).toBe('acme-docs-2-0');
  expect(slugOf('日本語')).toBe('docs');
});
