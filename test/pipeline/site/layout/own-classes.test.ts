import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { bundleStyles } from '../../../../pipeline/site/layout/bundle.ts';
import { themes } from '../../../../schema/config/themes.ts';
import { projectRoot } from '../../../support/corpus.ts';
import { sampleConfig } from './sample.ts';

/*
 * Authors write `<div className="card">` with styles of their own. A class that our rules or scripts select
 * therefore has a hyphen: `dc-card` where the plain word is also a hook for authors' sheets.
 */

/** What looks like a class of one word, and is not on an author's element. */
const allowed = [
  // On the root, set by us.
  /(?:html|:root|:where\(html\))(?::not\(\.js\)|\.js)/g,
  // Tokens of code, short as there are many of them.
  /:where\(pre\) \.t(?:[iub]|\d+)/g,
  // Mermaid's, in its drawing.
  /\.mermaid-drawing :is\(\.labelBkg,\.edgeLabel,\.edgeLabel p\)/g,
  // On an element that has a class of ours as well.
  /\.[a-z]\w*-[\w-]*(?:\.[a-z]\w*|\[[^\]]*\]|:(?:is|not|where)\([^()]*\)|:[a-z-]+(?!\())+/g,
];

function plainClasses(selector: string): readonly string[] {
  const rest = allowed.reduce((text, pattern) => text.replaceAll(pattern, '*'), selector);
  return rest.match(/\.[a-z]\w*(?![\w-])/gi) ?? [];
}

/** The selectors of a sheet, without those of its at-rules. */
function selectorsOf(css: string): readonly string[] {
  const bare = css
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/url\("[^"]*"\)|"[^"]*"/g, '""')
    .replaceAll(/,\s+/g, ',');
  return [...bare.matchAll(/([^{};]+)\{/g)]
    .map(([, selector = '']) => selector.trim())
    .filter((selector) => !selector.startsWith('@') && !/^[\d.%,]+$/.test(selector));
}

const offending = (css: string) =>
  selectorsOf(css).filter((selector) => plainClasses(selector).length > 0);

describe('a class that is one word is the author’s', () => {
  test('in the sheets that pages load, whatever the theme', async () => {
    for (const theme of themes) {
      const { site, features } = await bundleStyles(
        sampleConfig({
          theme,
          componentTheme: { defaultVariant: 'outlined', padding: '8px', radius: '4px' },
        }),
      );
      for (const sheet of [site, ...Object.values(features)]) {
        expect(offending(String(sheet?.content))).toEqual([]);
      }
    }
  });

  test('in all style sheets, also those that scripts add', () => {
    const sheets = globSync('pipeline/**/*.css', { cwd: projectRoot });
    expect(sheets.length).toBeGreaterThan(50);
    for (const path of sheets) {
      const css = readFileSync(join(projectRoot, path), 'utf8');
      expect([path, ...offending(css)]).toEqual([path]);
    }
  });

  test('in the scripts, which find elements by other names', () => {
    const scripts = globSync(['pipeline/site/client/**/*.ts', 'pipeline/site/layout/scripts.ts'], {
      cwd: projectRoot,
    });
    const found = scripts.flatMap((path) => {
      const text = readFileSync(join(projectRoot, path), 'utf8');
      const selectors = [
        ...text.matchAll(/(?:querySelector(?:All)?|closest|matches)(?:<\w+>)?\(\s*(['"`])(.+?)\1/g),
      ].map(([, , selector = '']) => selector);
      const names = [...text.matchAll(/\.classList\.contains\('([^']+)'\)/g)];
      return (
        [...selectors, ...names.map(([, name]) => `.${name}`)]
          // Data of the page is in elements of the body itself.
          .filter((selector) => !selector.startsWith('body > script.'))
          .filter((selector) => plainClasses(selector).length > 0)
          .map((selector) => `${path}: ${selector}`)
      );
    });
    expect(found).toEqual([]);
  });

  test.each([
    ['.card{', true],
    ['a.card:hover{', true],
    [':is(.card,.dc-step) p{', true],
    ['.dc-card .icon{', true],
    ['.dc-card:has(.icon){', true],
    ['.t1{', true],
    ['.dc-card,.dc-card:hover>p{', false],
    ['.dc-tab-link:is([aria-current],.current)::after{', false],
    ['html:not(.js) .code-copy{', false],
    ['@media (width>1.5em){.dc-card{', false],
  ])('%s', (css, isFound) => {
    expect(offending(css).length > 0).toBe(isFound);
  });
});
