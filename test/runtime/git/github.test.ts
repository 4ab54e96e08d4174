import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { openGitHub } from '../../../runtime/git/github.ts';

test('a host that accepts requests and never answers is asked four times, and reported', async () => {
  let asked = 0;
  const server = createServer(() => {
    asked++;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  // A busy machine may take longer than a try to send it: what is between the tries is counted.
  let paused = 0;
  const sleep = async () => {
    paused++;
  };
  const host = openGitHub({ token: 't', baseUrl }, { sleep, wait: 50 });
  try {
    const error = await host.head({ owner: 'acme', name: 'docs' }, 'main').catch((one) => one);
    expect(error).toMatchObject({ name: 'GitHostError', status: 0 });
    expect(error.message).toMatch(/^GitHub does not respond: /);
    expect(paused).toBe(3);
    expect(asked).toBeGreaterThan(0);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});
