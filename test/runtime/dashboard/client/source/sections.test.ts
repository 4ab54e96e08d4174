import { highlightTree, tagHighlighter, tags } from '@lezer/highlight';
import { expect, test } from 'vitest';
import { mdx } from '../../../../../runtime/dashboard/client/source/language.ts';
import { sectionEnds } from '../../../../../runtime/dashboard/client/source/sections.ts';

const names = tagHighlighter(
  (['meta', 'heading', 'monospace', 'tagName', 'attributeName', 'string', 'link'] as const).map(
    (name) => ({ tag: tags[name], class: name }),
  ),
);

/** What has a color, as `name text`. */
function colored(text: string): string[] {
  const found: string[] = [];
  highlightTree(mdx.parser.parse(text), names, (from, to, name) => {
    found.push(`${name} ${text.slice(from, to)}`);
  });
  return found;
}

test('front matter, headings, tags with attributes, links and code have colors', () => {
  expect(colored('---\ntitle: A\n---\n\n# One\n\nSee [it](/b) or `c`, 1 < 2.')).toEqual([
    ...['meta ---', 'meta title: A', 'meta ---', 'heading # One', 'link [it](/b)', 'monospace `c`'],
  ]);
  expect(colored('<Card title="x"\n  run={() => a > b}>\n# not a heading\n')).toEqual([
    ...['tagName <Card', 'attributeName title', 'string "x"', 'attributeName run', 'tagName >'],
    'heading # not a heading',
  ]);
});

test('what is in a fence is code, and only marks as long as its own end it', () => {
  expect(colored('````md\n# Code\n```\n<b>\n````\n## Text')).toEqual([
    ...['````md', '# Code', '```', '<b>', '````'].map((line) => `monospace ${line}`),
    'heading ## Text',
  ]);
  expect(colored('text\n---\n# One')).toEqual(['heading # One']);
});

test('sections end before the next heading of their depth, and not at one in code', () => {
  const lines = ['# A', 'a', '## B', '```sh', '# no', '```', '## C', '# D', 'd'];
  expect(Object.fromEntries(sectionEnds(lines))).toEqual({ 1: 7, 3: 6, 8: 9 });
  expect(sectionEnds(['text']).size).toBe(0);
});

test('many headings take time by their number alone', () => {
  const lines = Array.from({ length: 200_000 }, (_, index) => `${'#'.repeat(1 + (index % 6))} x`);
  const began = performance.now();
  expect(sectionEnds(lines).size).toBeGreaterThan(100_000);
  expect(performance.now() - began).toBeLessThan(3_000);
});
