import { afterEach, expect, test, vi } from 'vitest';
import { ask } from '../../../../runtime/assistant/conversation/ask.ts';
import type { AskTools } from '../../../../runtime/assistant/conversation/asking.ts';
import { createPassing } from '../../../../runtime/assistant/conversation/passing.ts';
import { createTurns } from '../../../../runtime/assistant/conversation/turns.ts';
import { stranger } from '../../../../runtime/assistant/site/site.ts';
import { createLane } from '../../../../runtime/http/lane.ts';
import { createBatchWriter } from '../../../../runtime/store/batch.ts';
import { createIds } from '../../../../runtime/store/ids.ts';
import { eachStore, type TestStore } from '../../store/each-store.ts';
import { noon, org, project } from '../../store/world.ts';
import { guides, siteOf } from '../world.ts';

eachStore('a question', (open) => {
  let opened: TestStore | undefined;
  afterEach(async () => {
    vi.restoreAllMocks();
    await opened?.drop();
  });

  test('counts the wait for its turn towards the duration of its answer', async () => {
    opened = await open();
    const { store } = opened;
    const row = await project(store, await org(store));
    const real = performance.now.bind(performance);
    let waited = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => real() + waited);
    const tools: AskTools = {
      ...{ store, models: {}, denied: [], turns: createTurns(), write: createBatchWriter(store) },
      ownMoment: async () => {
        waited = 1_000_000;
      },
      lane: createLane(1),
      passing: createPassing(),
      countVisitor: async () => ({}),
      log: () => {},
      now: () => noon,
      newId: createIds(() => noon),
    };
    const site = siteOf(guides);
    const { turn } = await ask(
      tools,
      {
        project: { ...row, changed_config: null },
        body: { message: 'How do I deploy?', visitorId: 'v1' },
        acceptLanguage: 'en',
        visitor: stranger,
        signal: new AbortController().signal,
      },
      { site, settings: site.config.assistant },
    );
    await turn.ended;
    const day = await store.db.selectFrom('assistant_days').selectAll().executeTakeFirstOrThrow();
    expect(day).toMatchObject({ answers: 1, first_texts: 1 });
    expect(Number(day.duration)).toBeGreaterThanOrEqual(1_000_000);
    expect(Number(day.first_text_duration)).toBeGreaterThanOrEqual(1_000_000);
  });
});
