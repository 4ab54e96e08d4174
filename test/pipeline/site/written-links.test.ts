import { expect, test } from 'vitest';
import { emptyBody } from '../../../pipeline/site/empty-body.ts';
import { withAddresses } from '../../../pipeline/site/written-links.ts';

test('links get their new addresses, and nothing else changes', () => {
  const html =
    '<p><a class="x" href="/a?b=1&amp;c=2#old">a</a> href="/a#old" <a href="/a#older">b</a></p>';
  const aside = '<a href="/a#old">c</a>';
  const addresses = new Map([
    ['/a?b=1&c=2#old', '/a?b=1&c=2#new'],
    ['/a#old', '/a#"new"'],
  ]);
  const body = withAddresses({ ...emptyBody, html, aside }, addresses);
  expect(body.html).toBe(html.replace('2#old', '2#new'));
  expect(body.aside).toBe('<a href="/a#&quot;new&quot;">c</a>');
});
