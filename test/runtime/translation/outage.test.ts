import { expect, test } from 'vitest';
import type { Model } from '../../../pipeline/net/model.ts';
import { ModelUnavailableError } from '../../../pipeline/net/model-errors.ts';
import { watchModel } from '../../../runtime/translation/outage.ts';

/** A model that answers or does not, and how often it was asked. */
function world() {
  const state = { isOut: false, asked: 0 };
  const model: Model = {
    name: 'm',
    complete: async () => {
      state.asked++;
      if (state.isOut) throw new ModelUnavailableError('The language model answered 503.');
      return { text: 'yes', finish: 'stop', usage: { input: 1, output: 1, estimated: true } };
    },
    stream: () => {
      throw new Error('not used');
    },
  };
  const watched = watchModel(model);
  const call = () => watched.model.complete({ messages: [] }).catch(() => {});
  return { state, watched, call };
}

test('a model that works is not asked before a job begins', async () => {
  const { state, watched, call } = world();
  await call();
  await watched.assertReachable();
  expect(state.asked).toBe(1);
});

test('a model that has failed a few times is not taken for out', async () => {
  const { state, watched, call } = world();
  state.isOut = true;
  for (let i = 0; i < 4; i++) await call();
  await watched.assertReachable();
  expect(state.asked).toBe(4);
});

test('no job begins while a model is out, and the first sign of life lets them begin', async () => {
  const { state, watched, call } = world();
  state.isOut = true;
  for (let i = 0; i < 5; i++) await call();
  await expect(watched.assertReachable()).rejects.toMatchObject({
    code: 'TRANSLATION_FAILED',
    status: 502,
    message: expect.stringContaining('answered 503'),
  });
  state.isOut = false;
  await watched.assertReachable();
  expect(state.asked).toBe(7);
  // From now on no one checks again.
  await watched.assertReachable();
  expect(state.asked).toBe(7);
});
