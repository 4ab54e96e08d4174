import { expect, test } from 'vitest';
import { eachStore } from '../store/each-store.ts';
import { assistantWorld } from './assistant-world.ts';

eachStore('reported citations', (open) => {
  const world = assistantWorld(open);
  const { start, ask, startOf } = world;

  /** An answer with a cited sentence, and how to report it. */
  async function cited() {
    await start({
      script: (index) =>
        index === 0
          ? { toolCalls: [{ name: 'get_page', arguments: '{"path":"guides/keys"}' }] }
          : { text: 'Sure. Keys are made in the dashboard. [[s2]] They sing. [[s2]]' },
    });
    const events = await ask({ message: 'Where are keys made?' });
    const { conversationId, messageId } = startOf(events);
    const end = events.at(-2);
    if (end?.type !== 'citations') throw new Error('There are no citations.');
    const [span] = end.spans ?? [];
    const report = (more: object = {}, conversation = conversationId) =>
      world.api.call(
        `POST /assistant/${world.project}/conversations/${conversation}/reports`,
        { visitorId: 'v1', messageId, start: span?.start, passage: 1, ...more },
        { key: null },
      );
    return { report, conversationId, messageId, spans: end.spans ?? [] };
  }
  const list = async (query = '') =>
    (await world.api.call(`GET /assistant/${world.project}/reports${query}`)).body;

  test('are stored with question, sentence and passage, once, for the operator', async () => {
    const { report, conversationId, messageId } = await cited();
    const first = await report();
    expect(first.status).toBe(201);
    expect((await report()).body.data.id).toBe(first.body.data.id);
    const { data, meta } = await list();
    expect(meta).toMatchObject({ total: 1, page: 1, perPage: 20 });
    expect(data[0]).toMatchObject({
      ...{ id: first.body.data.id, conversationId, messageId },
      question: 'Where are keys made?',
      sentence: 'Keys are made in the dashboard.',
      passage: {
        path: 'guides/keys',
        title: 'Keys',
        section: 'Create a key',
        url: '/docs/guides/keys#create-a-key',
      },
    });
    expect(data[0].passage.text).toContain('Keys are made in the dashboard.');
  });

  test('are dealt with, and opened again', async () => {
    const { report, messageId } = await cited();
    const { id } = (await report()).body.data;
    const one = `/assistant/${world.project}/reports/${id}`;
    expect((await world.api.call(`GET ${one}`)).body.data).toMatchObject({
      ...{ id, messageId, resolved: false, resolvedAt: null, passage: { number: 1 } },
    });
    const done = await world.api.call(`PATCH ${one}`, { resolved: true });
    expect(done.body.data).toMatchObject({ id, resolved: true });
    expect((await list('?resolved=false')).data).toEqual([]);
    expect((await list('?resolved=true')).data).toEqual([done.body.data]);
    const open = await world.api.call(`PATCH ${one}`, { resolved: false });
    expect(open.body.data).toMatchObject({ resolved: false, resolvedAt: null });
    const other = await world.api.site();
    for (const method of ['GET', 'PATCH']) {
      const line = `${method} /assistant/${other}/reports/${id}`;
      const body = method === 'PATCH' ? { resolved: true } : undefined;
      expect((await world.api.call(line, body)).status).toBe(404);
    }
  });

  test('stand next to the answer in its conversation', async () => {
    const { report, conversationId } = await cited();
    await report();
    const at = `GET /assistant/${world.project}/conversations/${conversationId}`;
    const [question, answer] = (await world.api.call(at)).body.data.messages;
    expect(question).toMatchObject({ passages: [], spans: [] });
    const [{ start, passage }] = (await list()).data;
    expect(answer.spans).toContainEqual(
      expect.objectContaining({ start, status: 'cited', passages: [passage.number] }),
    );
    expect(answer.passages).toMatchObject([{ number: 1, text: passage.text }]);
  });

  test('are of an own answer, and of a sentence that it cited', async () => {
    const { report, spans } = await cited();
    const invented = spans.find(({ status }) => status === 'unsupported');
    expect(invented).toBeDefined();
    for (const wrong of [
      { visitorId: 'other' },
      { messageId: 'msg_none' },
      { start: 1 },
      { start: invented?.start },
      { passage: 2 },
    ]) {
      expect([wrong, (await report(wrong)).status]).toEqual([wrong, 404]);
    }
    expect((await report({}, 'cnv_none')).status).toBe(404);
    expect((await report({ start: -1 })).status).toBe(400);
    expect((await list()).data).toEqual([]);
  });

  test('are listed with assistant:read, newest first, page by page', async () => {
    await cited();
    const path = `GET /assistant/${world.project}/reports`;
    expect((await world.api.call(path, undefined, { key: null })).status).toBe(401);
    const other = await world.api.call('GET /assistant/prj_none/reports');
    expect(other.status).toBe(404);
    expect(await list('?page=2&perPage=5')).toMatchObject({ data: [], meta: { page: 2 } });
  });

  test('are deleted with their conversation', async () => {
    const { report, conversationId } = await cited();
    await report();
    const path = `DELETE /assistant/${world.project}/conversations/${conversationId}`;
    expect((await world.api.call(path)).status).toBe(200);
    expect((await list()).data).toEqual([]);
  });
});
