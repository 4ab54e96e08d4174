import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { listDeployments, readCurrent } from '../../../pipeline/output/read.ts';
import { storeOf, versionOf } from '../../../pipeline/search/versions.ts';
import { bootstrap } from '../../../runtime/secrets/api-keys.ts';
import { environmentOf } from '../../../runtime/tasks/rebuild-apart.ts';
import { answerOf, askedIn, translated } from '../../pipeline/translate/fake-model.ts';
import { buildSite } from '../../support/build.ts';
import { projectRoot } from '../../support/corpus.ts';
import { startModelStub } from '../../support/model-stub.ts';
import { minimalConfig, tempDir, writeFiles } from '../../support/temp.ts';
import { eachStore } from '../store/each-store.ts';
import { newId } from '../store/world.ts';

// The real server, compiled as it is installed.
beforeAll(() => {
  execFileSync(process.execPath, [join(projectRoot, 'scripts/compile.js')]);
}, 120_000);

const page =
  '---\ntitle: The first page\n---\n\n## Install it\n\nInstall the server with the package manager.\n';

/** Writes the modules that each process loads, one per line, preceded by the process. */
const loadedModules = `
import { registerHooks } from 'node:module';
import { appendFileSync } from 'node:fs';
registerHooks({ load(url, context, next) {
  appendFileSync(FILE, process.pid + ' ' + url + '\\n');
  return next(url, context);
} });`;

/** Sources that are only for builds; the compiled modules name theirs in their source maps. */
const ofBuilds =
  /\/pipeline\/build\/(render|shell|stages)|\/pipeline\/site\/(render|markdown|layout|components)|\/node_modules\/(preact-render-to-string|@?shiki(js)?|tailwindcss)\//;

/** Packages that are not part of the compiled modules. */
const packagesOfBuilds = /\/node_modules\/(esbuild|@resvg)\//;

function sourcesOf(module: string): string[] {
  const map = module.startsWith('file:') ? `${fileURLToPath(module)}.map` : '';
  if (!existsSync(map)) return packagesOfBuilds.test(module) ? [module] : [];
  const { sources } = JSON.parse(readFileSync(map, 'utf8')) as { sources: readonly string[] };
  return sources.map((source) => `/${source}`).filter((source) => ofBuilds.test(source));
}

eachStore('a build of the server', (open) => {
  /** A live site, a server in a process of its own, and a model whose vectors come when they may. */
  async function world() {
    const opened = await open();
    const { store } = opened;
    const key = (await bootstrap({ store, now: Date.now, newId }))?.secret ?? '';
    const folder = tempDir();
    const out = join(folder, 'out');
    const modules = join(folder, 'modules');
    const site = writeFiles(join(folder, 'site'), {
      'docs.json': minimalConfig(['index'], { language: 'en' }),
      'index.mdx': page,
    });
    await buildSite(site, out);
    writeFiles(folder, { 'hook.mjs': loadedModules.replace('FILE', `'${modules}'`) });
    const { promise: opening, resolve: openGate } = Promise.withResolvers<void>();
    const gate = { open: openGate, asked: 0 };
    const stub = await startModelStub(async ({ path, body }) => {
      if (!path.endsWith('/embeddings')) {
        const segments = askedIn({ messages: body.messages as never });
        return { text: answerOf(segments, ({ text }) => translated(text, 'de')) };
      }
      gate.asked++;
      await opening;
      return { vectors: (body.input ?? []).map((text) => [text.length, 1, 2]) };
    });
    let server: ChildProcess | undefined;
    let url = '';
    const lines: string[] = [];
    const start = async () => {
      const command = [join(projectRoot, 'bin/docent.js'), 'serve', '--out', out, '--port', '0'];
      const started = spawn(process.execPath, command, {
        stdio: ['ignore', 'pipe', 'pipe'],
        env: {
          ...process.env,
          NODE_OPTIONS: `--import ${pathToFileURL(join(folder, 'hook.mjs')).href}`,
          DATABASE_URL: store.address,
          OPENAI_BASE_URL: stub.baseUrl,
          OPENAI_API_KEY: 'k',
          DOCENT_TRANSLATE_MODEL: 'm',
          DOCENT_EMBEDDING_MODEL: 'vectors',
        },
      });
      server = started;
      const said: string[] = [];
      for (const stream of [started.stdout, started.stderr]) {
        stream.on('data', (bytes) => {
          said.push(String(bytes));
          lines.push(String(bytes));
        });
      }
      await until(() => said.join('').includes('http://'));
      [url = ''] = /http:\/\/\S+/.exec(said.join('')) ?? [];
    };
    onTestFinished(async () => {
      if (server && isAlive(server.pid)) {
        server.kill('SIGKILL');
        await once(server, 'exit');
      }
      // What it had built ends with it.
      await until(() => !isAlive(holderOf(out)));
      gate.open();
      await stub.close();
      await opened.drop();
    });
    const until = async (what: () => boolean | Promise<boolean>) => {
      const deadline = Date.now() + 120_000;
      while (!(await what())) {
        if (Date.now() > deadline) throw new Error(`It did not happen:\n${lines.join('')}`);
        await sleep(30);
      }
    };
    const api = async (line: string, body?: unknown) => {
      const [method = 'GET', path = ''] = line.split(' ');
      const response = await fetch(`${url}/api/v1${path}`, {
        method,
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return ((await response.json()) as { data: { id: string }[] & { jobId: string } }).data;
    };
    const textOf = async (path: string) => (await fetch(url + path)).text();
    await start();
    return {
      ...{ out, gate, until, start, store },
      log: () => lines.join(''),
      current: () => readCurrent(out),
      builds: () => listDeployments(out).length,
      isGerman: async () => {
        const response = await fetch(`${url}/de`);
        return response.ok && !(await response.text()).includes('translation-pending');
      },
      textOf,
      server: () => server as ChildProcess,
      /** Has the page translated; resolves when its build waits for the model. */
      translateUntilBuilding: async () => {
        await until(async () => ((await api('GET /projects')) ?? []).length === 1);
        const [project] = await api('GET /projects');
        const base = `/projects/${project?.id}`;
        // A project is there before its pages are.
        await until(async () => ((await api(`GET ${base}/pages`)) ?? []).length === 1);
        await api(`POST ${base}/languages`, { code: 'de' });
        await api(`POST ${base}/translate`, { language: 'de' });
        await until(() => gate.asked > 0);
        const pid = holderOf(out);
        if (pid === undefined) throw new Error('Nothing is built.');
        return pid;
      },
      /** Modules that a process loaded, and what of builds is in them. */
      loadedBy: (pid: number | undefined) => {
        const lines = readFileSync(modules, 'utf8').split('\n');
        const loaded = lines.flatMap((line) => {
          const [process, module = ''] = line.split(' ');
          return process === String(pid) ? [module] : [];
        });
        return { modules: loaded.length, ofBuilds: loaded.flatMap(sourcesOf) };
      },
    };
  }

  test('is made in a process that ends, and the server loads nothing of it', async () => {
    const { translateUntilBuilding, gate, until, isGerman, server, loadedBy, out, current } =
      await world();
    const pid = await translateUntilBuilding();
    expect(pid).not.toBe(server().pid);
    gate.open();
    await until(isGerman);
    expect(versionOf(storeOf(out), current() ?? '')).toMatchObject({ model: 'vectors' });
    await until(() => !isAlive(pid));
    expect(loadedBy(pid).ofBuilds.length).toBeGreaterThan(30);
    expect(loadedBy(server().pid).modules).toBeGreaterThan(10);
    expect(loadedBy(server().pid).ofBuilds).toEqual([]);
  }, 180_000);

  test('that is killed harms no reader, is reported, and is made again', async () => {
    const { translateUntilBuilding, gate, until, isGerman, log, textOf, current } = await world();
    const before = current();
    const pid = await translateUntilBuilding();
    process.kill(pid, 'SIGKILL');
    await until(() => log().includes('was ended by SIGKILL before the build was done'));
    expect(current()).toBe(before);
    expect(await textOf('/')).toContain('Install the server');
    gate.open();
    await until(isGerman);
    expect(await textOf('/')).toContain('Install the server');
    expect(current()).not.toBe(before);
  }, 180_000);

  test('ends with a server that is killed, and nothing goes live any more', async () => {
    const { translateUntilBuilding, gate, until, server, current, out, builds } = await world();
    const before = current();
    const pid = await translateUntilBuilding();
    const killed = server();
    killed.kill('SIGKILL');
    await once(killed, 'exit');
    gate.open();
    await until(() => !isAlive(pid));
    expect(current()).toBe(before);
    expect(builds()).toBe(1);
    expect(existsSync(join(out, 'lock'))).toBe(false);
  }, 180_000);

  test('ends with a server that stops, and is made by the next one', async () => {
    const { translateUntilBuilding, gate, until, server, current, out, start, isGerman, log } =
      await world();
    const before = current();
    const pid = await translateUntilBuilding();
    const stopped = server();
    stopped.kill('SIGTERM');
    const [code] = await once(stopped, 'exit');
    expect(code).toBe(0);
    expect(isAlive(pid)).toBe(false);
    expect(current()).toBe(before);
    expect(existsSync(join(out, 'lock'))).toBe(false);
    expect(log()).not.toContain('could not be built');
    gate.open();
    await start();
    await until(isGerman);
  }, 180_000);
});

/** The process that builds. */
function holderOf(out: string): number | undefined {
  const file = join(out, 'lock');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).pid : undefined;
}

function isAlive(pid: number | undefined): boolean {
  try {
    if (pid === undefined) return false;
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

describe('the environment of a build', () => {
  const secrets = {
    DATABASE_URL: 'postgres://u:secret@h/d',
    DOCENT_SECRET_KEY: 'secret',
    GITHUB_TOKEN: 'secret',
    AWS_SECRET_ACCESS_KEY: 'secret',
    OPENAI_API_KEY: 'secret',
    OPENAI_BASE_URL: 'http://localhost',
  };

  test('holds no key but those for vectors and for tables, and these only where they are used', () => {
    const plain = { PATH: '/bin', HTTPS_PROXY: 'http://proxy' };
    expect(environmentOf({ ...secrets, ...plain })).toEqual(plain);
    expect(environmentOf({ ...secrets, ...plain, DOCENT_EMBEDDING_MODEL: 'm' })).toEqual({
      ...plain,
      DOCENT_EMBEDDING_MODEL: 'm',
      OPENAI_API_KEY: 'secret',
      OPENAI_BASE_URL: 'http://localhost',
    });
    const tables = { DOCENT_SECTION_TABLES: 's3://docs/site' };
    expect(environmentOf({ ...secrets, ...plain, ...tables })).toEqual({
      ...plain,
      ...tables,
      AWS_SECRET_ACCESS_KEY: 'secret',
    });
  });
});
