import { describe, expect, test } from 'vitest';
import { inlineScripts } from '../../../../pipeline/output/encode.ts';
import { renderDocument } from '../../../../pipeline/site/layout/document.tsx';
import type { LayoutTools } from '../../../../pipeline/site/layout/tools.ts';
import type { RenderedBody } from '../../../../schema/site.ts';
import { container, group, sampleBody, sampleConfig, samplePage, sampleSite } from './sample.ts';

const page = samplePage('index', 'Start');
const pages = [page, samplePage('setup', 'Setup')];
const site = sampleSite(pages, container('root', '', [group('G', ['index', 'setup'])]));
const assets = { styles: [], script: '_docent/main.js', userScripts: [] };

function html(
  body: Partial<RenderedBody> = {},
  tools: Partial<LayoutTools> = {},
  of = site,
): string {
  return renderDocument(page, sampleBody(body), of, { assets, ...tools });
}

function rules(text: string) {
  const found = /<script type="speculationrules">(.*?)<\/script>/.exec(text)?.[1];
  return found === undefined ? undefined : JSON.parse(found);
}

const link = (url: string) => ({ url, kind: 'link', file: 'index.mdx' }) as const;

describe('rules for preparing pages ahead', () => {
  test('name the pages of the site, and neither files nor queries nor sign-in', () => {
    const config = sampleConfig({ hosting: { basePath: '/docs' } });
    const [rule] = rules(html({}, {}, { ...site, config })).prerender;
    expect(rule.eagerness).toBe('moderate');
    const [inside, { not }] = rule.where.and;
    expect(inside.href_matches).toEqual(['/docs', '/docs/*']);
    const left = not.href_matches.map(
      (pattern: string) => new URLPattern(pattern, 'https://example.com'),
    );
    const isLeft = (path: string) =>
      left.some((pattern: URLPattern) => pattern.test(`https://example.com${path}`));
    for (const path of ['/docs', '/docs/setup', '/docs/v1.2/setup'])
      expect(isLeft(path)).toBe(false);
    for (const path of ['/docs/_auth/sign-out', '/docs/map.pdf', '/docs/setup?log=out'])
      expect(isLeft(path)).toBe(true);
  });

  test('prepare the link that the reader is about to open at once, if it may be prepared at all', () => {
    const [rest, near] = rules(html()).prerender;
    expect(near.eagerness).toBe('immediate');
    expect(near.where.and).toEqual([...rest.where.and, { selector_matches: '[data-near]' }]);
  });

  test('leave out the links of a text that names something else on the host', () => {
    const selectors = (url: string) =>
      rules(html({ links: [link(url)] })).prerender[0].where.and[2].selector_matches;
    for (const url of ['/setup', 'setup#one', 'https://example.com/app', '/map.pdf', '#two'])
      expect(selectors(url)).toContain('.dc-page-content a');
    expect(selectors('/app/log-out')).not.toContain('.dc-page-content a');
  });

  test('only fetch where an author has scripts, and are missing in docent dev', () => {
    expect(rules(html({}, { assets: { ...assets, userScripts: ['count.js'] } }))).toHaveProperty(
      'prefetch',
    );
    expect(rules(html({}, { live: '_docent/live.js' }))).toBeUndefined();
  });

  test('are allowed by the policy of their document', () => {
    const text = html();
    const others = text.replace(/<script type="speculationrules">.*?<\/script>/, '');
    expect(inlineScripts(text).length).toBe(inlineScripts(others).length + 1);
  });
});
