import { rmSync } from 'node:fs';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { serve } from '../../runtime/main.ts';
import { hasBrowser } from '../support/browser.ts';
import { buildSite } from '../support/build.ts';
import { type ModelStub, type StubAnswer, startModelStub } from '../support/model-stub.ts';
import { browserForTests } from '../support/site-in-browser.ts';
import { makeTempDir, minimalConfig, writeFiles } from '../support/temp.ts';

const fact = 'Zebras eat grass, leaves and the bark of trees.';

describe.runIf(hasBrowser())('what a conversation shows, while it goes on', () => {
  const folder = makeTempDir();
  let server: Awaited<ReturnType<typeof serve>>;
  let stub: ModelStub;
  let script: (index: number) => StubAnswer;
  let scripted = 0;
  beforeAll(async () => {
    writeFiles(folder, {
      'docs.json': minimalConfig(['index']),
      'index.mdx': `---\ntitle: Zebras\n---\n\n${'Zebras are animals.\n\n'.repeat(40)}## Food\n\n${fact}\n`,
    });
    await buildSite(folder, `${folder}/out`);
    stub = await startModelStub(() => script(scripted++));
    server = await serve({
      ...{ out: `${folder}/out`, port: 0, host: '127.0.0.1', version: 'test', log: () => {} },
      chat: { baseUrl: stub.baseUrl, apiKey: 'key', model: 'stub' },
    });
  }, 120_000);
  beforeEach(() => {
    scripted = 0;
  });
  afterAll(async () => {
    await server?.close();
    await stub?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const { newPage } = browserForTests({
    viewport: { width: 1280, height: 860 },
    reducedMotion: 'reduce',
    timeout: 20_000,
  });

  async function open(options?: BrowserContextOptions): Promise<Page> {
    const page = await newPage(options);
    await page.goto(server.url);
    await page.getByRole('button', { name: /AI Assistant/ }).click();
    await panel(page).waitFor();
    return page;
  }
  const panel = (page: Page) => page.getByRole('dialog', { name: 'AI Assistant' });
  const button = (page: Page, name: string) => panel(page).getByRole('button', { name });
  async function ask(page: Page, question: string): Promise<void> {
    await page.keyboard.type(question);
    await page.keyboard.press('Enter');
  }
  const readsPage = { toolCalls: [{ name: 'get_page', arguments: '{"path":"index"}' }] };

  test('a rating and a next question leave an answer as it is', async () => {
    script = (index) => [readsPage, { text: `${fact} [[s1]]` }][index] ?? { text: 'Then no.' };
    const page = await open();
    await ask(page, 'What do zebras eat?');
    await button(page, 'Source 1: ').click();
    const passage = panel(page).getByRole('region', { name: /^Source 1: / });
    await passage.waitFor();
    // What is put into the log is read out.
    await panel(page)
      .locator('.assistant-answer')
      .evaluate((node) => Object.assign(node, { isFirst: true }));
    await button(page, 'Yes').click();
    await panel(page).locator('[aria-pressed="true"]').waitFor();
    await panel(page).getByRole('textbox').focus();
    await ask(page, 'And meat?');
    await panel(page).getByText('Then no.').waitFor();
    expect(await passage.isVisible()).toBe(true);
    expect(
      await panel(page)
        .locator('.assistant-answer')
        .first()
        .evaluate((node) => 'isFirst' in node),
    ).toBe(true);
    expect(await panel(page).getByRole('button', { name: 'Yes' }).count()).toBe(1);
  });

  test('the focus stays in the panel when a question is tried again', async () => {
    script = () => ({ text: 'word '.repeat(60), fault: 'stall' });
    const page = await open();
    await ask(page, 'What do zebras eat?');
    await panel(page).locator('.assistant-answer').waitFor();
    await button(page, 'Stop').click();
    await button(page, 'Try again').focus();
    script = () => ({ text: 'Grass.' });
    await page.keyboard.press('Enter');
    await panel(page).getByText('Grass.').waitFor();
    expect(await panel(page).locator(':focus').count()).toBe(1);
    await page.keyboard.press('Escape');
    expect(await panel(page).isVisible()).toBe(false);
  });

  test('what is selected in a finished part of an answer stays selected while it goes on', async () => {
    script = () => ({ text: `${fact}\n\n${'They run. '.repeat(60)}`, pause: 40 });
    const page = await open();
    await ask(page, 'What do zebras eat?');
    const parts = panel(page).locator('.assistant-answer > p');
    await parts.nth(1).waitFor();
    await parts.first().evaluate((node) => getSelection()?.selectAllChildren(node));
    const length = async () => (await parts.nth(1).textContent())?.length ?? 0;
    const before = await length();
    await expect.poll(length).toBeGreaterThan(before);
    expect(await page.evaluate(() => String(getSelection()))).toBe(fact);
    expect(await button(page, 'Stop').count()).toBe(1);
  });

  test('code is copied where the clipboard is forbidden, and the button is there for the next time', async () => {
    script = () => ({ text: '```sh\nzebra --feed grass\nzebra --run\n```' });
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };
    const page = await open({ ...phone, permissions: ['clipboard-read', 'clipboard-write'] });
    await page.evaluate(() =>
      Object.assign(window, { read: navigator.clipboard.readText.bind(navigator.clipboard) }),
    );
    // As on a page that is served over plain HTTP.
    await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
    await ask(page, 'How do I feed it?');
    await button(page, 'Copy code').tap();
    await button(page, 'Copied').waitFor();
    expect(await page.evaluate('read()')).toBe('zebra --feed grass\nzebra --run');
    await button(page, 'Copy code').waitFor();
  });

  test('on a phone a link to a section of the open page shows that section', async () => {
    script = () => ({ text: 'See [Food](/#food).' });
    const page = await open({ viewport: { width: 390, height: 844 }, hasTouch: true });
    await ask(page, 'What do zebras eat?');
    await panel(page).getByRole('link', { name: 'Food' }).tap();
    await panel(page).waitFor({ state: 'hidden' });
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(100);
    // The conversation is still there.
    await page.getByRole('button', { name: /AI Assistant/ }).tap();
    await panel(page).getByRole('link', { name: 'Food' }).waitFor();
  });

  test('opened again it is where it was read, though that is neither the question nor the end', async () => {
    script = () => ({ text: 'They run.\n\n'.repeat(120) });
    const page = await open();
    await ask(page, 'What do zebras do?');
    await button(page, 'Yes').waitFor();
    const log = panel(page).getByRole('log');
    const top = () => log.evaluate((node) => node.scrollTop);
    await log.evaluate((node) => node.scrollTo(0, 900));
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /AI Assistant/ }).click();
    await panel(page).waitFor();
    expect(await top()).toBe(900);
  });

  test('an answer that is left with its page was stopped, and has not failed', async () => {
    script = () => ({ text: 'word '.repeat(60), fault: 'stall' });
    const page = await open();
    await ask(page, 'What do zebras eat?');
    await panel(page).locator('.assistant-answer').waitFor();
    await page.reload();
    await panel(page).getByText('Stopped.').waitFor();
    await button(page, 'Try again').waitFor();
    await expect.poll(() => stub.open()).toBe(0);
  });

  test('a long question leaves room for the answer, and for the button that sends it, at 400 %', async () => {
    script = () => ({ text: 'Grass.' });
    const page = await open({ viewport: { width: 320, height: 256 } });
    await panel(page).getByRole('textbox').fill('line\n'.repeat(12));
    const send = await button(page, 'Send').boundingBox();
    expect((send?.y ?? 256) + (send?.height ?? 0)).toBeLessThanOrEqual(256);
    const log = await panel(page).getByRole('log').boundingBox();
    expect(log?.height).toBeGreaterThan(64);
  });

  test('bold italics have no stars', async () => {
    script = () => ({ text: '***Grass***, **bark *and* leaves**, **more *still***, **a****b**.' });
    const page = await open();
    await ask(page, 'What do zebras eat?');
    await button(page, 'Yes').waitFor();
    const answer = panel(page).locator('.assistant-answer > p');
    expect(await answer.evaluate((node) => node.innerHTML.replace(/ <small.*/, ''))).toBe(
      '<strong><em>Grass</em></strong>, <strong>bark <em>and</em> leaves</strong>, <strong>more <em>still</em></strong>, <strong>a</strong><strong>b</strong>.',
    );
  });
});
