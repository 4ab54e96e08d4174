import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { themes } from '../../schema/config/themes.ts';
import { hasBrowser } from '../support/browser.ts';
import { buildSite, serve } from '../support/build.ts';
import { browserForTests } from '../support/site-in-browser.ts';
import { makeTempDir, minimalConfig, writeFiles } from '../support/temp.ts';

const page = `---
title: Boxes
---

<Card title="One">Text.</Card>

<Note>Text.</Note>

\`\`\`js
export const answer = 42;
\`\`\`

<CodeGroup>
\`\`\`js One
one();
\`\`\`
\`\`\`js Two
two();
\`\`\`
</CodeGroup>

<Tabs><Tab title="One">Text.</Tab><Tab title="Two">Text.</Tab></Tabs>

<Accordion title="One">Text.</Accordion>

<Prompt description="A prompt">Text.</Prompt>

<ParamField body="name" type="string">Text.</ParamField>
`;

/** A page whose code is next to its operation. */
const endpoint = '---\ntitle: Endpoint\napi: GET https://api.example.com/things\n---\n\nText.\n';

/** Every component with a box, and inside it the part that has the padding. */
const boxes: Readonly<Record<string, string>> = {
  '.card': '',
  '.callout': '',
  '.code-block': ' > pre',
  '.code-group': ' .code-block > pre',
  '.tabs': ' > .dc-tab-panel',
  '.accordion': ' > summary',
  '.dc-prompt': ' > .prompt-head',
  '.field': '',
};

/** The boxes of the page of an operation. */
const onEndpoint: Readonly<Record<string, string>> = { '.api-panel': ' .api-panel-code' };

/** Runs in the page. */
function measure(all: Readonly<Record<string, string>>) {
  return Object.entries(all).map(([box, inside]) => {
    const styleOf = (selector: string) => {
      const element = document.querySelector(`main ${selector}`);
      if (!element) throw new Error(`no ${selector}`);
      return getComputedStyle(element);
    };
    const { borderTopWidth, borderTopColor, borderTopLeftRadius, backgroundColor } = styleOf(box);
    return {
      box,
      border: `${borderTopWidth} ${borderTopColor}`,
      radius: borderTopLeftRadius,
      ground: backgroundColor,
      padding: styleOf(box + inside).paddingTop,
    };
  });
}

describe.runIf(hasBrowser())('componentTheme in a browser', () => {
  const folder = makeTempDir();
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const { newPage } = browserForTests();

  /** The first page of the site with this configuration. */
  async function open(config: object): Promise<Page> {
    // In one folder, so that what no setting changes is built once.
    const dir = writeFiles(join(folder, 'site'), {
      'docs.json': {
        ...minimalConfig(['index', 'endpoint']),
        // One language of samples: each has a grammar to load.
        api: { examples: { languages: ['curl'] } },
        ...config,
      },
      'index.mdx': page,
      'endpoint.mdx': endpoint,
    });
    const { out } = await buildSite(dir, join(folder, 'out'));
    const server = await serve(out);
    onTestFinished(() => server.close());
    const tab = await newPage({ baseURL: server.url });
    await tab.goto('/');
    return tab;
  }

  /** Properties of each box on a page of the site. */
  async function boxesOf(config: object) {
    const tab = await open(config);
    const found = await tab.evaluate(measure, boxes);
    await tab.goto('/endpoint');
    return [...found, ...(await tab.evaluate(measure, onEndpoint))];
  }

  test.each(themes)(
    "the author's border, radius and padding are on every box of %s",
    async (theme) => {
      const componentTheme = {
        border: '3px solid rgb(1, 2, 3)',
        radius: '7px',
        padding: '23px 11px',
      };
      for (const { box, border, radius, padding } of await boxesOf({ theme, componentTheme })) {
        expect({ box, border, radius, padding }).toEqual({
          box,
          border: '3px rgb(1, 2, 3)',
          radius: '7px',
          padding: '23px',
        });
      }
    },
  );

  const none = 'rgba(0, 0, 0, 0)';

  test.each(['outlined', 'filled', 'ghost'])('the variant %s is on every box', async (variant) => {
    const found = await boxesOf({ componentTheme: { defaultVariant: variant } });
    for (const { box, border, ground } of found) {
      expect(border.startsWith('1px '), `${box}: ${border}`).toBe(true);
      expect(border.endsWith(none), `${box}: ${border}`).toBe(variant !== 'outlined');
      // Code has the ground of its colours.
      if (!/^\.(?:code|api-panel)/.test(box))
        expect(ground === none, `${box}: ${ground}`).toBe(variant !== 'filled');
    }
  });

  test('all panels of tabs have the padding on paper', async () => {
    const tab = await open({ componentTheme: { padding: '23px' } });
    await tab.locator('[role="tab"]').first().waitFor();
    await tab.emulateMedia({ media: 'print' });
    const paddings = await tab
      .locator('.tabs > .dc-tab-panel')
      .evaluateAll((all) => all.map((panel) => getComputedStyle(panel).paddingInlineStart));
    expect(paddings).toEqual(['23px', '23px']);
  });
});
