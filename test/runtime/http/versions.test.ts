import { afterAll, beforeAll, expect, test } from 'vitest';
import { newSecret } from '../../../runtime/http/auth.ts';
import type { Call, Caller, Endpoint } from '../../../runtime/http/endpoint.ts';
import { describeApi } from '../../../runtime/http/openapi.ts';
import { unlimited } from '../../../runtime/http/rate-limit.ts';
import { createRouter } from '../../../runtime/http/router.ts';
import { body, dataOf } from '../../../schema/api/shapes.ts';
import { apiVersions, latestVersion } from '../../../schema/api/versions.ts';
import { type TestApi, testApi } from '../routes/test-api.ts';
import { eachStore, type TestStore } from '../store/each-store.ts';

eachStore('versions of the API', (open) => {
  let opened: TestStore;
  let api: TestApi;
  beforeAll(async () => {
    opened = await open();
    api = await testApi(opened.store);
  });
  afterAll(() => opened.drop());
  const versionsOf = async (line: string, headers: Record<string, string> = {}) => {
    const result = await api.call(line, undefined, { headers });
    return [result.status, result.headers.get('docent-version')];
  };

  test('a key gets the version that it was created with, or the one that a request asks for', async () => {
    expect(await versionsOf('GET /projects')).toEqual([200, latestVersion]);
    expect(await versionsOf('GET /projects/prj_none')).toEqual([404, latestVersion]);
    await opened.store.db.updateTable('keys').set({ api_version: '2020-01-01' }).execute();
    expect(await versionsOf('GET /projects')).toEqual([200, '2020-01-01']);
    const headers = { 'docent-version': latestVersion };
    expect(await versionsOf('GET /projects', headers)).toEqual([200, latestVersion]);
    await opened.store.db.updateTable('keys').set({ api_version: latestVersion }).execute();
    expect((await api.call('GET /me')).body.data.key.version).toBe(latestVersion);
  });

  test('an unknown version is refused with a list of the known ones', async () => {
    const headers = { 'docent-version': '2019-01-01' };
    const { status, body } = await api.call('GET /projects', undefined, { headers });
    expect(status).toBe(400);
    expect(body.error.details).toEqual([
      {
        ...{ path: 'Docent-Version', code: 'unknown-version' },
        message: `Unexpected Docent-Version "2019-01-01", expected one of ${apiVersions.join(', ')}`,
      },
    ]);
  });
});

const text = { type: 'string', description: 'A text.' } as const;
const answer = { status: 200, description: 'It.', schema: dataOf(text) } as const;
const shared = { tag: 'Old', title: 'Old', description: 'Does it.', scope: null } as const;
const handle = async ({ version }: Call<object, object>) => ({ body: { data: version } });
const later = { since: '2026-01-01', sunset: '2027-06-30', instead: 'Use `to`.' };
const fixtures: readonly Endpoint<object, object>[] = [
  {
    ...{ ...shared, method: 'GET', path: '/old', operationId: 'old', success: answer, handle },
    deprecated: { since: '2026-01-01', sunset: '2027-01-31', instead: 'Use `GET /new`.' },
  },
  {
    ...{ ...shared, method: 'POST', path: '/field', operationId: 'field', success: answer, handle },
    query: { by: text, to: text },
    body: body('It.', { from: text, to: text }),
    deprecatedFields: { from: later, by: { since: '2026-02-02', instead: 'Use `to`.' } },
  },
];

/** A router with nothing but operations that will be removed. */
function openRouter() {
  const caller: Caller = {
    ...{
      keyId: 'key_1',
      orgId: 'org_1',
      livemode: true,
      projectId: null,
      scopes: [],
      version: latestVersion,
    },
  };
  const none = async () => undefined;
  return createRouter(fixtures, {
    ...{ services: {}, base: '/api/v1', limits: unlimited, describe: () => ({}), log: () => {} },
    newRequestId: () => 'req_1',
    findCaller: async () => caller,
    findProject: none,
    findPublicProject: none,
    allowsOrigin: () => false,
    addressOf: () => '',
    findMember: none,
    originOf: () => 'http://localhost',
    isOwnPage: () => true,
    hasMembers: () => true,
    record: async () => {},
    readerOf: async () => ({ projectId: '', session: '' }),
    idempotency: {
      claim: async () => ({ type: 'first' }),
      keep: async () => {},
      drop: async () => {},
      renew: async () => {},
    },
  });
}

test('what a request uses that will be removed is in its headers', async () => {
  const router = openRouter();
  const send = async (path: string, sent?: object) => {
    const { headers } = await router.request(`http://localhost/api/v1${path}`, {
      method: sent ? 'POST' : 'GET',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${newSecret()}` },
      ...(sent ? { body: JSON.stringify(sent) } : {}),
    });
    return [headers.get('deprecation'), headers.get('sunset')];
  };
  expect(await send('/old')).toEqual(['@1767225600', 'Sun, 31 Jan 2027 00:00:00 GMT']);
  expect(await send('/field', { to: 'a' })).toEqual([null, null]);
  expect(await send('/field', { from: 'a' })).toEqual([
    '@1767225600',
    'Wed, 30 Jun 2027 00:00:00 GMT',
  ]);
  expect(await send('/field?by=a', { to: 'a' })).toEqual(['@1769990400', null]);
  // What goes first counts.
  expect((await send('/field?by=a', { from: 'a' }))[1]).toBe('Wed, 30 Jun 2027 00:00:00 GMT');
});

test('the description marks what will be removed, and says what to use instead', () => {
  const { paths } = describeApi(fixtures, { title: 'A', version: '1', base: '' });
  const { get } = paths['/old'] as { get: { deprecated: boolean; description: string } };
  expect(get.deprecated).toBe(true);
  expect(get.description).toContain(
    'Deprecated since 2026-01-01, to be removed on 2027-01-31. Use `GET /new`.',
  );
  const { post } = paths['/field'] as {
    post: {
      description: string;
      parameters: { name: string; deprecated?: boolean }[];
      responses: Record<string, { headers: object }>;
    };
  };
  expect(post.description).toContain('`by` is deprecated since 2026-02-02. Use `to`.');
  expect(post.parameters.filter((one) => one.deprecated).map(({ name }) => name)).toEqual(['by']);
  expect(Object.keys(post.responses[200]?.headers ?? {})).toEqual(
    expect.arrayContaining(['Deprecation', 'Sunset', 'Docent-Version']),
  );
});
