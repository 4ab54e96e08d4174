import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { expect, vi } from 'vitest';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The rules that colors can break: another mode changes nothing else. */
const ofColors = ['color-contrast', 'link-in-text-block'];
/** Those that another width can break. */
const ofSizes = ['target-size', 'scrollable-region-focusable'];

const options = {
  all: { runOnly: { type: 'tag', values: tags } },
  colors: { runOnly: { type: 'rule', values: ofColors } },
  sizes: { runOnly: { type: 'rule', values: ofSizes } },
  looks: { runOnly: { type: 'rule', values: [...ofColors, ...ofSizes] } },
} as const;

/**
 * What axe finds wrong with a page, or with the part of a selector: each rule with the elements. It comes
 * through the debugger, as the policies of sites block foreign scripts.
 */
export async function violations(
  page: Page,
  part?: string,
  rules: keyof typeof options = 'all',
): Promise<string[]> {
  await untilMarked(page);
  await page.evaluate(untilStill);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
  return page.evaluate(
    async ([part, options]) => {
      const { axe } = window as unknown as {
        axe: {
          run(
            context: Document | string,
            options: object,
          ): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
        };
      };
      // What passes would be described as well, which takes longer than the rules themselves.
      const { violations } = await axe.run(part ?? document, {
        ...options,
        resultTypes: ['violations'],
      });
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
    },
    [part, options[rules]] as const,
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

/** Waits for the end of transitions: half of the way to another mode, colors have little contrast. */
async function untilStill(): Promise<void> {
  const ending = document
    .getAnimations()
    .filter((one) => one.effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY)
    .map((one) => one.finished.catch(() => undefined));
  await Promise.race([Promise.all(ending), new Promise((resolve) => setTimeout(resolve, 2000))]);
}
