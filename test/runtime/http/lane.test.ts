import { expect, test } from 'vitest';
import { converse } from '../../../runtime/assistant/conversation/converse.ts';
import { createMeter } from '../../../runtime/assistant/model/meter.ts';
import { stranger } from '../../../runtime/assistant/site/site.ts';
import { createLane } from '../../../runtime/http/lane.ts';
import type { ChatEvent } from '../../../schema/chat.ts';
import { guides, siteOf } from '../assistant/world.ts';

test('questions without a model are answered by so many at once, in the order they came', async () => {
  const site = siteOf(guides);
  let running = 0;
  let most = 0;
  const order: string[] = [];
  const counted = {
    ...site,
    search: {
      ...site.search,
      find: async (...asked: Parameters<typeof site.search.find>) => {
        running++;
        most = Math.max(most, running);
        for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
        running--;
        return site.search.find(...asked);
      },
    },
  };
  const lane = createLane(4);
  const ask = async (index: number, signal = new AbortController().signal) => {
    const events: ChatEvent[] = [];
    const turn = {
      ...{ conversationId: 'c', messageId: `m${index}`, history: [], language: 'en' },
      ...{
        question: 'How do I deploy?',
        visitor: stranger,
        site: counted,
        settings: { name: 'A' },
      },
    };
    for await (const event of converse(turn, {
      ...{ meter: createMeter(), lane, signal, log: () => {} },
    })) {
      events.push(event);
      if (event.type === 'tool_call') order.push(turn.messageId);
    }
    return events.at(-1)?.type;
  };
  // One that was stopped before its turn gives its place to the next.
  const gone = AbortSignal.abort(new Error('gone'));
  const ends = await Promise.all(
    Array.from({ length: 40 }, (_, index) => ask(index, index === 10 ? gone : undefined)),
  );
  expect(ends.map((type, index) => (index === 10 ? type === 'error' : type === 'done'))).toEqual(
    Array.from({ length: 40 }, () => true),
  );
  expect(most).toBe(4);
  const expected = Array.from({ length: 40 }, (_, index) => `m${index}`).filter(
    (id) => id !== 'm10',
  );
  expect(order).toEqual(expected);
});
