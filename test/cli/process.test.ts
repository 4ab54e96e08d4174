import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { projectRoot } from '../support/corpus.ts';
import { minimalConfig, tempDir, writeFiles } from '../support/temp.ts';

// The real command in a process of its own, compiled as it is installed.
beforeAll(() => {
  execFileSync(process.execPath, [join(projectRoot, 'scripts/compile.js')]);
}, 120_000);

const page = '---\ntitle: Page\n---\n\nA page.\n';
const good = { 'docs.json': minimalConfig(['index']), 'index.mdx': page };

interface Running {
  readonly child: ChildProcess;
  /** Resolves when the command has written this to one of its streams. */
  readonly says: (words: string) => Promise<void>;
  readonly ended: Promise<{
    readonly code: number | null;
    readonly signal: NodeJS.Signals | null;
    readonly out: string;
    readonly err: string;
  }>;
}

function start(args: readonly string[], environment: Record<string, string> = {}): Running {
  const child = spawn(process.execPath, [join(projectRoot, 'bin/docent.js'), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...environment },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const streams = { out: '', err: '' };
  child.stdout.on('data', (bytes) => {
    streams.out += bytes;
  });
  child.stderr.on('data', (bytes) => {
    streams.err += bytes;
  });
  const closed = once(child, 'close');
  return {
    child,
    says: async (words) => {
      while (!`${streams.out}${streams.err}`.includes(words)) {
        if (child.exitCode !== null) throw new Error(`It ended: ${streams.out}${streams.err}`);
        const next = [child.stdout, child.stderr].map((stream) => once(stream, 'data'));
        await Promise.race([...next, closed]);
      }
    },
    ended: closed.then(([code, signal]) => ({ code, signal, ...streams })),
  };
}

/** Sends a signal; milliseconds until the process is gone. */
async function endBy(signal: NodeJS.Signals, { child, ended }: Running) {
  const sent = performance.now();
  child.kill(signal);
  const end = await ended;
  return { ...end, took: performance.now() - sent };
}

/** A page whose code takes a thread far longer to colour than any signal may take. */
const busy = `---\ntitle: Busy\n---\n\n${Array.from({ length: 1200 }, (_, fence) => {
  const lines = Array.from(
    { length: 100 },
    (_, line) =>
      `const a${fence}_${line}: Map<string, number> = new Map([["k", ${line}]].filter(([k]) => k));`,
  );
  return `\`\`\`ts\n${lines.join('\n')}\n\`\`\``;
}).join('\n\n')}\n`;

/** Seconds of work that a process has done. */
function secondsOf({ child }: Running): number {
  const [seconds = 0, minutes = 0, hours = 0] = execFileSync('ps', [
    '-o',
    'time=',
    '-p',
    `${child.pid}`,
  ])
    .toString()
    .trim()
    .split(':')
    .reverse()
    .map(Number);
  return seconds + 60 * minutes + 3600 * hours;
}

const busyBy = { timeout: 60_000, interval: 200 };

/** Generous: a machine may be busy with other tests. Without the signal the work takes far longer. */
const soon = 20_000;

describe('a signal', () => {
  test.each(['SIGTERM', 'SIGINT'] as const)(
    '%s ends a busy build and leaves nothing of it',
    async (signal) => {
      const root = tempDir();
      const dir = writeFiles(join(root, 'site'), good);
      const out = join(root, 'out');
      expect((await start(['build', dir, '--out', out]).ended).code).toBe(0);
      const live = readFileSync(join(out, 'current'), 'utf8');
      writeFiles(dir, { 'busy.mdx': busy });
      const build = start(['build', dir, '--out', out, '--threads', '1']);
      await build.says('Rendering');
      expect(existsSync(join(out, 'lock'))).toBe(true);
      const end = await endBy(signal, build);
      expect(end).toMatchObject({ code: null, signal });
      expect(end.took).toBeLessThan(soon);
      expect(readFileSync(join(out, 'current'), 'utf8')).toBe(live);
      expect(readdirSync(out).filter((name) => name.startsWith('lock'))).toEqual([]);
    },
    120_000,
  );

  test('ends a busy check', async () => {
    const dir = writeFiles(tempDir(), { ...good, 'busy.mdx': busy });
    const check = start(['check', dir]);
    // It says nothing before its end.
    await expect.poll(() => secondsOf(check), busyBy).toBeGreaterThan(2);
    const end = await endBy('SIGTERM', check);
    expect(end).toMatchObject({ code: null, signal: 'SIGTERM', out: '' });
    expect(end.took).toBeLessThan(soon);
  }, 120_000);

  test('ends docent dev, idle or busy', async () => {
    const dir = writeFiles(tempDir(), good);
    const idle = start(['dev', dir, '--port', '0']);
    await idle.says('Built');
    expect(await endBy('SIGTERM', idle)).toMatchObject({ code: 0, signal: null });
    const other = start(['dev', dir, '--port', '0']);
    await other.says('Built');
    const before = secondsOf(other);
    writeFiles(dir, { 'busy.mdx': busy });
    await expect.poll(() => secondsOf(other), busyBy).toBeGreaterThan(before + 2);
    const end = await endBy('SIGTERM', other);
    expect(end.took).toBeLessThan(soon);
  }, 120_000);

  test('is not needed to end docent dev without a folder', async () => {
    const file = join(writeFiles(tempDir(), good), 'index.mdx');
    for (const [dir, words] of [
      ['nowhere', 'The folder nowhere does not exist.\n'],
      [file, `${file} is a file, expected a folder.\n`],
    ] as const) {
      const dev = start(['dev', dir, '--port', '0']);
      expect(await dev.ended).toEqual({ code: 1, signal: null, out: '', err: words });
    }
  });

  test('ends docent dev during its first pass', async () => {
    const dir = writeFiles(tempDir(), { ...good, 'busy.mdx': busy });
    const dev = start(['dev', dir, '--port', '0']);
    await dev.says('Watching');
    await expect.poll(() => secondsOf(dev), busyBy).toBeGreaterThan(2);
    const end = await endBy('SIGTERM', dev);
    expect(end.out).not.toContain('Built');
    expect(end.took).toBeLessThan(soon);
  }, 120_000);

  test('ends a translation whose model does not answer', async () => {
    const model = createServer(() => {}).listen(0, '127.0.0.1');
    onTestFinished(() => void model.close().closeAllConnections());
    await once(model, 'listening');
    const dir = writeFiles(tempDir(), {
      ...good,
      'docs.json': minimalConfig(['index'], { i18n: { languages: ['de'] } }),
    });
    const asked = once(model, 'request');
    const translate = start(
      ['translate', dir, '--language', 'de', '--out', join(dir, '.docent'), '--model', 'm'],
      {
        OPENAI_BASE_URL: `http://127.0.0.1:${(model.address() as AddressInfo).port}/v1`,
        OPENAI_API_KEY: 'none',
      },
    );
    await asked;
    const end = await endBy('SIGTERM', translate);
    expect(end.took).toBeLessThan(soon);
    expect(end.code === 1 || end.signal === 'SIGTERM').toBe(true);
  }, 120_000);

  test('ends docent start while it builds', async () => {
    const dir = writeFiles(tempDir(), { ...good, 'busy.mdx': busy });
    const out = join(dir, '.docent');
    const both = start(['start', dir, '--out', out, '--port', '0']);
    await both.says('Rendering');
    const end = await endBy('SIGTERM', both);
    expect(end.code).toBe(143);
    expect(existsSync(join(out, 'lock'))).toBe(false);
  }, 120_000);
});

describe('standard output with --json', () => {
  const json = async (...args: string[]) => {
    const { code, out } = await start(args).ended;
    return { code, document: JSON.parse(out) };
  };
  const failed = { code: 'command-failed', severity: 'error', line: null, path: '' };

  test('is one document when there is no site', async () => {
    const nowhere = join(tempDir(), 'nowhere');
    const message = `The folder ${nowhere} does not exist.`;
    expect(await json('check', nowhere, '--json')).toMatchObject({
      code: 1,
      document: [{ ...failed, message }],
    });
    expect(await json('build', nowhere, '--json')).toMatchObject({
      code: 1,
      document: { deployment: null, problems: [{ ...failed, message }] },
    });
  }, 60_000);

  test("is one document if the output can't be written, and if docs.json is invalid", async () => {
    const dir = writeFiles(tempDir(), { ...good, taken: 'a file' });
    const blocked = await json('build', dir, '--json', '--out', join(dir, 'taken'));
    expect(blocked).toMatchObject({ code: 1, document: { problems: [failed] } });
    writeFiles(dir, { 'docs.json': '{' });
    expect(await json('build', dir, '--json', '--out', join(dir, 'out'))).toMatchObject({
      code: 1,
      document: { deployment: null, problems: [{ path: 'docs.json', code: 'json-syntax' }] },
    });
  }, 60_000);

  test('has nothing in it that a page prints', async () => {
    const dir = writeFiles(tempDir(), {
      ...good,
      'index.mdx': `import { Loud } from "/snippets/loud.jsx";\n\n<Loud />\n\n{console.log('from the page')}\n`,
      'snippets/loud.jsx':
        'export const Loud = () => { console.log("from a component"); return <p>Loud</p>; };\n',
    });
    const checked = await json('check', dir, '--json');
    expect(Array.isArray(checked.document)).toBe(true);
    const built = await json('build', dir, '--json', '--out', join(dir, '.docent'));
    expect(built.document.deployment.status).toBe('completed');
  }, 60_000);
});
