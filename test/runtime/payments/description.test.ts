import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKey } from '../../../runtime/commands/keys.ts';
import { unlimited } from '../../../runtime/http/rate-limit.ts';
import { importPayments } from '../../../runtime/payments/import.ts';
import { createPlatform } from '../../../runtime/payments/platform.ts';
import type { JsonSchema } from '../../../schema/json-schema.ts';
import { judge } from '../http/draw.ts';
import { description as service } from '../routes/description.ts';
import { openSqliteTest, type TestStore } from '../store/each-store.ts';
import { newId, noon, org } from '../store/world.ts';

let opened: TestStore;
beforeAll(async () => {
  opened = await openSqliteTest();
});
afterAll(() => opened.drop());

interface Described {
  readonly paths: Record<
    string,
    {
      get: {
        parameters: { name: string; in: string; schema: JsonSchema }[];
        responses: Record<string, { content: Record<string, { schema: JsonSchema }> }>;
      };
    }
  >;
  readonly components: object;
}

test.each(['/platform', ''])(
  'the platform at "%s" answers as its own description says',
  async (base) => {
    const tools = { store: opened.store, now: () => noon, newId };
    const orgId = await org(opened.store);
    const { secret } = await createKey(tools, { org: orgId, platform: 'payments' });
    const at = '2026-01-05T10:00:00Z';
    const objects = [
      { object: 'payment_link', id: 'pl_1', name: 'A', short_code: 'a', created_at: at },
      ...[{ object: 'checkout_session', id: 'cs_1', payment_link_id: 'pl_1' }].map((one) => ({
        ...{ ...one, status: 'active', created_at: at },
      })),
      { object: 'transaction', id: 'tx_1', status: 'paid', chain_id: 1, created_at: at },
    ];
    const text = objects.map((one) => JSON.stringify(one)).join('\n');
    expect((await importPayments(opened.store, orgId, text)).imported).toBe(3);
    const { wrongKeys } = unlimited;
    const platform = createPlatform(
      { ...tools, log: () => {}, limit: async () => ({}), wrongKeys, addressOf: () => '' },
      base,
    );
    const get = (path: string, headers: Record<string, string> = {}) =>
      platform.request(`http://localhost${path}`, { headers });

    const served = await get(`${base}/api/v1/openapi.json`);
    expect(served.headers.get('etag')).toBeTruthy();
    const { paths, components } = (await served.json()) as Described;
    expect(Object.keys(paths)).toHaveLength(3);
    const schemaOf = (schema: JsonSchema) => judge({ ...schema, components } as JsonSchema);
    for (const [path, { get: operation }] of Object.entries(paths)) {
      const { parameters, responses } = operation;
      const schemaFor = (status: number) =>
        schemaOf(responses[status]?.content['application/json']?.schema ?? {});
      const list = path.replace('{id}', 'pl_1');
      const key = { authorization: `Bearer ${secret}` };
      const ok = await get(list, key);
      const body = (await ok.json()) as { data: unknown[] };
      expect([ok.status, body.data.length, schemaFor(200)(body)]).toEqual([200, 1, true]);
      for (const [address, headers] of [
        [list, {}],
        [`${list}?limit=0`, key],
        ...(path === list ? [] : [[path.replace('{id}', 'none'), key] as const]),
      ] as const) {
        const refused = await get(address, headers);
        expect(schemaFor(refused.status)(await refused.json()), address).toBe(true);
      }
      const names = parameters.map(({ name }) => name);
      expect(names).toEqual(expect.arrayContaining(['page', 'limit', 'sort', 'order']));
    }
    const own = Object.keys(paths).map((path) => path.replace(base, ''));
    expect(Object.keys(service.paths)).not.toEqual(expect.arrayContaining([own[0]]));
  },
);
