import { expect, test } from 'vitest';
import { createPace } from '../../../runtime/http/pace.ts';

test('requests of one moment share it with others when they take long, and keep their order', async () => {
  let time = 0;
  const pace = createPace(() => time);
  const log: string[] = [];
  const work = async (name: string) => {
    await pace();
    log.push(name);
    time += 4;
  };
  // Something else that comes back in each turn of the event loop.
  let isOver = false;
  const other = (async () => {
    while (!isOver) {
      await new Promise((resolve) => setImmediate(resolve));
      log.push('-');
    }
  })();
  const all: Promise<void>[] = [];
  for (const name of 'abcdefghijklmnop') {
    all.push(work(name));
    // As sockets of one poll: what a request does at once is done before the next one is read.
    await Promise.resolve();
    await Promise.resolve();
  }
  await Promise.all(all);
  isOver = true;
  await other;
  const text = log.join('').replace(/-+/g, '-');
  expect(text.replaceAll('-', '')).toBe('abcdefghijklmnop');
  expect(text.startsWith('abc-')).toBe(true);
  expect(text).toContain('-defghijk-lmnop');
});

test('requests that take nothing wait for nothing', async () => {
  const pace = createPace(() => 0);
  let turns = 0;
  setImmediate(() => turns++);
  for (let request = 0; request < 100; request++) await pace();
  expect(turns).toBe(0);
});
