import { expect, test } from 'vitest';
import { parsePage } from '../../../pipeline/source/parse.ts';

const problemsOf = (text: string, format: 'mdx' | 'md' = 'mdx') =>
  parsePage({ path: 'a.mdx', text }, { format }).problems;
const found = (text: string) =>
  problemsOf(text).map(({ severity, ruleId, place }) => [
    `${severity} ${ruleId} ${place?.start.line}:${place?.start.column}-${place?.end.column}`,
  ]);

test('a code block that takes the rest of the page is a warning at its fence', () => {
  const [problem, ...more] = problemsOf('---\ntitle: A\n---\n\n```js a.js  \nlet a\n\n## Lost\n');
  expect(more).toEqual([]);
  expect(problem).toMatchObject({
    severity: 'warning',
    ruleId: 'unclosed-code',
    place: { start: { line: 5, column: 1 }, end: { line: 5, column: 11 } },
    reason: 'This code block is not closed: all that follows in this page is shown as code.',
    note: 'Write ``` on a line of its own where the code ends.',
  });
});

test('it says how far the code goes', () => {
  expect(problemsOf('- a\n\n  ```\n  b\n').map(({ reason }) => reason)).toEqual([
    'This code block is not closed: all that follows in this list item or quote is shown as code.',
  ]);
});

test('a fence too many is a warning', () => {
  const [problem] = problemsOf('```py\npass\n```\n````\n');
  expect(problem).toMatchObject({
    place: { start: { line: 4 } },
    reason: 'This fence opens a code block, and nothing follows: an empty one is shown.',
  });
});

test.each([
  ['in a list', '- a\n\n  ```\n  let a\n\nText', '3:3-6'],
  ['in a quote', '> ```js\n> let a\n\nText', '1:3-8'],
  ['with a shorter fence below', '````md\n```\na\n```\n', '1:1-7'],
  ['with a fence of another kind below', '~~~\na\n```\n', '1:1-4'],
  ['with words behind the fence below', '```\na\n``` b\n', '1:1-4'],
  ['with line ends of Windows', '```js\r\na\r\n', '1:1-6'],
])('it is found %s', (_, text, place) => {
  expect(found(text)).toEqual([[`warning unclosed-code ${place}`]]);
});

test.each([
  '```js\nlet a\n```',
  '```\n```\n',
  '```\na\n`````  \n\nText',
  '~~~\n```\n~~~',
  '> ```\n> a\n> ```',
  '- ```\n  a\n  ```\n- b',
  '<Note>\n  ```\n  a\n  ```\n</Note>',
  '```js\r\na\r\n```\r\n',
  'Text ``` text',
])('nothing is said of %j', (text) => {
  expect(found(text)).toEqual([]);
});

test('indented code has no fence', () => {
  expect(problemsOf('    ```\n    a\n', 'md')).toEqual([]);
});

test('it takes time in proportion to the text', () => {
  const start = performance.now();
  expect(problemsOf('- ```\n  a\n\n'.repeat(5000), 'md').length).toBeGreaterThan(0);
  problemsOf(`\`\`\`\n${'> '.repeat(100_000)}`, 'md');
  expect(performance.now() - start).toBeLessThan(10_000);
});
