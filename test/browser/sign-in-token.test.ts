import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSignedIn, origin, type SignedInWorld } from '../runtime/site/signed-in.ts';
import { hasBrowser } from '../support/browser.ts';
import { browserForTests } from '../support/site-in-browser.ts';

describe.skipIf(!hasBrowser())('the page that a login page comes back to', () => {
  let world: SignedInWorld;
  beforeAll(async () => {
    const auth = {
      provider: 'custom',
      loginUrl: 'https://id.example.com/login',
      jwksUrl: 'https://localhost/keys',
    };
    world = await openSignedIn(auth, { basePath: '/docs' });
  });
  afterAll(() => world.close());
  const browser = browserForTests();

  /** Opens the page with a fragment; the application answers what the browser asks for. */
  async function comeBack(fragment: string): Promise<Page> {
    const page = await browser.newPage();
    await page.route(`${origin}/**`, async (route) => {
      const request = route.request();
      const { pathname, search } = new URL(request.url());
      const body = request.postDataBuffer();
      const answer = await world.ask(pathname + search, {
        method: request.method(),
        headers: await request.allHeaders(),
        ...(body ? { body: new Uint8Array(body) } : {}),
      });
      await route.fulfill({
        status: answer.status,
        headers: Object.fromEntries(answer.headers),
        body: Buffer.from(await answer.arrayBuffer()),
      });
    });
    await page.goto(`${origin}/docs/_auth/callback?to=/docs/team/plan${fragment}`);
    return page;
  }
  const again = (page: Page) => page.getByRole('link', { name: 'Sign in again' });
  const address = '/docs/_auth/sign-in?to=%2Fdocs%2Fteam%2Fplan';

  test('sends on the token of the fragment, which leaves the address', async () => {
    const page = await comeBack('#token=a.b.c');
    await page.getByText('The token of the login page was not accepted.').waitFor();
    expect(page.url()).toBe(`${origin}/docs/_auth/callback`);
    expect(await again(page).getAttribute('href')).toBe(address);
  });

  test('offers another attempt where there is no token', async () => {
    const page = await comeBack('');
    await page.getByText('Not signed in').waitFor();
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Sign in');
    expect(await again(page).getAttribute('href')).toBe(address);
  });
});
