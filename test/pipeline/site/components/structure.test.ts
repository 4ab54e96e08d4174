import { describe, expect, test } from 'vitest';
import { htmlOf, renderMdx, withoutParts } from '../render-mdx.ts';

const importOnly = 'import { Only } from "/snippets/only.jsx"';
const only = {
  files: {
    'snippets/only.jsx':
      'export const Only = ({ when, children }) => { const [now] = useState("x"); return when === now ? <>{children}</> : null }',
  },
};

describe('Card', () => {
  test('is one link with icon, title, text and call to action', async () => {
    const html = await htmlOf(
      '<Card title="Start" icon="rocket" href="/guide" cta="Go">Some *text*.</Card>',
    );
    expect(html).toMatch(/^<a class="card dc-card" href="\/guide">/);
    expect(html).toMatch(/<svg class="icon dc-icon"[^>]*aria-hidden="true"/);
    expect(html).toContain('<p class="dc-card-title">Start</p>');
    expect(html).toContain('Some <em>text</em>.');
    expect(html).toContain('<p class="dc-card-cta">Go</p>');
    expect(html).not.toContain('card-arrow');
  });

  test('without a link, or disabled, is a plain box', async () => {
    expect(await htmlOf('<Card title="A">t</Card>')).toMatch(/^<div class="card dc-card">/);
    expect(await htmlOf('<Card title="A" href="/x" disabled>t</Card>')).toMatch(
      /^<div class="card dc-card dc-card-disabled">/,
    );
  });

  test('is another element where `as` names one that fits', async () => {
    expect(await htmlOf('<Card as="article" title="A">t</Card>')).toMatch(
      /^<article class="card dc-card">/,
    );
    expect(await htmlOf('<Card as="script" title="A">t</Card>')).toMatch(
      /^<div class="card dc-card">/,
    );
    expect(await htmlOf('<Card as="li" title="A" href="/x">t</Card>')).toMatch(
      /^<a class="card dc-card"/,
    );
  });

  test('shows an arrow for external addresses, or as told', async () => {
    const external = await htmlOf('<Card title="A" href="https://a.example" />');
    expect(external).toContain('target="_blank" rel="noreferrer"');
    expect(external).toContain('card-arrow');
    expect(await htmlOf('<Card title="A" href="https://a.example" arrow="false" />')).not.toContain(
      'card-arrow',
    );
    expect(await htmlOf('<Card title="A" href="/a" arrow="true" />')).toContain('card-arrow');
  });

  test('says its description above its text', async () => {
    const html = await htmlOf('<Card title="A" description="About it" href="/a">Text</Card>');
    expect(html).toContain('<p class="dc-card-description">About it</p>Text</div>');
    expect(await htmlOf('<Card title="A" description={<b>Bold</b>} />')).toContain(
      '<div class="dc-card-description"><b>Bold</b></div>',
    );
  });

  test('has the style that it is given, as a text or as an object', async () => {
    const html = await htmlOf(
      '<Columns cols={2} style={{ gap: 4 }}>\n<Card title="A" style={{ maxWidth: 300, "--card-bg": "red" }} />\n<Column style="color:red">b</Column>\n</Columns>',
    );
    expect(html).toMatch(/^<div class="columns dc-columns dc-columns-2" style="gap:\s?4px;?">/);
    expect(html).toMatch(
      /<div class="card dc-card" style="max-width:\s?300px;\s?--card-bg:\s?red;?">/,
    );
    expect(html).toContain('<div class="dc-column" style="color:red">b</div>');
  });

  test('takes picture, layout and kind', async () => {
    const row = await htmlOf('<Card title="A" icon="star" horizontal type="warning">t</Card>');
    expect(row).toContain('dc-card-horizontal dc-card-typed dc-callout-warning');
    const html = await htmlOf('<Card title="A" img="/a.png" horizontal>t</Card>');
    expect(html).not.toContain('dc-card-horizontal');
    expect(html).toMatch(/<img class="dc-card-image" src="\/a.png" alt(?:="")? /);
    expect(await htmlOf('<Card img="/pics/the-cat.png" />')).toContain('alt="the-cat"');
  });
});

describe('Columns, CardGroup, Column, Tile', () => {
  test.each([
    ['<Columns>a</Columns>', 'dc-columns-2'],
    ['<Columns cols={3}>a</Columns>', 'dc-columns-3'],
    ['<CardGroup cols="4">a</CardGroup>', 'dc-columns-4'],
    ['<CardGroup cols={9}>a</CardGroup>', 'dc-columns-4'],
    ['<Columns cols="many">a</Columns>', 'dc-columns-2'],
  ])('%s has the class %s', async (mdx, name) => {
    expect(await htmlOf(mdx)).toContain(`class="columns dc-columns ${name}"`);
  });

  test('a tile is a linked preview with words below', async () => {
    const html = await htmlOf('<Tile href="/x" title="T" description="D"><b>p</b></Tile>');
    expect(html).toMatch(
      /^<a class="dc-tile" href="\/x"><div class="dc-tile-preview"><b>p<\/b><\/div>/,
    );
    expect(html).toContain('tile-title">T<');
    expect(html).toContain('tile-description">D<');
  });

  test('a tile that is a link has no other link in it', async () => {
    const { html } = await renderMdx('<Tile href="/x" title="T"><a href="/y">p</a></Tile>');
    expect(html.match(/<a /g)).toHaveLength(1);
    expect(html).toContain('<span>p</span>');
  });
});

describe('Tabs', () => {
  const two =
    '<Tabs>\n<Tab title="One">first</Tab>\n<Tab title="Two" icon="apple">second</Tab>\n</Tabs>';

  test('are a tab list over titled panels that can be read without a script', async () => {
    const html = await htmlOf(two);
    expect(html.match(/role="tab"/g)).toHaveLength(2);
    expect(html.match(/role="tabpanel"/g)).toHaveLength(2);
    expect(html).toContain('id="one" data-title="One"');
    expect(html).toContain('<p class="dc-tab-title">Two</p>second');
    expect(html).toContain('data-tabs="sync"');
    expect(html).not.toMatch(/hidden=""|display:\s*none/);
  });

  test('open at the index given, clamped to what there is', async () => {
    const at = async (index: string) =>
      /aria-selected="true"[^>]*>(?:<svg.*?<\/svg>)?(\w+)</.exec(
        await htmlOf(two.replace('<Tabs>', `<Tabs defaultTabIndex={${index}}>`)),
      )?.[1];
    expect(await at('1')).toBe('Two');
    expect(await at('9')).toBe('Two');
    expect(await at('-3')).toBe('One');
  });

  test('can be alone and have a name', async () => {
    const html = await htmlOf(
      two.replace('<Tabs>', '<Tabs sync={false} borderBottom ariaLabel="Systems">'),
    );
    expect(html).not.toContain('data-tabs="sync"');
    expect(html).toContain('tabs-bordered');
    expect(html).toContain('aria-label="Systems"');
  });

  test('keep what is between them, and are shown where an interactive component is around one', async () => {
    const { html, markdown } = await renderMdx(
      `${importOnly}\n\n<Tabs>\n\nChoose.\n\n<Tab title="A">a</Tab>\n\nMore of A.\n\n<Only when="y"><Tab title="B">b</Tab></Only>\n</Tabs>`,
      only,
    );
    expect(html).toMatch(/^<p>Choose.<\/p><div class="tabs dc-tabs"/);
    expect(html).toMatch(
      /data-title="A".*<p>More of A.<\/p><\/div><div [^>]*data-title="B".*b<\/div>/s,
    );
    expect(markdown).toBe('Choose.\n\n**A**\n\na\n\nMore of A.\n\n**B**\n\nb');
  });
});

describe('Steps', () => {
  test('are numbered, and are in the table of contents', async () => {
    const body = await renderMdx(
      '## Before\n\n<Steps>\n<Step title="First">\n### Inside\n</Step>\n<Step title="Second" stepNumber="7" titleSize="h3" id="own" icon="check">b</Step>\n</Steps>',
    );
    const html = withoutParts(body.html);
    expect(html).toMatch(
      /<ol class="steps dc-steps"><li class="step dc-step" id="first"><span class="dc-step-mark"[^>]*>1</,
    );
    expect(html).toContain('<h3 class="dc-step-title">Second');
    expect(html).toMatch(
      /id="own"><span class="dc-alias" id="second"><\/span><span class="dc-step-mark" aria-hidden="true"><svg/,
    );
    expect(body.contents.map(({ id }) => id)).toEqual(['before', 'first', 'inside', 'own']);
  });

  test('go on from a number that one of them has', async () => {
    const body = await renderMdx(
      '<Steps><Step title="A" stepNumber={5}>a</Step><Step title="B">b</Step><Step title="C">c</Step></Steps>',
    );
    const marks = [...body.html.matchAll(/step-mark"[^>]*>(\d+)</g)].map(([, number]) => number);
    expect(marks).toEqual(['5', '6', '7']);
    expect(body.markdown).toMatch(/^5\. [\s\S]*\n6\. [\s\S]*\n7\. /);
  });

  test('keep what is between them, and what is ahead of them', async () => {
    const { html, markdown } = await renderMdx(
      '<Steps>\n\nRead this.\n\n<Step title="A">a</Step>\n\nThen wait.\n\n<Note>Long</Note>\n<Step title="B">b</Step>\n</Steps>',
    );
    expect(withoutParts(html)).toMatch(
      /^<p>Read this.<\/p><ol class="steps dc-steps"><li.*<p>Then wait.<\/p><div class="callout .*<\/li><li.*b<\/div><\/li><\/ol>$/s,
    );
    expect(markdown).toBe(
      'Read this.\n\n1. **A**\n\n   a\n\n   Then wait.\n\n   > **Note**\n   >\n   > Long\n\n2. **B**\n\n   b',
    );
  });

  test('are counted in the browser where an interactive component shows some of them', async () => {
    const { html, markdown } = await renderMdx(
      [
        importOnly,
        '<Steps>',
        '<Step title="A">a</Step>',
        '<Only when="x"><Step title="X">x</Step></Only>',
        '<Only when="y"><Step title="Y" stepNumber={4}>y</Step></Only>',
        'Between.',
        '<Step title="B">b</Step>',
        '</Steps>',
      ].join('\n\n'),
      only,
    );
    expect(html.match(/<ol /g)).toHaveLength(1);
    expect(html).toContain('<ol class="steps dc-steps" style="counter-reset:step">');
    expect(
      html.match(/<li[^>]* style="[^"]*"/g)?.map((tag) => tag.replace(/.*style=/, '')),
    ).toEqual([
      '"counter-increment:step"',
      '"counter-increment:step"',
      '"counter-set:step 4"',
      '"counter-increment:step"',
    ]);
    expect(html).toMatch(
      /<docent-slot [^>]*data-slot="children"[^>]*><li class="step dc-step" id="x"/,
    );
    expect(html).toMatch(/<template data-slot="children"><li class="step dc-step" id="y"/);
    expect(html).toContain('<li class="dc-step-more"><p>Between.</p></li>');
    expect(html).not.toMatch(/step-mark"[^>]*>\d/);
    expect(markdown.match(/\*\*\w\*\*/g)).toEqual(['**A**', '**X**', '**Y**', '**B**']);
  });

  test('can do without anchors, and take an unknown size for text', async () => {
    const body = await renderMdx('<Steps titleSize="h9"><Step title="A" noAnchor>x</Step></Steps>');
    expect(withoutParts(body.html)).toContain('<p class="dc-step-title">A</p>');
    expect(body.contents).toEqual([]);
  });
});

describe('Accordion and Expandable', () => {
  test('are details whose ids come from their titles', async () => {
    const body = await renderMdx(
      '<AccordionGroup>\n<Accordion title="What is it?" description="more" icon="star">a</Accordion>\n<Accordion title="B" defaultOpen id="own">b</Accordion>\n</AccordionGroup>',
    );
    const html = withoutParts(body.html);
    expect(html).toMatch(/<details class="accordion dc-accordion" id="what-is-it"><summary><svg/);
    expect(html).toContain('<span class="dc-accordion-description">more</span>');
    expect(html).toMatch(/<details class="accordion dc-accordion" id="own" open>/);
    expect(body.features).toContain('accordion');
  });

  test('expandables say what a click does', async () => {
    const html = await htmlOf(
      '<Expandable title="fields" openedText="Less" closedText="More" uniqueParamId="k">x</Expandable>',
    );
    expect(html).toContain('<span class="expandable-closed">More</span>');
    expect(html).toContain('<span class="expandable-opened">Less</span> fields');
    expect(html).toContain('data-remember="k"');
    expect(await htmlOf('<Expandable>x</Expandable>')).toContain('child attributes');
  });
});

describe('Tree', () => {
  test('takes folders and files', async () => {
    const html = await htmlOf(
      '<Tree>\n<Tree.Folder name="app" defaultOpen>\n<Tree.File name="a.ts" highlight />\n</Tree.Folder>\n<Tree.Folder name="dist" openable={false} />\n</Tree>',
    );
    expect(html).toMatch(/<details open><summary>.*?app/);
    expect(html).toContain('class="tree-file tree-marked"');
    expect(html.match(/<details/g)).toHaveLength(1);
  });

  test('takes a nested list, with or without slashes', async () => {
    const html = await htmlOf(
      '<FileTree>\n\n- app/\n  - **a.ts**\n- empty/\n- b.ts\n\n</FileTree>',
    );
    expect(html.match(/tree-folder/g)).toHaveLength(2);
    expect(html.match(/tree-file/g)).toHaveLength(2);
    expect(html).toContain('<span class="tree-name">a.ts</span>');
    expect(html).toContain('<span class="tree-name">empty</span>');
  });
});

describe('View, Panel and Visibility', () => {
  test('all views are in the document', async () => {
    const html = await htmlOf(
      '<View title="JS">js words</View>\n<View title="Python">py words</View>',
    );
    expect(html).toContain('data-view="JS"');
    expect(html).toContain('py words');
  });

  test('a panel uses the column next to the page, if there is one', async () => {
    const body = await renderMdx('Text\n\n<Panel>Beside</Panel>');
    expect(body.html).toBe('<p>Text</p>');
    expect(body.aside).toBe('<div class="aside-panel">Beside</div>');
    const wide = await renderMdx('---\nmode: wide\n---\n<Panel>Beside</Panel>');
    expect(wide.aside).toBeUndefined();
    expect(wide.html).toContain('Beside');
  });

  test('what is for agents is not on the page, and the other way round', async () => {
    const body = await renderMdx(
      '<Visibility for="agents">for agents</Visibility>\n\n<Visibility for="humans">for people</Visibility>',
    );
    expect(body.html).not.toContain('for agents');
    expect(body.html).toContain('for people');
    expect(body.markdown).toBe('for agents');
  });
});

describe('a colour of a component', () => {
  test.each(['<Callout color="notacolor">t</Callout>', '<Icon icon="rocket" color="#12" />'])(
    'that is none is reported, and left out: %s',
    async (mdx) => {
      const { html, problems } = await renderMdx(mdx);
      expect(html).not.toMatch(/notacolor|#12/);
      expect(problems).toMatchObject([
        {
          ruleId: 'component-color',
          reason: expect.stringMatching(
            /^Unexpected color "(notacolor|#12)", expected a CSS colour/,
          ),
          place: { start: { line: 1 } },
        },
      ]);
    },
  );

  test('can be a name, a function or a custom property', async () => {
    for (const color of ['rebeccapurple', 'hsl(20 50% 50%)', 'var(--brand)']) {
      const { html, problems } = await renderMdx(`<Callout color="${color}">t</Callout>`);
      expect(problems).toEqual([]);
      expect(html).toContain(`--ink:${color}`);
    }
  });
});

describe('className and iconLibrary', () => {
  test.each([
    ['<Icon icon="rocket" className="own" />', /<svg class="icon dc-icon own"/],
    ['<Icon icon="/a.png" className="own" />', /<img class="icon dc-icon own"/],
    ['<Icon icon="🚀" className="own" />', /<span class="icon dc-icon own"/],
    ['<Steps><Step title="A" className="own">t</Step></Steps>', /<li class="step dc-step own"/],
    ['<Step title="A" className="own">t</Step>', /<li class="step dc-step own"/],
    ['<View title="A" className="own">t</View>', /<section class="view own"/],
    ['<Tabs><Tab title="A" className="own">t</Tab></Tabs>', /<div class="dc-tab-panel own"/],
    ['<Tab title="A" className="own">t</Tab>', /<section class="dc-tab-panel own"/],
    ['<ParamField path="a" className="own">t</ParamField>', /<div class="field dc-field own"/],
    [
      '<ResponseField name="a" className="own">t</ResponseField>',
      /<div class="field dc-field own"/,
    ],
    ['<Tree><Tree.Folder name="a" className="own" /></Tree>', /<li class="tree-folder own"/],
    ['<Tree><Tree.File name="a" className="own" /></Tree>', /<li class="tree-file own"/],
  ])('reach the element of %s', async (mdx, element) => {
    expect(await htmlOf(mdx)).toMatch(element);
  });

  test('a tab has an icon of the library that it names', async () => {
    const of = async (library: string) =>
      (
        await htmlOf(`<Tabs><Tab title="A" icon="rocket" iconLibrary="${library}">t</Tab></Tabs>`)
      ).match(/<svg.*?<\/svg>/)?.[0];
    expect(await of('fontawesome')).not.toBe(await of('lucide'));
  });
});
