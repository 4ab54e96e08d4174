import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openProxiedSite, type ProxiedSite, refusal } from './proxied-site.ts';

let site: ProxiedSite;

beforeAll(async () => {
  site = await openProxiedSite();
});

beforeEach(() => site.reset());

afterAll(() => site.close());

describe('an answer', () => {
  test('arrives piece by piece', async () => {
    let end = () => {};
    site.answerWith((_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: first\n\n');
      end = () => response.end('data: last\n\n');
      return true;
    });
    const response = await site.send(`${site.base}/v1/users/1`);
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    const text = async () => new TextDecoder().decode((await reader.read()).value);
    expect(await text()).toBe('data: first\n\n');
    end();
    expect(await text()).toBe('data: last\n\n');
  });

  test('is decoded when the API compresses it anyway', async () => {
    site.answerWith((_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('plain'));
      return true;
    });
    const response = await site.send(`${site.base}/v1/users/1`);
    expect(await response.text()).toBe('plain');
    expect(response.headers.get('x-docent-header-content-encoding')).toBeNull();
  });

  test.each(['with a length', 'in pieces', 'as a compressed bomb'])(
    'of more than 5 MB is an error: %s',
    async (how) => {
      const huge = Buffer.alloc(6_000_000, 'a');
      site.answerWith((_, response) => {
        if (how === 'as a compressed bomb') {
          response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(huge));
        } else if (how === 'in pieces') {
          response.writeHead(200).write(huge);
          response.end();
        } else response.writeHead(200, { 'content-length': huge.length }).end(huge);
        return true;
      });
      const response = await site.send(`${site.base}/v1/users/1`);
      if (how === 'with a length') {
        expect(await refusal(response)).toMatch(/^502 The answer of .* is larger than 5 MB\.$/);
      } else await expect(response.arrayBuffer()).rejects.toThrow();
    },
  );

  test('that does not begin in time is an error', async () => {
    const quick = await site.start({ times: { first: 300, idle: 60_000, total: 60_000 } });
    try {
      site.answerWith(() => true);
      expect(await refusal(await site.send(`${site.base}/v1/users/1`, { at: quick }))).toMatch(
        /^504 .* did not answer in time\.$/,
      );
    } finally {
      await quick.close();
    }
  });

  test('may be a stream that lasts longer than its beginning may', {
    timeout: 60_000,
  }, async () => {
    const first = 2000;
    const patient = await site.start({ times: { first, idle: 60_000, total: 60_000 } });
    try {
      let open = true;
      site.answerWith((_, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        const beat = setInterval(() => {
          if (open) response.write('data: beat\n\n');
          else {
            clearInterval(beat);
            response.end('data: last\n\n');
          }
        }, 50);
        return true;
      });
      const response = await site.send(`${site.base}/v1/users/1`, { at: patient });
      setTimeout(() => {
        open = false;
      }, first * 1.5);
      expect(await response.text()).toMatch(/^(data: beat\n\n)+data: last\n\n$/);
    } finally {
      await patient.close();
    }
  });

  test.each([
    ['falls silent', { first: 30_000, idle: 300, total: 60_000 }],
    ['never ends', { first: 30_000, idle: 30_000, total: 2000 }],
  ])('that %s is cut off, and its API let go', { timeout: 60_000 }, async (how, times) => {
    const quick = await site.start({ times });
    try {
      let isOpen = true;
      site.answerWith((_, response) => {
        response.writeHead(200).write('begun');
        const beat = setInterval(() => how === 'never ends' && response.write('.'), 50);
        response.on('close', () => {
          clearInterval(beat);
          isOpen = false;
        });
        return true;
      });
      const response = await site.send(`${site.base}/v1/users/1`, { at: quick });
      await expect(response.text()).rejects.toThrow();
      await expect.poll(() => isOpen, { timeout: 30_000 }).toBe(false);
    } finally {
      await quick.close();
    }
  });

  test('with a redirect is the answer: nothing follows it', async () => {
    site.answerWith((_, response) => {
      response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data' }).end();
      return true;
    });
    const response = await site.send(`${site.base}/v1/users/1`, { redirect: 'manual' });
    expect(response.status).toBe(302);
    expect(response.headers.get('location')).toBeNull();
    expect(response.headers.get('x-docent-header-location')).toContain('169.254.169.254');
    expect(site.api.received).toHaveLength(1);
  });

  test('that is cut off is an error, and the next request is answered', async () => {
    site.answerWith((_, response) => {
      response.socket?.destroy();
      return true;
    });
    expect(await refusal(await site.send(`${site.base}/v1/users/1`))).toMatch(
      /^502 .* can't be reached/,
    );
    site.answerWith(() => false);
    expect((await site.send(`${site.base}/v1/users/1`)).status).toBe(200);
  });
});

test('nothing unexpected was logged', () => {
  expect(site.log).toEqual([]);
});
