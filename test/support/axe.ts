import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { expect, vi } from 'vitest';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * What axe finds wrong with a page, or with the part of a selector: each rule with the elements. It comes
 * through the debugger, as the policies of sites block foreign scripts.
 */
export async function violations(page: Page, part?: string): Promise<string[]> {
  await untilMarked(page);
  return run(page, rules, part);
}

/** What a mode or a width can make wrong with a page that is right in others: its colours. */
export function colorViolations(page: Page): Promise<string[]> {
  return run(page, ['color-contrast', 'link-in-text-block']);
}

async function run(page: Page, runOnly: readonly string[], part?: string): Promise<string[]> {
  // Once for each page, however often it is asked about.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
  return page.evaluate(
    async ([part, runOnly]) => {
      const { axe } = window as unknown as {
        axe: {
          run(
            context: Document | string,
            options: object,
          ): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
        };
      };
      // What passes would be described as well, which takes longer than the rules themselves.
      const options = { runOnly, resultTypes: ['violations'] };
      const { violations } = await axe.run(part ?? document, options);
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
    },
    [part, runOnly] as const,
  );
}

/** Waits until boxes that scroll are stops on the keyboard's way: the page measures them after it is shown. */
async function untilMarked(page: Page): Promise<void> {
  const waiting = () =>
    page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('.code-block > pre, .table-wrap')]
        .filter((box) => box.scrollWidth > box.clientWidth + 1 && box.tabIndex !== 0)
        .filter((box) => box.checkVisibility({ contentVisibilityAuto: true }))
        .map((box) => box.outerHTML.slice(0, 200)),
    );
  const inTime = { timeout: 10_000, interval: 50 };
  await vi.waitFor(async () => expect(await waiting()).toEqual([]), inTime);
}
