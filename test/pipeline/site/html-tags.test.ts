import { expect, test } from 'vitest';
import { tagsWith } from '../../../pipeline/site/html-tags.ts';

const found = (html: string) =>
  [...tagsWith(html, 'id')].map(({ name, value }) => `${name} ${value}`);

test('tags with an id are found, whatever else they say', () => {
  const html =
    '<h2 id="a&amp;b">A</h2><div title="1 > 0" id="x"></div><p>t</p><a id="y" href="#">z</a>';
  expect(found(html)).toEqual(['h2 a&b', 'div x', 'a y']);
});

test('a text that looks like an id is none', () => {
  expect(found('<pre>x id="no" y</pre> id="no"')).toEqual([]);
});

test('the place is behind the tag', () => {
  const html = '<p>t</p><h2 class="b" id="a">A</h2>';
  const [tag] = tagsWith(html, 'id');
  expect(html.slice(tag?.end)).toBe('A</h2>');
});

test('a page full of false ids is read in one go', () => {
  expect(found(' id="a"'.repeat(300_000))).toEqual([]);
  expect(found(`<p>${' id="a"'.repeat(300_000)}</p>`)).toEqual([]);
});
