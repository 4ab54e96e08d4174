import { expect, test } from 'vitest';
import { minimalConfig, writeFiles } from '../support/temp.ts';
import { beginWalk, freePort } from './walk.ts';

const page = (words: string) => `---\ntitle: Home\n---\n\n${words}\n`;

test('the receiver of the handbook proves and prints what the server sends', async () => {
  const walk = await beginWalk();
  const webhooks = walk.open('service/webhooks');
  writeFiles(walk.dir, {
    'my-docs/docs.json': minimalConfig(['index']),
    'my-docs/index.mdx': page('Before.'),
  });
  expect((await walk.shell('npx docent build my-docs')).code).toBe(0);
  const server = webhooks.start('--webhook-plain-hosts');
  const [key] = await server.says(/docent_live_\w+/);
  await server.says(/http:\/\/\S+/);
  const env = { DOCENT_KEY: key, PROJECT: '', WEBHOOK: '' };
  const get = async (path: string) => {
    const headers = { authorization: `Bearer ${key}` };
    return (
      await fetch(`http://localhost:${walk.port}/api/v1/projects${path}`, { headers })
    ).json();
  };
  env.PROJECT = (await get('')).data[0].id;

  const port = await freePort();
  const put = { 'https://example.com/hooks/docs': `http://localhost:${port}` };
  const made = JSON.parse((await webhooks.run('"events":', { env, put })).out);
  env.WEBHOOK = made.data.id;
  webhooks.save('import { verify }');
  const receive = async (secret: string) => {
    const env = { PORT: `${port}` };
    const receiver = webhooks.start('node receiver.mjs', { env, put: { 'whsec_…': secret } });
    const listens = () => fetch(`http://localhost:${port}`).then(({ status }) => status);
    // It refuses what is not signed.
    await expect.poll(listens, { timeout: 60_000 }).toBe(400);
    return receiver;
  };
  const receiver = await receive(made.data.secret);
  const tested = async () => JSON.parse((await webhooks.run('/test', { env })).out).data.statusCode;
  expect(await tested()).toBe(204);
  await receiver.says(/dlv_\w+ deployment\.completed/);

  const own = { 'http://localhost:8080': `http://localhost:${port}`, 'whsec_…': made.data.secret };
  const sample = webhooks.run('docent trigger', { put: own });
  expect((await sample).code).toBe(0);
  await receiver.says(/dlv_\w+ page\.updated \{[^}]*pagePath: 'guides\/start'/);

  const listening = webhooks.start('docent listen', { env, put: own });
  await listening.says(/Events of .* are sent to/);

  // Real events of a real deployment.
  writeFiles(walk.dir, { 'my-docs/index.mdx': page('After.') });
  expect((await walk.shell('npx docent build my-docs')).code).toBe(0);
  await receiver.says(/dlv_\w+ page\.updated \{[^}]*pagePath: 'index'/);
  await listening.says(/page\.updated +204/);
  await listening.end();

  const rotated = JSON.parse((await webhooks.run('rotate-secret', { env })).out);
  await receiver.end();
  const other = await receive(rotated.data.secret);
  expect(await tested()).toBe(204);
  await other.end();
  const stranger = await receive('whsec_of_somebody_else_altogether');
  expect(await tested()).toBe(400);
  await stranger.end();
  const log = await get(`/${env.PROJECT}/webhooks/${env.WEBHOOK}/deliveries`);
  expect(log.data.map((delivery: { status: string }) => delivery.status)).toContain('delivered');
  await server.end();
});
