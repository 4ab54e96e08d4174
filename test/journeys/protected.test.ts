import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { unpack } from '../support/outputs.ts';
import { minimalConfig, writeFiles } from '../support/temp.ts';
import { beginWalk } from './walk.ts';

const titled = (title: string) => `---\ntitle: ${title}\n---\n\nWords of ${title}.\n`;

test('readers with an account sign in, and see the pages of their groups', async () => {
  const walk = await beginWalk();
  const page = walk.open('configuration/auth', '## Accounts of the server');
  writeFiles(walk.dir, {
    'docs.json': minimalConfig(['index', 'guides/start', 'team/plan', 'partners/deal']),
    'index.mdx': titled('Home'),
    'guides/start.mdx': titled('Start'),
    'team/plan.mdx': titled('Plan'),
    'partners/deal.mdx': titled('Deal'),
  });
  page.configure('"provider": "builtin"');
  const server = walk.start('npx docent start');
  const [address = ''] = await server.says(/http:\/\/\S+/);
  const made = await page.run('docent users create');
  const [password = ''] = made.out.split('\n');
  expect(made.out).toMatch(/ada@example\.com +partners/);
  const bob = await walk.shell('npx docent users create bob@example.com', {
    DOCENT_PASSWORD: 'a password of his own',
  });
  expect(bob).toMatchObject({ code: 0, out: expect.not.stringContaining('of his own') });

  const ask = (path: string, cookie = '') =>
    fetch(`${address}${path}`, { headers: { cookie }, redirect: 'manual' });
  const statuses = async (cookie?: string) => {
    const paths = ['/', '/guides/start', '/team/plan', '/partners/deal'];
    return Promise.all(paths.map(async (path) => (await ask(path, cookie)).status));
  };
  const signIn = async (email: string, secret: string) => {
    const form = await ask('/_auth/sign-in?to=%2Fteam%2Fplan');
    expect(await form.text()).toContain('name="password"');
    return fetch(`${address}/_auth/sign-in`, {
      method: 'POST',
      headers: { origin: address },
      body: new URLSearchParams({ email, password: secret, to: '/team/plan' }),
      redirect: 'manual',
    });
  };
  const cookieOf = (response: Response) =>
    response.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';')[0])
      .join('; ');

  expect(await statuses()).toEqual([200, 200, 302, 302]);
  expect((await ask('/team/plan')).headers.get('location')).toMatch(/^\/_auth\/sign-in\?to=/);
  expect((await signIn('ada@example.com', 'not hers')).status).not.toBe(303);
  const signedIn = await signIn('ada@example.com', password);
  expect(signedIn.headers.get('location')).toBe('/team/plan');
  const ada = cookieOf(signedIn);
  expect(await statuses(ada)).toEqual([200, 200, 200, 200]);
  const his = cookieOf(await signIn('bob@example.com', 'a password of his own'));
  expect(await statuses(his)).toEqual([200, 200, 200, 403]);
  expect(await (await ask('/_auth/session', ada)).json()).toMatchObject({
    email: 'ada@example.com',
    groups: ['partners'],
  });

  // Titles are for those who may read the pages; a folder for static hosts has neither.
  expect(await (await ask('/')).text()).not.toContain('Deal');
  expect(await (await ask('/', ada)).text()).toContain('Deal');
  const current = (await readFile(join(walk.dir, '.docent/current'), 'utf8')).trim();
  const site = join(unpack(join(walk.dir, '.docent'), current), 'site');
  expect(existsSync(join(site, 'guides/start/index.html'))).toBe(true);
  expect(existsSync(join(site, 'team'))).toBe(false);

  // "Signing out ends the session on the server", and so does the end of an account.
  await fetch(`${address}/_auth/sign-out`, {
    method: 'POST',
    headers: { cookie: ada, origin: address },
    redirect: 'manual',
  });
  expect(await statuses(ada)).toEqual([200, 200, 302, 302]);
  expect((await walk.shell('npx docent users remove bob@example.com')).code).toBe(0);
  await expect.poll(() => statuses(his), { timeout: 60_000 }).toEqual([200, 200, 302, 302]);
  await server.end();
});
