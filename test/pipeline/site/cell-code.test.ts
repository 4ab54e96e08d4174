import { renderToString } from 'preact-render-to-string';
import { expect, test } from 'vitest';
import { cellCode } from '../../../pipeline/site/cell-code.ts';

const html = (text: string) =>
  renderToString(cellCode(text) as Parameters<typeof renderToString>[0]);

test('short code in a cell stays on one line', () => {
  expect(html('timeout_ms')).toBe('<code class="unbroken">timeout_ms</code>');
});

test('long identifiers break behind their signs only', () => {
  expect(html('authentication.middleware.timeout_in_ms')).toBe(
    '<code class="pieces">authentication.<wbr/>middleware.<wbr/>timeout_<wbr/>in_<wbr/>ms</code>',
  );
});

test('what has no place to break may break anywhere', () => {
  const token = 'a'.repeat(64);
  expect(html(token)).toBe(`<code>${token}</code>`);
});
