import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DraftResult } from '../../../runtime/drafts/apart.ts';
import { shownDraft } from '../../support/shown-draft.ts';
import { eachStore, type TestStore } from '../store/each-store.ts';
import { testApi } from './test-api.ts';

eachStore('the preview of a configuration', (open) => {
  let opened: TestStore;
  beforeAll(async () => {
    opened = await open();
  });
  afterAll(() => opened.drop());

  const configJson = '{"name":"Drafted"}';

  test('is a page that is made with the text, of the project of the key alone', async () => {
    const asked: string[] = [];
    const api = await testApi(opened.store, {
      showDraft: async (project, draft) => {
        asked.push(project.id);
        return shownDraft(project, draft);
      },
    });
    const projectId = await api.site();
    const before = await api.call(`GET /projects/${projectId}`);
    const line = `POST /projects/${projectId}/config/preview`;
    const { status, body } = await api.call(line, { configJson, pagePath: 'guides/start' });
    expect([status, body.data]).toEqual([
      200,
      { pagePath: 'guides/start', title: 'Home', basePath: '', html: configJson },
    ]);
    const after = await api.call(`GET /projects/${projectId}`);
    expect(after.body).toEqual(before.body);
    expect((await api.call('GET /audit')).body.data).toEqual([]);

    const stranger = await testApi(opened.store, { showDraft: shownDraft });
    expect((await api.call(line, { configJson }, { key: stranger.key })).status).toBe(404);
    const reader = await api.keyFor({ scopes: ['projects:read'] });
    expect((await api.call(line, { configJson }, { key: reader })).status).toBe(403);
    const tester = await api.keyFor({ mode: 'test' });
    expect((await api.call(line, { configJson }, { key: tester })).status).not.toBe(200);
    expect((await api.call(line, { configJson }, { key: null })).status).toBe(401);
    expect(asked).toEqual([projectId]);
  });

  const outcomes: readonly (readonly [string, number, string, DraftResult | undefined])[] = [
    ['a draft with errors', 400, 'VALIDATION_ERROR', invalid()],
    ['an unknown page', 404, 'NOT_FOUND', { type: 'unknown-page' }],
    ['sources that are not kept', 409, 'CONFLICT', { type: 'no-sources' }],
    ['a project without a deployment', 409, 'CONFLICT', undefined],
    ['a server that is busy', 503, 'UNAVAILABLE', { type: 'busy' }],
    ['a page that takes too long', 503, 'UNAVAILABLE', { type: 'too-slow' }],
    ['a page that needs too much memory', 503, 'UNAVAILABLE', { type: 'too-large' }],
  ];
  test.each(outcomes)('says what to do about %s', async (_what, status, code, shown) => {
    const api = await testApi(opened.store, { showDraft: async () => shown });
    const projectId = await api.site();
    const answer = await api.call(`POST /projects/${projectId}/config/preview`, { configJson });
    expect([answer.status, answer.body.error.code]).toEqual([status, code]);
    expect(answer.body.error.message).toMatch(/\w{3}/);
  });

  test('refuses what is too large, and what it does not know', async () => {
    const api = await testApi(opened.store, { showDraft: shownDraft });
    const line = `POST /projects/${await api.site()}/config/preview`;
    const refused = async (body: object) => (await api.call(line, body)).status;
    expect(await refused({ configJson: 'x'.repeat(1_100_000) })).toBe(400);
    expect(await refused({ configJson: 'x'.repeat(3_000_000) })).toBe(413);
    expect(await refused({ configJson, pagePath: 'x'.repeat(1001) })).toBe(400);
    expect(await refused({ configJson, out: '/etc' })).toBe(400);
    expect(await refused({})).toBe(400);
  });
});

function invalid(): DraftResult {
  const details = [{ path: 'theme', code: 'unexpected-value', message: 'Unexpected theme' }];
  return { type: 'invalid', details };
}
