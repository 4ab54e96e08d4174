import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { hasBrowser } from '../support/browser.ts';
import { siteInBrowser } from '../support/site-in-browser.ts';
import { minimalConfig } from '../support/temp.ts';

/** What authors call their own elements. */
const names =
  `accordion alias aside badge banner button callout card column columns connect consent content current
drawer endpoint expandable eyebrow field footer footnotes frame glyph header icon layout line logo long main math media
menu mermaid message method operation option page pager play problem prompt prose rating related response shortcuts
sidebar skip stars status step steps suggestions switcher tab tabs task tile toc tooltip tree update whole zoom t0 t1 t2
ti tb tu accordion-title badge-blue callout-title card-body card-content card-icon card-image card-text card-title
footer-text header-links icon-button logo-image logo-text menu-list method-get nav-link nav-list nav-title
page-content page-title search-bar search-button site-header step-body step-title tab-link tab-list tab-panel
tooltip-body`.split(/\s+/);
const elements = ['div', 'span', 'button', 'header', 'svg'] as const;

const own = names.flatMap((name) =>
  elements.map((tag) => `<${tag} className="${name} own-${tag}"></${tag}>`),
);

const page = `---
title: Own elements
---

<div id="own">
${own.join('\n')}
</div>

<div className="tabs"><div className="tab-list"><button className="tab">One</button></div></div>

<div className="card" id="around"><Card title="A">Text</Card></div>

<Card title="B" icon="star">Text</Card>

<Steps><Step title="C">Text</Step></Steps>

<Tabs><Tab title="D">Text</Tab></Tabs>

<Accordion title="E">Text</Accordion>

<Note>Text <Icon icon="star" /></Note>
`;

describe.runIf(hasBrowser())('elements of an author with the class names of components', () => {
  const { newPage } = siteInBrowser(
    { 'docs.json': minimalConfig(['index'], { theme: 'aspen' }), 'index.mdx': page },
    { reducedMotion: 'reduce' },
  );

  async function open(): Promise<Page> {
    const opened = await newPage();
    await opened.goto('/', { waitUntil: 'networkidle' });
    return opened;
  }

  test.each(['screen', 'print'] as const)('look as without the class on %s', async (media) => {
    const opened = await open();
    await opened.emulateMedia({ media });
    const changed = await opened.evaluate((tags) => {
      const look = (element: Element): Record<string, string> => {
        const style = getComputedStyle(element);
        return Object.fromEntries([...style].map((name) => [name, style.getPropertyValue(name)]));
      };
      return tags.flatMap((tag) => {
        const mine = [...document.querySelectorAll(`#own > .own-${tag}`)];
        return mine.flatMap((element) => {
          const is = look(element);
          const name = element.getAttribute('class') ?? '';
          element.setAttribute('class', `own-${tag}`);
          const wanted = look(element);
          element.setAttribute('class', name);
          return Object.keys(is)
            .filter((property) => is[property] !== wanted[property])
            .map((property) => `${tag}.${name}: ${property} ${is[property]}`);
        });
      });
    }, elements);
    expect(changed).toEqual([]);
    expect(await opened.locator('#own > *').count()).toBe(names.length * elements.length);
  });

  test('stay as they are written, and leave components in them alone', async () => {
    const opened = await open();
    const tabs = opened.locator('div[class="tabs"]');
    expect(await tabs.evaluate((element) => element.outerHTML)).toBe(
      '<div class="tabs"><div class="tab-list"><button class="tab">One</button></div></div>',
    );
    const padding = (selector: string) =>
      opened.locator(selector).evaluate((element) => getComputedStyle(element).paddingTop);
    expect(await padding('#around')).toBe('0px');
    expect(await padding('#around > .card')).not.toBe('0px');
  });

  test('obey the same rule of an author as the components', async () => {
    const opened = await open();
    const classes = ['card', 'step', 'tabs', 'tab', 'accordion', 'callout', 'icon', 'steps'];
    await opened.addStyleTag({
      content: `.${classes.join(',.')}{border:5px solid red;border-radius:0}`,
    });
    for (const name of classes) {
      const found = await opened.locator(`main .${name}[class*="dc-"]`).evaluateAll((all) =>
        all.map((element) => {
          const { borderTopWidth, borderRadius } = getComputedStyle(element);
          return [borderTopWidth, borderRadius].join(' ');
        }),
      );
      expect(found.length, name).toBeGreaterThan(0);
      for (const look of found) expect([name, look]).toEqual([name, '5px 0px']);
    }
  });
});
