import { once } from 'node:events';
import { expect, test } from 'vitest';
import { createTurns, type Turns } from '../../../../runtime/assistant/conversation/turns.ts';
import type { ChatEvent } from '../../../../schema/chat.ts';

/** Starts a turn that is silent until it is stopped. */
function begin(turns: Turns, messageId: string): () => void {
  const abort = new AbortController();
  async function* events(): AsyncGenerator<ChatEvent, void> {
    yield { type: 'start', conversationId: 'cnv_1', messageId };
    if (!abort.signal.aborted) await once(abort.signal, 'abort');
    yield { type: 'done', tokensUsed: 0 };
  }
  const { stop } = turns.run({
    ...{ messageId, conversationId: 'cnv_1', projectId: 'prj_1', visitorId: 'v1' },
    ...{ events: events(), abort, onEnd: async () => {} },
  });
  return () => void stop();
}

test('however many turns there are, one that runs is found; those that have ended make room', async () => {
  const turns = createTurns();
  const ends = Array.from({ length: 600 }, (_, n) => begin(turns, `running_${n}`));
  expect(turns.find('running_0')).toBeDefined();
  for (const end of ends) end();
  await turns.settled();
  begin(turns, 'last');
  expect(turns.find('running_0')).toBeUndefined();
  expect(turns.find('running_599')).toBeDefined();
  expect(turns.find('last')).toBeDefined();
  await turns.close();
});

test('a turn can be read again from any event, while it runs and after it', async () => {
  const turns = createTurns();
  const end = begin(turns, 'msg_1');
  const turn = turns.find('msg_1');
  const whole = new Response(turn?.stream()).text();
  const rest = new Response(turn?.resume(1)).text();
  end();
  const [first, second] = (await whole).match(/data: .*\n\n/g) ?? [];
  expect(first).toContain('"start"');
  expect(second).toContain('"done"');
  expect(await whole).toBe(`${first}${second}`);
  // Numbered, for a browser that says which one it has received last.
  expect(await rest).toBe(`id: 2\n${second}`);
  expect(await new Response(turn?.resume(1)).text()).toBe(await rest);
  expect(await new Response(turn?.resume(99)).text()).toBe('');
});

test('answers are ended for the project, the conversation and the visitor that they belong to alone', async () => {
  const turns = createTurns();
  begin(turns, 'msg_1');
  const own = { projectId: 'prj_1', conversationId: 'cnv_1', visitorId: 'v1' };
  for (const [name, other] of Object.entries({
    projectId: 'prj_2',
    conversationId: 'cnv_2',
    visitorId: 'v2',
  })) {
    await turns.endOf({ ...own, [name]: other });
  }
  const whole = new Response(turns.find('msg_1')?.stream()).text();
  let isOver = false;
  void turns.settled().then(() => {
    isOver = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect(isOver).toBe(false);
  await turns.endOf(own);
  expect(await whole).toContain('"done"');
  await turns.close();
});
