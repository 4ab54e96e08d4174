import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { serve } from '../../runtime/main.ts';
import { violations } from '../support/axe.ts';
import { hasBrowser } from '../support/browser.ts';
import { buildSite } from '../support/build.ts';
import { projectRoot } from '../support/corpus.ts';
import { type ModelStub, type StubAnswer, startModelStub } from '../support/model-stub.ts';
import { browserForTests } from '../support/site-in-browser.ts';
import { type StaticHost, startStaticHost } from '../support/static-host.ts';
import { makeTempDir } from '../support/temp.ts';

const desktop = { viewport: { width: 1280, height: 860 } } as const;
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true } as const;

describe.runIf(hasBrowser())('the assistant in a browser', () => {
  const out = makeTempDir();
  let quoting: Awaited<ReturnType<typeof serve>>;
  let talking: Awaited<ReturnType<typeof serve>>;
  let stub: ModelStub;
  let script: (index: number) => StubAnswer = () => ({ text: 'Yes.' });
  /** Requests that the script has answered. */
  let scripted = 0;
  let host: StaticHost;
  /** What the static host says for itself. */
  let note = '{"project":null}';

  beforeAll(async () => {
    const { site = '' } = await buildSite(join(projectRoot, 'docs'), out);
    const instead = (path: string) => (path === '/_docent/runtime.json' ? note : undefined);
    host = await startStaticHost(site, { instead });
    const options = {
      origins: [host.url],
      out,
      port: 0,
      host: '127.0.0.1',
      version: 'test',
      log: () => {},
    };
    quoting = await serve(options);
    stub = await startModelStub(() => script(scripted++));
    const chat = { baseUrl: stub.baseUrl, apiKey: 'key', model: 'stub' };
    talking = await serve({ ...options, chat });
  }, 180_000);
  beforeEach(() => {
    scripted = 0;
  });
  afterAll(async () => {
    await quoting?.close();
    await talking?.close();
    await stub?.close();
    host?.close();
    rmSync(out, { recursive: true, force: true });
  });

  const { newPage } = browserForTests({ ...desktop, reducedMotion: 'reduce', timeout: 20_000 });

  async function open(url: string, options?: BrowserContextOptions): Promise<Page> {
    const page = await newPage(options);
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') faults.push(message.text());
    });
    seen.set(page, faults);
    await page.goto(url);
    return page;
  }
  const seen = new WeakMap<Page, string[]>();

  const panel = (page: Page) => page.getByRole('dialog', { name: 'AI Assistant' });
  const questionIsInView = (page: Page) =>
    page.evaluate(() => {
      const [log, question] = ['.assistant-log', '.assistant-exchange:last-child'].map((one) =>
        document.querySelector(one)?.getBoundingClientRect(),
      );
      return Boolean(log && question && question.top >= log.top - 1 && question.top < log.bottom);
    });
  const ask = async (page: Page, question: string) => {
    await panel(page).waitFor();
    await page.keyboard.type(question);
    await page.keyboard.press('Enter');
  };

  test('answers by keyboard alone, with sources that open the section, and survives a new page', async () => {
    const page = await open(quoting.url);
    const button = page.getByRole('button', { name: /AI Assistant/ });
    await button.focus();
    await page.keyboard.press('Enter');
    await panel(page).waitFor();
    await ask(page, 'How do I deploy the site?');
    const sources = panel(page).getByRole('region', { name: 'Sources' }).getByRole('link');
    await sources.first().waitFor();
    expect(await panel(page).locator('.assistant-answer').textContent()).toContain(
      'Here is what the documentation says',
    );
    expect(await panel(page).getByRole('log').getAttribute('aria-busy')).toBe('false');
    // However long the answer is, it is read from the question on.
    expect(await questionIsInView(page)).toBe(true);
    expect(await violations(page)).toEqual([]);
    const target = await sources.first().getAttribute('href');
    await sources.first().focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(`**${target?.replace(/#.*/, '')}*`);
    await panel(page).waitFor();
    expect(await panel(page).locator('.assistant-question').textContent()).toContain(
      'How do I deploy the site?',
    );
    expect(await questionIsInView(page)).toBe(true);
    await panel(page).getByRole('button', { name: 'Yes' }).focus();
    await page.keyboard.press('Enter');
    await expect
      .poll(() => panel(page).getByRole('button', { name: 'Yes' }).getAttribute('aria-pressed'))
      .toBe('true');
    await page.keyboard.press('Escape');
    expect(await panel(page).isVisible()).toBe(false);
    expect(await button.evaluate((node) => node === document.activeElement)).toBe(true);
    expect(seen.get(page)).toEqual([]);
  });

  test('is opened by links, with a question that is asked once', async () => {
    const page = await open(
      `${quoting.url}/?assistant=How%20do%20I%20deploy%20the%20site%3F#start`,
    );
    const questions = panel(page).locator('.assistant-exchange');
    await questions.getByText('How do I deploy the site?', { exact: true }).waitFor();
    expect(new URL(page.url()).search + new URL(page.url()).hash).toBe('#start');
    await panel(page).getByRole('region', { name: 'Sources' }).waitFor();
    await page.reload();
    await panel(page).waitFor();
    expect(await questions.count()).toBe(1);
    const other = await open(`${quoting.url}/?assistant=open&lang=x`);
    await panel(other).waitFor();
    expect(new URL(other.url()).search).toBe('?lang=x');
    expect(await panel(other).locator('.assistant-exchange').count()).toBe(0);
  });

  test('fades lines of code that go on, until one has come to their end', async () => {
    script = () => ({
      text: `\`\`\`sh\n${'npm run docs '.repeat(20)}\n\`\`\`\n\n\`\`\`sh\nnpm start\n\`\`\``,
    });
    const page = await open(talking.url);
    await page.getByRole('button', { name: /AI Assistant/ }).click();
    await ask(page, 'How do I start?');
    const blocks = panel(page).locator('.assistant-code pre');
    await blocks.nth(1).waitFor();
    const masks = () =>
      blocks.evaluateAll((all) => all.map((one) => getComputedStyle(one).maskImage.slice(0, 15)));
    await expect.poll(masks).toEqual(['linear-gradient', 'none']);
    const size = () => blocks.first().evaluate((one) => getComputedStyle(one).maskSize);
    await expect.poll(size).toBe('100% 100%');
    // What is still being written may be drawn again, at its beginning.
    const sizeAtEnd = async () => {
      await blocks.first().evaluate((one) => one.scrollTo(one.scrollWidth, 0));
      return size();
    };
    await expect.poll(sizeAtEnd).toBe('calc(100% + 24px) 100%');
  });

  test('shows tools while they run, streams Markdown without markup, copies code, stops and tries again', async () => {
    script = (index) =>
      index === 0
        ? { toolCalls: [{ name: 'search_docs', arguments: '{"query":"webhooks"}' }] }
        : index === 1
          ? {
              text: `## Title\n\n- **bold** and \`code\`\n\n\`\`\`sh\nnpm start\n\`\`\`\n\n<img src=x onerror="alert(1)"> [away](https://evil.example) ${'word '.repeat(30)}`,
              // Only the reader ends it.
              fault: 'stall',
            }
          : { text: 'Second try.' };
    const page = await open(talking.url, {
      ...desktop,
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    await page.getByRole('button', { name: /AI Assistant/ }).click();
    await ask(page, 'What are webhooks?');
    await panel(page)
      .locator('.assistant-steps', { hasText: 'Searching for “webhooks”' })
      .waitFor();
    await panel(page).locator('.assistant-answer h3', { hasText: 'Title' }).waitFor();
    await panel(page)
      .locator('.assistant-code')
      .getByRole('button', { name: 'Copy code' })
      .waitFor();
    await panel(page).getByRole('button', { name: 'Stop' }).click();
    await panel(page).getByText('Stopped.').waitFor();
    await expect.poll(() => stub.open()).toBe(0);
    const answer = panel(page).locator('.assistant-answer');
    expect(await answer.locator('img, script, a[href*="evil"]').count()).toBe(0);
    expect(await answer.locator('strong').textContent()).toBe('bold');
    await panel(page).getByRole('button', { name: 'Copy code' }).click();
    await panel(page).getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('npm start');
    await panel(page).getByRole('button', { name: 'Try again' }).click();
    await panel(page).getByText('Second try.').waitFor();
    expect(await panel(page).locator('.assistant-question').count()).toBe(1);
    await panel(page).getByRole('button', { name: 'New conversation' }).click();
    expect(await panel(page).locator('.assistant-question').count()).toBe(0);
    expect(seen.get(page)).toEqual([]);
  });

  test('numbers open the passages, by keyboard too, and what they say can be reported', async () => {
    const quoted = 'Tabs with the same titles switch together.';
    const text = `${quoted} [[s1]] Every tab sings in the morning. [[s1]]\n\n- Tabs fly to the moon. [[s99]]`;
    for (const options of [desktop, { ...phone, colorScheme: 'dark' } as const]) {
      script = (index) =>
        index === 0
          ? { toolCalls: [{ name: 'get_page', arguments: '{"path":"components/tabs"}' }] }
          : { text };
      scripted = 0;
      const page = await open(talking.url, options);
      await page.getByRole('button', { name: /AI Assistant/ }).click();
      await ask(page, 'What are cards?');
      const answer = panel(page).locator('.assistant-answer');
      const number = answer.getByRole('button', { name: /^Source 1: / });
      await number.waitFor();
      expect(await answer.textContent()).not.toContain('[[');
      expect(await answer.getByText('Not from the docs').count()).toBe(2);
      await number.focus();
      await page.keyboard.press('Enter');
      const passage = panel(page).getByRole('region', { name: /^Source 1: / });
      await passage.waitFor();
      expect(await number.getAttribute('aria-expanded')).toBe('true');
      expect(await passage.getByRole('link').first().getAttribute('href')).toMatch(
        /^\/components\/tabs/,
      );
      expect(await passage.textContent()).toContain(quoted.replace(/\.$/, ''));
      expect(await violations(page)).toEqual([]);
      await passage.getByRole('button', { name: 'Wrong?' }).focus();
      await page.keyboard.press('Enter');
      await passage.getByText(/Thanks/).waitFor();
      // The button is gone, and the focus is still in the passage.
      await page.keyboard.press('Escape');
      expect(await passage.count()).toBe(0);
      expect(await number.evaluate((node) => node === document.activeElement)).toBe(true);
      expect(await panel(page).isVisible()).toBe(true);
      expect(seen.get(page)).toEqual([]);
    }
  });

  test('names the page it reads, and a new conversation is not ended by the old one', async () => {
    script = (index) =>
      index === 0
        ? { toolCalls: [{ name: 'get_page', arguments: '{"path":"components/tabs"}' }] }
        : index === 1
          ? { text: 'word '.repeat(40), fault: 'stall' }
          : { text: 'A new answer.', delay: 600 };
    const page = await open(talking.url);
    await page.getByRole('button', { name: /AI Assistant/ }).click();
    await ask(page, 'Read the page on tabs');
    await panel(page)
      .locator('.assistant-steps', { hasText: /Reading .*Tabs/ })
      .waitFor();
    await panel(page).locator('.assistant-answer').waitFor();
    await panel(page).getByRole('button', { name: 'New conversation' }).click();
    await ask(page, 'Something else');
    // Still running when the old one has ended: it can be stopped.
    await expect.poll(() => stub.open()).toBe(1);
    expect(await panel(page).getByRole('button', { name: 'Stop' }).count()).toBe(1);
    await panel(page).getByText('A new answer.').waitFor();
    expect(seen.get(page)).toEqual([]);
  });

  test('closes the connection of an answer that no server ends', async () => {
    script = () => ({ text: 'word '.repeat(40), fault: 'stall' });
    const page = await open(talking.url);
    // As from another of several servers.
    await page.route('**/chat/*/stop', (route) => route.fulfill({ status: 404, body: '{}' }));
    await page.getByRole('button', { name: /AI Assistant/ }).click();
    await ask(page, 'Tell me something long');
    await panel(page).locator('.assistant-answer', { hasText: 'word' }).waitFor();
    await panel(page).getByRole('button', { name: 'Stop' }).click();
    await panel(page).getByText('Stopped.').waitFor();
    await expect.poll(() => stub.open()).toBe(0);
  });

  test('has a button with the edge of other buttons, where its colour is that of the page', async () => {
    const page = await open(quoting.url);
    await page.addStyleTag({ content: ':root { --fill-edge: rgb(1, 2, 3) }' });
    const shadow = await page
      .locator('.assistant-button')
      .evaluate((button) => getComputedStyle(button).boxShadow);
    expect(shadow).toContain('rgb(1, 2, 3)');
  });

  test('is a sheet on a phone, in the dark as well, without faults for assistive technology', async () => {
    const page = await open(quoting.url, { ...phone, colorScheme: 'dark' });
    await page.getByRole('button', { name: /AI Assistant/ }).click();
    await panel(page).waitFor();
    const box = await panel(page).boundingBox();
    expect(box?.width).toBe(390);
    await ask(page, 'configuration of search');
    await panel(page).getByRole('region', { name: 'Sources' }).waitFor();
    expect(await violations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(
      true,
    );
  });

  test('asks whether a page helped, and takes a comment', async () => {
    const page = await open(`${quoting.url}/components/tabs`);
    const rating = page.getByRole('region', { name: 'Was this page helpful?' });
    await rating.getByRole('button', { name: 'No' }).focus();
    await page.keyboard.press('Enter');
    await rating.getByRole('textbox').waitFor();
    expect(await rating.getByRole('button').allTextContents()).toEqual(['Send']);
    expect(await rating.getByRole('textbox').evaluate((node) => node.matches(':focus'))).toBe(true);
    const field = await rating.getByRole('textbox').boundingBox();
    const send = await rating.getByRole('button').boundingBox();
    expect(send?.y).toBe(field?.y);
    expect(send?.height).toBe(field?.height);
    expect(await violations(page)).toEqual([]);
    await page.keyboard.type('More examples, please.');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await rating.getByText('Thanks for your feedback.').waitFor();
    expect(await rating.getByRole('textbox').isVisible()).toBe(false);
    expect(await rating.getByRole('status').evaluate((node) => node.matches(':focus'))).toBe(true);
    expect(await violations(page)).toEqual([]);
    expect(seen.get(page)).toEqual([]);
  });

  test('thanks for a page that helped without another question', async () => {
    const page = await open(`${quoting.url}/components/steps`, phone);
    const rating = page.getByRole('region', { name: 'Was this page helpful?' });
    const title = await rating.getByRole('heading').boundingBox();
    const yes = await rating.getByRole('button', { name: 'Yes' }).boundingBox();
    // The question and its answers are one line.
    expect(yes && title && yes.y < title.y + title.height && title.y < yes.y + yes.height).toBe(
      true,
    );
    await rating.getByRole('button', { name: 'Yes' }).tap();
    await rating.getByText('Thanks for your feedback.').waitFor();
    expect(await rating.getByRole('textbox').isVisible()).toBe(false);
    expect(await rating.getByRole('button').count()).toBe(0);
    expect(await violations(page)).toEqual([]);
  });

  test('is docked next to the text from 1200 px, and covers nothing', async () => {
    const page = await open(`${quoting.url}/components/tabs`, {
      viewport: { width: 1440, height: 900 },
    });
    const edges = (selector: string) =>
      page.locator(selector).evaluate((node) => {
        const { left, right, top, bottom } = node.getBoundingClientRect();
        return { left, right, top, bottom };
      });
    const lines = '.mdx-content > p >> nth=0';
    const before = await edges(lines);
    await page.getByRole('button', { name: /AI Assistant/ }).click();
    await panel(page).waitFor();
    const [own, main, header] = [
      await edges('.assistant-panel'),
      await edges('.dc-main'),
      await edges('.dc-header'),
    ];
    expect(own).toMatchObject({ right: 1440, top: header.bottom, bottom: 900 });
    expect(main.right).toBeLessThanOrEqual(own.left);
    // The contents list makes room, and lines are as long as before.
    const after = await edges(lines);
    expect(after.right - after.left).toBe(before.right - before.left);
    await ask(page, 'configuration of search');
    await panel(page).locator('.assistant-code .is-text').first().waitFor();
    expect(await violations(page)).toEqual([]);
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    expect((await edges('.footer')).right).toBeLessThanOrEqual(own.left);
    // Pages with examples next to the text show them above it.
    await page.goto(`${quoting.url}/example-api/list-books`);
    await panel(page).waitFor();
    expect((await edges('.dc-aside')).right).toBeLessThanOrEqual(own.left);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1440);
    // Without that room it is in the corner, and the text stays where it is.
    await page.setViewportSize({ width: 1100, height: 900 });
    await expect.poll(async () => (await edges('.assistant-panel')).bottom).toBe(880);
    expect((await edges('.dc-main')).right).toBe(1100);
    await panel(page).getByRole('button', { name: 'Close' }).click();
    expect(await page.locator('.assistant-open').count()).toBe(0);
  });

  test('takes no focus on a new page: Space scrolls, and wipes no conversation', async () => {
    const page = await open(`${quoting.url}/components/tabs`, {
      viewport: { width: 1440, height: 600 },
    });
    await page.getByRole('button', { name: /AI Assistant/ }).click();
    await ask(page, 'How do I write tabs?');
    await panel(page).getByRole('region', { name: 'Sources' }).waitFor();
    for (const width of [1440, 1000]) {
      await page.setViewportSize({ width, height: 600 });
      await page.goto(`${quoting.url}/writing/markdown`);
      await panel(page).waitFor();
      expect(await page.evaluate(() => document.activeElement?.localName)).toBe('body');
      await page.keyboard.press('Space');
      await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(100);
      expect(await panel(page).locator('.assistant-question').count()).toBe(1);
    }
  });

  test('brings a conversation back until the new one begins', async () => {
    script = () => ({ text: 'An answer.' });
    const page = await open(talking.url);
    const sent: { path: string; body: string }[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (request.method() === 'POST') {
        sent.push({ path: pathname.replace(/.*\//, ''), body: request.postData() ?? '' });
      }
    });
    const closes = () => sent.filter(({ path }) => path === 'close').length;
    await page.getByRole('button', { name: /AI Assistant/ }).click();
    await ask(page, 'The first question');
    await panel(page).getByText('An answer.').waitFor();
    const fresh = panel(page).getByRole('button', { name: 'New conversation' });
    await fresh.click();
    await panel(page).getByText('Conversation cleared.').waitFor();
    expect(await panel(page).locator('.assistant-question').count()).toBe(0);
    expect(await violations(page)).toEqual([]);
    await panel(page).getByRole('button', { name: 'Undo' }).focus();
    await page.keyboard.press('Enter');
    await panel(page).locator('.assistant-question', { hasText: 'The first question' }).waitFor();
    // It goes on where it was.
    await page.keyboard.type('And then?');
    await page.keyboard.press('Enter');
    await expect.poll(() => panel(page).getByText('An answer.').count()).toBe(2);
    const questions = sent.filter(({ path }) => path === 'chat');
    expect(JSON.parse(questions[1]?.body ?? '{}').conversationId).toMatch(/^\w+/);
    expect(closes()).toBe(0);
    await fresh.click();
    await ask(page, 'Something else');
    await panel(page).getByText('An answer.').waitFor();
    expect(closes()).toBe(1);
    expect(await panel(page).getByRole('button', { name: 'Undo' }).count()).toBe(0);
    expect(seen.get(page)).toEqual([]);
  });

  test.each([1440, 768, 390])(
    'has a button that is clear of the last lines of a page at %i px',
    async (width) => {
      const page = await open(`${quoting.url}/components/tabs`, {
        viewport: { width, height: 800 },
      });
      await page.locator('.assistant-button').waitFor();
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
      const covered = await page.evaluate(() => {
        const own = document.querySelector('.assistant-button')?.getBoundingClientRect();
        const nodes = document.querySelectorAll('.footer :is(a, p), .pager-link');
        return [...nodes].filter((node) => {
          const box = node.getBoundingClientRect();
          return (
            own &&
            box.bottom > own.top &&
            box.top < own.bottom &&
            box.right > own.left &&
            box.left < own.right
          );
        }).length;
      });
      expect(covered).toBe(0);
    },
  );

  test('is absent on a static host, unless that names a server', async () => {
    note = '{"project":null}';
    const alone = await open(`${host.url}/components/tabs`);
    await alone.waitForTimeout(500);
    expect(await alone.locator('.assistant-button, .dc-rating').count()).toBe(0);
    expect(seen.get(alone)).toEqual([]);

    note = JSON.stringify({ project: null, runtime: quoting.url });
    const page = await open(`${host.url}/components/tabs`);
    await page.getByRole('button', { name: /AI Assistant/ }).click();
    await ask(page, 'How do tabs remember a choice?');
    await panel(page).getByRole('region', { name: 'Sources' }).waitFor();
    await panel(page).getByRole('button', { name: 'Yes' }).click();
    expect(seen.get(page)).toEqual([]);
  });
});
