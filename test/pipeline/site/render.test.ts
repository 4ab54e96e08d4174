import { describe, expect, test } from 'vitest';
import { brokenParagraphs } from '../../support/paragraphs.ts';
import { htmlOf, renderMdx } from './render-mdx.ts';

describe('Markdown', () => {
  test('becomes HTML', async () => {
    expect(await htmlOf('A *b* **c** `d` ~~e~~ [f](/g "t").\\\nNew\n\n---\n\n> quote')).toBe(
      '<p>A <em>b</em> <strong>c</strong> <code>d</code> <del>e</del> <a href="/g" title="t">f</a>.<br/>New</p><hr/><blockquote><p>quote</p></blockquote>',
    );
  });

  test('divides a paragraph at the blocks among its words', async () => {
    const html = await htmlOf('Before\n<Info>A note</Info> and <Badge>so</Badge> on.');
    expect(html).toMatch(
      /^<p>Before\s<\/p><div class="callout dc-callout.*A note.*<\/div><p> and <span class="dc-badge.*so.* on\.<\/p>$/,
    );
    expect(await htmlOf('<div>a</div> b')).toBe('<div>a</div><p> b</p>');
  });

  test.each([
    'Text <Info>note</Info>\n<Card title="x">y</Card>\n\nmore',
    '**a** <div>b</div> `c` <Latex display>x</Latex> <table><tr><td>t</td></tr></table>',
    '<p align="center"><Frame>![a](https://example.com/a.png)</Frame></p>',
    '<p>\n\n- a list\n\n</p>',
    '- item <Note>b</Note> c',
    '<p>\n<b>x</b> <i>y</i>\n</p>',
    '<p>\n<b>x</b><i>y</i>\n\n<code>z</code>\n</p>',
    '<p>\n<b>x</b> <i>y</i>\n\nText\n</p>',
  ])('writes no paragraph that a browser would end early: %s', async (text) => {
    expect(brokenParagraphs(await htmlOf(text))).toEqual([]);
  });

  test('keeps tight lists tight, loose ones loose, and starts at the given number', async () => {
    expect(await htmlOf('3. a\n4. b')).toBe('<ol start="3"><li>a</li><li>b</li></ol>');
    expect(await htmlOf('- [x] done\n- [ ] open')).toMatch(
      /<ul class="task-list"><li class="dc-task"><input type="checkbox" checked disabled[^>]*\/> done/,
    );
  });

  test('adds no unit to numbers of styles that have none, whatever their prefix', async () => {
    const html = await htmlOf(
      '<div style={{WebkitLineClamp: 2, MozBoxFlex: 1, gridRowSpan: 2, "--n": 4, width: 5, margin: 0, outlineOffset: 6}}>x</div>',
    );
    expect(html).toContain(
      'style="-webkit-line-clamp:2;-moz-box-flex:1;grid-row-span:2;--n:4;width:5px;margin:0;outline-offset:6px;"',
    );
  });

  test('gives tables a box, scopes and labels', async () => {
    const html = await htmlOf('| A | B |\n|:-:|--:|\n| 1 | 2 |');
    expect(html).toMatch(/^<div class="table-wrap"><table data-columns="2">/);
    expect(html).toContain(
      '<th style="text-align:center;" scope="col">A</th>'
        .replace(';', '')
        .replace('center"', 'center"'),
    );
    expect(html).toContain('<td style="text-align:end" data-label="B">2</td>');
  });

  test('fills a row that ends before its table does', async () => {
    const html = await htmlOf('| A | B | C |\n|---|---|---|\n| 1 |\n| 1 | 2 | 3 |');
    expect(html).toContain('<tr><td data-label="A">1</td><td></td><td></td></tr>');
  });

  test('labels cells with what an element in the head says', async () => {
    const html = await htmlOf(
      '| <h3>Plan</h3> | <Card title="Pro" icon="star"></Card> | <b><img src="/a.png" alt="Rust" /></b> | <Icon icon="bolt" /> |\n|---|---|---|---|\n| 1 | 2 | 3 | 4 |',
    );
    const labels = Array.from(
      html.matchAll(/<td(?: data-label="([^"]*)")?>/g),
      ([, label]) => label,
    );
    expect(labels).toEqual(['Plan', 'Pro', 'Rust', undefined]);
  });

  test('breaks no dates and numbers of a table after their hyphens', async () => {
    const html = await htmlOf(
      '| A | B |\n|---|---|\n| 2024-01-02 | a well-known one |\n| plain | `x-y` |',
    );
    expect(html).toContain('<td data-label="A" class="dc-whole">2024-01-02</td>');
    expect(html).toContain('<td data-label="B">a well-known one</td>');
    expect(html).toContain('<td data-label="A">plain</td>');
  });

  test('makes no head of a cell without words', async () => {
    const html = await htmlOf('| A | |\n|---|---|\n| 1 | 2 |');
    expect(html).toContain('<tr><th scope="col">A</th><td></td></tr>');
  });

  test('gathers footnotes at the end and links both ways', async () => {
    const html = await htmlOf('a[^x] b[^x]\n\n[^x]: The *note*.');
    expect(html).toContain('<a href="#fn-1" id="fnref-1" class="footnote-ref">1</a>');
    expect(html).toContain('<li id="fn-1"><p>The <em>note</em>.<a href="#fnref-1"');
    expect(html.match(/id="fnref-1"/g)).toHaveLength(1);
  });

  test('finds references, also where they are defined later', async () => {
    expect(await htmlOf('[a][x] and ![p][x]\n\n[x]: /y')).toContain('<a href="/y">a</a>');
  });

  test('keeps the spaces of a line of tags, and makes a paragraph of inline ones', async () => {
    expect(await htmlOf('<kbd>a</kbd> <kbd>b</kbd>')).toBe('<p><kbd>a</kbd> <kbd>b</kbd></p>');
    expect(await htmlOf('<div>a</div> <div>b</div>')).toBe('<div>a</div> <div>b</div>');
  });

  test.each([
    ['<p>\n<b>x</b> <i>y</i>\n</p>', '<p><b>x</b> <i>y</i></p>'],
    [
      '<p>\n  <b>x</b> <i>y</i>\n  and *more*\n  <u>z</u>\n</p>',
      '<p><b>x</b> <i>y</i>\nand <em>more</em>\n<u>z</u></p>',
    ],
    ['<span>\n<b>x</b><i>y</i>\n</span>', '<span><b>x</b><i>y</i></span>'],
    ['<button>\n<b>x</b> {"y"}\n</button>', '<button><b>x</b> y</button>'],
    ['<kbd>\n  a\n</kbd>', '<kbd>a</kbd>'],
    ['<td>\n<b>x</b> <i>y</i>\n</td>', '<td><b>x</b> <i>y</i></td>'],
    ['<div>\n<b>x</b> <i>y</i>\n</div>', '<div><p><b>x</b> <i>y</i></p></div>'],
  ])('puts no paragraph into an element of text: %s', async (text, html) => {
    expect(await htmlOf(text)).toBe(html);
  });

  test('in plain files leaves braces and tags of capitals as text', async () => {
    const { html } = await renderMdx(
      'a {b} <Card>\n\n<details><summary>S</summary>\n\n*x*\n\n</details>',
      { file: 'page.md' },
    );
    expect(html).toContain('a {b} &lt;Card>');
    expect(html).toContain('<details><summary>S</summary>');
    expect(html).toContain('<em>x</em>');
  });

  test('in plain files lets nothing run', async () => {
    const html = await htmlOf(
      '<script>alert(1)</script>\n\n<img src="x" onerror="alert(1)">\n\n<a href="javascript:alert(1)">x</a>',
      { file: 'page.md' },
    );
    expect(html).not.toMatch(/<script|onerror|javascript:/i);
  });
});

describe('headings', () => {
  test('of the fourth level are listed where none of the third is around them', async () => {
    const { contents } = await renderMdx(
      '## A\n\n#### b()\n\n#### c()\n\n### D\n\n#### e()\n\n## F',
    );
    expect(contents.map(({ text, depth }) => `${depth} ${text}`)).toEqual([
      '2 A',
      '4 b()',
      '4 c()',
      '3 D',
      '2 F',
    ]);
  });

  test('have GitHub’s ids, the other dialect’s as aliases, and lines in the contents list', async () => {
    const body = await renderMdx(
      "## What's new?\n\n### v1.2 (beta)\n\n#### Deep\n\n## Own {#mine}\n\n## What's new?",
    );
    expect(body.contents).toEqual([
      { id: 'whats-new', text: "What's new?", depth: 2 },
      { id: 'v12-beta', text: 'v1.2 (beta)', depth: 3 },
      { id: 'mine', text: 'Own', depth: 2 },
      { id: 'whats-new-1', text: "What's new?", depth: 2 },
    ]);
    expect(body.aliases).toMatchObject({ 'v1-2-beta': 'v12-beta' });
    expect(body.ids).toContain('deep');
  });

  test('have their id before tabs, accordions and marks of the same name', async () => {
    const body = await renderMdx(
      '<Tabs>\n<Tab title="Python">a</Tab>\n<Tab title="Go">b</Tab>\n</Tabs>\n\n## Python\n\n<a id="mark"></a>\n\n## Mark',
    );
    expect(body.contents.map(({ id }) => id)).toEqual(['python', 'mark-1']);
    expect(body.ids).toContain('python-part');
    expect(body.ids).toContain('go');
  });

  test('keep their id next to the name of an anchor, which is an address as well', async () => {
    const body = await renderMdx('<a name="mark"></a>\n\n## Mark\n\n<a name="old-mark"></a>Text');
    expect(body.contents.map(({ id }) => id)).toEqual(['mark']);
    expect(body.ids).toEqual(['mark', 'old-mark']);
  });

  test('are named by what they contain', async () => {
    const body = await renderMdx('## Use `x` <Badge>new</Badge>');
    expect(body.contents[0]).toMatchObject({ id: 'use-x-new', text: 'Use x new' });
  });

  test('can do without their link', async () => {
    expect(await htmlOf('<h2 noAnchor>T</h2>')).toBe('<h2 id="t">T</h2>');
    expect(await htmlOf('<Heading level={3} id="x">T</Heading>')).toMatch(
      /^<h3 id="x"><span class="dc-alias" id="t"><\/span>T<a class="heading-anchor"/,
    );
  });
});

describe('HTML elements', () => {
  test('that are drawings have the attributes that JSX writes without hyphens', async () => {
    const html = await htmlOf(
      '<svg className="a" viewBox="0 0 9 9" preserveAspectRatio="none" strokeWidth="2" strokeLinecap="round" clipRule="evenodd"><path d="M0 0" strokeWidth="3" /></svg>',
    );
    expect(html).toContain(
      '<svg class="a" viewBox="0 0 9 9" preserveAspectRatio="none" stroke-width="2" stroke-linecap="round" clip-rule="evenodd"><path d="M0 0" stroke-width="3"></path>',
    );
  });

  test('keep numbers without a unit, whatever letter their name begins with', async () => {
    const html = await htmlOf(
      '<i style={{ opacity: 0.5, order: 2, orphans: 3, WebkitLineClamp: 2 }}>x</i>',
    );
    expect(html).toContain('opacity:0.5;order:2;orphans:3;-webkit-line-clamp:2;');
  });

  test('a text area shows its value', async () => {
    const area = 'export const Area = (props) => <textarea rows={3} {...props} />\n\n';
    for (const given of ['value={"a < b"}', 'defaultValue="a < b"']) {
      expect(await htmlOf(`${area}<Area ${given} />`)).toContain(
        '<textarea rows="3">a &lt; b</textarea>',
      );
    }
    expect(await htmlOf('<textarea>written</textarea>')).toContain('<textarea>written</textarea>');
  });

  test('a heading in a link to another page names the link, and has no line in the contents list', async () => {
    const { html, contents } = await renderMdx(
      [
        '<a href="/b"><h3>Box</h3></a>',
        '<Card href="/c"><h3>Card</h3></Card>',
        '<a href="#d"><h3>Part</h3></a>',
        '### With a [link](/e)',
      ].join('\n\n'),
    );
    expect(html).toContain('<h3 id="box">Box</h3>');
    expect(contents.map(({ text }) => text)).toEqual(['Part', 'With a link']);
  });

  test('a link in a link is its words, and a warning', async () => {
    const body = await renderMdx(
      '<Card href="/x">See <a className="c" href="https://example.com" target="_blank">*this*</a></Card>',
    );
    expect(body.html).toContain('<span class="c"><em>this</em></span>');
    expect(body.problems).toMatchObject([
      { severity: 'warning', ruleId: 'link-in-link', actual: 'https://example.com' },
    ]);
    expect(body.problems[0]?.place?.start).toMatchObject({ line: 1, column: 21 });
  });

  test.each([
    '<a href="mailto:me@example.com">me@example.com</a>',
    'At <a href="https://example.com/">https://example.com</a>',
    '<Card href="https://example.com">Read https://example.com</Card>',
  ])('an address in the link to it is no link in a link: %s', async (written) => {
    const { html, problems } = await renderMdx(written);
    expect(problems).toEqual([]);
    expect(html.match(/<a /g)).toHaveLength(1);
  });

  test('a card with links in its text keeps all of them, and a warning is not needed', async () => {
    const body = await renderMdx(
      '<Card title="T" href="https://example.org">See [this](https://example.com) and <Card title="Inner" href="https://example.net">x</Card></Card>',
    );
    expect(body.problems).toEqual([]);
    expect(body.features).toContain('card-links');
    expect(body.html).toMatch(/^<div class="card dc-card dc-card-links">/);
    expect(body.html).toContain(
      '<a class="dc-card-cover" href="https://example.org" target="_blank" rel="noreferrer">T</a>',
    );
    expect(body.html).toMatch(/<a href="https:\/\/example.com"[^>]*>this<\/a>/);
    expect(body.html).toMatch(/<a class="card dc-card" href="https:\/\/example.net"/);
    const plain = await renderMdx('<Card title="T" href="https://example.org">No link.</Card>');
    expect(plain.html).toMatch(/^<a class="card dc-card"/);
    expect(plain.features).not.toContain('card-links');
  });

  test('a script is only kept as a file, and a warning says what to do', async () => {
    const body = await renderMdx(
      '<script>{`run()`}</script>\n\n<script src="https://example.com/x.js" async></script>',
    );
    expect(body.html).not.toContain('run()');
    expect(body.html).toContain('src="https://example.com/x.js"');
    expect(body.problems).toMatchObject([{ severity: 'warning', ruleId: 'inline-script' }]);
  });

  test('the code of a script is no mistake of the page', async () => {
    const body = await renderMdx(
      '<script>\n  {window.addEventListener("load", () => document.title = "x")}\n</script>',
    );
    expect(body.html).toBe('');
    expect(body.problems.map(({ ruleId }) => ruleId)).toEqual(['inline-script']);
  });

  test('a script of the site waits for the page', async () => {
    const { html } = await renderMdx('<script src="/count.js"></script>');
    expect(html).toBe('<script src="/count.js" defer></script>');
  });

  test('take React’s names, style objects and numbers', async () => {
    const html = await htmlOf(
      '<div className="a" style={{ marginTop: 8, color: "red" }}><label htmlFor="x">L</label></div>',
    );
    expect(html).toBe(
      '<div class="a" style="margin-top:8px;color:red;"><label for="x">L</label></div>',
    );
  });

  test('lose handlers and scripts of addresses', async () => {
    const html = await htmlOf('<p><a href="javascript:alert(1)" onclick="x()">a</a></p>');
    expect(html).not.toMatch(/javascript|onclick/);
  });

  test('images know their size, and all but the first wait', async () => {
    const html = await htmlOf(
      '![a](/a.png)\n\n<img src="b.png" alt="b" noZoom />\n\n<img src="/a.png" width="40" />',
      {
        file: 'guides/page.mdx',
        assets: { 'a.png': { width: 10, height: 20 }, 'guides/b.png': { width: 3, height: 4 } },
      },
    );
    expect(html).toMatch(
      /<img src="\/a.png" alt="a" width="10" height="20" decoding="async" data-zoom/,
    );
    expect(html).toMatch(/<img [^>]*src="\/guides\/b.png"[^>]*width="3" height="4" loading="lazy"/);
    expect(html.match(/data-zoom/g)).toHaveLength(1);
    expect(html).toMatch(/width="40"/);
  });

  test('a pair of pictures for the two modes keeps its classes', async () => {
    const html = await htmlOf('<img className="block dark:hidden" src="/l.png" alt="" />');
    expect(html).toContain('class="block dark:hidden"');
  });

  test('images have the toolbar that they ask for, where they ask for it', async () => {
    const tools = async (attributes: string) => {
      const html = await htmlOf(`<img src="/a.png" alt="A" ${attributes} />`);
      const place = /class="image-box[^"]*" data-placement="([^"]+)"/.exec(html)?.[1];
      return [
        place,
        html.includes('image-copy'),
        html.includes('href="/a.png" target="_blank"'),
        html.includes('href="/a.png" download'),
      ];
    };
    expect(await tools('')).toEqual([undefined, false, false, false]);
    expect(await tools('actions')).toEqual(['bottom-center', true, true, true]);
    expect(await tools('actions={false}')).toEqual([undefined, false, false, false]);
    expect(await tools('actions="download" actionsPlacement="top-left"')).toEqual([
      'top-left',
      false,
      false,
      true,
    ]);
    expect(await tools('actions={["copy"]} actionsPlacement="middle"')).toEqual([
      'bottom-center',
      true,
      false,
      false,
    ]);
  });

  test('a toolbar hides with its image, and is in no link', async () => {
    const html = await htmlOf('<img className="block dark:hidden" src="/l.png" alt="" actions />');
    expect(html).toContain('class="image-box block dark:hidden"');
    expect(html).not.toMatch(/<img[^>]*dark:hidden/);
    expect(await htmlOf('<a href="/b"><img src="/l.png" alt="" actions /></a>')).not.toContain(
      'image-tools',
    );
  });
});

describe('links', () => {
  test('are all told, with their places', async () => {
    const body = await renderMdx('[a](/b#c)\n\n<Card href="/d" title="x" />\n\n![i](/e.png)');
    expect(body.links.map(({ url, kind, place }) => [url, kind, place?.start.line])).toEqual([
      ['/b#c', 'link', 1],
      ['/d', 'link', 3],
      ['/e.png', 'image', 5],
    ]);
  });

  test('in snippets belong to the snippet’s file', async () => {
    const body = await renderMdx('import S from "/snippets/s.mdx"\n\n<S />', {
      files: { 'snippets/s.mdx': '[a](/b)' },
    });
    expect(body.links[0]).toMatchObject({ url: '/b', file: 'snippets/s.mdx' });
  });

  test('to other sites open in a new tab', async () => {
    expect(await htmlOf('[a](https://x.example)')).toContain('target="_blank" rel="noreferrer"');
  });
});

describe('variables', () => {
  const config = {
    variables: [
      { name: 'api.base', type: 'string', defaultValue: 'https://a.example' },
      { name: 'region', type: 'select', options: ['eu', 'us'], defaultValue: 'eu' },
      { name: 'token', type: 'secret', label: 'Token' },
    ],
  };
  const around = { config, variables: { 'api.base': 'https://a.example', region: 'eu' } };

  test('are filled in prose, code, attributes and addresses', async () => {
    const html = await htmlOf(
      '{{api.base}} `{{api.base}}` [l]({{api.base}}/x)\n\n```bash\ncurl {{ api.base }}\n```\n\n<Card title="{{api.base}}" />',
      around,
    );
    expect(html.match(/https:\/\/a\.example/g)).toHaveLength(5);
    expect(html).not.toContain('{{');
  });

  test('that are undeclared stay in code', async () => {
    expect(await htmlOf('`{{other}}`', around)).toContain('{{other}}');
  });

  test('that readers set are marked, and secrets have no value', async () => {
    const body = await renderMdx('{{region}} {{token}}', around);
    expect(body.html).toContain('data-variable="region" data-type="select">eu<');
    expect(body.html).toContain('data-variable="token" data-type="secret">Token<');
    expect(body.features).toContain('variables');
  });
});

describe('problems', () => {
  test('an unknown component is a warning with the nearest name, its content stays', async () => {
    const body = await renderMdx('a\n\n<Crad title="x">inside</Crad>');
    expect(body.html).toContain('inside');
    expect(body.problems).toEqual([
      expect.objectContaining({
        severity: 'warning',
        ruleId: 'unknown-component',
        actual: 'Crad',
        expected: ['Card'],
        reason: 'Unknown component "Crad"; did you mean "Card"?',
      }),
    ]);
    expect(body.problems[0]?.place?.start.line).toBe(3);
  });

  test('an expression that fails is an error at its line, and the page goes on', async () => {
    const body = await renderMdx('a\n\n{missing.x}\n\n{null.y}\n\nend');
    expect(body.problems.map(({ ruleId, place }) => [ruleId, place?.start.line])).toEqual([
      ['undefined-name', 3],
      ['code-error', 5],
    ]);
    expect(body.html).toContain('end');
  });
});
