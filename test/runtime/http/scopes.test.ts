import { afterAll, beforeAll, expect, test } from 'vitest';
import { main } from '../../../cli.ts';
import { type Scope, scopes, scopeTexts } from '../../../schema/api/scopes.ts';
import { description, paths } from '../routes/description.ts';
import { type TestApi, testApi } from '../routes/test-api.ts';
import { openSqliteTest, type TestStore } from '../store/each-store.ts';

let opened: TestStore;
let api: TestApi;
beforeAll(async () => {
  opened = await openSqliteTest();
  api = await testApi(opened.store);
});
afterAll(() => opened.drop());

const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { security }]) => ({ method, path, security })),
);

/** The scope that the description asks for; undefined where any key, or none, will do. */
function needed(security: readonly unknown[]): Scope | undefined {
  const [entry] = security as readonly { readonly key: readonly Scope[] }[];
  return entry?.key[0];
}

test.each([undefined, ...scopes])(
  'a key with the scope %s may call what the description says',
  async (granted) => {
    const key = await api.keyFor({ scopes: granted === undefined ? [] : [granted] });
    const allowed: string[] = [];
    for (const { method, path, security } of operations) {
      const projectId = await api.site();
      const target = path
        .replace('/api/v1', '')
        .replace('{projectId}', projectId)
        .replace(/\{\w+\}/g, 'x');
      const line = `${method.toUpperCase()} ${target}`;
      const body = ['get', 'delete'].includes(method) ? undefined : {};
      const { status, body: answer } = await api.call(line, body, { key });
      const scope = needed(security);
      const may =
        scope === undefined ||
        scope === granted ||
        (granted === 'projects:write' && scope !== 'organization:write');
      if (may) expect(status, line).not.toBe(403);
      else {
        expect([status, answer.error.message], line).toEqual([
          403,
          `The key does not have the scope "${scope}".`,
        ]);
      }
      if (may && security.length > 0) allowed.push(line);
    }
    expect(allowed).toContain('GET /me');
    if (granted === 'projects:write') expect(allowed.length).toBeGreaterThan(30);
  },
);

test('the description and the help of "keys create" explain every scope', async () => {
  const said: string[] = [];
  await main(['node', 'docent', 'keys', 'create', '--help'], {
    out: (text) => void said.push(text),
    err: (text) => void said.push(text),
    interactive: false,
  });
  const out = said.join('\n');
  for (const scope of scopes) {
    expect(description.components.securitySchemes.key.description).toContain(`- \`${scope}\`: `);
    expect(out).toMatch(new RegExp(`^  ${scope} +${scopeTexts[scope]}$`, 'm'));
  }
  const named = operations.map(({ security }) => needed(security));
  expect(new Set(named)).toEqual(new Set([undefined, ...scopes]));
});
