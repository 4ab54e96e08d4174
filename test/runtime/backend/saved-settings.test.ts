import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { createClient } from '../../../packages/client/client.ts';
import { createKey } from '../../../runtime/commands/keys.ts';
import { createOrg } from '../../../runtime/commands/orgs.ts';
import { serve } from '../../../runtime/main.ts';
import { createIds } from '../../../runtime/store/ids.ts';
import { buildSite } from '../../support/build.ts';
import { makeTempDir, minimalConfig, writeFiles } from '../../support/temp.ts';
import { eachStore } from '../store/each-store.ts';

const patience = { timeout: 60_000, interval: 20 };

eachStore('settings that are saved on the server', (open) => {
  const closers: (() => unknown)[] = [];
  afterEach(async () => {
    for (const close of closers.splice(0).reverse()) await close();
  });

  /** A served site, and a client that may change it. */
  async function world() {
    const opened = await open();
    closers.push(opened.drop);
    const folder = makeTempDir();
    closers.push(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }));
    const [dir, out] = [join(folder, 'site'), join(folder, 'out')];
    const build = async (text: string, name: string) => {
      writeFiles(dir, {
        'docs.json': minimalConfig(['index'], { name }),
        'index.mdx': `---\ntitle: Home\n---\n\n${text}\n`,
      });
      return (await buildSite(dir, out)).deployment?.id ?? '';
    };
    await build('First words.', 'File');
    const tools = { store: opened.store, newId: createIds(), now: Date.now };
    await createOrg(tools, { slug: 'acme' });
    const { secret: key } = await createKey(tools, { org: 'acme', name: 'all' });
    const server = await serve({
      ...{ out, port: 0, host: '127.0.0.1', version: 'test', log: () => {} },
      ...{ database: opened.store.address, secretKey: 'k'.repeat(32) },
    });
    closers.push(server.close);
    const client = createClient({ baseUrl: server.url, key, retryDelay: 10 });
    const [project] = (await client.listProjects()).data;
    const id = project?.id ?? '';
    /** Name of the site and words of its page, as readers get them. */
    const shown = async () => {
      const html = await (await fetch(server.url)).text();
      return [
        /property="og:site_name" content="([^"]*)"/.exec(html)?.[1],
        /(\w+) words\./.exec(html)?.[1],
      ];
    };
    const save = (name: string) =>
      client.updateProject(id, { configJson: JSON.stringify(minimalConfig(['index'], { name })) });
    return { build, client, id, shown, save };
  }

  test('are shown at once, and with later deployments that have the same docs.json', async () => {
    const { build, client, id, shown, save } = await world();
    expect(await shown()).toEqual(['File', 'First']);
    await save('Saved');
    await expect.poll(shown, patience).toEqual(['Saved', 'First']);
    const [newest] = (await client.listDeployments(id)).data;
    expect(newest).toMatchObject({ cause: 'settings', changes: { config: true } });
    await build('Second words.', 'File');
    // Readers keep what they have until the new words are there with the settings.
    const seen: unknown[] = [];
    await expect
      .poll(async () => {
        seen.push(await shown());
        return seen.at(-1);
      }, patience)
      .toEqual(['Saved', 'Second']);
    expect(seen).not.toContainEqual(['File', 'Second']);
    await save('Saved again');
    await expect.poll(shown, patience).toEqual(['Saved again', 'Second']);
  });

  test('go and come back with the deployments that show them', async () => {
    const { client, id, shown, save } = await world();
    const [before] = (await client.listDeployments(id)).data;
    await save('Saved');
    await expect.poll(shown, patience).toEqual(['Saved', 'First']);
    const [after] = (await client.listDeployments(id)).data;
    const nameOf = async () => JSON.parse((await client.getProject(id)).configJson ?? '').name;
    await client.promoteDeployment(id, before?.id ?? '');
    await expect.poll(shown, patience).toEqual(['File', 'First']);
    expect(await nameOf()).toBe('File');
    await client.promoteDeployment(id, after?.id ?? '');
    await expect.poll(shown, patience).toEqual(['Saved', 'First']);
    expect(await nameOf()).toBe('Saved');
    // Nothing was built for either.
    expect((await client.listDeployments(id)).data).toHaveLength(2);
  });

  test('are replaced by a deployment with a changed docs.json', async () => {
    const { build, client, id, shown, save } = await world();
    await save('Saved');
    await expect.poll(shown, patience).toEqual(['Saved', 'First']);
    const next = await build('Second words.', 'Other file');
    await expect.poll(shown, patience).toEqual(['Other file', 'Second']);
    const { configJson } = await client.getProject(id);
    expect(JSON.parse(configJson ?? '').name).toBe('Other file');
    // Nothing of the settings is built any more.
    const [newest] = (await client.listDeployments(id)).data;
    expect(newest?.id).toBe(next);
    expect((await client.listAuditLog({ operation: 'config.replaced' })).data).toHaveLength(1);
  });
});
