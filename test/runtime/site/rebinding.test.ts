import { execFileSync, spawn } from 'node:child_process';
import { request } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { approveDomain } from '../../../runtime/commands/domains.ts';
import { withStore } from '../../../runtime/commands/where.ts';
import { serve } from '../../../runtime/main.ts';
import { createIds } from '../../../runtime/store/ids.ts';
import { allProjects } from '../../../runtime/store/projects.ts';
import { buildSite } from '../../support/build.ts';
import { projectRoot } from '../../support/corpus.ts';
import { makeTempDir, minimalConfig, tempDir, writeFiles } from '../../support/temp.ts';

interface Asked {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A request with a host header of its own, which `fetch` does not allow. */
function ask(address: string, host: string, { body, ...asked }: Asked = {}) {
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const sent = request(address, { ...asked, headers: { host, ...asked.headers } }, (response) => {
      let text = '';
      response.on('data', (part) => {
        text += part;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
    sent.on('error', reject).end(body);
  });
}

const writeSite = (dir: string) =>
  writeFiles(dir, {
    'docs.json': minimalConfig(['index']),
    'index.mdx': '---\ntitle: Home\n---\n\nWritten for this network alone.\n',
  });

describe('docent dev', () => {
  beforeAll(() => {
    execFileSync(process.execPath, [join(projectRoot, 'scripts/compile.js')]);
  });

  test('answers to the names of its machine alone', { timeout: 60_000 }, async () => {
    const root = tempDir();
    const dir = writeSite(join(root, 'site'));
    const cli = pathToFileURL(join(projectRoot, 'dist/cli.js')).href;
    const program = `import { main } from ${JSON.stringify(cli)};
process.exitCode = await main(['node', 'docent', ...process.argv.slice(1)]);`;
    const args = ['dev', dir, '--out', join(root, 'out'), '--port', '0'];
    const child = spawn(process.execPath, ['--input-type=module', '-e', program, ...args]);
    try {
      const url = await new Promise<URL>((resolve, reject) => {
        let out = '';
        child.stdout.on('data', (part) => {
          out += part;
          const found = /http:\/\/\S+/.exec(out)?.[0];
          if (found) resolve(new URL(found));
        });
        child.once('exit', () => reject(new Error(`It ended: ${out}`)));
      });
      for (const host of [url.host, `localhost:${url.port}`]) {
        expect((await ask(url.href, host)).text).toContain('Written for this network alone');
      }
      for (const path of ['/', '/index.md', '/llms.txt', '/_docent/dev', '/nothing', '/health']) {
        const { status, text } = await ask(`${url.origin}${path}`, `evil.example:${url.port}`);
        expect([path, status]).toEqual([path, 403]);
        expect(text).toContain('does not accept requests for "evil.example');
      }
    } finally {
      child.kill('SIGTERM');
    }
  });
});

describe('agents at a server', () => {
  const root = makeTempDir();
  const out = join(root, 'out');
  let server: Awaited<ReturnType<typeof serve>>;
  beforeAll(async () => {
    await buildSite(writeSite(join(root, 'site')), out, { origin: 'https://docs.example.com' });
    server = await serve({ out, port: 0, host: '127.0.0.1', version: 'test', log: () => {} });
  }, 60_000);
  afterAll(() => server?.close());

  const list = async (host: string, headers: Readonly<Record<string, string>> = {}) => {
    const answer = await ask(`${server.url}/mcp`, host, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headers,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    });
    return answer.status;
  };

  test('are answered at the names of the machine and of the site, and at no others', async () => {
    const { host: own, port } = new URL(server.url);
    // The database knows the site in a moment.
    await expect.poll(() => list(own), { timeout: 10_000 }).toBe(200);
    for (const host of [`localhost:${port}`, `127.0.0.1:${port}`, 'docs.example.com']) {
      expect([host, await list(host)]).toEqual([host, 200]);
    }
    for (const host of [`evil.example:${port}`, 'evil.docs.example.com', 'example.com']) {
      expect([host, await list(host)]).toEqual([host, 403]);
      // Their pages are no secret of the machine: whoever runs a server lets them be read.
      expect((await ask(server.url, host)).status).toBe(200);
    }
  });

  test('are not answered when a page of another site asks', async () => {
    const { host, origin } = new URL(server.url);
    expect(await list(host, { origin })).toBe(200);
    expect(await list(host, { origin: 'http://evil.example' })).toBe(403);
    const rebound = 'http://evil.example:8080';
    expect(await list('evil.example:8080', { origin: rebound })).toBe(403);
  });

  test('are answered at a domain that the operator has approved', async () => {
    expect(await list('help.acme.test')).toBe(403);
    await withStore(join(out, 'docent.db'), async (store) => {
      const [project] = await allProjects(store.db);
      const given = { domain: 'help.acme.test', project: project?.id ?? '' };
      await approveDomain({ store, now: Date.now, newId: createIds() }, given);
    });
    expect(await list('help.acme.test')).toBe(200);
  });
});
