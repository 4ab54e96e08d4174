import { expect, test } from 'vitest';
import type { Model } from '../../../pipeline/net/model.ts';
import { ModelUnavailableError } from '../../../pipeline/net/model-errors.ts';
import { bearOutage, type Failing } from '../../../runtime/tasks/bear-outage.ts';
import { fakeModel } from '../../pipeline/translate/fake-model.ts';

const minute = 60_000;
const request = { messages: [{ role: 'user' as const, content: '{"segments":[]}' }] };

/** A model on a clock of its own; `answer` gives what it answers at a time. */
function world(answer: (now: number) => string) {
  let now = 0;
  const outage: Failing = { since: undefined };
  const model = fakeModel(() => answer(now));
  const page = (): Model =>
    bearOutage(model, {
      ...{ outage, patience: 15 * minute, now: () => now, log: () => {} },
      sleep: async (milliseconds) => {
        now += milliseconds;
      },
      signal: new AbortController().signal,
    });
  return { model, page, clock: () => now };
}

const down = () => {
  throw new ModelUnavailableError('The language model answered 503: down.');
};

test('a page is tried for as long as the operator says, and one that comes later once', async () => {
  const { model, page, clock } = world(down);
  await expect(page().complete(request)).rejects.toThrow('answered 503: down.');
  expect(clock()).toBe(15 * minute);
  const asked = model.requests.length;
  await expect(page().complete(request)).rejects.toThrow('answered 503: down.');
  expect(clock()).toBe(15 * minute);
  expect(model.requests).toHaveLength(asked + 1);
});

test('an outage that ends in time costs no page', async () => {
  const { page, clock } = world((now) => (now < 14 * minute ? down() : '{}'));
  expect((await page().complete(request)).text).toBe('{}');
  expect(clock()).toBeGreaterThanOrEqual(14 * minute);
});

test('what the model says is wrong with a request is not asked again', async () => {
  const { model, page } = world(() => {
    const cause = Object.assign(new Error(), { status: 401 });
    throw new ModelUnavailableError('The language model answered 401: no key.', { cause });
  });
  await expect(page().complete(request)).rejects.toThrow('answered 401: no key.');
  expect(model.requests).toHaveLength(1);
});
