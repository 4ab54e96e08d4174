import { expect, test } from 'vitest';
import { asksForDate } from '../../../pipeline/source/frontmatter-range.ts';

test.each([
  ['---\ntitle: A\ntimestamp: true\n---\n\nWords.\n', true],
  ['---\r\ntimestamp: yes\r\n---\r\n\r\nWords.\r\n', true],
  ['---\rtimestamp: true\r---\r\rWords.\r', true],
  ['\ufeff---\n"timestamp": true\n---\n', true],
  ['---\nnote: |\n  ---\ntimestamp: true\n---\n\nWords.\n', true],
  ['---\nnote: |\n----\ntimestamp: true\n---\n\nWords.\n', true],
  ['---\ntimestamp: false\n---\n\nWords.\n', false],
  ['---\ntitle: A\n---\n\ntimestamp: true\n', false],
  ['timestamp: true\n\n---\n\nWords.\n', false],
  ['Words about a timestamp.\n', false],
])('the date of the last change is asked for in front matter alone: %j', (text, asks) => {
  expect(asksForDate(text)).toBe(asks);
});
