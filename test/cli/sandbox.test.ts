import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { escapes } from '../support/escapes.ts';
import { unpack } from '../support/outputs.ts';
import { makeTempDir, minimalConfig, tempDir, writeFiles } from '../support/temp.ts';

const canary = 'kestrel-7c1e';
const command = join(import.meta.dirname, '../../bin/docent.js');

/** Modules of the site are the same code as its expressions, so each is tried as all of them. */
const attempts = [
  ...escapes,
  'console.log(process.env.DOCENT_CANARY)',
  '(() => { for (;;) {} })()',
  '(async () => { for (;;) await 0; })()',
  'Array.from({ length: 1e9 })',
];

let visits = 0;
const listener = createServer((_, response) => {
  visits++;
  response.end(canary);
});
let dir: string;

beforeAll(async () => {
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const address = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/`;
  const secret = join(writeFiles(makeTempDir(), { 'secret.txt': canary }), 'secret.txt');
  const filled = (code: string) => code.replaceAll('FILE', secret).replaceAll('ADDRESS', address);
  const pages = attempts.map((code, n) => [`p${n}`, filled(code)] as const);
  dir = writeFiles(makeTempDir(), {
    'docs.json': minimalConfig(['index', ...pages.map(([name]) => name)]),
    'index.mdx': '# Home\n\n{console.log("a line of the page")}\n\nThe end.\n',
    ...Object.fromEntries(
      pages.map(([name, code]) => [
        `${name}.mdx`,
        `import { leak } from "/snippets/${name}.jsx"\n\nexport const own = () => ${code}\n\n<b>{${code}}</b>\n\n{own()}\n\n{leak}\n\nThe end.\n`,
      ]),
    ),
    ...Object.fromEntries(
      pages.map(([name, code]) => [`snippets/${name}.jsx`, `export const leak = ${code};\n`]),
    ),
  });
}, 60_000);

afterAll(() => listener.close());

interface Run {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

function start(...args: string[]) {
  return spawn(process.execPath, [command, ...args], {
    env: { ...process.env, DOCENT_CANARY: canary },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

async function run(...args: string[]): Promise<Run> {
  const child = start(...args);
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk) => {
    out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    err += chunk;
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, out, err };
}

/** Everything in a folder as one text. */
function everything(folder: string): string {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('\n');
}

describe('pages that try to leave the sandbox', { timeout: 120_000 }, () => {
  test('are checked, each with its problem, in one JSON document', async () => {
    const { code, out } = await run('check', dir, '--json');
    const problems = JSON.parse(out) as { path: string; severity: string }[];
    expect(code).toBe(1);
    expect(out.includes(canary)).toBe(false);
    const named = new Set(problems.map(({ path }) => path));
    for (let n = 0; n < attempts.length; n++) expect(named).toContain(`p${n}.mdx`);
    expect(problems).toContainEqual(
      expect.objectContaining({ path: 'index.mdx', code: 'console', severity: 'note' }),
    );
    expect(visits).toBe(0);
  });

  test('are published without what they wanted', async () => {
    const out = join(tempDir(), 'out');
    const { code, err, out: text } = await run('build', dir, '--out', out);
    expect(code).toBe(0);
    expect(`${text}${err}`.includes(canary)).toBe(false);
    expect(everything(join(out, 'deployments')).includes(canary)).toBe(false);
    expect(everything(join(out, 'cache')).includes(canary)).toBe(false);
    const [id = ''] = readdirSync(join(out, 'deployments'));
    for (let n = 0; n < attempts.length; n++) {
      const html = join(unpack(out, id), 'site', `p${n}`, 'index.html');
      expect(readFileSync(html, 'utf8')).toContain('The end.');
    }
    expect(visits).toBe(0);
  });

  test('get nothing while writing, either', async () => {
    const child = start('dev', dir, '--port', '0');
    try {
      const address = await new Promise<string>((resolve, reject) => {
        let text = '';
        const look = (chunk: Buffer) => {
          text += chunk;
          const found = / at (http:\/\/\S+)$/m.exec(text);
          if (found?.[1]) resolve(found[1]);
        };
        child.stdout.on('data', look);
        child.once('exit', () => reject(new Error(text)));
      });
      for (let n = 0; n < attempts.length; n++) {
        const response = await fetch(`${address}/p${n}`);
        const html = await response.text();
        expect(response.status).toBe(200);
        expect(html.includes(canary)).toBe(false);
        expect(html).toContain('The end.');
      }
      expect(visits).toBe(0);
    } finally {
      child.kill('SIGKILL');
    }
  });
});
