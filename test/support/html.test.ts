import { describe, expect, test } from 'vitest';
import { parseHtml, select, textOf } from './html.ts';

const page = parseHtml(
  '<!doctype html><html lang=en><head><meta charset="utf-8"><script>if (a < b) "</p>"</script></head>' +
    '<body><main id="m" class="one two"><p>a &lt; b &amp;&#x20;c<br>d</p><p data-x>e</p></main></body></html>',
);

describe('the small HTML reader', () => {
  test('finds elements by tag, class, id, attribute and ancestor', () => {
    expect(select(page, 'main.one p')).toHaveLength(2);
    expect(select(page, '#m p[data-x]').map(textOf)).toEqual(['e']);
    expect(select(page, 'html[lang="en"] meta[charset]')).toHaveLength(1);
    expect(select(page, 'main.three')).toEqual([]);
  });

  test('reads text, entities decoded, scripts left out', () => {
    expect(textOf(page)).toBe('a < b & c d e');
  });
});
