import { expect, test } from 'vitest';
import { ModelUnavailableError } from '../../../pipeline/net/model-errors.ts';
import { patient } from '../../../pipeline/translate/patient.ts';
import { fakeModel } from './fake-model.ts';

const request = { messages: [{ role: 'user' as const, content: '{"segments":[]}' }] };

test('asks no more than so many times at once', async () => {
  let running = 0;
  let most = 0;
  const model = fakeModel(async () => {
    most = Math.max(most, ++running);
    await new Promise((done) => setTimeout(done, 5));
    running--;
    return '{}';
  });
  const shy = patient(model, { parallel: 3, tries: 1, sleep: async () => {} });
  await Promise.all(Array.from({ length: 20 }, () => shy.complete(request)));
  expect(most).toBe(3);
  expect(model.requests).toHaveLength(20);
});

test('waits as long as requested, and reports the error in the end', async () => {
  const pauses: number[] = [];
  const model = fakeModel(() => {
    throw new ModelUnavailableError('busy', { retryAfter: 7 });
  });
  const shy = patient(model, {
    parallel: 1,
    tries: 3,
    sleep: async (milliseconds) => {
      pauses.push(milliseconds);
    },
  });
  await expect(shy.complete(request)).rejects.toThrow('busy');
  expect(pauses).toEqual([7000, 7000]);
});
