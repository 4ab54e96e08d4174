import { describe, expect, test } from 'vitest';
import { chatEvents } from '../../support/event-stream.ts';
import { eachStore } from '../store/each-store.ts';
import { assistantWorld } from './assistant-world.ts';
import { testApi } from './test-api.ts';

eachStore('what the assistant stores', (open) => {
  const world = assistantWorld(open);
  const { start, ask, startOf, tokensOf, list, usage, modelLeftAlone, overHttp } = world;

  describe('conversations', () => {
    test('are listed as the contract says, by both sort fields', async () => {
      const first = startOf(await ask({ message: `${'é'.repeat(199)}😀 and more` }));
      world.api.clock.time += 1000;
      await ask({ conversationId: first.conversationId });
      world.api.clock.time += 1000;
      await ask({ visitorId: 'v2' });
      const { data, meta } = await list();
      expect(meta).toEqual({ total: 2, page: 1, perPage: 20, totalPages: 1 });
      expect(data.map((row: { visitorId: string }) => row.visitorId)).toEqual(['v2', 'v1']);
      expect(data[1].firstMessage).toBe(`${'é'.repeat(199)}😀`);
      const byCount = await list('?sortBy=messageCount&order=asc&perPage=1');
      expect(byCount.data[0].visitorId).toBe('v2');
      expect(byCount.meta.totalPages).toBe(2);
      for (const bad of ['sortBy=id', 'order=up', 'perPage=101', 'page=0']) {
        expect(
          (await world.api.call(`GET /assistant/${world.project}/conversations?${bad}`)).status,
        ).toBe(400);
      }
    });

    test('are read with assistant:read or projects:write, by id or slug, within the organization', async () => {
      const slug = `asst-${world.project.slice(-8).toLowerCase()}`;
      await world.opened.store.db
        .updateTable('projects')
        .set({ slug })
        .where('id', '=', world.project)
        .execute();
      const status = async (key: string | null, id = world.project) =>
        (await world.api.call(`GET /assistant/${id}/conversations`, undefined, { key })).status;
      expect(await status(null)).toBe(401);
      expect(await status(await world.api.keyFor({ scopes: ['assistant:read'] }))).toBe(200);
      expect(await status(await world.api.keyFor({ scopes: ['projects:write'] }))).toBe(200);
      expect(await status(await world.api.keyFor({ scopes: ['projects:read'] }))).toBe(403);
      expect(await status(world.api.key, slug)).toBe(200);
      const stranger = await testApi(world.opened.store);
      expect(await status(stranger.key)).toBe(404);
      expect(await status(stranger.key, slug)).toBe(404);
    });

    test('are rated by their own visitor; the last rating counts', async () => {
      const { conversationId } = startOf(await ask());
      const rate = (satisfied: unknown, visitorId = 'v1') =>
        world.api.call(
          `POST /assistant/${world.project}/conversations/${conversationId}/rating`,
          { satisfied, visitorId },
          { key: null },
        );
      expect((await rate(true, 'v2')).status).toBe(404);
      expect((await rate('yes')).status).toBe(400);
      expect((await rate(true)).body.data).toEqual({ id: conversationId, satisfied: true });
      expect((await usage()).satisfactionRate).toBe(1);
      await rate(false);
      expect((await list()).data[0].satisfied).toBe(false);
      expect((await usage()).satisfactionRate).toBe(0);
    });

    test('are deleted with their messages, not with what they cost', async () => {
      await start({
        script: () => ({ text: 'Yes.', usage: { prompt_tokens: 5, completion_tokens: 2 } }),
      });
      const { conversationId } = startOf(await ask());
      const path = `/assistant/${world.project}/conversations/${conversationId}`;
      expect((await world.api.call(`DELETE ${path}`)).body.data.deleted).toBe(true);
      expect((await world.api.call(`GET ${path}`)).status).toBe(404);
      expect((await world.api.call(`DELETE ${path}`)).status).toBe(404);
      expect((await usage()).totalTokens).toBe(7);
    });

    test('close in the middle of their first answer, which ends and is stored', async () => {
      await start({ script: () => ({ text: 'word '.repeat(80), fault: 'stall' }) });
      let seen = '';
      await overHttp(async (ask) => {
        const asked = ask({}, (text) => {
          seen = text;
          return false;
        });
        await expect.poll(() => seen).toContain('"text"');
        const id = /"conversationId":"(\w+)"/.exec(seen)?.[1];
        const close = (visitorId: string) =>
          world.api.call(
            `POST /assistant/${world.project}/conversations/${id}/close`,
            { visitorId },
            { key: null },
          );
        expect((await close('v2')).status).toBe(404);
        expect(world.stub?.open()).toBe(1);
        expect((await close('v1')).body.data).toEqual({ id, closed: true });
        await asked;
      });
      expect(chatEvents(seen).at(-1)?.type).toBe('done');
      expect((await list()).data[0].messageCount).toBe(2);
      await modelLeftAlone();
    });

    test('that are deleted while an answer is written stay deleted, and the answer is counted', async () => {
      await start({
        script: () => ({
          text: 'Yes.',
          delay: 100,
          usage: { prompt_tokens: 5, completion_tokens: 2 },
        }),
      });
      const { conversationId } = startOf(await ask());
      const path = `/assistant/${world.project}/conversations/${conversationId}`;
      const running = ask({ conversationId });
      await expect.poll(() => world.stub?.requests.length).toBe(2);
      expect((await world.api.call(`DELETE ${path}`)).status).toBe(200);
      expect(tokensOf(await running)).toBe(7);
      expect((await world.api.call(`GET ${path}`)).status).toBe(404);
      expect(await usage()).toMatchObject({
        totalConversations: 1,
        totalMessages: 4,
        totalTokens: 14,
      });
    });

    test('are forgotten after the days that the operator says', async () => {
      await start({ retention: 30 });
      await ask();
      world.api.clock.time += 29 * 86_400_000;
      await world.api.services.assistant?.forgetOld();
      expect((await list()).meta.total).toBe(1);
      world.api.clock.time += 2 * 86_400_000;
      await world.api.services.assistant?.forgetOld();
      expect((await list()).meta.total).toBe(0);
    });

    test('close after half an hour without a message, once, and again after another one', async () => {
      const { conversationId } = startOf(await ask());
      const events = async () =>
        (
          await world.opened.store.db
            .selectFrom('events')
            .selectAll()
            .where('project_id', '=', world.project)
            .orderBy('seq')
            .execute()
        ).map(({ type, data }) => ({ type, data: JSON.parse(data) }));
      const { assistant } = world.api.services;
      world.api.clock.time += 29 * 60_000;
      await assistant?.closeIdle();
      expect(await events()).toEqual([]);
      world.api.clock.time += 2 * 60_000;
      await assistant?.closeIdle();
      await assistant?.closeIdle();
      expect(await events()).toEqual([
        {
          type: 'assistant.conversation.completed',
          data: { conversationId, messageCount: 2, tokensUsed: 0, satisfied: null },
        },
      ]);
      expect(world.woken).toBeGreaterThan(0);
      await ask({ conversationId });
      const closed = await world.api.call(
        `POST /assistant/${world.project}/conversations/${conversationId}/close`,
        { visitorId: 'v1' },
        { key: null },
      );
      expect(closed.status).toBe(200);
      expect((await events()).at(-1)?.data.messageCount).toBe(4);
      expect(await events()).toHaveLength(2);
    });
  });

  describe('usage', () => {
    test.each([
      ['7d', 7],
      ['30d', 30],
      ['90d', 90],
      ['billing', 15],
    ])('of %s has every day, zero-filled, and sums that equal the totals', async (period, days) => {
      await ask();
      world.api.clock.time -= 3 * 86_400_000;
      await ask({ visitorId: 'v2' });
      world.api.clock.time += 3 * 86_400_000;
      const data = await usage(`?period=${period}`);
      expect(data.period).toBe(period);
      expect(data.usageByDay).toHaveLength(days);
      expect(data.usageByDay.at(-1)).toMatchObject({
        date: '2026-03-15',
        conversations: 1,
        messages: 2,
      });
      for (const [total, field] of [
        ['totalConversations', 'conversations'],
        ['totalMessages', 'messages'],
        ['totalTokens', 'tokens'],
      ] as const) {
        const sum = data.usageByDay.reduce(
          (all: number, day: Record<string, number>) => all + (day[field] ?? 0),
          0,
        );
        expect(data[total]).toBe(sum);
      }
      expect(data.totalConversations).toBe(2);
      expect([data.tokensLimit, data.tokensRemaining]).toEqual([null, null]);
      expect(data.model).toBe('docent/extractive');
    });

    test('of another period is refused', async () => {
      expect((await world.api.call(`GET /assistant/${world.project}/usage?period=1y`)).status).toBe(
        400,
      );
    });
  });
});
