import { expect, test } from 'vitest';
import { oneByOne } from '../../../../pipeline/build/threads/one-by-one.ts';

test('tasks that arrive together are done in order, with a turn of the event loop between them', async () => {
  const seen: string[] = [];
  await new Promise<void>((ended) => {
    const take = oneByOne(async (task: string) => {
      seen.push(`begin ${task}`);
      // As native code does to free what it has made.
      setImmediate(() => seen.push(`turn after ${task}`));
      await Promise.resolve();
      seen.push(`end ${task}`);
      if (task === 'c') setImmediate(ended);
    });
    for (const task of ['a', 'b', 'c']) take(task);
  });
  expect(seen).toEqual([
    ...['begin a', 'end a', 'turn after a'],
    ...['begin b', 'end b', 'turn after b'],
    ...['begin c', 'end c', 'turn after c'],
  ]);
});
