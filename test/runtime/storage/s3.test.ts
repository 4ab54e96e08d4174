import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Objects } from '../../../runtime/storage/objects.ts';
import { openS3 } from '../../../runtime/storage/s3.ts';

describe('object storage', () => {
  let objects: Objects;
  /** What the storage does with a request; it answers when it is called. */
  let handle: (request: IncomingMessage, response: ServerResponse) => void;
  const server = createServer((request, response) => {
    request.resume().once('end', () => handle(request, response));
  });

  beforeEach(async () => {
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'id');
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    objects = openS3({
      ...{ bucket: 'docs', prefix: 'sites', region: 'eu-1', pathStyle: true },
      endpoint: `http://127.0.0.1:${port}`,
    });
  });
  afterEach(async () => {
    objects.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    vi.unstubAllEnvs();
  });

  test('is waited for longer when something is written than when it is read', async () => {
    const held: ServerResponse[] = [];
    handle = (_request, response) => void held.push(response);
    const written = objects.put('a', Buffer.from('text'));
    const settled = vi.fn();
    written.then(settled, settled);
    await expect(objects.get('b')).rejects.toThrow('it does not answer in time');
    expect(settled).not.toHaveBeenCalled();
    for (const response of held) response.end();
    await written;
  });

  test('is written to although a read has just failed, and is not read from', async () => {
    const seen: (string | undefined)[] = [];
    handle = ({ method }, response) => {
      seen.push(method);
      response.writeHead(method === 'GET' ? 403 : 200).end();
    };
    await expect(objects.get('a')).rejects.toThrow('not available');
    await expect(objects.get('a')).rejects.toThrow('not available');
    await objects.put('b', Buffer.from('text'));
    expect(seen).toEqual(['GET', 'PUT']);
  });
});
