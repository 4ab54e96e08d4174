import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { asRun, type RunProgress } from '../../../runtime/deployments/run.ts';
import { testApi } from '../routes/test-api.ts';
import { eachStore, type TestStore } from '../store/each-store.ts';
import { deploy, newId, noon, page } from '../store/world.ts';

eachStore('a deployment that is being made', (open) => {
  let opened: TestStore;
  beforeAll(async () => {
    opened = await open();
  });
  afterAll(() => opened.drop());

  const world = async () => {
    const api = await testApi(opened.store);
    const projectId = await api.site(['a']);
    const tools = { store: opened.store, newId, now: () => noon };
    const list = async () => (await api.call(`GET /projects/${projectId}/deployment-runs`)).body;
    return { api, projectId, tools, list, of: { project_id: projectId, cause: 'edits' } as const };
  };

  test('is listed with its stages while it runs, and forgotten when it has ended well', async () => {
    const { api, projectId, tools, list, of } = await world();
    let report: (progress: RunProgress) => void = () => {};
    let end = () => {};
    const ended = asRun(tools, of, {
      work: (reporting) => {
        report = reporting;
        return new Promise<void>((resolve) => {
          end = resolve;
        });
      },
    });
    await vi.waitFor(async () => expect((await list()).meta.total).toBe(1));
    report({ stage: 'Reading' });
    for (let done = 0; done <= 400; done++) report({ stage: 'Rendering', done, total: 900 });
    await vi.waitFor(async () => expect((await list()).data[0].done).toBe(400), { timeout: 5_000 });
    expect((await list()).data).toEqual([
      {
        ...{ id: expect.stringMatching(/^run_/), cause: 'edits', state: 'running', error: null },
        ...{ stage: 'Rendering', done: 400, total: 900 },
        messages: ['Reading', 'Rendering'].map((text) => ({ at: expect.any(String), text })),
        ...{ startedAt: expect.any(String), updatedAt: expect.any(String) },
      },
    ]);
    // No one else's, and not without the right to read the project.
    const other = await api.site(['a']);
    expect((await api.call(`GET /projects/${other}/deployment-runs`)).body.data).toEqual([]);
    // Nothing is heard of it: its server has stopped.
    await opened.store.db
      .updateTable('deployment_runs')
      .set({ updated_at: noon - 61_000 })
      .where('project_id', '=', projectId)
      .execute();
    expect((await list()).data[0].state).toBe('lost');
    end();
    await ended;
    expect((await list()).data).toEqual([]);
  });

  test('stays with its error until another one is imported, the last twenty of them', async () => {
    const { projectId, tools, list, of } = await world();
    const refused = { work: async () => 'x', failureOf: () => 'docs.json is not valid' };
    await asRun(tools, of, refused);
    const killed = asRun(tools, of, {
      work: async (report) => {
        report({ stage: 'Writing' });
        throw new Error('The process was ended by SIGKILL.');
      },
    });
    await expect(killed).rejects.toThrow('SIGKILL');
    expect((await list()).data).toMatchObject([
      { state: 'failed', stage: 'Writing', error: 'The process was ended by SIGKILL.' },
      { state: 'failed', error: 'docs.json is not valid' },
    ]);
    for (let more = 0; more < 25; more++) await asRun(tools, of, refused);
    expect((await list()).meta.total).toBe(20);
    await deploy(opened.store, projectId, [page('b')], {
      deploymentId: 'dpl_later',
      now: noon + 1,
    });
    expect((await list()).data).toEqual([]);
  });
});
