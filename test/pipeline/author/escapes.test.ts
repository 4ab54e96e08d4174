import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { escapes } from '../../support/escapes.ts';
import { renderMdx } from '../site/render-mdx.ts';

const secret = 'canary-5f2a';
let dir: string;
let server: Server;
let address: string;
let visits = 0;

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'docent-canary-'));
  writeFileSync(join(dir, 'secret.txt'), secret);
  process.env.DOCENT_CANARY = secret;
  server = createServer((_, response) => {
    visits++;
    response.end(secret);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});

afterAll(() => {
  server.close();
  rmSync(dir, { recursive: true });
  delete process.env.DOCENT_CANARY;
});

/** Renders an expression as a page and says what can be seen of it. */
async function attempt(source: string, before = '') {
  const page = `${before}\n\nbefore\n\n<b>{${source}}</b>\n\nafter`
    .replaceAll('FILE', join(dir, 'secret.txt'))
    .replaceAll('ADDRESS', address);
  const body = await renderMdx(page);
  expect(body.html).toContain('before');
  expect(body.html).toContain('after');
  expect(JSON.stringify(body)).not.toContain(secret);
  expect(visits).toBe(0);
  return body;
}

describe('what is outside of the sandbox is out of reach', () => {
  test.each(escapes)('%s', async (source) => {
    const { problems } = await attempt(source);
    expect(problems).toContainEqual(
      expect.objectContaining({
        file: 'page.mdx',
        place: expect.objectContaining({ start: expect.objectContaining({ line: 5 }) }),
      }),
    );
  });

  test.each([
    ['import fs from "node:fs"', 'fs.readFileSync("FILE", "utf8")'],
    ['import { execSync } from "child_process"', 'execSync("cat FILE").toString()'],
    ['export const leak = process.env.DOCENT_CANARY', 'leak'],
    [
      'export const leak = (() => { throw { message: { toString: () => process.env } } })()',
      'leak',
    ],
  ])('%s', async (before, source) => {
    const { problems } = await attempt(source, before);
    expect(problems).not.toEqual([]);
  });
});

describe('imports that leave the site', () => {
  test.each([
    '../../../../../../../../etc/passwd',
    '/../../../../../../../../etc/passwd',
    'file:///etc/passwd',
    'FILE',
    'ADDRESS',
  ])('%s is nothing', async (from) => {
    const { html } = await attempt('typeof x', `import x from "${from}"`);
    expect(html).toContain('<b>undefined</b>');
  });
});

describe('what the page itself breaks', () => {
  test('prototypes of the host stay as they are', async () => {
    await attempt(
      '(() => { Object.prototype.polluted = 1; Array.prototype.map = () => "broken"; ({}).__proto__.x = 1; return "" })()',
    );
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    expect(({} as Record<string, unknown>).x).toBeUndefined();
    expect([1].map((n) => n + 1)).toEqual([2]);
  });

  test('built-in functions that the sandbox needs are named where they were changed, or after', async () => {
    for (const source of [
      '(() => { Object.prototype.toJSON = () => "x"; return "" })()',
      '(() => { Array.prototype.map = () => 7; return "" })()',
      '(() => { JSON.stringify = () => "not JSON"; JSON.parse = () => 1; return "" })()',
    ]) {
      const body = await renderMdx(
        `before\n\n{1 + 1}\n\n{${source}}\n\nimport S from "/snippets/s.mdx"\n\n<S n={1 + 1} />\n\nafter`,
        { files: { 'snippets/s.mdx': 'given {n + 1}' } },
      );
      expect(body.html).toContain('<p>before</p>');
      expect(body.html).toContain('<p>after</p>');
      const isWhole = body.html.includes('given 3');
      const told = body.problems.map(({ ruleId }) => ruleId);
      expect(isWhole || told.includes('code-limit') || told.includes('code-error')).toBe(true);
    }
  });

  test('lines to the console and imports in vain are reported up to a number', async () => {
    const body = await renderMdx(
      '{(() => { for (let i = 0; i < 20000; i++) console.log(i); return "" })()}\n\n{(() => { for (let i = 0; i < 20000; i++) require("x" + i); return "" })()}\n\nafter',
    );
    expect(body.html).toContain('after');
    expect(body.problems.map(({ ruleId }) => ruleId)).toContain('console');
    expect(body.problems.length).toBeLessThanOrEqual(51);
  });

  test('keys called __proto__ set no prototype', async () => {
    await renderMdx(
      '<Card {...JSON.parse(\'{"__proto__":{"polluted":1},"title":"t"}\')} />\n\n{[JSON.parse(\'{"__proto__":{"polluted":1}}\')].length}',
    );
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  test('forged elements become nothing but elements of the page', async () => {
    const body = await renderMdx(
      '{React.createElement("img src=x onerror=alert(1)")}\n\n{({ type: "script", props: {}, constructor: undefined })}\n\n{React.createElement("b", { onClick: "alert(1)", "on\\u0063lick": "alert(1)" }, "ok")}',
    );
    expect(body.html).not.toContain('onerror');
    expect(body.html).not.toContain('alert');
    expect(body.html).not.toContain('<script');
    expect(body.html).toContain('<b>ok</b>');
  });

  test('one page does not see what another one did', async () => {
    await renderMdx('{(() => { globalThis.left = "behind"; return "" })()}');
    const body = await renderMdx('{typeof left}');
    expect(body.html).toContain('undefined');
  });
});

describe('code that would never end, or never fit', { timeout: 180_000 }, () => {
  test.each([
    '(() => { for (;;) {} })()',
    '(() => { while (true) Math.random(); })()',
    'Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1)',
    '(() => { const s = "a".repeat(3e7); for (;;) s.indexOf("b"); })()',
    '/(a*)*b/.test("a".repeat(40)) || (() => { for (;;) {} })()',
    'new Proxy({}, { ownKeys: () => { for (;;) {} } }) && Object.keys(new Proxy({}, { ownKeys: () => { for (;;) {} } }))',
    '(() => { const f = () => f() + 1; return f(); })()',
    '"a".repeat(2 ** 31)',
    '(() => { const all = []; for (;;) all.push(new Uint8Array(1e6)); })()',
    '(() => { let x = "x"; for (;;) x += x; })()',
    'Array.from({ length: 1e9 })',
    '(() => { let e = <b />; for (let i = 0; i < 1e4; i++) e = <b>{e}</b>; return e; })()',
    '(() => { const a = []; a.push(a); return a; })()',
    'Array.from({ length: 5e5 }, () => <i />)',
    '(() => { const o = {}; o.self = o; return <Card {...o} />; })()',
    '(async () => { for (;;) await 0; })()',
    'Promise.resolve(1)',
    'new Promise(() => {})',
  ])('%s', async (source) => {
    const { problems } = await attempt(source);
    const stopped = problems.filter(({ ruleId }) => /^code-(?:limit|error)$/.test(ruleId));
    expect(stopped.map(({ place }) => place?.start.line)).toContain(5);
  });

  test('the other expressions of the page are shown', async () => {
    const { html } = await renderMdx('{1 + 1}\n\n{(() => { for (;;) {} })()}\n\n{2 + 2}');
    expect(html).toBe('24');
  });

  test('code that is no longer run is reported as well', async () => {
    const { problems } = await renderMdx(`${'{(() => { for (;;) {} })()}\n\n'.repeat(4)}{1 + 1}`);
    const stopped = problems.filter(({ ruleId }) => ruleId === 'code-limit');
    expect(stopped.map(({ place }) => place?.start.line)).toEqual([1, 3, 5, 7, 9]);
  });

  test('a module that never ends is named, and the page goes on', async () => {
    const body = await renderMdx('import { a } from "/snippets/a.js"\n\n{a}\n\nend', {
      files: { 'snippets/a.js': 'for (;;) {}\nexport const a = 1' },
    });
    expect(body.problems.map(({ ruleId }) => ruleId)).toEqual(['code-limit']);
    expect(body.html).toContain('end');
  });

  test('snippets that include each other many times over are cut', async () => {
    const level = (n: number) => `import S from "./s${n + 1}.mdx"\n\n${'<S />\n\n'.repeat(10)}`;
    const files = Object.fromEntries([0, 1, 2, 3, 4].map((n) => [`snippets/s${n}.mdx`, level(n)]));
    const body = await renderMdx('import S from "/snippets/s0.mdx"\n\n<S />\n\nend', {
      files: { ...files, 'snippets/s5.mdx': 'x' },
    });
    expect(body.problems.map(({ ruleId }) => ruleId)).toEqual(['too-many-includes']);
    expect(body.html).toContain('end');
  });
});
