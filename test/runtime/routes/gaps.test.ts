import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { LiveSearch } from '../../../runtime/site/search.ts';
import { addAnswer, addQuestion, rateConversation } from '../../../runtime/store/conversations.ts';
import { periodAt } from '../../../schema/plans.ts';
import { eachStore, type TestStore } from '../store/each-store.ts';
import { type TestApi, testApi } from './test-api.ts';

eachStore('gaps', (open) => {
  let opened: TestStore;
  let api: TestApi;
  let projectId: string;
  const searched: string[] = [];
  const search = async ({ query }: { readonly query: string }) => {
    searched.push(query);
    const page = { path: 'domains', url: '/domains', title: 'Domains', score: 1 };
    return { results: query.includes('domain') ? [page] : [] };
  };
  beforeAll(async () => {
    opened = await open();
  });
  beforeEach(async () => {
    const searches = () => ({ current: async () => ({ search }) }) as unknown as LiveSearch;
    api = await testApi(opened.store, { searches });
    projectId = await api.site(['a']);
    searched.length = 0;
  });
  afterAll(() => opened.drop());

  /** A conversation with questions and the pages that their answers cite. */
  const converse = (turns: readonly (readonly [string, ...string[]])[], helped?: boolean) =>
    opened.store.transaction(async (trx) => {
      const { newId } = api.services;
      const conversationId = newId('cnv');
      const shared = { projectId, conversationId };
      for (const [index, [text, ...pages]] of turns.entries()) {
        api.clock.time += 1000;
        const now = api.clock.time;
        await addQuestion(trx, {
          ...{ ...shared, visitorId: 'visitor-1', isNew: index === 0, id: newId('msg'), text, now },
        });
        await addAnswer(trx, {
          ...{ ...shared, orgId: api.orgId, id: newId('msg'), text: 'An answer.', now },
          ...{ status: 'completed', cited: null, tokens: 0, estimated: false, duration: 1 },
          ...{ firstText: undefined, period: periodAt(now) },
          sources: JSON.stringify(pages.map((path) => ({ path: `/${path}` }))),
        });
      }
      if (helped !== undefined) await rateConversation(trx, conversationId, helped);
      return conversationId;
    });
  const list = async (query = '') =>
    (await api.call(`GET /assistant/${projectId}/gaps${query}`)).body;
  const questions = async (query = '') =>
    (await list(query)).data.map((one: { question: string }) => one.question);

  test('are questions that no page answered, in one group whatever their words', async () => {
    const first = await converse([['How do I use my own domain?']]);
    await converse([['What is a page?', 'pages']]);
    const second = await converse([['Using own domains']]);
    const { data, meta } = await list();
    expect(meta).toMatchObject({ total: 1, page: 1, perPage: 20 });
    expect(data).toMatchObject([
      {
        ...{ question: 'Using own domains', asked: 2, unanswered: 2, negative: 0 },
        lastAskedAt: new Date(api.clock.time).toISOString(),
        questions: [{ conversationId: second }, { conversationId: first }],
        nearest: [{ path: 'domains', url: '/domains', title: 'Domains' }],
      },
    ]);
  });

  test('are those of conversations that did not help, unless readers said that they did', async () => {
    await converse([['How is a token renewed?', 'tokens']], false);
    await converse([['How is a webhook verified?', 'webhooks']], true);
    await converse([['Where are invoices?']]);
    expect(await questions()).toEqual(['Where are invoices?', 'How is a token renewed?']);
    expect(await questions('?reason=negative')).toEqual(['How is a token renewed?']);
    expect(await questions('?reason=unanswered')).toEqual(['Where are invoices?']);
    expect((await list('?page=2&perPage=1')).data).toMatchObject([{ nearest: [] }]);
  });

  test('keep their id when they are asked again, and are found by each of their questions', async () => {
    await converse([['How do I use my own domain?']]);
    const [before] = (await list()).data;
    await converse([['Using own domains']]);
    const [after] = (await list()).data;
    expect(after).toMatchObject({ id: before.id, asked: 2 });
    const get = (id: string) => api.call(`GET /assistant/${projectId}/gaps/${id}`);
    expect((await get(before.id)).body.data).toEqual(after);
    const [{ conversationId, askedAt }] = after.questions;
    expect((await get(`${conversationId}.${Date.parse(askedAt)}`)).body.data).toEqual(after);
    expect((await get('cnv_none.1')).status).toBe(404);
    const other = await api.site();
    expect((await api.call(`GET /assistant/${other}/gaps/${before.id}`)).status).toBe(404);
  });

  test('are found by a question that was asked before the last 1,000 conversations', async () => {
    const old = await converse([['How do I use my own domain?'], ['Where is the price list?']]);
    const [{ id }] = (await list()).data.filter((one: { question: string }) =>
      one.question.includes('domain'),
    );
    // The rest are answered: what is looked at moves on.
    const row = await opened.store.db
      .selectFrom('conversations')
      .selectAll()
      .where('id', '=', old)
      .executeTakeFirstOrThrow();
    const newer = Array.from({ length: 1000 }, (_, index) => ({
      ...{ ...row, id: api.services.newId('cnv'), unanswered: 0 as const },
      created_at: row.created_at + 1 + index,
    }));
    for (let from = 0; from < newer.length; from += 50) {
      await opened.store.db
        .insertInto('conversations')
        .values(newer.slice(from, from + 50))
        .execute();
    }
    expect((await list()).data).toEqual([]);
    const get = () => api.call(`GET /assistant/${projectId}/gaps/${id}`);
    expect((await get()).body.data).toMatchObject({ id, asked: 1, unanswered: 1 });
    await converse([['Using own domains']]);
    expect((await get()).body.data).toMatchObject({ id, asked: 2, question: 'Using own domains' });
    expect((await list()).data).toMatchObject([{ asked: 1 }]);
    await api.call(`DELETE /assistant/${projectId}/conversations/${old}`);
    const gone = await get();
    expect([gone.status, gone.body.error.message]).toEqual([
      404,
      expect.stringContaining('was deleted with its conversation'),
    ]);
  });

  test('mark their conversations, which can be listed alone', async () => {
    await converse([['What is a page?', 'pages']]);
    const missed = await converse([['Where are invoices?'], ['What is a page?', 'pages']]);
    const conversations = async (query: string) =>
      (await api.call(`GET /assistant/${projectId}/conversations?${query}`)).body.data;
    expect(await conversations('unanswered=true')).toMatchObject([
      { id: missed, unanswered: true },
    ]);
    expect(await conversations('unanswered=false&sortBy=messageCount')).toMatchObject([
      { firstMessage: 'What is a page?', unanswered: false },
    ]);
  });

  test('keep the subject of a question that only continues another one', async () => {
    await converse([['How do I use my own domain?', 'domains'], ['And for previews?']]);
    expect(await questions()).toEqual(['And for previews?']);
    expect(searched).toEqual(['How do I use my own domain? And for previews?']);
  });
});
