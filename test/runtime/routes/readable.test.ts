import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { holdDeployment } from '../../../runtime/store/holds.ts';
import { emit } from '../../../runtime/webhooks/outbox.ts';
import { eachStore, type TestStore } from '../store/each-store.ts';
import { deploy, newId, noon, page } from '../store/world.ts';
import { oneOfEach } from './one-of-each.ts';
import { type TestApi, testApi } from './test-api.ts';

const at = (seconds: number) => new Date(noon + seconds * 1000).toISOString();

eachStore('what integrators read', (open) => {
  let opened: TestStore;
  let api: TestApi;
  let projectId: string;
  beforeAll(async () => {
    opened = await open();
    api = await testApi(opened.store);
  });
  beforeEach(async () => {
    projectId = await api.site(['a', 'b']);
    api.clock.time = noon;
  });
  afterAll(() => opened.drop());
  const get = (path: string) => api.call(`GET /projects/${projectId}/${path}`);

  test('feedback of readers is listed, filtered, and marked as resolved', async () => {
    const send = async (pagePath: string, rating: string, comment?: string) => {
      const body = { pagePath, rating, visitorId: 'v1', ...(comment ? { comment } : {}) };
      const sent = await api.call(`POST /feedback/${projectId}`, body, { key: null });
      api.clock.time += 1000;
      return sent.body.data.id as string;
    };
    const first = await send('a', 'positive', 'Good');
    const second = await send('b', 'negative');
    const third = await send('a', 'negative', 'Bad');
    const ids = async (query: string) =>
      (await get(`feedback?${query}`)).body.data.map(({ id }: { id: string }) => id);
    expect((await get(`feedback/${first}`)).body.data).toEqual({
      ...{ id: first, pagePath: 'a', rating: 'positive', comment: 'Good', visitorId: 'v1' },
      ...{ deploymentId: expect.stringMatching(/^dpl_/), resolved: false, resolvedAt: null },
      createdAt: at(0),
    });
    expect(await ids('')).toEqual([third, second, first]);
    expect(await ids('pagePath=/a')).toEqual([third, first]);
    expect(await ids('rating=negative&pagePath=b')).toEqual([second]);
    expect(await ids(`from=${at(1)}&to=${at(1)}`)).toEqual([second]);
    const resolve = (resolved: boolean) =>
      api.call(`PATCH /projects/${projectId}/feedback/${third}`, { resolved });
    expect((await resolve(true)).body.data).toMatchObject({ resolved: true, resolvedAt: at(3) });
    api.clock.time += 1000;
    // It was dealt with then, not now.
    expect((await resolve(true)).body.data.resolvedAt).toBe(at(3));
    expect(await ids('resolved=true')).toEqual([third]);
    expect(await ids('resolved=false&rating=negative')).toEqual([second]);
    expect((await resolve(false)).body.data).toMatchObject({ resolved: false, resolvedAt: null });
    expect((await get('feedback/fbk_00000000000000000000000000')).status).toBe(404);
  });

  const types = ['page.created', 'page.updated', 'page.deleted', 'page.updated'] as const;
  /** Four events; the last happened before the others and was recorded after them. */
  async function record(): Promise<string[]> {
    const ids = types.map(() => newId('evt'));
    for (const [index, type] of types.entries()) {
      const timestamp = noon + [0, 1, 2, -5][index]! * 1000;
      const data = { pagePath: 'a', pageTitle: 'A', deploymentId: 'dpl_1', diff: '' };
      const { diff: _, ...short } = data;
      await opened.store.transaction((trx) =>
        emit(trx, {
          ...{ orgId: api.orgId, projectId, newId, now: noon },
          events: [
            type === 'page.updated'
              ? { id: ids[index] ?? '', type, timestamp, data }
              : { id: ids[index] ?? '', type, timestamp, data: short },
          ],
        }),
      );
    }
    return ids;
  }

  test('events are followed in the order in which they were recorded', async () => {
    const ids = await record();
    const found = async (query: string) =>
      (await get(`events?${query}`)).body.data
        .map(({ id }: { id: string }) => ids.indexOf(id))
        .join();
    expect((await get('events')).body.data[0]).toEqual({
      ...{ id: ids[0], type: 'page.created', projectId, livemode: true, timestamp: at(0) },
      data: { pagePath: 'a', pageTitle: 'A', deploymentId: 'dpl_1' },
    });
    expect((await get(`events/${ids[1]}`)).body.data).toMatchObject({ id: ids[1] });
    expect(await found('')).toBe('0,1,2,3');
    expect(await found(`after=${ids[1]}`)).toBe('2,3');
    expect(await found(`after=${ids[3]}`)).toBe('');
    expect(await found('types=page.updated')).toBe('1,3');
    expect(await found('types=page.deleted,page.created')).toBe('0,2');
    expect(await found(`types=page.updated,page.deleted&after=${ids[1]}&perPage=1`)).toBe('2');
    expect(await found(`from=${at(-5)}`)).toBe('3,0,1,2');
    expect(await found(`from=${at(-5)}&to=${at(1)}&types=page.updated,page.created`)).toBe('3,0,1');
    expect((await get('events?types=page.lost')).status).toBe(400);
    expect((await get(`events?after=${newId('evt')}`)).status).toBe(404);
    const other = await api.site();
    const foreign = await api.call(`GET /projects/${other}/events?after=${ids[1]}`);
    expect(foreign.status).toBe(404);
  });

  test('a walk along events of several types sees each of them once, there and back', async () => {
    const ids = await record();
    const next = (link: string | null, rel: string) =>
      new RegExp(`<([^>]+)>; rel="${rel}"`).exec(link ?? '')?.[1]?.replace('/api/v1', '');
    for (const query of ['types=page.updated,page.created,page.deleted', `from=${at(-9)}`]) {
      const seen: string[] = [];
      let path: string | undefined = `/projects/${projectId}/events?perPage=1&${query}`;
      let last = path;
      while (path) {
        const { body, headers } = await api.call(`GET ${path}`);
        expect(body.meta.total).toBe(4);
        seen.push(...body.data.map(({ id }: { id: string }) => id));
        last = path;
        path = next(headers.get('link'), 'next');
      }
      expect(seen.toSorted()).toEqual(ids.toSorted());
      const back: string[] = [];
      for (path = last; path; ) {
        const { body, headers } = await api.call(`GET ${path}`);
        back.unshift(...body.data.map(({ id }: { id: string }) => id));
        path = next(headers.get('link'), 'prev');
      }
      expect(back).toEqual(seen);
    }
  });

  test('deployments say what they changed against the one before', async () => {
    const more = { branch: 'next', commitSha: 'f00', duration: 70 };
    await deploy(opened.store, projectId, [page('a', 2), page('c')], {
      ...{ deploymentId: 'dpl_next', now: noon + 1000, configHash: 'config-2' },
      ...more,
      problems: { errors: 0, warnings: 1, notes: 2 },
    });
    const { body } = await get('deployments');
    expect(body.data[0]).toEqual({
      ...{ id: 'dpl_next', status: 'live', branch: 'next', commitSha: 'f00', duration: 70 },
      ...{ cause: 'build', rebuildOf: null, promotedAt: null },
      changes: { pagesCreated: 1, pagesUpdated: 1, pagesDeleted: 1, config: true },
      problems: { errors: 0, warnings: 1, notes: 2 },
      ...{ pages: 2, kept: false, createdAt: at(1) },
    });
    expect(body.data[1]).toMatchObject({
      ...{ status: 'superseded', branch: 'main', pages: 2 },
      changes: { pagesCreated: 2, pagesUpdated: 0, pagesDeleted: 0 },
    });
    // Imported by a version that did not count problems, and without its files here.
    const old = opened.store.db.updateTable('deployments').set({ errors: null });
    await old.where('project_id', '=', projectId).where('id', '!=', 'dpl_next').execute();
    expect((await get('deployments')).body.data[1].problems).toBe(null);
    expect((await get('deployments?branch=main')).body.meta.total).toBe(1);
    expect((await get('deployments/dpl_next')).body.data).toEqual(body.data[0]);
    const changes = async (query: string) =>
      (await get(`deployments/dpl_next/changes?${query}`)).body.data;
    expect(await changes('')).toEqual([
      { pagePath: 'a', pageTitle: 'Page a', change: 'updated' },
      { pagePath: 'b', pageTitle: 'Page b', change: 'deleted' },
      { pagePath: 'c', pageTitle: 'Page c', change: 'created' },
    ]);
    expect(await changes('change=deleted')).toMatchObject([{ pagePath: 'b' }]);
    expect((await get('deployments/dpl_none/changes')).status).toBe(404);
    await opened.store.transaction((trx) =>
      holdDeployment(trx, {
        ...{ project_id: projectId, deployment_id: 'dpl_next', live_id: body.data[1].id },
        ...{ events_since: null, waits: 1 as const, since: noon },
      }),
    );
    expect(
      (await get('deployments')).body.data.map(({ status }: { status: string }) => status),
    ).toEqual(['held', 'live']);
  });

  test('the last hundred deployments are remembered', async () => {
    for (let n = 0; n < 103; n++) {
      const options = { deploymentId: `dpl_x${n}`, now: noon + n * 1000 };
      await deploy(opened.store, projectId, [page('a', n + 2)], options);
    }
    const { meta, data } = (await get('deployments?perPage=100')).body;
    expect([meta.total, data[0].id, data.at(-1).id]).toEqual([100, 'dpl_x102', 'dpl_x3']);
  });

  test('what is deleted with its project takes nothing of another with it', async () => {
    const one = await oneOfEach(api);
    const other = await oneOfEach(api);
    await api.call(`DELETE /projects/${one.projectId}`);
    for (const list of ['feedback', 'events', 'deployments']) {
      const { body } = await api.call(`GET /projects/${other.projectId}/${list}`);
      expect(body.meta.total, list).toBeGreaterThan(0);
    }
  });
});
