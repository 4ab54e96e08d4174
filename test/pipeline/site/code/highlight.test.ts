import { bundledThemes } from 'shiki/themes';
import { describe, expect, test } from 'vitest';
import { createHighlighter } from '../../../../pipeline/site/code/highlight.ts';
import { codeThemeProblems, readCodeTheme } from '../../../../pipeline/site/code/theme.ts';
import type { CodeTheme } from '../../../../pipeline/site/code/tokens.ts';
import { contrast } from '../../../../pipeline/site/themes/color.ts';
import { paletteOn, sitePalettes } from '../../../../pipeline/site/themes/palette.ts';
import { parseHtml } from '../../../support/html.ts';
import { memory, siteWith } from '../render-mdx.ts';

const styling = {
  eyebrows: 'section',
  latex: false,
  codeblocks: { mode: 'system', customLanguages: [] },
} as const;
const { config: plain } = siteWith('');

/** The sheet of a theme as a site has it. */
function sheetOf(theme: CodeTheme): string {
  const { grounds } = theme;
  return theme.styleSheet(
    grounds
      ? { light: paletteOn(plain, grounds.light), dark: paletteOn(plain, grounds.dark) }
      : sitePalettes(plain),
  );
}

async function highlighted(
  code: string,
  language: string,
  names?: { light: string; dark: string },
) {
  const theme = await readCodeTheme({
    ...styling,
    codeblocks: { ...styling.codeblocks, ...(names ? { theme: names } : {}) },
  });
  const highlighter = await createHighlighter(theme, memory().cache);
  const missing = new Set<string>();
  highlighter.highlight(code, language, missing);
  await highlighter.load(missing);
  return { html: highlighter.highlight(code, language, new Set()), theme };
}

function textOf(html: string): string {
  const collect = (node: ReturnType<typeof parseHtml> | string): string =>
    typeof node === 'string' ? node : node.children.map(collect).join('');
  return collect(parseHtml(html));
}

describe('createHighlighter', () => {
  test('gives classes, no styles, and every character of the text', async () => {
    const code = 'const a: number = 1 < 2 && "x"; // <b>\n\n\treturn `é${a}`;\n';
    const { html } = await highlighted(code, 'ts');
    expect(html).toMatch(/<span class="t\d+">const<\/span>|<span class="t\d+">const /);
    expect(html).not.toContain('style=');
    expect(textOf(html)).toBe(code);
    expect(html.split('\n')).toHaveLength(code.split('\n').length);
  });

  test('also highlights with two themes of different rules', async () => {
    const code = 'def f(x):\n    return "a" + 1';
    const { html, theme } = await highlighted(code, 'python', {
      light: 'one-light',
      dark: 'dracula',
    });
    expect(html).toMatch(/class="l\d+ d\d+"/);
    expect(textOf(html)).toBe(code);
    expect(sheetOf(theme)).toContain('html[data-mode="dark"]');
  });

  test('leaves unknown languages, huge texts and long lines plain', async () => {
    expect((await highlighted('a < b', 'nosuch')).html).toBe('a &lt; b');
    expect((await highlighted('a\n'.repeat(2500), 'js')).html).not.toContain('<span');
    expect((await highlighted(`const a = "${'x'.repeat(6000)}"`, 'js')).html).not.toContain(
      '<span',
    );
  });

  test('colours languages inside others, whatever was loaded before', async () => {
    const code = 'Text\n\n```py\nimport os\n```\n\n```js\nconst a = 1\n```';
    const theme = await readCodeTheme(styling);
    const render = async (before: readonly string[]) => {
      const highlighter = await createHighlighter(theme, memory().cache);
      await highlighter.load(before);
      for (;;) {
        const missing = new Set<string>();
        const html = highlighter.highlight(code, 'markdown', missing);
        if (missing.size === 0) return html;
        await highlighter.load(missing);
      }
    };
    const alone = await render([]);
    expect(alone).toMatch(/<span class="t\d+">import/);
    expect(await render(['javascript', 'css', 'go', 'tsx', 'python'])).toBe(alone);
  });

  test('remembers by language and text', async () => {
    const tools = memory();
    let writes = 0;
    const cache = {
      get: tools.cache.get,
      set: (key: string, value: string) => {
        writes++;
        tools.cache.set(key, value);
      },
    };
    const highlighter = await createHighlighter(await readCodeTheme(styling), cache);
    await highlighter.load(['json']);
    const first = highlighter.highlight('{"a": 1}', 'json', new Set());
    expect(highlighter.highlight('{"a": 1}', 'json', new Set())).toBe(first);
    expect(writes).toBe(1);
  });
});

describe('readCodeTheme', () => {
  const names = Object.keys(bundledThemes);

  /** The colours of tokens and the custom properties of boxes in one mode. */
  function read(css: string, dark: boolean) {
    const [, mode = ''] = dark
      ? (/@media screen\{(html\[data-mode="dark"\].*)\}\n/.exec(css) ?? [])
      : [null, css.replace(/@media screen(?: and [^{]*)?\{(?:html|:root:not).*/gs, '')];
    const tokens = [...mode.matchAll(/\.[tld]\d+\{color:(#[0-9a-f]{6})\}/g)].map(
      ([, color]) => color,
    );
    const tokensOf = Object.fromEntries(
      [...mode.matchAll(/--([\w-]+):(#[0-9a-f]{6})/g)].map(([, name, color]) => [name, color]),
    ) as Readonly<Record<string, string>>;
    return { tokens: tokens as string[], box: tokensOf };
  }

  test('raises every colour to a contrast of 4.5 on each ground of a line', async () => {
    const css = sheetOf(await readCodeTheme(styling));
    const palettes = sitePalettes(plain);
    for (const dark of [false, true]) {
      const { tokens } = read(css, dark);
      const palette = dark ? palettes.dark : palettes.light;
      expect(tokens.length).toBeGreaterThan(5);
      for (const color of tokens) {
        for (const name of ['code', 'active', 'check-bg', 'danger-bg']) {
          const ground = palette[name] ?? '';
          expect(contrast(color, ground), `${color} on ${name}`).toBeGreaterThanOrEqual(4.5);
        }
      }
    }
  });

  test.each(names)('fits %s to its own background, including its related colours', async (name) => {
    const other = name === 'dracula' ? 'one-light' : 'dracula';
    const css = sheetOf(
      await readCodeTheme({
        ...styling,
        codeblocks: { ...styling.codeblocks, theme: { light: name, dark: other } },
      }),
    );
    for (const dark of [false, true]) {
      const { tokens, box } = read(css, dark);
      const { code = '', active = '', text = '', heading = '', muted = '' } = box;
      const lines = [code, active, box['check-bg'] ?? '', box['danger-bg'] ?? ''];
      for (const color of [...tokens, text, heading, muted, box['accent-text'] ?? '']) {
        for (const ground of lines) {
          expect(contrast(color, ground), `${color} on ${ground}`).toBeGreaterThanOrEqual(4.5);
        }
      }
    }
  });

  test('keeps the colours of a theme that can be read as they are', async () => {
    const theme = await readCodeTheme({
      ...styling,
      codeblocks: { ...styling.codeblocks, theme: { light: 'dark-plus', dark: 'dark-plus' } },
    });
    expect(theme.grounds).toEqual({ light: '#1e1e1e', dark: '#1e1e1e' });
    expect(sheetOf(theme)).toContain('{color:#dcdcaa}');
    // One theme for both modes needs no rules for the dark one, and none of it is on paper.
    expect(sheetOf(theme)).not.toContain('data-mode');
    expect(sheetOf(theme)).toMatch(/@media screen\{:is\(\.code-block/);
  });
});

describe('the theme css-variables', () => {
  const names = { light: 'css-variables', dark: 'css-variables' };

  test('has the colours of the author’s custom properties', async () => {
    const code = 'const word = "x"; // why';
    const { html, theme } = await highlighted(code, 'ts', names);
    expect(textOf(html)).toBe(code);
    const css = sheetOf(theme);
    const colorOf = (text: string) => {
      const name = new RegExp(`class="(t\\d+)">[^<]*${text}`).exec(html)?.[1];
      return new RegExp(`\\.${name}\\{color:([^}]*)\\}`).exec(css)?.[1];
    };
    expect(colorOf('const')).toBe('var(--mint-token-keyword,inherit)');
    expect(colorOf('&quot;x')).toBe('var(--mint-token-string-expression,inherit)');
    expect(colorOf('// why')).toBe('var(--mint-token-comment,inherit)');
  });

  test('takes ground and text of the site for those that the author leaves out, and none to paper', async () => {
    const css = sheetOf(
      await readCodeTheme({ ...styling, codeblocks: { ...styling.codeblocks, theme: names } }),
    );
    const { light, dark } = sitePalettes(plain);
    expect(css).toContain(
      `@media screen{:is(.code-block,.code-group,.api-panel,.play-code){--code:var(--mint-color-background,${light.code});--text:var(--mint-color-text,${light.text});`,
    );
    expect(css).toContain(`--code:var(--mint-color-background,${dark.code})`);
    expect(css).toContain('--muted:color-mix(in srgb,var(--text) 75%,var(--code))');
  });

  test('is known', () => {
    const { config } = siteWith('', {
      config: { styling: { codeblocks: { theme: 'css-variables' } } },
    });
    expect(codeThemeProblems(config)).toEqual([]);
  });
});

describe('codeThemeProblems', () => {
  test('names the nearest theme for one that does not exist', () => {
    const { config } = siteWith('', {
      config: { styling: { codeblocks: { theme: { light: 'github-lite', dark: 'nord' } } } },
    });
    expect(codeThemeProblems(config)).toEqual([
      expect.objectContaining({
        ruleId: 'unknown-code-theme',
        actual: 'github-lite',
        expected: ['github-light'],
      }),
    ]);
  });
});
