import { describe, expect, test } from 'vitest';
import { iconHtml, namedIcon } from '../../../pipeline/site/icons.ts';
import { renderMdx, siteWith } from './render-mdx.ts';

describe('icons', () => {
  test('are drawn from the site’s library, hidden from screen readers', () => {
    expect(namedIcon('rocket', 'lucide')).toMatch(/^<svg .*viewBox="0 0 24 24" aria-hidden="true"/);
    expect(namedIcon('rocket', 'fontawesome')).toContain('viewBox="0 0 512 512"');
    expect(namedIcon('flag', 'lucide', { label: 'Flag' })).toContain(
      'role="img" aria-label="Flag"',
    );
  });

  test.each([
    'home',
    'search',
    'cog',
    'file-alt',
    'external-link-alt',
    'exclamation-triangle',
    'sparkles',
    'rocket-launch',
    'shield-check',
    'megaphone',
    'window',
    'document',
    'fa-house',
    'github',
    'discord',
  ])('know the name %s in both libraries', (name) => {
    expect(namedIcon(name, 'fontawesome'), 'fontawesome').toBeDefined();
    expect(namedIcon(name, 'lucide'), 'lucide').toBeDefined();
  });

  test('draw paid styles solid', () => {
    expect(namedIcon('star', 'fontawesome', { type: 'duotone' })).toBe(
      namedIcon('star', 'fontawesome', { type: 'solid' }),
    );
    expect(namedIcon('star', 'fontawesome', { type: 'regular' })).not.toBe(
      namedIcon('star', 'fontawesome'),
    );
  });

  test('take paths and addresses as pictures, below the base path', () => {
    const site = siteWith('', { config: { hosting: { basePath: '/docs' } } });
    expect(iconHtml('/logo/a.svg', site)).toContain('src="/docs/logo/a.svg"');
    expect(iconHtml('https://example.com/a.png', site)).toContain(
      'src="https://example.com/a.png"',
    );
    expect(iconHtml('no-such-icon', site)).toBe('');
  });

  test('unknown to all sets are one warning, and show nothing', async () => {
    const body = await renderMdx(
      '<Card title="a" icon="nosuchicon" />\n<Card title="b" icon="nosuchicon" />',
    );
    expect(body.html).not.toContain('<svg');
    expect(body.problems).toHaveLength(1);
    expect(body.problems[0]).toMatchObject({
      ruleId: 'unknown-icon',
      severity: 'warning',
      actual: 'nosuchicon',
    });
  });

  test('may be elements of the author’s', async () => {
    const { html } = await renderMdx(
      '<Card title="a" icon={<svg viewBox="0 0 1 1"><path d="M0 0" strokeWidth={2} /></svg>} />',
    );
    expect(html).toContain('<svg viewBox="0 0 1 1"><path d="M0 0" stroke-width="2"');
  });
});
