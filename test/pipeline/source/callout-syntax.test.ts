import { expect, test } from 'vitest';
import { parsePage } from '../../../pipeline/source/parse.ts';

const found = (text: string, format: 'mdx' | 'md' = 'mdx') =>
  parsePage({ path: 'a.mdx', text }, { format }).problems.map(
    ({ severity, ruleId, actual, expected, place }) =>
      `${severity} ${ruleId} ${place?.start.line}:${place?.start.column}-${place?.end.column} ${actual} ${expected}`,
  );

test.each([
  ['Text\n\n:::note\nText\n:::', '3:1-8 :::note <Note>'],
  [':::tip[Title]\n\nText\n\n:::', '1:1-7 :::tip <Tip>'],
  ['::: danger Title\nText\n:::', '1:1-11 ::: danger <Danger>'],
  [
    '<Accordion title="A">\n\n  :::warning\n  Text\n  :::\n\n</Accordion>',
    '3:3-13 :::warning <Warning>',
  ],
  ['- a\n\n  :::caution\n  Text\n  :::', '3:3-13 :::caution <Warning>'],
  ['!!! note "Title"\n    Text', '1:1-9 !!! note <Note>'],
  ['??? info\n    Text', '1:1-9 ??? info <Info>'],
  ['> [!NOTE]\n> Text', '1:3-10 [!NOTE] <Note>'],
  ['> Text\n>\n> [!WARNING]\n> Text', '3:3-13 [!WARNING] <Warning>'],
])('%j is a callout of another tool, and shown as text', (text, problem) => {
  expect(found(text)).toEqual([`warning callout-syntax ${problem}`]);
  expect(found(text, 'md')).toEqual([`warning callout-syntax ${problem}`]);
});

test.each([
  '```\n:::note\nText\n:::\n```',
  '    !!! note',
  'Words :::note',
  ':::columns\nText\n:::',
  '!!! What a surprise',
  '::::',
  '[!NOTE1]',
  ':::note::: is a word',
])('%j is none', (text) => {
  expect(found(text, 'md')).toEqual([]);
});
