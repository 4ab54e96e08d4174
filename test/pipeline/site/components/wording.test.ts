import { describe, expect, test } from 'vitest';
import { htmlOf, renderMdx, withoutParts } from '../render-mdx.ts';

describe('elements as the words of an attribute', () => {
  test.each([
    ['<Card title={<b>Start</b>}>t</Card>', '<div class="dc-card-title"><b>Start</b></div>'],
    [
      '<Card title="A" cta={<i>Go</i>} href="/a">t</Card>',
      '<div class="dc-card-cta"><i>Go</i></div>',
    ],
    [
      '<Tile href="/a" title={<b>T</b>} description={<i>D</i>}>p</Tile>',
      '<div class="dc-tile-title"><b>T</b></div><div class="dc-tile-description"><i>D</i></div>',
    ],
    ['<Note title={<b>Now</b>}>t</Note>', '<div class="dc-callout-title"><b>Now</b></div>'],
    [
      '<Accordion title={<>Use <code>npm</code></>} description={<i>or yarn</i>}>t</Accordion>',
      '<span class="dc-accordion-title">Use <code>npm</code><span class="dc-accordion-description"><i>or yarn</i></span></span>',
    ],
    ['<Expandable title={<code>user</code>}>t</Expandable>', '</span> <code>user</code></summary>'],
    [
      '<Tooltip tip={<>See <a href="/b">b</a></>} headline={<b>Term</b>}>x</Tooltip>',
      '<strong class="dc-tooltip-title"><b>Term</b></strong> See <a href="/b">b</a></span>',
    ],
    [
      '<Frame caption={<>By <b>me</b></>} hint={<i>Look</i>}>x</Frame>',
      '<div class="dc-frame-hint"><i>Look</i></div><div class="dc-frame-content">x</div><figcaption>By <b>me</b></figcaption>',
    ],
    [
      '<Update label={<b>May</b>} description={<i>v2</i>}>t</Update>',
      '<a href="#may"><b>May</b></a></p><div class="dc-update-description"><i>v2</i></div>',
    ],
    [
      '<ResponseField name="user" type={<a href="/user">User</a>}>t</ResponseField>',
      '<span class="field-type" dir="ltr"><a href="/user">User</a></span>',
    ],
  ])('%s shows them', async (mdx, html) => {
    expect(await htmlOf(mdx)).toContain(html);
  });

  test('give a step its address and its line in the contents', async () => {
    const { html, contents } = await renderMdx(
      '<Steps><Step title={<>Enable <a href="/pnpm">pnpm</a></>}>t</Step></Steps>',
    );
    expect(contents).toEqual([{ id: 'enable-pnpm', text: 'Enable pnpm', depth: 3 }]);
    expect(html).toContain('<li class="step dc-step" id="enable-pnpm">');
    expect(withoutParts(html)).toContain(
      '<div class="dc-step-title">Enable <a href="/pnpm">pnpm</a><a',
    );
    expect(html).toContain('aria-label="Link to Enable pnpm"');
  });

  test('name a tab and a view by what they say', async () => {
    const html = await htmlOf(
      '<Tabs><Tab title={<b>One</b>}>1</Tab></Tabs><View title={<b>JS</b>}>t</View>',
    );
    expect(html).toContain('data-title="One"');
    expect(html).toContain('data-view="JS"');
  });

  test('are no link inside the link of a card', async () => {
    const { html, problems } = await renderMdx(
      '<Card title={<a href="/b">B</a>} href="/a">t</Card>',
    );
    expect(problems.map(({ ruleId }) => ruleId)).toContain('link-in-link');
    expect(html.match(/<a /g)).toHaveLength(1);
    expect(html).toContain('B');
  });

  test('may be a picture alone, which has no text for an address', async () => {
    const html = await htmlOf('<Steps><Step title={<img src="/a.png" alt="" />}>t</Step></Steps>', {
      assets: { 'a.png': {} },
    });
    expect(html).toContain('<li class="step dc-step">');
    expect(html).toMatch(/<div class="dc-step-title"><img /);
    expect(html).not.toContain('heading-anchor');
  });

  test('are left out where nothing can be shown', async () => {
    expect(await htmlOf('<Card title={{ a: 1 }}>t</Card>')).not.toContain('card-title');
  });
});
