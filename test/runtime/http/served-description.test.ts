import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { serveDescription } from '../../../runtime/http/served-description.ts';

const serve = serveDescription(() => ({ openapi: '3.1.0' }));
const get = (headers: Record<string, string> = {}) =>
  serve(new Request('http://docs.test/api/v1/openapi.json', { headers }), {
    ...{ requestId: 'req_1', headers: {}, keyId: '' },
  });

test('the description is compressed for clients that take it', async () => {
  const response = get({ 'accept-encoding': 'br, gzip;q=0.8' });
  expect(response.headers.get('content-encoding')).toBe('gzip');
  expect(response.headers.get('vary')).toBe('Accept-Encoding');
  const text = gunzipSync(Buffer.from(await response.arrayBuffer())).toString();
  expect(JSON.parse(text)).toEqual({ openapi: '3.1.0' });
});

test.each([{}, { 'accept-encoding': 'br' }, { 'accept-encoding': 'gzip;q=0, br' }])(
  'it is plain with %o',
  async (headers) => {
    const response = get(headers as Record<string, string>);
    expect(response.headers.get('content-encoding')).toBeNull();
    expect(await response.json()).toEqual({ openapi: '3.1.0' });
  },
);

test.each([{}, { 'accept-encoding': 'gzip' }])('a client that has it gets 304 with %o', (own) => {
  const tag = get(own as Record<string, string>).headers.get('etag') ?? '';
  const again = get({ ...(own as Record<string, string>), 'if-none-match': `"old", W/${tag}` });
  expect([again.status, again.body, again.headers.get('etag')]).toEqual([304, null, tag]);
  expect(again.headers.get('x-request-id')).toBe('req_1');
  expect(get({ 'if-none-match': '"old"' }).status).toBe(200);
});
