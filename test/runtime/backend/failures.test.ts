import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test, vi } from 'vitest';
import { createClient } from '../../../packages/client/client.ts';
import { listDeployments, readCurrent } from '../../../pipeline/output/read.ts';
import { createKey } from '../../../runtime/commands/keys.ts';
import { createOrg } from '../../../runtime/commands/orgs.ts';
import { serve } from '../../../runtime/main.ts';
import { createIds } from '../../../runtime/store/ids.ts';
import { buildSite } from '../../support/build.ts';
import { makeTempDir, minimalConfig, writeFiles } from '../../support/temp.ts';
import { eachStore, type TestStore } from '../store/each-store.ts';

const patience = { timeout: 60_000, interval: 20 };

eachStore('a build that fails', (open) => {
  let opened: TestStore;
  let folder: string;
  const closers: (() => unknown)[] = [];
  afterEach(async () => {
    for (const close of closers.splice(0)) await close();
    await opened.drop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  });

  /** A served site with a webhook for its deployments, and what the webhook received. */
  async function world() {
    opened = await open();
    folder = makeTempDir();
    const [site, out] = [join(folder, 'site'), join(folder, 'out')];
    const build = async (page: string, config: string | object = minimalConfig(['index'])) => {
      writeFiles(site, {
        'docs.json': config,
        'index.mdx': `---\ntitle: Home\n---\n\n${page}\n`,
      });
      return (await buildSite(site, out)).deployment?.id ?? '';
    };
    await build('First.');
    const received: string[] = [];
    const receiver = createServer(async (request, response) => {
      const { type, data } = JSON.parse(await text(request));
      received.push(`${type} ${data.deploymentId}`);
      response.end();
    });
    await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done));
    const tools = { store: opened.store, newId: createIds(), now: Date.now };
    await createOrg(tools, { slug: 'acme' });
    const { secret: key } = await createKey(tools, { org: 'acme', name: 'all' });
    const start = async () => {
      const server = await serve({
        ...{ out, port: 0, host: '127.0.0.1', version: 'test', log: () => {} },
        policy: { allow: ['127.0.0.0/8', '::1/128'], plainHosts: ['localhost'], ports: [] },
        database: opened.store.address,
        secretKey: 'k'.repeat(32),
      });
      closers.push(server.close);
      return server;
    };
    closers.push(() => receiver.close());
    const { url } = await start();
    const client = createClient({ baseUrl: url, key, retryDelay: 10 });
    const [project] = (await client.listProjects()).data;
    const id = project?.id ?? '';
    await client.createWebhook(id, {
      url: `http://localhost:${(receiver.address() as AddressInfo).port}/`,
      events: ['deployment.started', 'deployment.completed', 'deployment.failed'],
    });
    return {
      ...{ out, client, project: id, received, build, start },
      failed: () => listDeployments(out).flatMap((one) => (one.failed ? [one.id] : [])),
      /** Types and deployments of all events, in their order. */
      events: async () => {
        const found: string[] = [];
        for await (const { type, data } of client.listEvents(id, { perPage: 100 })) {
          if (type.startsWith('deployment.')) {
            found.push(`${type} ${(data as { deploymentId: string }).deploymentId}`);
          }
        }
        return found;
      },
    };
  }

  test('is told when the server refuses its own, before anything else goes live', async () => {
    const { out, client, project, received, failed, events } = await world();
    const live = readCurrent(out) ?? '';
    // What was a configuration once is none any more, as after an update of Docent.
    const file = join(out, 'deployments', live, 'sources.json');
    const sources = JSON.parse(readFileSync(file, 'utf8'));
    writeFileSync(file, JSON.stringify({ ...sources, 'docs.json': sources['index.mdx'] }));
    await client.addLanguage(project, { code: 'de' });
    // The server may also be about to build for the deployment's arrival, which fails by itself.
    await vi.waitFor(() => expect(received.length).toBeGreaterThanOrEqual(2), patience);
    const [id] = failed();
    const both = [`deployment.started ${id}`, `deployment.failed ${id}`];
    const ofIt = (lines: readonly string[]) => lines.filter((line) => line.endsWith(` ${id}`));
    await vi.waitFor(() => expect(ofIt(received).toSorted()).toEqual(both.toSorted()), patience);
    expect(ofIt(await events())).toEqual(both);
    expect(readCurrent(out)).toBe(live);
  }, 120_000);

  test('is told when another process made it, once, whatever server looks', async () => {
    const { received, build, failed, events, start } = await world();
    const before = await events();
    // As the command line does in a process of its own: the server learns of it from the folder alone.
    await build('Broken.', '{');
    await vi.waitFor(() => expect(received).toHaveLength(2), patience);
    const [id] = failed();
    const both = [`deployment.started ${id}`, `deployment.failed ${id}`];
    expect(received.toSorted()).toEqual(both.toSorted());
    // A server that is started again, on PostgreSQL next to the first one, has nothing to add.
    if (opened.store.kind === 'postgres') await start();
    const next = await build('Second.');
    await vi.waitFor(() => expect(received).toHaveLength(4), patience);
    expect((await events()).slice(before.length)).toEqual([
      ...both,
      `deployment.started ${next}`,
      `deployment.completed ${next}`,
    ]);
  }, 120_000);
});
