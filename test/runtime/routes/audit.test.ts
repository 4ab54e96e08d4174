import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Difference } from '../../../runtime/api/audit.ts';
import type {
  ApiServices,
  PreviewFacts,
  Previews,
  Uploads,
} from '../../../runtime/api/services.ts';
import {
  auditOperations,
  spoken,
  spokenOperations,
} from '../../../runtime/dashboard/client/sections/audit-operations.ts';
import { findRecord, type RecordRef } from '../../../runtime/store/records.ts';
import type { EditedPage } from '../../../runtime/tasks/translated-segments.ts';
import { inputOf, operations } from '../../packages/driven-api.ts';
import { eachStore, type TestStore } from '../store/each-store.ts';
import { deploy, page } from '../store/world.ts';
import { addressOf, describedApi, wholeProject } from './described-api.ts';
import { type TestApi, testApi } from './test-api.ts';

/** Operations that say nothing of what they changed, and why. */
const quiet: Readonly<Record<string, string>> = {
  testWebhook: 'It sends a sample, and changes nothing.',
  deleteUpload: 'What was announced is in the entry of `startUpload`, and no reader ever saw it.',
};

/** It has a body, and changes nothing. */
const reading = 'previewConfig';

/** The operations of members and keys that change something. */
const changing = operations
  .filter(({ method, operation: { operationId, security, tags, requestBody } }) => {
    if (operationId === reading) return false;
    // Readers have no key, sessions write their own entries, and blocks of an upload change nothing until it is published.
    const isOfOperators = security.length > 0 && !tags.includes('Sessions');
    return method !== 'get' && isOfOperators && !requestBody?.content['application/octet-stream'];
  })
  .map((described) => ({ ...described, name: described.operation.operationId }));

/** Bodies whose example would change nothing here. */
const bodies: Readonly<Record<string, object>> = {
  updateLanguage: { autoTranslate: true },
  saveSegments: { sourceHash: 'a', contentHash: null, segments: [{ index: 0, target: 'Neu' }] },
};

eachStore('the audit log of every operation', (open) => {
  let opened: TestStore;
  let api: TestApi;
  beforeAll(async () => {
    opened = await open();
    api = await describedApi(opened.store);
    Object.assign(api.services, filesOf(api));
  });
  afterAll(() => opened.drop());

  test.each(changing)('$name says what it changed', async ({ name, ...described }) => {
    const { path, method } = described;
    const ids = await wholeProject(api);
    const { projectId = '' } = ids;
    await deploy(opened.store, projectId, [page('a'), page('b')]);
    await opened.store.db
      .updateTable('records')
      .set({ human_owned: 1 })
      .where('project_id', '=', projectId)
      .execute();
    const { status, text } = await api.call(
      `${method.toUpperCase()} ${addressOf(path, ids)}`,
      bodies[name] ?? inputOf(described),
    );
    expect(status, text).toBeLessThan(300);
    const { body } = await api.call(`GET /audit?operation=${name}&perPage=1`);
    const changes: readonly Difference[] = body.data[0].changes;
    if (name in quiet) expect(changes).toEqual([]);
    else expect(changes).not.toEqual([]);
    expect(JSON.stringify(changes)).not.toMatch(/whsec_\w|docent_(?:live|test)_\w/);
  });

  test('has no entry of what changed nothing', async () => {
    const { projectId = '' } = await wholeProject(api);
    const { status } = await api.call(`POST /projects/${projectId}/config/preview`, {
      configJson: '{}',
    });
    expect(status).toBe(200);
    expect((await api.call(`GET /audit?operation=${reading}`)).body.data).toEqual([]);
  });

  test('the dashboard can filter by each of them', () => {
    const ofSessions = ['acceptInvitation', 'changePassword', 'resetPassword', 'signIn'];
    expect([...auditOperations].sort()).toEqual(
      [...changing.map(({ name }) => name), ...ofSessions].sort(),
    );
  });

  test('the dashboard has words for what the server does itself, and filters by it', () => {
    expect(spoken('webhook.disabled')).toBe('webhook switched off');
    expect(spokenOperations).toMatchObject({
      createWebhook: 'create webhook',
      'webhook.disabled': 'webhook switched off',
      'config.replaced': 'config replaced by a deployment',
    });
  });

  test('settings are summed up: each field, and no more text than people read', async () => {
    const there = await testApi(opened.store);
    const projectId = await there.site();
    const configOf = (fill: string) =>
      JSON.stringify(
        Object.fromEntries(
          Array.from({ length: 90 }, (_, index) => [`field${index}`, fill.repeat(2_000)]),
        ),
      );
    for (const fill of ['a', 'b']) {
      await there.call(`PATCH /projects/${projectId}`, { configJson: configOf(fill) });
    }
    const { body } = await there.call('GET /audit?perPage=1');
    const [{ changes }] = body.data;
    expect(changes).toHaveLength(90);
    expect(changes[0].after).toMatch(/^"b{499}…$/);
    expect(changes[89]).toEqual({ field: 'configJson.field89', before: '…', after: '…' });
    expect(JSON.stringify(changes).length).toBeLessThan(30_000);
  });
});

/** Files and translations of a site that does not exist, as far as the log needs them. */
function filesOf({ services: { store, uploads } }: TestApi) {
  const names = new Set(['pr-42']);
  const preview = (name: string): PreviewFacts => ({
    ...{ name, path: '/preview', url: null, deploymentId: null, branch: 'main' },
    ...{ commitSha: 'c0ffee', createdAt: 0, updatedAt: 0, expiresAt: 0 },
  });
  const makeLive = async (projectId: string, id: string) => {
    await store.db
      .updateTable('projects')
      .set({ deployment_id: id })
      .where('id', '=', projectId)
      .execute();
  };
  const uploaded: Partial<Uploads> = {
    publish: async ({ id }) => {
      const taken = await deploy(store, id, [page('a')]);
      return taken?.project.deployment_id ?? '';
    },
    promote: async ({ id }, deploymentId) => makeLive(id, deploymentId),
    removeDeployment: async (_, deploymentId) => {
      await store.db.deleteFrom('deployments').where('id', '=', deploymentId).execute();
    },
  };
  const previews: Previews = {
    list: async () => [...names].map(preview),
    open: async (_, name) => preview(name),
    publish: async (_, { name }) => preview(name),
    remove: async (_, name) => names.delete(name),
  };
  const read = async (ref: RecordRef, target: string): Promise<EditedPage> => {
    const record = await findRecord(store.db, ref);
    if (!record) throw new Error('It has no record.');
    const segment = { kind: 'prose', key: '', name: '1:1', source: 'Old', marks: {} } as const;
    return { record, segments: [{ ...segment, target, isKnown: true, isTranslated: true }] };
  };
  const segments: ApiServices['segments'] = {
    read: (_, ref) => read(ref, 'Alt'),
    save: (_, ref) => read(ref, 'Neu'),
    undoAcceptance: async (_, ref) => {
      const { projectId, language, pagePath } = ref;
      const key = { project_id: projectId, language, page_path: pagePath };
      const released = store.db.updateTable('records').set({ human_owned: 0 });
      await released.where((eb) => eb.and(key)).execute();
      return read(ref, 'Alt');
    },
  };
  return { uploads: { ...uploads, ...uploaded }, previews, segments };
}
