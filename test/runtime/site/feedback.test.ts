import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { serve } from '../../../runtime/main.ts';
import { hasSessions } from '../../../runtime/site/feedback.ts';
import { findProject } from '../../../runtime/store/projects.ts';
import { resolveConfig } from '../../../schema/config/config.ts';
import { buildSite } from '../../support/build.ts';
import { minimalConfig, tempDir, writeFiles } from '../../support/temp.ts';
import { eachStore, type TestStore } from '../store/each-store.ts';
import { org, project } from '../store/world.ts';

/** A server of one site whose `docs.json` says that, and whether its readers may rate the pages. */
async function served(more: object, files: Readonly<Record<string, unknown>> = {}) {
  const folder = tempDir();
  writeFiles(join(folder, 'site'), {
    'docs.json': minimalConfig(['index'], more),
    'index.mdx': '---\ntitle: Home\n---\n\nWords.\n',
    ...files,
  });
  const out = join(folder, 'out');
  expect((await buildSite(join(folder, 'site'), out)).deployment).toBeDefined();
  const lines: string[] = [];
  const server = await serve({
    ...{ out, port: 0, host: '127.0.0.1', version: 'test', log: (line) => lines.push(line) },
    database: join(folder, 'own.db'),
  });
  onTestFinished(() => server.close());
  const key = lines[lines.findIndex((line) => line.startsWith('First start')) + 1] ?? '';
  const note = async () =>
    (await (await fetch(`${server.url}/_docent/runtime.json`)).json()) as {
      readonly project: string | null;
      readonly feedback: boolean;
    };
  await expect.poll(async () => (await note()).project, { timeout: 20_000 }).not.toBeNull();
  const id = (await note()).project;
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const send = (method: string, path: string, body: object) =>
    fetch(`${server.url}/api/v1${path}`, { method, headers, body: JSON.stringify(body) });
  const shows = async () => (await note()).feedback;
  return {
    shows,
    /** Whether pages show the thumbs, and the status of a rating. */
    rated: async () => {
      const rating = { pagePath: 'index', rating: 'positive', visitorId: 'v1' };
      const { status } = await send('POST', `/feedback/${id}`, rating);
      return [await shows(), status];
    },
    change: async (config: object) => {
      const configJson = JSON.stringify(minimalConfig(['index'], config));
      const { status } = await send('PATCH', `/projects/${id}`, { configJson });
      expect(status).toBe(200);
    },
  };
}

const off = { feedback: { thumbsRating: false } };

describe('feedback', () => {
  test.each([
    ['written out', { addons: off }],
    ['in the related dialect', off],
    ['in another file', { addons: { $ref: './addons.json' } }],
  ])('is off where the author switched it off %s', async (_where, more) => {
    const { rated } = await served(more, { 'addons.json': off });
    expect(await rated()).toEqual([false, 404]);
  });

  test('follows a configuration that the API has changed since the deployment', async () => {
    const { rated, shows, change } = await served(
      { addons: { $ref: './addons.json' } },
      { 'addons.json': off },
    );
    await change({});
    expect(await rated()).toEqual([true, 201]);
    await change(off);
    expect(await rated()).toEqual([false, 404]);
    await change({ addons: { feedback: { thumbsRating: true } } });
    expect(await rated()).toEqual([true, 201]);
    // What the file says is known once the site is built with it.
    await change({ addons: { $ref: './addons.json' } });
    await expect.poll(shows, { timeout: 60_000 }).toBe(false);
    expect(await rated()).toEqual([false, 404]);
  });
});

eachStore('pages for readers with a session', (open) => {
  let opened: TestStore;
  beforeAll(async () => {
    opened = await open();
  });
  afterAll(() => opened.drop());

  const base = { name: 'T', colors: { primary: '#0d9373' }, navigation: {} };
  const closed = { config: resolveConfig({ ...base, auth: { enabled: true } }) };
  const free = { config: resolveConfig(base) };

  test.each([
    ['none', undefined, '{}', 0, false],
    ['those of the text, without a deployment', undefined, '{"auth":{"enabled":true}}', 0, true],
    ['perhaps those of another file', undefined, '{"auth":{"$ref":"./auth.json"}}', 0, true],
    ['those of the deployment', closed, '{"auth":{"$ref":"./auth.json"}}', 0, true],
    [
      'none of the deployment, whatever its text',
      free,
      '{"auth":{"$ref":"./auth.json"}}',
      0,
      false,
    ],
    ['those that the API has closed since', free, '{"auth":{"enabled":true}}', 1, true],
    ['those of the deployment that the API has opened since', closed, '{}', 1, true],
  ] as const)('are %s', async (_which, site, config_json, config_pending, expected) => {
    const owner = await org(opened.store);
    const { id } = await project(opened.store, owner);
    const { db } = opened.store;
    const row = db.updateTable('projects').where('id', '=', id);
    await row.set({ config_json, config_pending }).execute();
    const facts = await findProject(db, owner, id);
    expect(facts && (await hasSessions(db, facts, site))).toBe(expected);
  });
});
