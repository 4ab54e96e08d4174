import { describe, expect, test } from 'vitest';
import { violations } from '../support/axe.ts';
import { hasBrowser } from '../support/browser.ts';
import { desktop, field, playgroundSite, send } from './playground-site.ts';

describe.runIf(hasBrowser())('the playground in a browser', { timeout: 120_000 }, () => {
  const site = playgroundSite();

  test('has the name of a key above its fields, and next to a single one', async () => {
    const above = await site.formOf('/api-reference/set-rooms');
    await above.getByRole('button', { name: 'Add', exact: true }).click();
    const name = await field(above, 'Name').boundingBox();
    const seats = await field(above, 'seats').boundingBox();
    expect(seats?.width).toBeGreaterThan(0.9 * (name?.width ?? 0));
    expect(seats?.x).toBeLessThan((name?.x ?? 0) + 30);
    const beside = await site.formOf('/api-reference/add-a-thing');
    await beside.getByRole('button', { name: 'Add', exact: true }).click();
    const [key, value] = [field(beside, 'Name'), field(beside, 'Value')];
    expect((await value.boundingBox())?.y).toBe((await key.boundingBox())?.y);
  });

  test('sends every kind of value as it is typed, and shows the response', async () => {
    const form = await site.formOf('/api-reference/add-a-thing');
    await field(form, 'sort').selectOption('date');
    await form.getByRole('button', { name: 'Add to tags' }).click();
    await field(form, 'tags 1').fill('x&y');
    await field(form, 'X-Trace').fill('3c90c3cc-0d44-4b50-8888-8dd25736052a');
    await field(form, 'name').fill('Ada');
    await field(form, 'born').fill('1815-12-10');
    await field(form, 'seen').fill('2024-01-15T09:30:00');
    await field(form, 'active').selectOption('true');
    await field(form, 'price').fill('1.5');
    await field(form, 'city').fill('London');
    await form.getByRole('button', { name: 'Add to scores' }).click();
    await field(form, 'scores 1').fill('7');
    await form.getByRole('button', { name: 'Add', exact: true }).click();
    await field(form, 'Name').fill('color');
    await field(form, 'Value').fill('red');
    await form.getByRole('button', { name: 'Add to children' }).click();
    await field(form, 'children 1').fill('{"children":[]}');
    await field(form, 'Kind').selectOption('Dog');
    await field(form, 'bark').fill('woof');
    const request = await site.sent(form);
    expect(`${request.method} ${request.url}`).toBe(
      'POST /things/a%20b?limit=20&sort=date&tags=x%26y',
    );
    expect(request.headers['x-trace']).toBe('3c90c3cc-0d44-4b50-8888-8dd25736052a');
    expect(request.json).toMatchObject({
      name: 'Ada',
      born: '1815-12-10',
      active: true,
      price: 1.5,
      address: { city: 'London' },
      scores: [7],
      labels: { color: 'red' },
      tree: { children: [{ children: [] }] },
      pet: { bark: 'woof' },
    });
    expect((request.json as { seen: string }).seen).toMatch(/^2024-01-1\dT\d\d:\d\d:00Z$/);
    expect(await form.locator('.dc-status').textContent()).toBe('200 OK');
    expect(await form.locator('.play-result').textContent()).toContain('"method": "POST"');
    expect(await form.locator('[role="status"]').last().textContent()).toMatch(
      /^Response: 200 OK, \d+ ms, /,
    );
    await form.getByRole('button', { name: 'Headers' }).click();
    expect(await form.locator('.play-headers').textContent()).toContain('x-echo');
    await form.getByRole('button', { name: 'Raw' }).click();
    expect(await form.locator('.play-result').textContent()).toContain('{"method":"POST"');
  });

  test('checks before it sends, says what is wrong at the field, and goes there', async () => {
    const form = await site.formOf('/api-reference/add-a-thing');
    const count = site.api.received.length;
    await field(form, 'limit').fill('0');
    await field(form, 'name').fill('much too long a name');
    await send(form);
    const limit = field(form, 'limit');
    await form
      .page()
      .waitForFunction(() => document.activeElement?.getAttribute('aria-invalid') === 'true');
    expect(await limit.evaluate((entry) => entry === document.activeElement)).toBe(true);
    const described = (await limit.getAttribute('aria-describedby')) ?? '';
    expect(await form.locator(`#${described.split(' ')[0]}`).textContent()).toBe(
      'Enter at least 1.',
    );
    expect(await form.locator('.play-error:visible').allTextContents()).toEqual([
      'Enter at least 1.',
      'Enter at most 10 characters.',
      'Fill in this field.',
    ]);
    expect(await form.locator('[role="status"]').last().textContent()).toBe('Fields to correct: 3');
    expect(site.api.received.length).toBe(count);
  });

  test('edits a body as JSON and back, without losing what the form can’t show', async () => {
    const form = await site.formOf('/api-reference/add-a-thing');
    await field(form, 'name').fill('Ada');
    await form.getByRole('button', { name: 'JSON' }).click();
    const body = field(form, 'Body');
    expect(JSON.parse(await body.inputValue())).toEqual({ name: 'Ada', address: {} });
    await body.fill('{"name":"Eve","address":{"city":"Rome"},"unknown":1}');
    await form.getByRole('button', { name: 'Form', exact: true }).click();
    await form.getByText('The form can’t show all of this JSON.').waitFor();
    expect((await site.sent(form)).json).toEqual({
      name: 'Eve',
      address: { city: 'Rome' },
      unknown: 1,
    });
    await body.fill('{"name":"Eve","address":{"city":"Rome"}}');
    await form.getByRole('button', { name: 'Form', exact: true }).click();
    expect(await field(form, 'city').inputValue()).toBe('Rome');
  });

  test('sends files, forms and texts', async () => {
    const form = await site.formOf('/api-reference/upload');
    await send(form);
    await form.getByText('Fill in this field.').waitFor();
    const file = { name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('inside') };
    await field(form, 'file').setInputFiles(file);
    await field(form, 'note').fill('hello');
    const parts = await site.sent(form);
    expect(parts.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
    expect(parts.body).toContain('filename="a.txt"');
    expect(parts.body).toContain('inside');
    const type = form.getByLabel('Content type');
    await type.selectOption('application/octet-stream');
    await field(form, 'Body').setInputFiles(file);
    expect((await site.sent(form)).body).toBe('inside');
    await type.selectOption('application/x-www-form-urlencoded');
    await field(form, 'note').fill('a b');
    expect((await site.sent(form)).body).toBe('note=a+b');
    await type.selectOption('text/plain');
    await form.locator('textarea').fill('plain');
    expect((await site.sent(form)).body).toBe('plain');
  });

  test('writes fields of a form as the description says, in the request and in its code', async () => {
    const form = await site.formOf('/api-reference/charge');
    const fields = ['meta[order]=o1', 'tags=a,b', 'names=x', 'names=y'];
    const code = await form.locator('.play-sample').textContent();
    for (const one of fields) expect(code).toContain(`--data-urlencode '${one}'`);
    expect(
      [...new URLSearchParams((await site.sent(form)).body)].map((pair) => pair.join('=')),
    ).toEqual(fields);
    await form.locator('.play-language').selectOption('Swift');
    expect(await form.locator('.play-sample').textContent()).toContain('URLSession.shared');
  });

  test('keeps moments as they are written, and can send null', async () => {
    const form = await site.formOf('/api-reference/add-an-event');
    expect(await field(form, 'Body').isVisible()).toBe(false);
    const written = {
      at: '2024-01-15T09:30:00.123Z',
      until: '2024-01-15T09:30:00+02:00',
      owner: null,
      place: null,
      state: null,
    };
    expect((await site.sent(form)).json).toEqual(written);
    await form.getByRole('checkbox', { name: 'owner: null' }).uncheck();
    await field(form, 'owner').fill('Ada');
    await form.getByRole('checkbox', { name: 'place: null' }).uncheck();
    await field(form, 'city').fill('Rome');
    await field(form, 'state').selectOption('open');
    expect((await site.sent(form)).json).toEqual({
      ...written,
      ...{ owner: 'Ada', place: { city: 'Rome' }, state: 'open' },
    });
  });

  test('sends and shows every digit of a long number', async () => {
    const form = await site.formOf('/api-reference/count');
    await field(form, 'from').fill('9007199254740993');
    await field(form, 'id').fill('-9223372036854775807');
    await field(form, 'more').fill('[12345678901234567890]');
    const code = await form.locator('.play-sample').textContent();
    for (const digits of ['9007199254740993', '-9223372036854775807', '12345678901234567890'])
      expect(code).toContain(digits);
    const request = await site.sent(form);
    expect(request.url).toBe('/count?from=9007199254740993');
    expect(request.body).toBe('{"id":-9223372036854775807,"more":[12345678901234567890]}');
  });

  test('says which alternative a body is, and asks for an item of a list that is required', async () => {
    const form = await site.formOf('/api-reference/add-a-pet');
    await field(form, 'Kind').selectOption('dog');
    expect(await field(form, 'kind').inputValue()).toBe('dog');
    await send(form);
    await form.getByText('Add items until there are 1.').waitFor();
    await form.getByRole('button', { name: 'Add to ids' }).click();
    await field(form, 'ids 1').fill('7');
    const request = await site.sent(form);
    expect(request.url).toBe('/pets?ids=7');
    expect(request.json).toEqual({ kind: 'dog' });
  });

  test('asks for the variables of a server', async () => {
    const form = await site.formOf('/api-reference/image');
    await form.getByLabel('Server').selectOption({ index: 1 });
    await field(form, 'version').selectOption('v2');
    expect(await form.locator('.play-address').textContent()).toBe(`${site.api.url}/v2/image`);
    expect(await form.locator('.play-sample').textContent()).toContain(`${site.api.url}/v2/image`);
  });

  test('works with the keyboard alone, and gives the focus back', async () => {
    const page = await site.open('/api-reference/missing');
    await page.locator('.try-it:visible').focus();
    await page.keyboard.press('Enter');
    const form = page.getByRole('dialog');
    await form.waitFor();
    expect(await form.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true);
    await form.getByRole('combobox', { name: 'Server' }).focus();
    await form.getByRole('button', { name: 'Send' }).focus();
    await page.keyboard.press('Enter');
    await form.getByText('no such thing').waitFor();
    await page.keyboard.press('Escape');
    await form.waitFor({ state: 'hidden' });
    expect(await page.evaluate(() => document.activeElement?.className)).toContain('try-it');
  });

  test('is loaded by the button only', async () => {
    site.asked.length = 0;
    const page = await site.open('/api-reference/missing');
    await page.waitForLoadState('networkidle');
    expect(site.asked.filter((path) => /dialog-|playground/.test(path))).toEqual([]);
    await page.locator('.try-it:visible').click();
    await page.getByRole('dialog').waitFor();
    expect(site.asked.filter((path) => /\/dialog-/.test(path))).toHaveLength(1);
  });

  test('opens when its button was pressed before its code had come', async () => {
    const page = await site.newPage();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/_docent/endpoint-*.js', async (route) => {
      await released;
      await route.continue();
    });
    await page.goto(`${site.hostUrl}/api-reference/missing`);
    await page.locator('.try-it:visible').click();
    release();
    await page.getByRole('dialog').waitFor();
    expect(await page.getByRole('dialog').count()).toBe(1);
  });

  test('only fills in server and path as a simple form, and has no button as none', async () => {
    const page = await site.open('/api-reference/short');
    await page.getByRole('button', { name: 'Build request' }).and(page.locator(':visible')).click();
    const form = page.getByRole('dialog');
    await form.getByLabel('id').fill('7');
    expect(await form.locator('.play-sample').textContent()).toContain(`${site.api.url}/short/7`);
    expect(await form.getByRole('button', { name: 'Send' }).count()).toBe(0);
    const quiet = await site.open('/api-reference/quiet');
    expect(await quiet.locator('.try-it').count()).toBe(0);
  });

  test('is the same for pages and components that are written by hand', async () => {
    const manual = await site.formOf('/manual');
    await field(manual, 'isbn').fill('978');
    await field(manual, 'name').fill('Ada');
    await field(manual, 'X-Own').fill('k');
    const put = await site.sent(manual);
    expect(`${put.method} ${put.url}`).toBe('PUT /books/978?limit=5');
    expect(put.json).toEqual({ author: { name: 'Ada' } });
    expect(put.headers['x-own']).toBe('k');
    const inline = await site.formOf('/');
    await field(inline, 'title').fill('T');
    expect((await site.sent(inline)).json).toEqual({ title: 'T' });
  });

  test.each([
    ['on a wide screen in light mode', { ...desktop, colorScheme: 'light' as const }],
    [
      'on a phone in dark mode',
      { viewport: { width: 320, height: 700 }, colorScheme: 'dark' as const, hasTouch: true },
    ],
  ])('has nothing to complain about %s', async (_, options) => {
    const form = await site.formOf('/api-reference/add-a-thing', options);
    await send(form);
    await form.locator('.play-error:visible').first().waitFor();
    expect(await violations(form.page())).toEqual([]);
    await field(form, 'name').fill('Ada');
    await field(form, 'city').fill('Rome');
    await site.sent(form);
    expect(await violations(form.page())).toEqual([]);
    await form.page().evaluate(() => {
      document.documentElement.dir = 'rtl';
    });
    const wide = await form.evaluate((dialog) =>
      [dialog, ...dialog.querySelectorAll('.play-fields, .play-side, .play-columns')]
        .filter((part) => part.scrollWidth > part.clientWidth + 1)
        .map((part) => part.className),
    );
    expect(wide).toEqual([]);
  });
});
