import { renderToString } from 'preact-render-to-string';
import { expect, test } from 'vitest';
import { cellCode, proseCode } from '../../../pipeline/site/cell-code.ts';

const html = (text: string) =>
  renderToString(cellCode(text) as Parameters<typeof renderToString>[0]);

test('short code in a cell stays on one line', () => {
  expect(html('timeout_ms')).toBe('<code class="no-cut">timeout_ms</code>');
});

test('long identifiers break behind their signs only', () => {
  expect(html('authentication.middleware.timeout_in_ms')).toBe(
    '<code class="dc-pieces">authentication.<wbr/>middleware.<wbr/>timeout_<wbr/>in_<wbr/>ms</code>',
  );
});

test('what has no place to break may break anywhere', () => {
  const token = 'a'.repeat(64);
  expect(html(token)).toBe(`<code>${token}</code>`);
});

test('options in a text stay whole, all else breaks where it may', () => {
  const prose = (text: string) =>
    renderToString(proseCode(text) as Parameters<typeof renderToString>[0]);
  expect(prose('docent check --strict')).toBe(
    '<code>docent check <span class="dc-option">--strict</span></code>',
  );
  expect(prose('-p=[--dry-run|-x]')).toBe(
    '<code><span class="dc-option">-p</span>=[<span class="dc-option">--dry-run</span>|<span class="dc-option">-x</span>]</code>',
  );
  for (const text of ['a-long-name', 'x - y', '---', '1-2', `--${'a'.repeat(60)}`, '<b>&']) {
    expect(prose(text)).toBe(`<code>${text.replace(/&/g, '&amp;').replace(/</g, '&lt;')}</code>`);
  }
});
