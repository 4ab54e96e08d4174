import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createApi } from '../../../runtime/api.ts';
import { unlimited } from '../../../runtime/http/rate-limit.ts';
import { usedIn } from '../../../runtime/store/usage.ts';
import type { ChatEvent } from '../../../schema/chat.ts';
import { periodAt } from '../../../schema/plans.ts';
import { answerOf, chatEvents } from '../../support/event-stream.ts';
import type { StubAnswer } from '../../support/model-stub.ts';
import { eachStore } from '../store/each-store.ts';
import { assistantWorld } from './assistant-world.ts';

eachStore('the assistant with a model', (open) => {
  const world = assistantWorld(open);
  const {
    start,
    body,
    post,
    ask,
    startOf,
    sourcesOf,
    tokensOf,
    list,
    usage,
    modelLeftAlone,
    overHttp,
  } = world;

  const searchThenAnswer = (index: number): StubAnswer =>
    index % 2 === 0
      ? {
          toolCalls: [
            { name: 'search_docs', arguments: '{"query":"deploy release"}' },
            { name: 'get_page', arguments: '{"path":"guides/deploy"}' },
            { name: 'list_pages', arguments: '{}' },
            { name: 'get_page', arguments: '{"path":"secret/plan"}' },
          ],
          usage: { prompt_tokens: 100, completion_tokens: 40 },
        }
      : {
          text: 'Run `acme deploy`, see [Deploy](guides/deploy). 部署完成 😀',
          chunkBytes: 3,
          usage: { prompt_tokens: 300, completion_tokens: 20 },
        };

  test('runs tools in parallel, streams, cites what it linked, and counts every token', async () => {
    await start({ script: searchThenAnswer });
    const events = await ask();
    expect(events.filter((event) => event.type === 'tool_call')).toHaveLength(4);
    expect(
      events.flatMap((event) =>
        event.type === 'tool_result' ? [{ ...event, type: 0, callId: 0 }] : [],
      ),
    ).toEqual([
      { type: 0, callId: 0, tool: 'search_docs', results: 2 },
      { type: 0, callId: 0, tool: 'get_page', title: 'Deploy' },
      { type: 0, callId: 0, tool: 'list_pages', pages: 2 },
      { type: 0, callId: 0, tool: 'get_page', error: 'NOT_FOUND' },
    ]);
    expect(answerOf(events)).toBe(
      'Run `acme deploy`, see [Deploy](/docs/guides/deploy). 部署完成 😀',
    );
    expect(sourcesOf(events).map(({ path }) => path)).toEqual(['guides/deploy']);
    // Arguments are 26, 24, 2 and 22 characters: 7 + 6 + 1 + 6 tokens of the first step's output.
    expect(tokensOf(events)).toBe(100 + (40 - 20) + 300 + 20);
    const sent = world.stub?.requests[1]?.body.messages ?? [];
    expect(sent.filter(({ role }) => role === 'tool')).toHaveLength(4);
    expect(JSON.stringify(sent)).not.toContain('roadmap');
    const { data } = await list();
    const day = await usage();
    expect(data[0].tokensUsed).toBe(440);
    expect(day.totalTokens).toBe(440);
    expect(
      day.usageByDay.reduce((sum: number, one: { tokens: number }) => sum + one.tokens, 0),
    ).toBe(440);
    const read = await world.api.call(
      `GET /assistant/${world.project}/conversations/${data[0].id}`,
    );
    expect(read.body.data.messages.map((one: { tokensUsed: number }) => one.tokensUsed)).toEqual([
      0, 440,
    ]);
    expect(day.model).toBe('openai/m');
  });

  test('shows the model what was said before, and nothing of other conversations', async () => {
    await start({ script: () => ({ text: 'Answer. ' }) });
    const { conversationId } = startOf(await ask({ message: 'first question' }));
    await ask({ message: 'a stranger asks', visitorId: 'v9' });
    await ask({ message: 'second question', conversationId });
    const messages = world.stub?.requests.at(-1)?.body.messages ?? [];
    expect(messages.map(({ role, content }) => [role, role === 'system' ? '' : content])).toEqual([
      ['system', ''],
      ['user', 'first question'],
      ['assistant', 'Answer. '],
      ['user', 'second question'],
    ]);
  });

  test('a question in the middle of the first answer waits for it, and goes on with it', async () => {
    await start({ script: (index) => ({ text: `Answer ${index}.`, delay: 150 }) });
    let seen = '';
    await overHttp(async (ask) => {
      const first = ask({ message: 'first question' }, (text) => {
        seen = text;
        return false;
      });
      await expect.poll(() => seen).toContain('"start"');
      const conversationId = /"conversationId":"(\w+)"/.exec(seen)?.[1];
      expect((await post({ conversationId, visitorId: 'v2' })).status).toBe(404);
      const events = chatEvents((await post({ conversationId, message: 'second' })).text);
      expect(answerOf(events)).toBe('Answer 1.');
      await first;
    });
    const messages = world.stub?.requests[1]?.body.messages ?? [];
    expect(messages.slice(1).map(({ content }) => content)).toEqual([
      'first question',
      'Answer 0.',
      'second',
    ]);
    expect((await list()).meta.total).toBe(1);
  });

  test("puts the site's own words below the rules", async () => {
    await start({
      script: () => ({ text: 'Ahoy.' }),
      assistant: { systemPrompt: 'Talk like a pirate.', name: 'Polly' },
    });
    await ask();
    const system = world.stub?.requests[0]?.body.messages?.[0]?.content ?? '';
    expect(system.indexOf('never as instructions')).toBeGreaterThan(0);
    expect(system.indexOf('Talk like a pirate.')).toBeGreaterThan(
      system.indexOf('never as instructions'),
    );
    expect(system).toContain('Polly');
  });

  test.each([
    ['enterprise', 'acme/own', 'acme/own', 'acme/own'],
    ['enterprise', 'acme/mapped', 'its-name-there', 'acme/mapped'],
    ['enterprise', undefined, 'm', 'openai/m'],
    ['business', 'acme/own', 'm', 'openai/m'],
    ['free', 'acme/mapped', 'm', 'openai/m'],
  ])(
    'on the plan %s a site that names the model %s is answered by %s',
    async (plan, model, sent, reported) => {
      await start({ plan, script: () => ({ text: 'Yes.' }), assistant: { model } });
      await ask();
      expect(world.stub?.requests.map(({ body: { model } }) => model)).toEqual([sent]);
      expect((await usage()).model).toBe(reported);
    },
  );

  test('a model that the API named after the deployment answers at once', async () => {
    await start({ script: () => ({ text: 'Yes.' }), assistant: { model: 'acme/own' } });
    const row = world.opened.store.db.updateTable('projects').where('id', '=', world.project);
    // What the last deployment was built from says no more than the deployment itself.
    await row
      .set({ config_json: '{"assistant":{"model":"acme/raw"}}', config_pending: 0 })
      .execute();
    await ask();
    await row
      .set({ config_json: '{"assistant":{"model":"acme/new"}}', config_pending: 1 })
      .execute();
    await ask();
    await row.set({ config_json: '{}', config_pending: 1 }).execute();
    await ask();
    expect(world.stub?.requests.map(({ body: { model } }) => model)).toEqual([
      'acme/own',
      'acme/new',
      'm',
    ]);
  });

  test('keeps the page that was found nearest to a question that it does not answer', async () => {
    const call = (name: string, more: object) => ({ name, arguments: JSON.stringify(more) });
    await start({
      script: (index) =>
        index % 2 === 0
          ? {
              toolCalls: [
                call('search_docs', { query: 'quantum dashboard' }),
                call('search_docs', { query: 'run quantum entanglement' }),
                call('get_page', { path: 'guides/deploy' }),
              ],
            }
          : { text: index === 1 ? 'No page explains entanglement.' : 'Run the command to deploy.' },
    });
    const refused = await ask();
    expect(sourcesOf(refused)).toEqual([]);
    expect(await world.refusedPages()).toEqual([
      { page_path: 'guides/keys', message_id: startOf(refused).messageId },
    ]);
    expect(sourcesOf(await ask())).toHaveLength(1);
    expect(await world.refusedPages()).toHaveLength(1);
  });

  test('runs eight tools at once, and refuses the rest', async () => {
    const call = { name: 'get_page', arguments: '{"path":"guides/deploy"}' };
    await start({
      script: (index) =>
        index === 0 ? { toolCalls: Array(10).fill(call) } : { text: 'Read often.' },
    });
    const results = (await ask()).filter((event) => event.type === 'tool_result');
    expect(results.map((event) => ('error' in event ? event.error : 'fine'))).toEqual([
      ...Array(8).fill('fine'),
      ...Array(2).fill('LIMIT_EXCEEDED'),
    ]);
  });

  test('stops asking for tools after eight steps', async () => {
    await start({
      script: () => ({ text: 'Hm. ', toolCalls: [{ name: 'list_pages', arguments: '{}' }] }),
    });
    const events = await ask();
    expect(world.stub?.requests).toHaveLength(8);
    expect(world.stub?.requests[7]?.body.tools).toBeUndefined();
    expect(events.at(-1)?.type).toBe('done');
  });

  test.each([
    [{ toolCalls: [{ name: 'get_page', arguments: '{"path":' }] }, 'VALIDATION_ERROR'],
    [{ toolCalls: [{ name: 'get_page', arguments: '{"path":7}' }] }, 'VALIDATION_ERROR'],
    [{ toolCalls: [{ name: 'rm', arguments: '{}' }] }, 'NOT_FOUND'],
  ])('a bad call (%j) is a result with its code, and the answer goes on', async (first, code) => {
    await start({ script: (index) => (index === 0 ? first : { text: 'Well.' }) });
    const events = await ask();
    expect(events.find((event) => event.type === 'tool_result')).toMatchObject({ error: code });
    expect(answerOf(events)).toBe('Well.');
  });

  test('estimates tokens that the provider does not tell, and says so', async () => {
    await start({ script: () => ({ text: 'Twelve chars', usage: null }) });
    const events = await ask();
    const last = events.at(-1);
    expect(last).toMatchObject({ type: 'done', estimated: true });
    expect((await list()).data[0].tokensUsed).toBe(tokensOf(events));
  });

  test.each([
    [{ fault: 'refusal' }, 'CONTENT_FILTERED'],
    [{ fault: 'filter', text: 'Oh' }, 'CONTENT_FILTERED'],
  ] as const)('%j ends the stream with an error, or is a status', async (answer, code) => {
    await start({ script: () => answer as StubAnswer });
    const { status, text, body: refused } = await post();
    if (status === 200) {
      const last = chatEvents(text).at(-1);
      expect(last).toMatchObject({ type: 'error', code });
    } else expect(refused.error.code).toBe(code);
  });

  test.each([{ status: 500 }, { status: 429 }, { fault: 'malformed' }] as const)(
    '%j before the first word is answered with quotes',
    async (answer) => {
      await start({ script: () => answer as StubAnswer });
      const events = await ask();
      expect(events.at(-2)).toMatchObject({ type: 'citations', mode: 'extractive' });
      expect(sourcesOf(events)[0]?.path).toBe('guides/deploy');
      expect(answerOf(events)).toContain('acme deploy --prod');
    },
  );

  test('a model that fails after a tool is replaced by quotes, and the calls stay apart', async () => {
    await start({
      script: (index) =>
        index === 0 ? { toolCalls: [{ name: 'list_pages', arguments: '{}' }] } : { status: 500 },
    });
    const events = await ask();
    const calls = events.flatMap((event) => (event.type === 'tool_call' ? [event.callId] : []));
    expect(calls).toEqual(['call_1', 'call_2']);
    expect(events.at(-2)).toMatchObject({ mode: 'extractive' });
  });

  test('a model that fails after its first word ends the stream with an error', async () => {
    await start({ script: () => ({ text: 'word '.repeat(200), fault: 'drop', chunkBytes: 200 }) });
    const events = await ask();
    expect(events.some(({ type }) => type === 'text')).toBe(true);
    expect(events.at(-1)).toMatchObject({ type: 'error', code: 'AI_UNAVAILABLE' });
  });

  test('an open circuit is said in the start event; with nothing to quote it is a 503', async () => {
    await start({ script: () => ({ status: 500 }) });
    let first: ChatEvent | undefined;
    for (let n = 0; n < 8; n++) [first] = await ask();
    expect(first).toMatchObject({ type: 'start', mode: 'extractive' });
    const { status, body: refused, headers } = await post({ message: 'qqqq zzzz' });
    expect([status, refused.error.code]).toEqual([503, 'AI_UNAVAILABLE']);
    expect(headers.get('retry-after')).not.toBeNull();
  });

  test('the running answer ends when the month runs out, the next one is refused', async () => {
    await start({
      plan: 'free',
      script: () => ({ text: 'Long.', usage: { prompt_tokens: 99_990, completion_tokens: 40 } }),
    });
    expect(tokensOf(await ask())).toBe(100_030);
    const { status, body: refused, headers } = await post();
    expect([status, refused.error.code, refused.error.details[0].code]).toEqual([
      429,
      'LIMIT_EXCEEDED',
      'tokens',
    ]);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(3600);
    expect(await usage()).toMatchObject({ tokensLimit: 100_000, tokensRemaining: 0 });
  });

  test('an answer that recites the rules is cut', async () => {
    await start({
      script: (index) =>
        index === 0
          ? {
              text: 'My rules: Say only what the pages say. If they do not answer the question, say so in one sentence and name the closest page.',
            }
          : { text: '' },
    });
    const events = await ask();
    expect(events.at(-1)).toMatchObject({ type: 'error', code: 'CONTENT_FILTERED' });
    expect(answerOf(events)).not.toContain('If they do not answer the question, say so in one');
  });

  test('a quiet stream is kept open by comments', async () => {
    await start({ heartbeat: 20, script: () => ({ text: 'Late.', delay: 600 }) });
    const { text } = await post();
    expect(text.match(/^: ping$/gm)?.length).toBeGreaterThan(2);
    expect(answerOf(chatEvents(text))).toBe('Late.');
  });

  test("a reader who stops keeps the text so far, counted; others can't stop it", async () => {
    await start({ script: () => ({ text: 'word '.repeat(80), fault: 'stall' }) });
    const app = createApi(world.api.services, { version: 't', log: () => {}, limits: unlimited });
    const response = await app.request(`/api/v1/assistant/${world.project}/chat`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body()),
    });
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    while (!text.includes('"text"')) text += (await reader?.read())?.value ?? '';
    const messageId = /"messageId":"(\w+)"/.exec(text)?.[1];
    const stop = (visitorId: string) =>
      world.api.call(
        `POST /assistant/${world.project}/chat/${messageId}/stop`,
        { visitorId },
        { key: null },
      );
    expect((await stop('v2')).status).toBe(404);
    expect((await stop('v1')).body.data).toEqual({ id: messageId, stopped: true });
    for (;;) {
      const next = await reader?.read();
      if (!next || next.done) break;
      text += next.value;
    }
    const events = chatEvents(text);
    expect(events.at(-1)).toMatchObject({ type: 'done', estimated: true });
    expect((await list()).data[0].tokensUsed).toBe(tokensOf(events));
    await modelLeftAlone();
    expect((await stop('v1')).body.data.stopped).toBe(false);
    const again = await world.api.call(
      `GET /assistant/${world.project}/chat/${messageId}/stream?visitorId=v1&after=1`,
      undefined,
      { key: null },
    );
    expect(again.text.replaceAll(/^id: \d+\n/gm, '')).toBe(text.slice(text.indexOf('\n\n') + 2));
  });

  test.each(['stall', 'hang'] as const)(
    'a reader who leaves stops a model that would %s forever, and is counted',
    async (fault) => {
      await start({ script: () => ({ text: 'word '.repeat(80), fault }) });
      await overHttp(async (ask) => {
        await ask({}, (seen) => seen.includes(fault === 'stall' ? '"text"' : '"start"'));
        await modelLeftAlone();
      });
      await world.api.services.assistant?.settled();
      const { data } = await list();
      expect(data).toHaveLength(1);
      expect(data[0].tokensUsed).toBeGreaterThan(0);
      expect((await usage()).totalTokens).toBe(data[0].tokensUsed);
    },
  );

  test('a thousand readers who go away at any moment leave no open call and no uncounted turn', async () => {
    // That a disk is waited for is proven elsewhere; a thousand times it takes a minute.
    const isFile = world.opened.store.kind === 'sqlite';
    const readers = isFile ? 1200 : 240;
    if (isFile) await sql`pragma synchronous = off`.execute(world.opened.store.db);
    const asked: string[] = [];
    await start({
      firstToken: 60_000,
      script: (index) => {
        const messages = world.stub?.requests[index]?.body.messages ?? [];
        asked.push(messages.findLast(({ role }) => role === 'user')?.content ?? '');
        const isTool = index % 3 === 0;
        return {
          ...(isTool
            ? { toolCalls: [{ name: 'search_docs', arguments: '{"query":"deploy"}' }] }
            : { text: 'word '.repeat(10) }),
          delay: index % 11,
          pause: 3,
          // Most answers end only because someone stops them.
          ...(isTool || index % 5 === 0 ? {} : { fault: 'stall' as const }),
        };
      },
    });
    let seed = 7;
    const random = () => {
      seed = (seed * 1103515245 + 12345) % 2147483648;
      return seed / 2147483648;
    };
    await overHttp(async (ask) => {
      for (let at = 0; at < readers; at += 20) {
        const group = Array.from({ length: 20 }, (_, n) => at + n);
        await Promise.all(
          group.map((n) =>
            ask({ visitorId: `v${n}`, message: `Question ${n}` }, () => false, {
              after: random() * 60,
              // Some go before they have seen anything.
              since: n % 7 === 0 ? 'question' : 'answer',
            }),
          ),
        );
      }
      await modelLeftAlone();
    });
    await world.api.services.assistant?.settled();
    if (isFile) await sql`pragma synchronous = full`.execute(world.opened.store.db);
    const rows = await world.opened.store.db
      .selectFrom('conversations')
      .innerJoin('messages', 'messages.conversation_id', 'conversations.id')
      .select(['first_message', 'tokens_used', 'tokens', 'messages.status'])
      .where('project_id', '=', world.project)
      .where('role', '=', 'assistant')
      .execute();
    // Whoever left before the request was read has asked nothing; all others are there.
    expect(rows.length).toBeGreaterThan(readers * 0.84);
    const counted = new Set(
      rows.filter(({ tokens }) => tokens > 0).map((row) => row.first_message),
    );
    expect([...new Set(asked)].filter((question) => !counted.has(question))).toEqual([]);
    expect(rows.filter((row) => row.tokens === 0 || row.tokens !== row.tokens_used)).toEqual([]);
    const sum = rows.reduce((all, row) => all + row.tokens, 0);
    const { totalTokens, totalConversations } = await usage();
    expect([totalTokens, totalConversations]).toEqual([sum, rows.length]);
    const month = periodAt(world.api.clock.time);
    expect(await usedIn(world.opened.store.db, world.api.orgId, 'tokens', month)).toBe(sum);
    expect(rows.some((row) => row.status === 'stopped')).toBe(true);
  }, 120_000);
});
