import { Parser } from 'htmlparser2';
import { describe, expect, test } from 'vitest';
import { scriptVectors } from '../../support/script-vectors.ts';
import { htmlOf, renderMdx } from './render-mdx.ts';

/** What a parser finds in HTML that may run: elements, handlers, addresses. */
function dangers(html: string): string[] {
  const found: string[] = [];
  const parser = new Parser({
    onopentag(name, attributes) {
      if (/^(?:script|base|meta|link|object|embed|style|template|noscript)$/i.test(name)) {
        found.push(`<${name}>`);
      }
      for (const [key, value] of Object.entries(attributes)) {
        if (/^on./i.test(key) || /^(?:srcdoc|http-equiv)$/i.test(key)) found.push(key);
        if (key.toLowerCase() === 'attributename' && /href/i.test(value)) found.push(key);
        // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers pass over these
        const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(value.replace(/[\u0000-\u0020]/g, ''))?.[1];
        const isImage = /^\s*data:image\//i.test(value) && /^(?:img|use|source)$/i.test(name);
        const isRun = /^(?:javascript|vbscript|data)$/i.test(scheme ?? '') && !isImage;
        if (isRun && !/^(?:title|alt|style|to|values)$/.test(key)) found.push(`${key}=${value}`);
      }
    },
  });
  parser.end(html);
  return found;
}

const markdown = (text: string) => htmlOf(text, { file: 'page.md' });

describe('raw HTML of Markdown files', () => {
  test.each(scriptVectors)('runs nothing: %s', async (vector) => {
    for (const text of [vector, `Some text ${vector} and more`, `- ${vector}\n\n> ${vector}`]) {
      const body = await renderMdx(text, { file: 'page.md' });
      expect(dangers(body.html), body.html).toEqual([]);
    }
  });

  test('keeps what only shows content, with the Markdown between the tags', async () => {
    expect(
      await markdown(
        '<details open>\n<summary>More <b>here</b></summary>\n\nSome *words*\n\n</details>',
      ),
    ).toBe(
      '<details open>\n<summary>More <b>here</b></summary><p>Some <em>words</em></p></details>',
    );
    expect(
      await markdown('<p align="center">\n  <kbd class="key">Ctrl</kbd> &amp; x<br>y\n</p>'),
    ).toBe('<p align="center">\n  <kbd class="key">Ctrl</kbd> &amp; x<br/>y\n</p>');
    expect(await markdown('a <sub>b</sub> H<sup>2</sup>')).toBe(
      '<p>a <sub>b</sub> H<sup>2</sup></p>',
    );
    expect(await markdown('<svg viewBox="0 0 9 9"><path d="M0 0h9"/></svg>')).toContain(
      '<svg viewbox="0 0 9 9"><path d="M0 0h9"></path></svg>',
    );
  });

  test('closes what is left open, and nothing that it did not open', async () => {
    expect(await markdown('<div>\n\na\n\n> <section>\n\nb')).toBe(
      '<div><p>a</p><blockquote><section></section></blockquote><p>b</p></div>',
    );
    expect(await markdown('a\n\n</div></main></body>\n\nb')).toBe('<p>a</p><p>b</p>');
    expect(await markdown('<table><tr><td>a<td>b<tr><td>c</table>')).toContain(
      '<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>',
    );
    expect(await markdown('<ul><li>a<li>b</ul>')).toBe('<ul><li>a</li><li>b</li></ul>');
  });

  test('ends what is written as closed', async () => {
    expect(await markdown('<div>\n<iframe src="https://example.com/v" />\n</div>\n\nAfter')).toBe(
      '<div>\n<iframe src="https://example.com/v" loading="lazy" title="Embedded content"></iframe>\n</div><p>After</p>',
    );
    expect(await markdown('<a id="x"/>Text\n\n<span />*b*')).toBe(
      '<p><a id="x"></a>Text</p><p><span></span><em>b</em></p>',
    );
  });

  test('resolves URLs and reports broken ones, as in MDX', async () => {
    const body = await renderMdx('<a href="./missing.md">x</a> <img src="y.png" alt="">', {
      file: 'page.md',
    });
    expect(body.links.map(({ url }) => url)).toEqual(['./missing.md', 'y.png']);
  });

  test('shows unknown elements without their tags, and components in a line as text', async () => {
    expect(await markdown('<custom-tag>a <b>b</b></custom-tag>')).toBe('<p>a <b>b</b></p>');
    const { html } = await renderMdx('See <Card title=x>a</Card>', { file: 'page.md' });
    expect(html).toBe('<p>See &lt;Card title=x>a&lt;/Card></p>');
  });

  test('shows words in angle brackets that no HTML knows as they are written', async () => {
    expect(await markdown('Bearer <token>, where <your token> is it: <type>:<ID>')).toBe(
      '<p>Bearer &lt;token>, where &lt;your token> is it: &lt;type>:&lt;ID></p>',
    );
    expect(await markdown('Use <your-key> or <the-key of-yours>.')).toBe(
      '<p>Use &lt;your-key> or &lt;the-key of-yours>.</p>',
    );
    // One that is closed is an element, which has no meaning here.
    expect(await markdown('An <x-note>*own*</x-note> element')).toBe(
      '<p>An <em>own</em> element</p>',
    );
    expect(await markdown('a <acronym>b</acronym> <BR> <body>c')).toBe('<p>a b <br/> c</p>');
  });

  test('shows what is nested too deeply as text', async () => {
    const html = await markdown(`<div>${'<b>'.repeat(100_000)}end`);
    expect(html.match(/<b>/g)?.length).toBeLessThan(300);
    expect(html).toContain('&lt;b>end');
  });
});

describe('100,000 closing tags that nothing opened', () => {
  const opened = '<b>'.repeat(100_000);
  const stray = '</i>'.repeat(100_000);
  // The browser and the parser end a paragraph at a block inside it: its own closing tag is one too many.
  const ended = '<p><div></div></p>'.repeat(100_000);

  // The parser looks for each of them in all open elements: these must stay few.
  test.each([
    ['in a Markdown file', 'page.md', `a\n\n${stray}`],
    ['in a Markdown file, in deep elements', 'page.md', `<div>${opened}${stray}`],
    ['in a Markdown file, by blocks in paragraphs', 'page.md', `<div>${'<b>'.repeat(150)}${ended}`],
    ['in an MDX page', 'page.mdx', `<div>\n${opened}${stray}\n</div>`],
    ['in HTML as text', 'page.mdx', inner(`'${'<b>'.repeat(150)}${stray}'`)],
    ['in HTML as text, by blocks in paragraphs', 'page.mdx', inner(`'${opened}${ended}'`)],
    [
      'in the HTML of a component',
      'page.mdx',
      `export const Deep = () => ${inner("'<b>'.repeat(150) + '</i>'.repeat(100_000)")};\n\n<Deep />`,
    ],
  ])(
    '%s',
    async (_, file, text) => {
      const { html } = await renderMdx(text, { file });
      expect(html).not.toBe('');
      expect(mostOpen(html)).toBeLessThan(300);
    },
    60_000,
  );
});

/** An element that is given HTML as text, by an expression. */
function inner(html: string): string {
  return `<div dangerouslySetInnerHTML={{ __html: ${html} }} />`;
}

/** How many elements are open at most while a parser reads HTML. */
function mostOpen(html: string): number {
  let open = 0;
  let most = 0;
  const parser = new Parser({
    onopentag: () => {
      most = Math.max(most, ++open);
    },
    onclosetag: () => {
      open--;
    },
  });
  parser.end(html);
  return most;
}

describe('HTML in MDX pages', () => {
  test('given to an element as text is cleaned by the same rule', async () => {
    for (const vector of scriptVectors) {
      const text = `<div dangerouslySetInnerHTML={{ __html: ${JSON.stringify(vector)} }} />`;
      const { html } = await renderMdx(text);
      expect(dangers(html), html).toEqual([]);
    }
    expect(
      await htmlOf(
        '<div dangerouslySetInnerHTML={{ __html: "<p class=\\"x\\">a<br>&amp;</p>" }} />',
      ),
    ).toBe('<div><p class="x">a<br/>&amp;</p></div>');
  });

  test.each([
    '<a href="javascript:run()">x</a>',
    '<a href={"java\\nscript:run()"}>x</a>',
    '<a href={" \\u0001javascript:run()"}>x</a>',
    '<a {...{ href: "JAVASCRIPT:run()" }}>x</a>',
    '<svg><a xlinkHref="javascript:run()"><text>x</text></a></svg>',
    '<svg><a xlink:href="javascript:run()"><text>x</text></a></svg>',
    '<svg><animate attributeName="xlink:href" to="javascript:run()" /></svg>',
    '<form action="javascript:run()"><button formAction="javascript:run()">x</button></form>',
    '<iframe srcDoc="<script>parent.run()</script>" />',
    '<iframe SRCDOC="<script>parent.run()</script>" />',
    '<iframe src="javascript:parent.run()" />',
    '<iframe src="data:text/html,<script>parent.run()</script>" />',
    '<p onClick="run()">x</p>',
    '<p onclick="run()">x</p>',
    '<img src="x" onError="run()" />',
    '<object data="data:text/html,x" />',
    '[x](javascript:run())',
    '[x](java&#115;cript:run())',
    '[x][y]\n\n[y]: <vbscript:run()>',
    '![x](javascript:run())',
    '<Card title="x" href="javascript:run()">x</Card>',
  ])('lets no attribute run anything: %s', async (text) => {
    const { html } = await renderMdx(text);
    expect(
      dangers(html).filter((found) => !/^<object>/.test(found)),
      html,
    ).toEqual([]);
  });

  test('keeps deep links, and pictures as data', async () => {
    expect(await htmlOf('<a href="cursor://install?name=x">x</a>')).toContain('href="cursor://');
    expect(await htmlOf('<img src="data:image/png;base64,iVBORw0KGgo=" alt="" />')).toContain(
      'src="data:image/png;base64,iVBORw0KGgo="',
    );
  });

  test('has a warning where a component is on a page of plain Markdown, once per page', async () => {
    const text =
      'a <!-- <Card> --> `<Note>` <Unknown>\n\n- x <Card title="b">c</Card>\n- <Tip>d</Tip>';
    const body = await renderMdx(text, { file: 'page.md' });
    expect(body.html).toContain('&lt;Card title=&quot;b&quot;>');
    expect(body.problems).toMatchObject([
      {
        severity: 'warning',
        ruleId: 'component-in-markdown',
        file: 'page.md',
        place: { start: { line: 3, column: 5 } },
        actual: '<Card>',
        note: 'Rename the file to page.mdx.',
      },
    ]);
  });

  test('has a warning where an imported component is on such a page', async () => {
    const text = 'import Own from "/snippets/own.mdx"\n\nSee <Own />';
    const body = await renderMdx(text, { file: 'page.md' });
    expect(body.problems).toMatchObject([{ ruleId: 'component-in-markdown', actual: '<Own>' }]);
  });

  test("can't escape a style inside an SVG", async () => {
    const html = await htmlOf('<svg><style>{`a::before{content:"<img src=x>"}`}</style></svg>');
    expect(html).toContain('< img');
  });
});
