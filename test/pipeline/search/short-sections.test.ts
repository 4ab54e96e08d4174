import { expect, test } from 'vitest';
import { shortSections } from '../../../pipeline/search/short-sections.ts';
import { section } from './records.ts';

test('a long section is cut between its paragraphs, and its parts have its anchor', () => {
  const lines = Array.from({ length: 400 }, (_, index) => `Sentence number ${index} of many.`);
  const long = section('Changes', lines.join('\n'), 'a();\n\n'.repeat(2000));
  const parts = shortSections(long);
  expect(parts.length).toBeGreaterThan(3);
  expect(parts.flatMap(({ text }) => text.split('\n')).filter((line) => line !== '')).toEqual(
    lines,
  );
  for (const { id, heading, trail, text, code } of parts) {
    expect({ id, heading, trail }).toEqual({
      id: 'changes',
      heading: 'Changes',
      trail: ['Changes'],
    });
    expect(text.length).toBeLessThanOrEqual(2000);
    expect(code.length).toBeLessThanOrEqual(4000);
  }
});

test('a long paragraph is cut after a sentence, one without sentences anywhere', () => {
  const [first] = shortSections(section('A', 'One more sentence here. '.repeat(200)));
  expect(first?.text).toMatch(/here\.$/);
  const parts = shortSections(section('B', 'x'.repeat(9000)));
  expect(parts.map(({ text }) => text).join('')).toBe('x'.repeat(9000));
});

test('a section of usual length stays as it is', () => {
  const short = section('A', 'Some text.', 'some(code)');
  expect(shortSections(short)).toEqual([short]);
});
