import { describe, expect, test } from 'vitest';
import { fontSheets } from '../../../../pipeline/site/themes/fonts.ts';
import { inDarkMode, withoutScript } from '../../../../pipeline/site/themes/modes.ts';
import { themeStyles } from '../../../../pipeline/site/themes/styles.ts';
import { sampleConfig } from '../layout/sample.ts';

describe('themeStyles', () => {
  test('makes a face of a font file in the repository, below basePath', () => {
    const css = themeStyles(
      sampleConfig({
        hosting: { basePath: '/docs' },
        fonts: { family: 'Own Sans', source: '/fonts/own.woff2', weight: '400 700' },
      }),
    );
    expect(css).toContain('src:url("/docs/fonts/own.woff2") format("woff2");font-weight:400 700');
    expect(css).toContain('--sans:"Own Sans",');
  });

  test.each([
    [{ weight: 300 }, '300', '300'],
    [{ weight: '400 700' }, '400', '700'],
    [{ weight: 300, heading: { family: 'Own', weight: '500 800' } }, '300', '800'],
    [{ weight: 500, body: { family: 'Own', weight: '350 400' } }, '350', '500'],
    [{ heading: { family: 'Own', weight: 'bold' } }, '400', 'bold'],
  ])(
    'text takes the lightest of some weights, headings the heaviest: %j',
    (fonts, text, heading) => {
      const css = themeStyles(sampleConfig({ fonts }));
      expect(css).toContain(
        `--weight:${text};--heading-weight:${heading};--title-weight:${heading}}`,
      );
    },
  );

  test('has the faces of the scripts that pages are written in, and of no others', () => {
    const facesOf = (languages: readonly string[]) =>
      [
        ...themeStyles(sampleConfig(), undefined, languages).matchAll(
          /^(:lang[^{]*)\{--script-faces/gm,
        ),
      ].map(([, selector]) => selector);
    expect(facesOf(['en', 'de'])).toEqual([]);
    expect(facesOf(['ja', 'zh-TW'])).toEqual([
      ':lang(zh)',
      ':lang(zh-Hant),:lang(zh-TW),:lang(zh-HK)',
      ':lang(ja)',
    ]);
    expect(facesOf(['ar'])).toEqual([':lang(ar),:lang(fa),:lang(ur)']);
    const css = themeStyles(sampleConfig(), undefined, ['ja']);
    expect(css).toContain(':root,:lang(ja){--sans:');
  });

  test('prints on white, unless the author names a ground', () => {
    const white = '@media print{:root{--bg:#fff}}';
    expect(themeStyles(sampleConfig({ theme: 'house' }))).toContain(white);
    const colors = { primary: '#0055ff', background: { light: '#fdf6e3' } };
    expect(themeStyles(sampleConfig({ colors }))).not.toContain(white);
  });

  test('links a stylesheet of fonts instead', () => {
    const config = sampleConfig({
      fonts: { family: 'Far', source: 'https://fonts.example.com/far.css' },
    });
    expect(themeStyles(config)).not.toContain('@font-face');
    expect(fontSheets(config)).toEqual(['https://fonts.example.com/far.css']);
  });

  test('takes shapes from componentTheme, and nothing that could leave its declaration', () => {
    const of = (radius: string) =>
      themeStyles(sampleConfig({ componentTheme: { defaultVariant: 'filled', radius } }));
    expect(of('4px')).toContain('--radius:4px');
    expect(of('4px} body{display:none')).not.toContain('display:none');
    expect(of('4px')).toContain('--card-bg:var(--subtle)');
  });

  test('moves nothing for readers who want no motion, nor where the author turned it off', () => {
    expect(themeStyles(sampleConfig())).toMatch(
      /@media \(prefers-reduced-motion:no-preference\)[^{]*\{@keyframes docent-in/,
    );
    const still = sampleConfig({
      appearance: {
        ...sampleConfig().appearance,
        animations: { enabled: false, style: 'fadeUp', stagger: 40 },
      },
    });
    expect(themeStyles(still)).not.toContain('@keyframes');
  });
});

test('the first twelve of a row come in one after the other, and all others with the last of them', () => {
  const delays = [
    ...themeStyles(sampleConfig()).matchAll(/:nth-child\(([^)]*)\)\{animation-delay:(\d+)ms/g),
  ];
  expect(delays.map(([, which]) => which)).toEqual([
    ...['2', '3', '4', '5', '6', '7', '8', '9', '10', '11', 'n+12'],
  ]);
  expect(delays.map(([, , delay]) => Number(delay))).toEqual(
    Array.from({ length: 11 }, (_, i) => (i + 1) * 40),
  );
});

describe('dark rules', () => {
  const css = 'p{color:#111}\n[data-mode="dark"] p{color:#eee}\n';

  test('hold without a script where the system is dark', () => {
    expect(withoutScript(css)).toContain(
      '@media (prefers-color-scheme:dark){:root:not([data-mode]) p{color:#eee}}',
    );
    expect(withoutScript('p{}')).toBe('p{}');
  });

  test('stay off paper', () => {
    const screen = inDarkMode([['.t0', 'color:#eee']]);
    expect(screen.split('\n')).toEqual([
      '@media screen{html[data-mode="dark"] .t0{color:#eee}}',
      '@media screen and (prefers-color-scheme:dark){:root:not([data-mode]) .t0{color:#eee}}',
    ]);
  });
});
