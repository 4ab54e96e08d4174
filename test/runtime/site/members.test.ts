import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serveSite } from '../../../runtime/site/serve.ts';
import { unpack } from '../../support/outputs.ts';
import { form, openSignedIn, type SignedInWorld, sessionCookie } from './signed-in.ts';

// Pages of the site: Home and Start are open, Plan needs a session, Deal partners, Staff staff.
let world: SignedInWorld;
const cookies: Record<string, string> = {};
beforeAll(async () => {
  world = await openSignedIn({ provider: 'builtin' });
  for (const [name, groups] of Object.entries({ bob: [], ada: ['partners'], eve: ['staff'] })) {
    const email = `${name}@example.com`;
    const password = await world.addUser(email, groups);
    const answer = await world.ask('/_auth/sign-in', form({ email, password, to: '/' }));
    cookies[name] = sessionCookie(answer);
  }
});
afterAll(() => world.close());

const titles = ['Home', 'Start', 'Plan', 'Deal', 'Staff'];
const htmlOf = async (path: string, who?: string) => {
  const cookie = who === undefined ? undefined : cookies[who];
  return (await world.ask(path, cookie ? { cookie } : {})).text();
};
/** Titles of all rows and neighbours that a document links. */
const linkedIn = (html: string) =>
  titles.filter((title) =>
    new RegExp(`<span class="(nav-text|pager-title)[^>]*>${title}<`).test(html),
  );

describe('titles of protected pages', () => {
  test('are unknown to whoever has no session, wherever he looks', async () => {
    for (const path of ['/', '/open/start', '/nothing-here', '/_auth/sign-in', '/llms.txt']) {
      const html = await htmlOf(path);
      expect([path, /Plan|Deal|Staff|team\/|partners/.exec(html)?.[0]]).toEqual([path, undefined]);
      expect([path, /data-for|data-session/.exec(html)?.[0]]).toEqual([
        path,
        path.startsWith('/_auth') ? expect.anything() : undefined,
      ]);
    }
    expect(linkedIn(await htmlOf('/open/start'))).toEqual(['Home', 'Start']);
  });

  test('stand in no public file', () => {
    const id = world.live.current()?.deployment.id ?? '';
    const folder = join(unpack(world.out, id), 'site');
    for (const file of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      if (!file.isFile() || !/\.(html|md|txt|json|xml)$/.test(file.name)) continue;
      const text = readFileSync(join(file.parentPath, file.name), 'utf8');
      expect([file.name, />(Plan|Deal|Staff)<|"(Plan|Deal|Staff)"/.exec(text)?.[0]]).toEqual([
        file.name,
        undefined,
      ]);
    }
  });

  test('are shown to the sessions that may read them, on open and on protected pages', async () => {
    for (const path of ['/open/start', '/team/plan', '/nothing-here']) {
      const seen = async (who: string) => [path, who, linkedIn(await htmlOf(path, who))];
      expect(await seen('bob')).toEqual([path, 'bob', ['Home', 'Start', 'Plan']]);
      expect(await seen('ada')).toEqual([path, 'ada', ['Home', 'Start', 'Plan', 'Deal']]);
      expect(await seen('eve')).toEqual([path, 'eve', ['Home', 'Start', 'Plan', 'Staff']]);
    }
    expect(linkedIn(await htmlOf('/partners/deal', 'ada'))).toEqual([
      'Home',
      'Start',
      'Plan',
      'Deal',
    ]);
  });

  test('have no address that can be asked for', async () => {
    for (const path of ['/docent:members', '/_docent/members.json', '/docent%3Amembers']) {
      const answer = await world.ask(path, { cookie: cookies.ada ?? '' });
      expect([path, answer.status]).toEqual([path, 404]);
    }
  });
});

describe('the link of the session', () => {
  test('leads back to the page, or out', async () => {
    expect(await htmlOf('/open/start')).toContain('href="/_auth/sign-in?to=%2Fopen%2Fstart"');
    const html = await htmlOf('/open/start', 'bob');
    expect(html).toContain('href="/_auth/sign-out">Sign out</a>');
    expect(html).not.toContain('/_auth/sign-in');
  });

  test('is absent if sign-in is not possible', async () => {
    const site = world.live.current();
    if (!site) throw new Error('no site');
    const answer = await serveSite(new Request('http://docs.test/'), site);
    expect(await answer.text()).not.toContain('/_auth/');
  });

  test('gives way to a mark in docent dev, which has no sessions and shows everything', async () => {
    const site = world.live.current();
    if (!site) throw new Error('no site');
    const dev = { ...site, deployment: { ...site.deployment, id: 'dev' } };
    const shown = async (path: string) =>
      (await serveSite(new Request(`http://docs.test${path}`), dev)).text();
    expect(linkedIn(await shown('/'))).toEqual(titles);
    expect(await shown('/')).not.toContain('Protected page');
    expect(await shown('/partners/deal')).toContain('Protected page');
  });
});
