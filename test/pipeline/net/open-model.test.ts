import { afterEach, describe, expect, test } from 'vitest';
import { openEmbeddings } from '../../../pipeline/net/embeddings.ts';
import type { ModelEvent } from '../../../pipeline/net/model.ts';
import {
  isFinal,
  ModelRefusedError,
  ModelUnavailableError,
} from '../../../pipeline/net/model-errors.ts';
import { openModel } from '../../../pipeline/net/open-model.ts';
import { estimateTokens } from '../../../pipeline/net/tokens.ts';
import { type ModelStub, type StubAnswer, startModelStub } from '../../support/model-stub.ts';

let stub: ModelStub;
afterEach(() => stub?.close());

const start = (...answers: readonly StubAnswer[]) => startWith({}, answers);

async function startWith(
  times: { readonly firstTokenTimeout?: number; readonly silence?: number },
  answers: readonly StubAnswer[],
) {
  stub = await startModelStub(
    (_request, index) => answers[Math.min(index, answers.length - 1)] ?? {},
  );
  return openModel({ baseUrl: stub.baseUrl, apiKey: 'key', model: 'test/model' }, times);
}

const ask = { messages: [{ role: 'user', content: 'Hello?' }] } as const;

async function collect(events: AsyncGenerator<ModelEvent>) {
  const all: ModelEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
}

const textOf = (events: readonly ModelEvent[]) =>
  events.map((event) => (event.type === 'text' ? event.text : '')).join('');

describe('a stream', () => {
  test('arrives whole however the network splits it', async () => {
    for (const chunkBytes of [1, 3, 7, 64]) {
      const model = await start({ text: 'Grüße, 漢字 and 🎉 done.', chunkBytes });
      const events = await collect(model.stream(ask));
      expect(textOf(events)).toBe('Grüße, 漢字 and 🎉 done.');
      expect(events.at(-1)).toEqual({
        type: 'end',
        toolCalls: [],
        finish: 'stop',
        usage: { input: 10, output: 5, estimated: false },
      });
      await stub.close();
    }
  });

  test('joins the parts of several tool calls', async () => {
    const model = await start({
      toolCalls: [
        { name: 'search_docs', arguments: '{"query":"x","limit":3}' },
        { name: 'get_page', arguments: '{"path":"a"}' },
      ],
    });
    const end = (await collect(model.stream(ask))).at(-1);
    expect(end).toMatchObject({
      finish: 'tool_calls',
      toolCalls: [
        { id: 'call_0', name: 'search_docs', arguments: '{"query":"x","limit":3}' },
        { id: 'call_1', name: 'get_page', arguments: '{"path":"a"}' },
      ],
    });
  });

  test('estimates the usage that the provider leaves out, and says so', async () => {
    const model = await start({ text: 'one two three four', usage: null });
    const end = (await collect(model.stream(ask))).at(-1);
    expect(end).toMatchObject({ usage: { estimated: true } });
  });

  test('that fails before its first word is tried once more', async () => {
    const model = await start({ status: 503 }, { text: 'fine' });
    expect(textOf(await collect(model.stream(ask)))).toBe('fine');
    expect(stub.requests).toHaveLength(2);
  });

  test('that is cut in its middle is an outage, and is not repeated', async () => {
    const model = await start({ text: 'a b c d e f g h', fault: 'drop', chunkBytes: 50 });
    await expect(collect(model.stream(ask))).rejects.toBeInstanceOf(ModelUnavailableError);
    expect(stub.requests).toHaveLength(1);
  });

  test.each(['filter', 'refusal'] as const)(
    'that the provider stops (%s) is a refusal',
    async (fault) => {
      const model = await start({ text: 'no', fault });
      await expect(collect(model.stream(ask))).rejects.toBeInstanceOf(ModelRefusedError);
    },
  );

  test('that never starts times out', async () => {
    const model = await startWith({ firstTokenTimeout: 300 }, [{ fault: 'hang' }]);
    await expect(collect(model.stream(ask))).rejects.toBeInstanceOf(ModelUnavailableError);
  });

  test('that falls silent in its middle is an outage, and is given up', async () => {
    const model = await startWith({ silence: 300 }, [{ text: 'word '.repeat(40), fault: 'stall' }]);
    const events = collect(model.stream(ask));
    await expect(events).rejects.toThrow(/it stopped sending data/);
    await expect(events).rejects.toBeInstanceOf(ModelUnavailableError);
    await expect.poll(() => stub.open(), { timeout: 10_000 }).toBe(0);
  });

  test('that is no longer read is cancelled upstream, immediately and not when it ends', async () => {
    const model = await start({ text: 'word '.repeat(40), fault: 'stall' });
    for await (const event of model.stream(ask)) if (event.type === 'text') break;
    // The stub would hold it forever; how soon is measured by the benchmark.
    await expect.poll(() => stub.open(), { timeout: 10_000 }).toBe(0);
  });

  test('ends with the reason of the caller who aborts it', async () => {
    const model = await start({ text: 'word '.repeat(40), fault: 'stall' });
    const stop = new AbortController();
    const reading = (async () => {
      for await (const event of model.stream({ ...ask, signal: stop.signal })) {
        if (event.type === 'text') stop.abort(new Error('reader left'));
      }
    })();
    await expect(reading).rejects.toThrow('reader left');
  });
});

describe('a whole answer', () => {
  test('comes with its usage', async () => {
    const model = await start({ text: '{"a":1}' });
    expect(await model.complete({ ...ask, json: true })).toEqual({
      text: '{"a":1}',
      finish: 'stop',
      usage: { input: 10, output: 5, estimated: false },
    });
  });

  test.each([429, 500, 503])(
    'of status %i is an outage that tells how long to wait',
    async (status) => {
      const model = await start({ status, headers: { 'retry-after': '7' } });
      await expect(model.complete(ask)).rejects.toMatchObject({
        name: 'ModelUnavailableError',
        retryAfter: 7,
      });
    },
  );

  test.each([400, 401, 403, 404, 413, 422])(
    'of status %i says what was wrong, and never leaves the model alone',
    async (status) => {
      const model = await start({ status, error: { message: 'No such key\nhere' } });
      for (let call = 0; call < 8; call++) {
        const error = await model.complete(ask).catch((thrown: unknown) => thrown);
        expect(error).toBeInstanceOf(ModelUnavailableError);
        expect(isFinal(error as ModelUnavailableError)).toBe(true);
        expect((error as Error).message).toBe(
          `The language model answered ${status}: No such key here.`,
        );
      }
    },
  );

  test.each([408, 409, 425, 429, 500])(
    'of status %i may be another the next time',
    async (status) => {
      const model = await start({ status, error: { message: 'busy' } });
      let error: unknown;
      for (let call = 0; call < 6; call++)
        error = await model.complete(ask).catch((e: unknown) => e);
      expect(isFinal(error as ModelUnavailableError)).toBe(false);
      expect((error as Error).message).toMatch(
        new RegExp(`paused for a moment\\. The language model answered ${status}: busy\\.$`),
      );
    },
  );

  test('that is not JSON is an outage', async () => {
    const model = await start({ fault: 'malformed' });
    await expect(model.complete(ask)).rejects.toBeInstanceOf(ModelUnavailableError);
  });

  test('refused by policy is a refusal', async () => {
    const model = await start({ status: 400, error: { message: 'no', code: 'content_filter' } });
    await expect(model.complete(ask)).rejects.toBeInstanceOf(ModelRefusedError);
  });
});

test('five failures in a row open the circuit, and time closes it', async () => {
  stub = await startModelStub((_request, index) =>
    index < 5 ? { status: 500 } : { text: 'back' },
  );
  let time = 0;
  const model = openModel({ baseUrl: stub.baseUrl, apiKey: 'k', model: 'm' }, { now: () => time });
  for (let i = 0; i < 5; i++) await expect(model.complete(ask)).rejects.toThrow('500');
  await expect(model.complete(ask)).rejects.toThrow('paused');
  expect(stub.requests).toHaveLength(5);
  time = 15_001;
  expect((await model.complete(ask)).text).toBe('back');
});

test('vectors come back in the order of the texts, in batches', async () => {
  stub = await startModelStub((request) => ({
    vectors: (request.body.input ?? []).map((text) => [Number(text)]),
  }));
  const model = openEmbeddings({ baseUrl: stub.baseUrl, apiKey: 'k', model: 'm' });
  const texts = Array.from({ length: 200 }, (_, i) => String(i));
  expect(await model.embed(texts)).toEqual(texts.map((text) => [Number(text)]));
  expect(stub.requests).toHaveLength(3);
});

test('a character of a script without spaces counts as a token', () => {
  expect(estimateTokens('abcdefgh')).toBe(2);
  expect(estimateTokens('漢字かな')).toBe(4);
});
