import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  openDeployment,
  readCurrent,
  readEvents,
  readManifest,
} from '../../pipeline/output/read.ts';
import { projectRoot } from '../support/corpus.ts';
import { minimalConfig, tempDir, writeFiles } from '../support/temp.ts';

const pages = Array.from({ length: 60 }, (_, index) => `page-${index}`);
const page = (name: string, text: string) => `---\ntitle: ${name}\n---\n\n## Part\n\n${text}\n`;

function site(): { dir: string; out: string } {
  const root = tempDir();
  const files = pages.map((name) => [`${name}.mdx`, page(name, 'first')]);
  const dir = writeFiles(join(root, 'site'), {
    'docs.json': minimalConfig(pages),
    ...Object.fromEntries(files),
  });
  return { dir, out: join(root, 'out') };
}

const cli = pathToFileURL(join(projectRoot, 'dist/cli.js')).href;
const program = `import { main } from ${JSON.stringify(cli)};
process.exitCode = await main(['node', 'docent', ...process.argv.slice(1)]);`;

/** The real command, compiled, in a process of its own. */
function start(dir: string, out: string): ChildProcess {
  const args = ['--input-type=module', '-e', program, 'build', dir, '--out', out];
  return spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] });
}

function finish(child: ChildProcess): Promise<{ code: number | null; err: string }> {
  let err = '';
  child.stderr?.on('data', (chunk) => {
    err += chunk;
  });
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, err })));
}

/** Every file that the live manifest names is there, whole, and of this text. */
async function expectWhole(out: string, texts: readonly string[]): Promise<void> {
  const id = readCurrent(out);
  const live = openDeployment(out, id ?? '');
  const manifest = readManifest(out, id ?? '');
  expect(Object.keys(manifest?.pages ?? {})).toHaveLength(pages.length);
  const seen = new Set<string>();
  for (const file of Object.values(manifest?.files ?? {})) {
    const bytes = (await live.content(file)) as Uint8Array;
    expect([file.path, bytes.length]).toEqual([file.path, file.bytes]);
    const text = Buffer.from(bytes).toString();
    if (/^page-\d+\/index\.html$/.test(file.path)) {
      for (const one of texts) if (text.includes(`${one}</p>`)) seen.add(one);
    }
  }
  expect(seen.size).toBe(1);
}

describe('a build in a process of its own', () => {
  beforeAll(() => {
    execFileSync(process.execPath, [join(projectRoot, 'scripts/compile.js')]);
  });

  test('killed at any moment leaves a whole site, and the next build is clean', {
    timeout: 600_000,
  }, async () => {
    const { dir, out } = site();
    const begin = performance.now();
    expect((await finish(start(dir, out))).code).toBe(0);
    const usual = performance.now() - begin;
    let text = 'first';
    for (let round = 0; round < 20; round++) {
      const next = `round-${round}`;
      for (const name of pages) writeFileSync(join(dir, `${name}.mdx`), page(name, next));
      const child = start(dir, out);
      const ended = finish(child);
      // Spread over the whole build, most of them where it writes.
      await sleep(usual * (0.2 + (0.9 * ((round * 7) % 20)) / 20));
      child.kill('SIGKILL');
      const { code } = await ended;
      await expectWhole(out, code === 0 ? [next] : [text, next]);
      const id = readCurrent(out) ?? '';
      const live = openDeployment(out, id);
      const file = live.file('/page-0');
      if (file && String(await live.content(file)).includes(`${next}</p>`)) text = next;
    }
    expect((await finish(start(dir, out))).code).toBe(0);
    await expectWhole(out, ['round-19']);
    expect(
      readdirSync(join(out, 'deployments')).filter((name) => !name.startsWith('dpl_')),
    ).toEqual([]);
    expect(readdirSync(out).sort()).toEqual(['cache', 'current', 'deployments']);
    expect(readEvents(out, readCurrent(out) ?? '').length).toBeGreaterThanOrEqual(2);
  });

  test('waits for another one on the same outputs', { timeout: 120_000 }, async () => {
    const { dir, out } = site();
    const both = [start(dir, out), start(dir, out)].map(finish);
    const results = await Promise.all(both);
    expect(results.map(({ code }) => code)).toEqual([0, 0]);
    expect(results.filter(({ err }) => err.includes('Waiting for another build'))).toHaveLength(1);
    await expectWhole(out, ['first']);
  });
});
