import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { dialectNames } from '../../../../pipeline/site/themes/dialect-names.ts';
import { buildSite } from '../../../support/build.ts';
import { minimalConfig, tempDir, writeFiles } from '../../../support/temp.ts';
import { sampleConfig } from '../layout/sample.ts';

const config = sampleConfig({
  colors: { primary: '#16A34A', light: '#abc', background: { dark: '#101820' } },
});

describe('names of the related dialect', () => {
  test('have the colours of the site, as channels', () => {
    const css =
      '.a{color:rgb(var(--primary));border-color:rgba( var(--primary-light),.5)}' +
      '.b{background:rgb(var(--background-dark)/.8);color:rgb(var(--primary-dark))}';
    expect(dialectNames(css, config)).toBe(
      ':root{--background-dark:16 24 32;--primary:22 163 74;--primary-dark:22 163 74;--primary-light:170 187 204}',
    );
  });

  test('have greys of the hue of the site', () => {
    const [dark, light] =
      /^:root\{--gray-50:(\S+ \S+ \S+);--gray-950:(\S+ \S+ \S+)\}$/
        .exec(dialectNames('a{color:rgb(var(--gray-950)/.1)}b{color:rgb(var(--gray-50))}', config))
        ?.toReversed() ?? [];
    expect(Math.max(...(dark?.split(' ').map(Number) ?? []))).toBeLessThan(30);
    expect(Math.min(...(light?.split(' ').map(Number) ?? []))).toBeGreaterThan(240);
  });

  test('have the faces of the site', () => {
    const css =
      'pre{font-family:var(--font-jetbrains-mono),monospace}p{font-family:var(--font-inter)}';
    expect(dialectNames(css, config)).toBe(
      ':root{--font-inter:var(--sans);--font-jetbrains-mono:var(--mono)}',
    );
  });

  test.each([
    'a{color:var(--primary)}',
    'a{color:rgb(var(--primary-colour))}',
    ':root{--primary:1 2 3}a{color:rgb(var(--primary))}',
    'a{color:rgb(1 2 3)}',
  ])('leave to the site what it does not read, or sets itself: %s', (css) => {
    expect(dialectNames(css, config)).toBe('');
  });
});

test('are in the sheet of a site whose own sheet reads them, and on a page that does', async () => {
  const page = (body: string) => `---\ntitle: Page\n---\n\n${body}\n`;
  const sheetsOf = async (css: string) => {
    const dir = writeFiles(tempDir(), {
      'docs.json': minimalConfig(['index', 'own']),
      'index.mdx': page('Text.'),
      'own.mdx': page("<p style={{ color: 'rgb(var(--primary-dark))' }}>Words</p>"),
      'style.css': css,
    });
    const { site = expect.fail() } = await buildSite(dir, tempDir());
    const name = readdirSync(join(site, '_docent')).find((file) => /^site-.*\.css$/.test(file));
    const read = (path: string) => readFileSync(join(site, path), 'utf8');
    return {
      sheet: read(`_docent/${name}`),
      own: read('own/index.html'),
      other: read('index.html'),
    };
  };
  const plain = await sheetsOf('.tag { color: red }');
  expect(plain.sheet).not.toContain('--primary:');
  expect(plain.own).toMatch(/<style data-utilities[^>]*>:root\{--primary-dark:\d+ \d+ \d+\}/);
  expect(plain.other).not.toContain('--primary');
  const { sheet } = await sheetsOf(
    '.tag { color: rgb(var(--primary)) } #banner { background: #123 }',
  );
  expect(sheet).toMatch(/--primary:\d+ \d+ \d+/);
  expect(sheet).toContain('#banner strong{color:#fff}');
});
