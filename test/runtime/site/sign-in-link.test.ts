import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { endUser } from '../../../runtime/commands/users.ts';
import type { Mail } from '../../../runtime/mail/mailer.ts';
import { createIds } from '../../../runtime/store/ids.ts';
import { form, openSignedIn, origin, type SignedInWorld, sessionCookie } from './signed-in.ts';

const minute = 60_000;
const mails: Mail[] = [];
/** What the mail server does with a message. */
let send = async (mail: Mail): Promise<void> => void mails.push(mail);
const mailer = { send: (mail: Mail) => send(mail) };

let world: SignedInWorld;
beforeAll(async () => {
  world = await openSignedIn({ provider: 'builtin' }, { mailer });
  await world.addUser('ada@example.com', ['partners']);
});
beforeEach(() => {
  mails.length = 0;
  // Limits count by the minute.
  world.clock.ahead += 2 * minute;
});
afterAll(() => world.close());

const linkIn = (mail: Mail | undefined) => new URL(/https?:\S+/.exec(mail?.text ?? '')?.[0] ?? '');

/** Asks for a link, and answers it as soon as it is sent. */
async function linkFor(email = 'ada@example.com', to = '/team/plan', of = world): Promise<URL> {
  const before = mails.length;
  expect((await of.ask('/_auth/link', form({ email, to }))).status).toBe(200);
  await expect.poll(() => mails.length).toBe(before + 1);
  return linkIn(mails.at(-1));
}

const use = (link: URL, ask = world.ask) =>
  ask('/_auth/link', form({ link: link.searchParams.get('link') ?? '' }));

describe('a link to sign in with', () => {
  test('asks who it is, opens a session once, and leads to the page', async () => {
    const link = await linkFor();
    expect(mails[0]).toMatchObject({ to: 'ada@example.com', subject: 'Sign in to Test' });
    const consent = await world.ask(link.pathname + link.search);
    const html = await consent.text();
    expect(consent.headers.getSetCookie()).toEqual([]);
    expect(html).toContain('You are signing in as <strong>ada@example.com</strong>.');
    expect(html).toContain('<div class="page-bar-path"><span>Sign in</span></div>');
    const used = await use(link);
    expect([used.status, used.headers.get('location')]).toEqual([303, '/team/plan']);
    const cookie = sessionCookie(used);
    expect((await world.ask('/partners/deal', { cookie })).status).toBe(200);
    const again = await use(link);
    expect(again.status).toBe(403);
    expect(again.headers.getSetCookie()).toEqual([]);
    expect(await again.text()).toContain('This link was used already or has expired.');
  });

  test('opens one session, however many use it at the same moment', async () => {
    const link = await linkFor();
    const answers = await Promise.all(Array.from({ length: 8 }, () => use(link)));
    expect(answers.map(({ status }) => status).sort()).toEqual([303, ...Array(7).fill(403)]);
  });

  test('ends after a quarter of an hour', async () => {
    const link = await linkFor();
    world.clock.ahead += 15 * minute + 1000;
    expect((await world.ask(link.pathname + link.search)).status).toBe(403);
    expect((await use(link)).status).toBe(403);
  });

  test('ends with its account, and with the password', async () => {
    await world.addUser('bob@example.com', []);
    const link = await linkFor('bob@example.com');
    const tools = { store: world.store, now: Date.now, newId: createIds() };
    await endUser(tools, { org: 'default', email: 'bob@example.com' });
    expect((await use(link)).status).toBe(403);
    await world.addUser('bob@example.com', []);
    expect((await use(link)).status).toBe(403);
  });

  test('is good for its own site, and as it was sent', async () => {
    const link = await linkFor();
    expect((await use(link, world.asProject('prj_other'))).status).toBe(403);
    const value = link.searchParams.get('link') ?? '';
    const other = value[200] === 'A' ? 'B' : 'A';
    const changed = `${value.slice(0, 200)}${other}${value.slice(201)}`;
    for (const wrong of ['', 'x', changed, 'a'.repeat(5000)]) {
      link.searchParams.set('link', wrong);
      expect([wrong.length, (await use(link)).status]).toEqual([wrong.length, 403]);
    }
    link.searchParams.set('link', value);
    expect((await use(link)).status).toBe(303);
  });

  test('needs an address and no password, which signing in does need', async () => {
    const page = await (await world.ask('/_auth/sign-in')).text();
    expect(page).toMatch(/<input[^>]* name="password"[^>]* required/);
    expect(page).toMatch(/<button[^>]* formnovalidate formaction="[^"]*\/_auth\/link"/);
    for (const email of ['', 'ada']) {
      const answer = await world.ask('/_auth/link', form({ email, to: '/team/plan' }));
      expect(answer.status).toBe(400);
      const again = await answer.text();
      expect(again).toContain('Wrong email address or password.');
      expect(again).toContain('value="/team/plan"');
      expect(again).toContain(`value="${email}"`);
    }
    expect(mails).toEqual([]);
  });

  test('is sent to accounts alone, and no answer says which address has one', async () => {
    const known = await world.ask('/_auth/link', form({ email: 'ada@example.com', to: '/' }));
    const other = await world.ask('/_auth/link', form({ email: 'eve@example.com', to: '/' }));
    const text = async (response: Response, email: string) =>
      (await response.text()).replaceAll(email, 'EMAIL');
    expect(await text(other, 'eve@example.com')).toBe(await text(known, 'ada@example.com'));
    await expect.poll(() => mails.length).toBe(1);
    expect(mails[0]?.to).toBe('ada@example.com');
    const html = await (
      await world.ask('/_auth/link', form({ email: '"><script>alert(1)</script>', to: '/' }))
    ).text();
    expect(html).not.toContain('<script>alert');
  });

  test('is answered before the mail server is, and a failure is in the log', async () => {
    const normal = send;
    onTestFinished(() => {
      send = normal;
    });
    const waiting: ((error: Error) => void)[] = [];
    send = () => new Promise((_, reject) => waiting.push(reject));
    const answer = await world.ask('/_auth/link', form({ email: 'ada@example.com', to: '/' }));
    expect(answer.status).toBe(200);
    await expect.poll(() => waiting.length).toBe(1);
    waiting[0]?.(new Error('451 Later'));
    await expect.poll(() => world.log.join('\n')).toContain('could not be sent. 451 Later');
  });

  test('is sent three times a minute at most, whoever asks', async () => {
    const ask = () => world.ask('/_auth/link', form({ email: 'ADA@example.com', to: '/' }));
    for (let i = 0; i < 3; i++) expect((await ask()).status).toBe(200);
    const busy = await ask();
    expect(busy.status).toBe(429);
    expect(Number(busy.headers.get('retry-after'))).toBeGreaterThan(0);
    world.clock.ahead += minute;
    expect((await ask()).status).toBe(200);
    await expect.poll(() => mails.length).toBe(4);
  });

  test('leads to the address of the site, whatever host was asked', async () => {
    const asked = form({ email: 'ada@example.com', to: 'https://evil.test/' });
    const headers = { host: 'evil.test', origin: 'http://evil.test' };
    expect((await world.ask('/_auth/link', { ...asked, headers })).status).toBe(200);
    await expect.poll(() => mails.length).toBe(1);
    const link = linkIn(mails[0]);
    expect(link.origin).toBe(origin);
    expect((await use(link)).headers.get('location')).toBe('/');
  });

  test('is not asked for by another site', async () => {
    const headers = { origin: 'http://evil.test' };
    const asked = form({ email: 'ada@example.com', to: '/' });
    expect((await world.ask('/_auth/link', { ...asked, headers })).status).toBe(403);
    const link = await linkFor();
    const value = link.searchParams.get('link') ?? '';
    const used = await world.ask('/_auth/link', { ...form({ link: value }), headers });
    expect(used.status).toBe(403);
    expect((await use(link)).status).toBe(303);
    expect(mails).toHaveLength(1);
  });
});

test('a site below a path in another language writes its links and words accordingly', async () => {
  const config = { i18n: { defaultLanguage: 'de' } };
  const other = await openSignedIn({ provider: 'builtin' }, { mailer, basePath: '/docs', config });
  try {
    await other.addUser('ada@example.com', []);
    const page = await (await other.ask('/docs/_auth/sign-in')).text();
    expect(page).toContain('formaction="/docs/_auth/link"');
    expect(page).toContain('Link per E-Mail senden');
    const asked = form({ email: 'ada@example.com', to: '/docs/team/plan' });
    expect((await other.ask('/docs/_auth/link', asked)).status).toBe(200);
    await expect.poll(() => mails.length).toBe(1);
    const link = linkIn(mails[0]);
    expect(link.pathname).toBe('/docs/_auth/link');
    expect(mails[0]?.subject).toBe('Bei Test anmelden');
    const value = link.searchParams.get('link') ?? '';
    const used = await other.ask('/docs/_auth/link', form({ link: value }));
    expect(used.headers.get('location')).toBe('/docs/team/plan');
  } finally {
    await other.close();
  }
});

test('whoever wants a page in another language signs in in that language', async () => {
  const config = { i18n: { defaultLanguage: 'en', languages: ['de'] } };
  const other = await openSignedIn({ provider: 'builtin' }, { mailer, basePath: '/docs', config });
  onTestFinished(() => other.close());
  const password = await other.addUser('ada@example.com', []);
  const asked = await other.ask('/docs/de/team/plan');
  const page = await (await other.ask(asked.headers.get('location') ?? '')).text();
  expect(page).toMatch(/<html lang="de"/);
  expect(page).toContain('Link per E-Mail senden');
  // The form of a missing page is the same as that of an existing one.
  const missing = await other.ask('/docs/_auth/sign-in?to=/docs/de/team/none');
  expect(await missing.text()).toBe(page.replaceAll('/team/plan', '/team/none'));
  const given = { email: 'ada@example.com', to: '/docs/de/partners/deal' };
  const wrong = await other.ask('/docs/_auth/sign-in', form({ ...given, password: 'x' }));
  expect(await wrong.text()).toContain('Passwort ist falsch');
  const sent = await other.ask('/docs/_auth/link', form(given));
  expect(await sent.text()).toContain('Sehen Sie in Ihre E-Mails');
  await expect.poll(() => mails.length).toBe(1);
  expect(mails[0]?.subject).toBe('Bei Test anmelden');
  const link = linkIn(mails[0]);
  const consent = await (await other.ask(link.pathname + link.search)).text();
  expect(consent).toContain('Sie melden sich als <strong>ada@example.com</strong> an.');
  const cookie = sessionCookie(
    await other.ask('/docs/_auth/sign-in', form({ ...given, password })),
  );
  const refused = await other.ask('/docs/de/partners/deal', { cookie });
  expect([refused.status, await refused.text()]).toEqual([
    403,
    expect.stringContaining('Kein Zugriff'),
  ]);
});

test('a site without a public address offers no link', async () => {
  const other = await openSignedIn({ provider: 'builtin' }, { mailer, hasNoOrigin: true });
  try {
    await other.addUser('ada@example.com', []);
    expect(await (await other.ask('/_auth/sign-in')).text()).not.toContain('formaction');
    const asked = form({ email: 'ada@example.com', to: '/' });
    expect((await other.ask('/_auth/link', asked)).status).toBe(404);
  } finally {
    await other.close();
  }
});
