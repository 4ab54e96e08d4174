import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkConfig, configProblems } from '../../../pipeline/check/config.ts';
import { checkSite } from '../../../pipeline/check.ts';

const config = (more: object = {}) => ({
  name: 'Acme',
  colors: { primary: '#0d9373' },
  navigation: { groups: [{ group: 'Start', pages: ['index'] }] },
  ...more,
});
const codes = (value: unknown) =>
  checkConfig(JSON.stringify(value)).map(({ path, code }) => `${path} ${code}`);

test('a valid configuration has no details', () => {
  expect(checkConfig(JSON.stringify(config()))).toEqual([]);
});

test('only pages can be listed twice, not the operations of an API', () => {
  const ofApi = { group: 'API', openapi: 'api.yaml', pages: ['GET /books', 'POST /books'] };
  const found = (pages: readonly unknown[]) =>
    configProblems(JSON.stringify(config({ navigation: { groups: [{ group: 'All', pages }] } })))
      .problems;
  expect(found(['index', ofApi])).toEqual([]);
  expect(found(['index', ofApi, 'index']).map(({ ruleId }) => ruleId)).toEqual(['duplicate-page']);
});

test('every violation is reported with the path of its value', () => {
  const found = codes(
    config({
      theme: 'zzz',
      colors: { primary: 'red-ish' },
      redirects: [{ source: '/a', destination: '/a' }],
    }),
  );
  expect(found).toContain('theme unexpected-value');
  expect(found.some((line) => line.startsWith('colors.primary '))).toBe(true);
  expect(found.some((line) => line.startsWith('redirects'))).toBe(true);
});

test('what the other dialect writes is read as in a build', () => {
  const { navigation: _, ...rest } = config();
  const other = {
    ...rest,
    $schema: 'https://example.com/docs.json',
    theme: 'mint',
    navigation: { pages: ['index'], global: {} },
    icons: { library: 'lucide' },
  };
  const build = siteCodes(JSON.stringify(other));
  return build.then((found) => {
    expect(codes(other).map((line) => line.split(' ').at(-1))).toEqual(found);
  });
});

test('a text that is not JSON is one detail with its place in the sentence', () => {
  expect(checkConfig('{"name": ')).toMatchObject([{ path: '', code: 'json-syntax' }]);
  expect(checkConfig('')).toMatchObject([{ path: '' }]);
  expect(checkConfig('[]')).toMatchObject([{ path: '', code: 'wrong-type' }]);
});

test('included files come from where they are read, and their mistakes name the file', () => {
  const text = JSON.stringify({ ...config(), navigation: { $ref: './nav.json' } });
  expect(checkConfig(text).map(({ code }) => code)).toContain('ref-missing');
  const files: Record<string, string> = { 'nav.json': '{"pages":["index"]}' };
  expect(checkConfig(text, (path) => files[path])).toEqual([]);
  files['nav.json'] = '{"pages":[1]}';
  expect(checkConfig(text, (path) => files[path])[0]?.message).toContain('nav.json');
});

/** Codes of the errors of docs.json that a check of the whole site finds. */
async function siteCodes(text: string): Promise<string[]> {
  const dir = mkdtempSync(join(tmpdir(), 'docent-config-'));
  try {
    writeFileSync(join(dir, 'docs.json'), text);
    writeFileSync(join(dir, 'index.mdx'), '---\ntitle: Start\n---\n\nHello.\n');
    const { problems } = await checkSite({ dir, threads: 1 });
    return problems
      .filter((one) => one.severity === 'error' && one.source === 'config')
      .map((one) => one.ruleId);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}
