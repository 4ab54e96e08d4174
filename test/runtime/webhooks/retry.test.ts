import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { judge, retryDelays } from '../../../runtime/webhooks/retry.ts';
import { projectRoot } from '../../support/corpus.ts';

const endedAt = new Date('2026-01-01T00:00:00.000Z');
const plain = { endedAt, random: () => 0 };

test('retries come 30 s, 2 min, 15 min, 1 h and 4 h after the failure before, then never', () => {
  const waits = [1, 2, 3, 4, 5].map((failures) => {
    const verdict = judge({ status: 500 }, { ...plain, failures });
    return verdict.type === 'retry'
      ? (verdict.at.getTime() - endedAt.getTime()) / 1000
      : verdict.type;
  });
  expect(waits).toEqual([30, 120, 900, 3600, 14_400]);
  expect(judge({ status: 500 }, { ...plain, failures: 6 })).toEqual({ type: 'failed' });
});

test('any 2xx delivers, 410 ends the webhook, everything else is tried again', () => {
  const verdict = (status: number) => judge({ status }, { ...plain, failures: 1 }).type;
  expect([200, 202, 299].map(verdict)).toEqual(['delivered', 'delivered', 'delivered']);
  expect(verdict(410)).toBe('gone');
  expect([0, 301, 400, 404, 429, 500, 503].map(verdict)).toEqual(Array(7).fill('retry'));
});

test('Retry-After delays up to twice the step and never hurries', () => {
  const wait = (status: number, retryAfter: string) => {
    const verdict = judge({ status, retryAfter }, { ...plain, failures: 2 });
    return verdict.type === 'retry' ? (verdict.at.getTime() - endedAt.getTime()) / 1000 : undefined;
  };
  expect(wait(429, '200')).toBe(200);
  expect(wait(503, '9999')).toBe(240);
  expect(wait(503, '1')).toBe(120);
  expect(wait(503, 'Thu, 01 Jan 2026 00:03:20 GMT')).toBe(200);
  expect(wait(429, 'soon')).toBe(120);
  expect(wait(500, '200')).toBe(120);
});

test('jitter delays by at most a tenth and is never early', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 5 }),
      fc.double({ min: 0, max: 0.999999, noNaN: true }),
      (failures, x) => {
        const verdict = judge({ status: 0 }, { endedAt, failures, random: () => x });
        if (verdict.type !== 'retry') throw new Error('expected a retry');
        const step = (retryDelays[failures - 1] ?? 0) * 1000;
        const wait = verdict.at.getTime() - endedAt.getTime();
        expect(wait).toBeGreaterThanOrEqual(step);
        expect(wait).toBeLessThanOrEqual(step * 1.1 + 1);
      },
    ),
  );
});

test('an operator may allow fewer retries', () => {
  expect(judge({ status: 500 }, { ...plain, failures: 4, maxRetries: 3 }).type).toBe('failed');
  expect(judge({ status: 500 }, { ...plain, failures: 3, maxRetries: 3 }).type).toBe('retry');
});

test('dashboard and handbook say how long that takes, and which failures count', () => {
  const textOf = (file: string) =>
    readFileSync(join(projectRoot, file), 'utf8').replace(/\s+/g, ' ');
  const seconds = retryDelays.reduce((sum, delay) => sum + delay, 0);
  expect(Math.floor(seconds / 3600)).toBe(5);
  expect(textOf('runtime/dashboard/client/sections/webhooks.tsx')).toContain(
    'repeated for about five hours until the receiver answers',
  );
  expect(textOf('docs/service/webhooks.mdx')).toContain(
    "A name that doesn't exist (`ENOTFOUND`) counts as a failure of the receiver.",
  );
});
