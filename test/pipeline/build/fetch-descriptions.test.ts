import { expect, test } from 'vitest';
import { descriptionFetcher } from '../../../pipeline/build/fetch-descriptions.ts';

const later = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

test('descriptions are read at the same time, eight at once', async () => {
  let running = 0;
  let most = 0;
  const fetch = descriptionFetcher({
    known: new Map(),
    fetchOne: async (url) => {
      most = Math.max(most, ++running);
      await later(5);
      running--;
      return url;
    },
  });
  const urls = Array.from({ length: 30 }, (_, index) => `https://h${index}.example/openapi.json`);
  expect(await Promise.all(urls.map(fetch))).toEqual(urls);
  expect(most).toBe(8);
});

test('a host that does not answer is asked once', async () => {
  const asked: string[] = [];
  const fetch = descriptionFetcher({
    known: new Map(),
    fetchOne: async (url) => {
      asked.push(url);
      throw new Error(url.includes('gone') ? 'getaddrinfo ENOTFOUND' : `${url} answered 404`);
    },
  });
  for (const url of ['https://gone.example/a', 'https://gone.example/b', 'https://up.example/a']) {
    await expect(fetch(url)).rejects.toThrow();
  }
  await expect(fetch('https://up.example/b')).rejects.toThrow('answered 404');
  expect(asked).toEqual(['https://gone.example/a', 'https://up.example/a', 'https://up.example/b']);
});

test('all of a build together have a bound of time', async () => {
  let clock = 0;
  const timeouts: number[] = [];
  const fetch = descriptionFetcher({
    known: new Map(),
    now: () => clock,
    fetchOne: async (_, timeout) => {
      timeouts.push(timeout);
      clock += timeout;
      throw new Error('The operation was aborted due to timeout');
    },
  });
  for (const host of ['a', 'b', 'c', 'd']) {
    await expect(fetch(`https://${host}.example/openapi.json`)).rejects.toThrow();
  }
  expect(timeouts).toEqual([15_000, 5000]);
});

test('the next build takes what is fresh, and tries again what failed a while ago', async () => {
  let clock = 0;
  let calls = 0;
  const known = new Map();
  const build = () =>
    descriptionFetcher({
      known,
      now: () => clock,
      fetchOne: async (url) => {
        calls++;
        if (url.includes('gone')) throw new Error('host not found');
        return 'text';
      },
    });
  const read = async () => {
    const fetch = build();
    await fetch('https://up.example/a');
    await expect(fetch('https://gone.example/a')).rejects.toThrow('host not found');
    return calls;
  };
  expect(await read()).toBe(2);
  clock = 10_000;
  expect(await read()).toBe(2);
  clock = 30_000;
  expect(await read()).toBe(3);
  clock = 61_000;
  expect(await read()).toBe(5);
});
