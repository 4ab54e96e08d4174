import { afterAll, beforeAll, expect, test } from 'vitest';
import { addUsage } from '../../../runtime/store/usage.ts';
import { scopes } from '../../../schema/api/scopes.ts';
import { latestVersion } from '../../../schema/api/versions.ts';
import { eachStore, type TestStore } from '../store/each-store.ts';
import { march, noon } from '../store/world.ts';
import { testApi } from './test-api.ts';

eachStore('the key of a request', (open) => {
  let opened: TestStore;
  beforeAll(async () => {
    opened = await open();
  });
  afterAll(() => opened.drop());

  test('says whose it is, what it may do, and what is left of the plan', async () => {
    const api = await testApi(opened.store, { plan: 'pro' });
    const projectId = await api.site();
    await api.site();
    await opened.store.transaction((trx) =>
      addUsage(trx, api.orgId, { meter: 'tokens', period: march, units: 77, now: noon }),
    );
    const { status, body, text } = await api.call('GET /me');
    expect(status).toBe(200);
    expect(body.data).toEqual({
      organization: { id: api.orgId, slug: expect.any(String), name: 'Acme', plan: 'pro' },
      key: {
        ...{ id: expect.stringMatching(/^key_/), name: '', mode: 'live', projectId: null },
        scopes: [...scopes],
        version: latestVersion,
        ...{ createdAt: '2026-03-15T12:00:00.000Z', expiresAt: null },
      },
      limits: {
        ...{ projects: 10, languages: 10, pageTranslations: 5000, glossaryTerms: 200 },
        ...{ webhooks: 20, webhookEvents: 100_000, assistantTokens: 2_000_000 },
        siteBytes: 5_000 * 1024 * 1024,
      },
      usage: {
        ...{ startDate: '2026-03-01T00:00:00.000Z', endDate: '2026-04-01T00:00:00.000Z' },
        ...{ projects: 2, pageTranslations: 0, webhookEvents: 0, assistantTokens: 77 },
      },
    });
    expect(text).not.toContain(api.key);
    const bound = await api.keyFor({ scopes: [], projectId, expiresAt: noon + 1 });
    expect((await api.call('GET /me', undefined, { key: bound })).body.data.key).toMatchObject({
      ...{ scopes: [], projectId, expiresAt: '2026-03-15T12:00:00.001Z' },
    });
    expect((await api.call('GET /me', undefined, { key: null })).status).toBe(401);
  });
});
