import { describe, expect, test } from 'vitest';
import { hasBrowser } from '../support/browser.ts';
import { field, playgroundSite } from './playground-site.ts';

describe.runIf(hasBrowser())('authentication in the playground', { timeout: 120_000 }, () => {
  const site = playgroundSite();

  test('authenticates with each scheme, keeps secrets out of samples and the address', async () => {
    const form = await site.formOf('/api-reference/secret');
    const way = form.getByLabel('Method');
    await form.getByLabel('Token').fill('hush');
    expect(await form.locator('.play-sample').textContent()).toContain('Bearer <token>');
    expect((await site.sent(form)).headers.authorization).toBe('Bearer hush');
    await form.getByLabel('Show secrets').check();
    expect(await form.locator('.play-sample').textContent()).toContain('Bearer hush');
    await way.selectOption('basic');
    await form.getByLabel('User name').fill('ada');
    await form.getByLabel('Password').fill('pä');
    expect((await site.sent(form)).headers.authorization).toBe(
      `Basic ${Buffer.from('ada:pä').toString('base64')}`,
    );
    await way.selectOption('header');
    await form.getByLabel('X-Key').fill('k1');
    expect((await site.sent(form)).headers['x-key']).toBe('k1');
    await way.selectOption('query');
    await field(form, 'key').fill('k 2');
    expect((await site.sent(form)).url).toBe('/secret?key=k%202');
    await way.selectOption('header + query');
    const both = await site.sent(form);
    expect([both.headers['x-key'], both.url]).toEqual(['k1', '/secret?key=k%202']);
    await way.selectOption('cookie');
    await field(form, 'sid').fill('c1');
    expect(await form.getByText('this value is not sent').isVisible()).toBe(true);
    expect((await site.sent(form)).headers.cookie).toBeUndefined();
    await way.selectOption('None');
    expect((await site.sent(form)).headers.authorization).toBeUndefined();
    expect(form.page().url()).toBe(`${site.hostUrl}/api-reference/secret`);
    const stored = () =>
      form.page().evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }));
    expect(await stored()).not.toContain('hush');
    await way.selectOption('bearer');
    await form.getByLabel('Keep in this tab').check();
    expect(await stored()).toContain('hush');
    await form.getByLabel('Keep in this tab').uncheck();
    expect(await stored()).not.toContain('hush');
  });

  test('gets a token by authorization code with PKCE, and by client credentials', async () => {
    const form = await site.formOf('/api-reference/login');
    await form.getByLabel('Client ID').fill('docs');
    expect(await form.locator('.play-oauth').textContent()).toContain(
      `${site.hostUrl}/_docent/oauth.html`,
    );
    await form.getByRole('button', { name: 'Get a token' }).click();
    await form.getByText('A token was received.').waitFor();
    expect((await site.sent(form)).headers.authorization).toBe('Bearer token-by-code');
    await form.getByLabel('OAuth 2.0', { exact: true }).selectOption('Client credentials');
    await form.getByLabel('Client secret').fill('wrong');
    await form.getByRole('button', { name: 'Get a token' }).click();
    await form.getByText('No token was received: Refused: invalid_client').waitFor();
    await form.getByLabel('Client secret').fill('hush');
    await form.getByRole('button', { name: 'Get a token' }).click();
    await form.getByText('A token was received.').waitFor();
    expect((await site.sent(form)).headers.authorization).toBe('Bearer token-by-client');
  });

  test('renews a token that has expired, or says so', async () => {
    const form = await site.formOf('/api-reference/login');
    const ask = async (client: string) => {
      await form.getByLabel('Client ID').fill(client);
      await form.getByRole('button', { name: 'Get a token' }).click();
      await form.getByText('A token was received.').waitFor();
    };
    await ask('renewing');
    expect((await site.sent(form)).headers.authorization).toBe('Bearer token-by-refresh');
    await ask('brief');
    expect((await site.sent(form)).headers.authorization).toBe('Bearer token-by-code');
    await form.getByText('The token has expired: get a new one.').waitFor();
    // One that the reader typed has no end.
    await form.getByLabel('Token', { exact: true }).fill('own');
    expect((await site.sent(form)).headers.authorization).toBe('Bearer own');
  });

  test('finds the sign-in at an address that is relative to the server', async () => {
    const form = await site.formOf('/api-reference/near');
    await form.getByLabel('Client ID').fill('docs');
    await form.getByLabel('Client secret').fill('hush');
    await form.getByRole('button', { name: 'Get a token' }).click();
    await form.getByText('A token was received.').waitFor();
    expect((await site.sent(form)).headers.authorization).toBe('Bearer token-by-client');
  });

  test('signs in with OpenID Connect, at the addresses that its provider names', async () => {
    const form = await site.formOf('/api-reference/account');
    const status = form.locator('.play-oauth [role="status"]');
    const before = site.api.authorized.length;
    await form.getByLabel('Client ID').fill('docs');
    expect(await form.locator('.play-scopes code').allTextContents()).toEqual(['openid', 'read']);
    await form.getByRole('button', { name: 'Get a token' }).click();
    await form.getByText('A token was received.').waitFor();
    expect(site.api.authorized.at(-1)).toMatchObject({
      client_id: 'docs',
      scope: 'openid read',
      code_challenge_method: 'S256',
      redirect_uri: `${site.hostUrl}/_docent/oauth.html`,
    });
    expect((await site.sent(form)).headers.authorization).toBe('Bearer token-by-code');
    const way = form.getByLabel('Method');
    const base = site.api.url;
    for (const [name, reason] of [
      ['openid/missing', 'HTTP 404'],
      ['openid/page', 'JSON'],
      ['openid/implicit', 'response_types_supported'],
      ['openid/bare', 'token_endpoint'],
      ['openid/script', 'authorization_endpoint'],
      [
        'closed',
        `The API can be reached, but doesn’t let this page read its responses. It has to send this header: Access-Control-Allow-Origin: ${site.hostUrl}`,
      ],
    ] as const) {
      await way.selectOption(name);
      await form.getByRole('button', { name: 'Get a token' }).click();
      const said = `The sign-in settings at ${base}/${name} can’t be used: ${reason}`;
      await status.filter({ hasText: said }).waitFor();
    }
    expect(site.api.authorized.length).toBe(before + 1);
  });
});
