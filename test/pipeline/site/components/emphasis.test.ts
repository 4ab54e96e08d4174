import { describe, expect, test } from 'vitest';
import { htmlOf, renderMdx } from '../render-mdx.ts';

describe('Callout', () => {
  test.each(['Note', 'Info', 'Tip', 'Check', 'Warning', 'Danger'])(
    '%s tells its kind by icon and name',
    async (name) => {
      const html = await htmlOf(`<${name}>Text with \`code\`.</${name}>`);
      expect(html).toContain(
        `class="callout dc-callout dc-callout-${name.toLowerCase()}" role="note"`,
      );
      expect(html).toContain(`role="img" aria-label="${name}"`);
      expect(html).toContain('<code>code</code>');
    },
  );

  test('shows a title of its own', async () => {
    const html = await htmlOf('<Note title="Careful">x</Note>');
    expect(html).toContain('<p class="dc-callout-title">Careful</p>');
    expect(html).not.toContain('aria-label="Note"');
  });

  test('takes icon and colour, and nothing that is no colour', async () => {
    expect(await htmlOf('<Callout icon="key" color="#FFC107">x</Callout>')).toContain(
      'style="--ink:#FFC107"',
    );
    const wrong = await renderMdx('<Callout color="red;background:url(x)">x</Callout>');
    expect(wrong.html).not.toContain('style');
    expect(wrong.problems.map(({ ruleId }) => ruleId)).toEqual(['component-color']);
    expect(await htmlOf('<Callout type="warning">x</Callout>')).toContain('callout-warning');
  });
});

describe('Badge', () => {
  test('has colour, size, shape, outline and icon', async () => {
    const html = await htmlOf(
      '<Badge color="red" size="lg" shape="pill" stroke icon="star">new</Badge>',
    );
    expect(html).toContain(
      'class="dc-badge dc-badge-red dc-badge-lg dc-badge-pill dc-badge-outline"',
    );
    expect(html).toContain('<svg');
    expect(await htmlOf('<Badge color="nosuch">x</Badge>')).toContain(
      'class="dc-badge dc-badge-gray"',
    );
    expect(await htmlOf('<Badge href="/x">x</Badge>')).toContain('href="/x"');
  });

  test('stays in its line of text', async () => {
    expect(await htmlOf('A <Badge>b</Badge> c')).toBe(
      '<p>A <span class="dc-badge dc-badge-gray">b</span> c</p>',
    );
  });
});

describe('Tooltip', () => {
  test('describes its term', async () => {
    const html = await htmlOf(
      'An <Tooltip tip="Long **name**" headline="API" cta="Read" href="/api">API</Tooltip>.',
    );
    expect(html).toContain('aria-describedby="tip-1"');
    expect(html).toMatch(/role="tooltip" id="tip-1"/);
    expect(html).toContain('Long <strong>name</strong>');
    expect(html).toContain('<a class="dc-tooltip-link" href="/api">Read</a>');
  });

  test('takes the other names of its texts', async () => {
    expect(await htmlOf('<Tooltip title="T" description="D">x</Tooltip>')).toMatch(
      /T<\/strong>.*D/,
    );
  });
});

describe('Frame', () => {
  test('has words above and below', async () => {
    const html = await htmlOf(
      '<Frame caption="A *caption*" hint="Hint">\n<img src="/a.png" alt="a" />\n</Frame>',
    );
    expect(html).toMatch(/^<figure class="frame dc-frame"><p class="dc-frame-hint">Hint<\/p>/);
    expect(html).toContain('<figcaption>A <em>caption</em></figcaption>');
  });

  test('has the style that it is given as an object', async () => {
    expect(await htmlOf('<Frame style={{ maxWidth: "300px" }}>x</Frame>')).toMatch(
      /^<figure class="frame dc-frame" style="max-width:\s?300px;?">/,
    );
  });

  test('plays silent videos in their place', async () => {
    const html = await htmlOf(
      '<Frame>\n<video autoPlay src="/v.mp4" />\n</Frame>\n<Frame>\n<video controls src="/v.mp4" />\n</Frame>',
    );
    expect(html).toMatch(/<video autoplay[^>]*muted/);
    expect(html).toMatch(/<video controls[^>]*src="\/v.mp4"[^>]*>/);
    expect(html.match(/muted/g)).toHaveLength(1);
  });
});

describe('Update', () => {
  test('is an anchored entry, told to feeds and contents', async () => {
    const body = await renderMdx(
      '<Update label="June 2026" description="v2" tags={["New", " New ", "Fix"]} rss={{ title: "Two", description: "d" }}>\n## Faster\nWords.\n</Update>\n<Update label="May" date="2026-05-01">Old</Update>',
    );
    expect(body.html).toContain('id="june-2026"');
    expect(body.html).toContain('data-tags="New\nFix"');
    expect(body.contents.map(({ text }) => text)).toEqual(['June 2026', 'Faster', 'May']);
    expect(body.updates).toEqual([
      {
        id: 'june-2026',
        parts: [{ id: 'faster', title: 'Faster', text: 'Words.' }],
        label: 'June 2026',
        description: 'v2',
        tags: ['New', 'Fix'],
        rss: { title: 'Two', description: 'd' },
        text: 'Faster\nWords.',
      },
      { id: 'may', label: 'May', date: '2026-05-01', tags: [], text: 'Old' },
    ]);
  });

  test('the first one follows a filter, if there are several tags', async () => {
    const entries = (...tags: string[]) =>
      tags.map((tag) => `<Update label="May" tags={["API", "${tag}"]}>Words</Update>`).join('\n');
    const { html, sections } = await renderMdx(`Before\n\n${entries('API', 'A & B')}`);
    expect(html.replace(/<section.*/s, '')).toBe(
      '<p>Before</p><fieldset class="update-filter" aria-label="Filter by tag"><button type="button" class="dc-badge dc-badge-gray" aria-pressed="false">API</button><button type="button" class="dc-badge dc-badge-gray" aria-pressed="false">A &amp; B</button></fieldset>',
    );
    expect(html.match(/<fieldset/g)).toHaveLength(1);
    expect(sections[0]?.text).toMatch(/^Before\nMay\n/);
    expect(await htmlOf(entries('API', 'API'))).not.toContain('<fieldset');
  });
});

describe('Icon, Color, GitHub.Repo, Prompt', () => {
  test('an icon has size, colour and modes', async () => {
    expect(await htmlOf('<Icon icon="flag" size={24} color="#ff0000" />')).toMatch(
      /width="24".*style="color:#ff0000"/,
    );
    expect(await htmlOf('<Icon icon="flag" colorLight="#111111" colorDark="#eeeeee" />')).toContain(
      '--icon-light:#111111;--icon-dark:#eeeeee',
    );
    expect(await htmlOf('<Icon src="/logo.svg" />')).toContain('src="/logo.svg"');
  });

  test('colours show and carry their values', async () => {
    const html = await htmlOf(
      '<Color variant="table">\n<Color.Row title="Greys">\n<Color.Item name="Ink" value="#111111" />\n<Color.Item value={{ light: "#ffffff", dark: "#000000" }} />\n</Color.Row>\n</Color>',
    );
    expect(html).toContain('color-table');
    expect(html).toContain('data-copy-color="#111111"');
    expect(html).toContain('aria-label="Copy Ink, #111111"');
    expect(html).toContain('data-copy-dark="#000000"');
  });

  test('a repository is a link, however it is written', async () => {
    for (const repo of [
      'owner/name',
      'https://github.com/owner/name.git',
      'github.com/owner/name/',
    ]) {
      expect(await htmlOf(`<GitHub.Repo repo="${repo}" />`)).toContain(
        'href="https://github.com/owner/name"',
      );
    }
  });

  test('a prompt shows its description and keeps its text', async () => {
    const html = await htmlOf(
      '<Prompt description="Write **tests**" actions={["copy", "cursor"]}>You test.</Prompt>',
    );
    expect(html).toContain('Write <strong>tests</strong>');
    expect(html).toContain('data-prompt-copy');
    expect(html).toContain('data-prompt-cursor');
    expect(html).toContain('You test.');
    expect(await htmlOf('<Prompt description="x">y</Prompt>')).not.toContain('data-prompt-cursor');
  });
});

describe('Latex, Mermaid and math', () => {
  test('formulas are MathML', async () => {
    const around = { config: { styling: { latex: true } } };
    const html = await htmlOf('Inline $a^2$.\n\n$$\n\\frac12\n$$\n\n<Latex>b_1</Latex>', around);
    expect(html.match(/<math/g)).toHaveLength(3);
    expect(html).toContain('display="block"');
    expect(html).toContain('<msub>');
  });

  test('two dollars in a sentence are a formula in it, alone in a line they are a block', async () => {
    const html = await htmlOf('Where $$n$$ is one, and $$P_i$$.\n\n$$P_i$$\n');
    expect(html).toMatch(
      /^<p>Where <span class="dc-math"><math[^>]*>.* is one, and <span class="dc-math">/,
    );
    expect(html.match(/display="block"/g)).toHaveLength(1);
    expect(html.indexOf('display="block"')).toBeGreaterThan(html.indexOf('</p>'));
  });

  test.each(['$$\na^2\n$$', '<Latex display>b_1</Latex>', '$$\n\\frac{1}\n$$'])(
    'a paragraph goes on after %s on a line of its own',
    async (formula) => {
      const around = { config: { styling: { latex: true } } };
      const { html } = await renderMdx(`Before ${formula} after.`, around);
      // A browser ends a paragraph where a block begins.
      expect(html).toMatch(/^<p>Before <span class="dc-math">.* after\.<\/p>$/);
      expect(html).not.toMatch(/<(?:div|pre)\b/);
      expect(html).toContain('class="math-block"');
    },
  );

  test('an invalid formula is shown, with a warning', async () => {
    const body = await renderMdx('<Latex>\\frac{</Latex>'.replace('{', '&#123;'));
    expect(body.html).toContain('math-error');
    expect(body.problems[0]).toMatchObject({ ruleId: 'math-error', severity: 'warning' });
  });

  test.each([
    ['First.\n\nThen $\\frac{1}$.', 3, 6],
    ['First.\n\n$$\n\\frac{1}\n$$', 3, 1],
    ['First.\n\n<Latex>a_1</Latex> and <Latex>\\nope</Latex>', 3, 24],
  ])('an invalid formula is reported at its place: %j', async (mdx, line, column) => {
    const { problems } = await renderMdx(mdx, { config: { styling: { latex: true } } });
    expect(problems).toHaveLength(1);
    expect(problems[0]?.place?.start).toMatchObject({ line, column });
    expect(problems[0]?.reason).toMatch(/^Can't parse the formula "\\(frac\{1\}|nope)": \S/);
    expect(problems[0]?.reason).not.toMatch(/position \d|: $/);
  });

  test('a diagram is its source until it is drawn', async () => {
    const body = await renderMdx(
      '```mermaid placement="top-left" actions={false}\ngraph LR; A-->B\n```',
    );
    expect(body.html).toContain('data-mermaid');
    expect(body.html).toContain('data-placement="top-left"');
    expect(body.html).toContain('data-actions="false"');
    expect(body.html).toContain('A-->B');
    expect(body.features).toEqual(['mermaid']);
  });
});
