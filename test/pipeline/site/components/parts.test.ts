import { expect, test } from 'vitest';
import { renderMdx } from '../render-mdx.ts';

/** Parts that authors' style sheets may name; `docs/configuration/custom-css.mdx` lists them. */
const parts = {
  '<Accordion title="A" description="B">c</Accordion>': [
    'accordion-button',
    'accordion-title',
    'accordion-description',
    'accordion-content',
  ],
  '<Card title="A" icon="star" href="/a" cta="Go">b</Card>': [
    'card-icon',
    'card-content-container',
    'card-title',
    'card-content',
    'card-cta',
  ],
  '<Card description="A">b</Card>': ['card-content-container', 'card-content', 'card-description'],
  '<Card img="/a.png">b</Card>': ['card-image', 'card-content-container', 'card-content'],
  '<Callout icon="star" title="A">b</Callout>': [
    'callout-icon',
    'callout-content',
    'callout-title',
  ],
  '<Expandable title="A">b</Expandable>': ['expandable-button', 'expandable-content'],
  '<Frame hint="A" caption="B">c</Frame>': ['frame-hint', 'frame-content', 'frame-caption'],
  '<Steps><Step title="A">b</Step></Steps>': ['step-number', 'step-content', 'step-title'],
  '<Tabs><Tab title="A">b</Tab></Tabs>': ['tabs-list', 'tab-button', 'tab-content'],
  '<Tooltip tip="A">b</Tooltip>': ['tooltip-content'],
  '<Update label="A" description="B" tags={["c"]}>d</Update>': [
    'update-label',
    'update-description',
    'update-tag-list',
    'update-content',
  ],
  '<ParamField path="a" type="string" required>b</ParamField>': [
    'field-name',
    'field-info-pill',
    'field-required-pill',
    'field-content',
  ],
  '```js a.js\nb\n```': ['code-block-root', 'code-block-header', 'code-block-header-filename'],
} as const;

test.each(Object.entries(parts))('%s has names for its parts', async (mdx, names) => {
  const { html } = await renderMdx(mdx);
  const found = Array.from(html.matchAll(/ data-component-part="([^"]*)"/g), ([, name]) => name);
  expect(found).toEqual(names);
});

test('callouts have the name of their kind', async () => {
  const { html } = await renderMdx(
    '<Tip>a</Tip>\n\n<Callout type="warning">b</Callout>\n\n<Callout icon="star">c</Callout>',
  );
  const found = Array.from(html.matchAll(/ data-callout-type="([^"]*)"/g), ([, name]) => name);
  expect(found).toEqual(['tip', 'warning', 'callout']);
});
