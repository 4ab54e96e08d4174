import { describe, expect, test } from 'vitest';
import { htmlOf, memory, renderMdx } from '../render-mdx.ts';

describe('code fences', () => {
  test('have head, language, copy button and left-to-right text', async () => {
    const html = await htmlOf('```js title="a.js" icon="star"\nconst a = 1\n```');
    expect(html).toMatch(/^<div class="code-block" dir="ltr"><div class="code-head"><svg/);
    expect(html).toContain('<span class="code-title">a.js</span>');
    expect(html).toContain('class="language-js"');
    expect(html).toMatch(
      /<button type="button" class="code-copy" data-copy(="true")? aria-label="Copy code">/,
    );
  });

  test('leave out what the options say', async () => {
    const html = await htmlOf('```js nocopy\na\n```');
    expect(html).not.toContain('code-copy');
    expect(html).not.toContain('code-head');
    expect(html).not.toContain('class="dc-line');
  });

  test('need no language in front of a lone nocopy', async () => {
    const html = await htmlOf('```nocopy\na\n```');
    expect(html).not.toContain('code-copy');
    expect(html).not.toContain('nocopy');
    expect(html).toContain('<code');
  });

  test('mark, number, focus and compare lines', async () => {
    const html = await htmlOf('```js {1} focus={2} lines wrap\na // [!code ++]\nb\n```');
    expect(html).toContain('class="code-block code-numbered code-wrap code-focused"');
    expect(html).toContain('class="dc-line line-marked line-added"');
    expect(html).toContain('class="dc-line line-focus"');
    expect(html).not.toContain('!code');
  });

  test('show types, and report errors at their lines', async () => {
    const body = await renderMdx(
      'Text.\n\n```ts twoslash {1} lines\nconst hidden = 1;\n// ---cut---\nconst a = hidden; // [!code ++]\nmissing();\n```',
    );
    expect(body.html).not.toContain('code-head');
    expect(body.html).toMatch(
      /<span class="dc-line line-marked line-added">.*<span class="code-type" title="const a: 1"/,
    );
    expect(body.html).not.toContain('cut');
    expect(body.features).toContain('types');
    expect(body.markdown).toContain('```diff\n+ const a = hidden;\n  missing();\n```');
    expect(body.problems).toMatchObject([
      {
        severity: 'warning',
        ruleId: 'twoslash',
        place: { start: { line: 7 } },
        reason: "The compiler says: Cannot find name 'missing'.",
      },
    ]);
  });

  test.each([
    ['python', 'a = 1', 'expected ts, tsx, js or jsx, found "python"'],
    ['ts', 'let a;\n     // ^?', 'Invalid quick info query'],
    ['ts', `let a = '${'a'.repeat(20_000)}'`, 'more than 20000 characters'],
  ])('without types say why: %s', async (language, code, reason) => {
    const body = await renderMdx(`Text.\n\n\`\`\`${language} twoslash\n${code}\n\`\`\``);
    expect(body.html).toContain(`class="language-${language}"`);
    expect(body.features).not.toContain('types');
    expect(body.problems).toMatchObject([
      {
        ruleId: 'twoslash',
        place: { start: { line: 3 } },
        reason: expect.stringContaining(reason),
      },
    ]);
  });

  test.each([
    'Text.\n\n```ts a.ts icon="message-lines"\nconst a = 1;\n```',
    '<CodeGroup>\n\n```ts a.ts icon="message-lines"\na\n```\n\n```ts b.ts\nb\n```\n\n</CodeGroup>',
  ])('report an icon of theirs with their line', async (mdx) => {
    const body = await renderMdx(mdx);
    expect(body.problems).toMatchObject([
      { ruleId: 'icon-replaced', place: { start: { line: 3 } } },
    ]);
  });

  test('fold when they are long and expandable', async () => {
    const long = `\`\`\`text expandable\n${'x\n'.repeat(40)}\`\`\``;
    expect(await htmlOf(long)).toContain('data-expand');
    expect(await htmlOf('```text expandable\nx\n```')).not.toContain('data-expand');
  });

  test('stay plain for unknown languages, without a word', async () => {
    expect(await htmlOf('```nosuch\na <b>\n```')).toContain('a &lt;b&gt;');
  });
});

describe('CodeGroup and CodeBlock', () => {
  test('a group is tabs named by titles or languages', async () => {
    const html = await htmlOf(
      '<CodeGroup>\n```bash npm\nnpm i\n```\n```python\nx\n```\n</CodeGroup>',
    );
    expect([...html.matchAll(/role="tab"[^>]*>([^<]+)</g)].map((match) => match[1])).toEqual([
      'npm',
      'Python',
    ]);
    expect(html).not.toContain('code-head');
    expect(html).toContain('data-tabs="sync"');
  });

  test('the panels of a group are anchors of the page, after its headings', async () => {
    const group =
      '<CodeGroup>\n```bash npm\na\n```\n```bash title="pip and uv"\nb\n```\n</CodeGroup>';
    const { ids, html } = await renderMdx(`${group}\n\n${group}`);
    expect(ids).toEqual(expect.arrayContaining(['npm', 'pip-and-uv', 'npm-1', 'pip-and-uv-1']));
    expect(html).toContain('role="tabpanel" id="npm" data-title="npm"');
    const below = await renderMdx(`${group}\n\n## npm`);
    expect(below.html).toMatch(/<h2[^>]* id="npm"/);
  });

  test('a group of one is a block, and a menu is a menu', async () => {
    expect(await htmlOf('<CodeGroup>\n```bash npm\nnpm i\n```\n</CodeGroup>')).toContain(
      'code-head',
    );
    expect(
      await htmlOf('<CodeGroup dropdown>\n```a A\n1\n```\n```b B\n2\n```\n</CodeGroup>'),
    ).toContain('data-dropdown');
  });

  test('a block takes its text from a fence or from an expression', async () => {
    const fence = await htmlOf(
      '<CodeBlock filename="x.js" highlight="[2]" lines>\n```js\na\nb\n```\n</CodeBlock>',
    );
    expect(fence).toContain('>x.js<');
    expect(fence).toContain('class="dc-line line-marked"');
    expect(await htmlOf('<CodeBlock language="js">{`let a\nlet b`}</CodeBlock>')).toContain(
      'language-js',
    );
  });
});

describe('the site’s own grammars', () => {
  test('colour their languages, and a broken one does no harm', async () => {
    const files = {
      'grammars/toy.json': JSON.stringify({
        name: 'toy',
        scopeName: 'source.toy',
        patterns: [{ match: '\\bshout\\b', name: 'keyword.toy' }],
      }),
      'grammars/bad.json': '{',
    };
    const config = {
      styling: {
        codeblocks: { languages: { custom: ['/grammars/toy.json', '/grammars/bad.json'] } },
      },
    };
    const html = await htmlOf('```toy\nshout it\n```', { files, config, tools: memory() });
    expect(html).toMatch(/<span class="t\d+">shout\s?<\/span>/);
  });
});
