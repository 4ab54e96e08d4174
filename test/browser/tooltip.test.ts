import { describe, expect, test } from 'vitest';
import { hasBrowser } from '../support/browser.ts';
import { siteInBrowser } from '../support/site-in-browser.ts';
import { minimalConfig } from '../support/temp.ts';

const sides = ['top', 'bottom', 'left', 'right'] as const;
const aligns = ['start', 'center', 'end'] as const;
const tip = 'A text of several words that is wider and higher than its term';

const term = (side: string, align: string) =>
  `<Tooltip className="${side}-${align}" side="${side}" align="${align}" tip="${tip}">term</Tooltip>`;

describe.runIf(hasBrowser())('explanations in a browser', () => {
  const rows = sides.flatMap((side) =>
    aligns.map(
      (align) => `<div style={{ padding: "120px 0 120px 240px" }}>${term(side, align)}</div>`,
    ),
  );
  const { open } = siteInBrowser({
    'docs.json': minimalConfig(['index']),
    'index.mdx': `---\ntitle: Terms\n---\n\n${rows.join('\n\n')}\n\n${term('left', 'center')}\n`,
  });

  test('open on their side, aligned with the part of the term that is asked for', async () => {
    const page = await open('/', { viewport: { width: 1440, height: 900 } });
    for (const side of sides) {
      for (const align of aligns) {
        const tooltip = page.locator(`.tooltip.${side}-${align}`).first();
        await tooltip.scrollIntoViewIfNeeded();
        await tooltip.hover();
        const [own, body] = await Promise.all([
          tooltip.locator('.dc-tooltip-term').boundingBox(),
          tooltip.locator('.dc-tooltip-body').boundingBox(),
        ]);
        if (!own || !body) expect.fail(`${side} ${align} is not shown`);
        const name = `${side} ${align}`;
        const isBeside = side === 'left' || side === 'right';
        const [from, to] = isBeside
          ? [body.y - own.y, body.y + body.height - own.y - own.height]
          : [body.x - own.x, body.x + body.width - own.x - own.width];
        if (side === 'top') expect(body.y + body.height, name).toBeLessThanOrEqual(own.y);
        if (side === 'bottom') expect(body.y, name).toBeGreaterThanOrEqual(own.y + own.height);
        if (side === 'left') expect(body.x + body.width, name).toBeLessThanOrEqual(own.x);
        if (side === 'right') expect(body.x, name).toBeGreaterThanOrEqual(own.x + own.width);
        // Lines are a little higher than their words.
        const near = isBeside ? 6 : 2;
        const off = { start: from, center: from + to, end: to }[align];
        expect(Math.abs(off), name).toBeLessThan(near);
      }
    }
  });

  test('stay inside a narrow window', async () => {
    const page = await open('/', { viewport: { width: 390, height: 800 } });
    const tooltip = page.locator('.tooltip.left-center').last();
    await tooltip.scrollIntoViewIfNeeded();
    await tooltip.hover();
    const body = await tooltip.locator('.dc-tooltip-body').boundingBox();
    expect(body?.x).toBeGreaterThanOrEqual(0);
    expect((body?.x ?? 0) + (body?.width ?? 0)).toBeLessThanOrEqual(390);
  });
});
