import { expect, test } from 'vitest';
import {
  comparedLines,
  withTheirs,
} from '../../../../../runtime/dashboard/client/settings/compare.ts';

const lines = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => `line ${from + at}`);
const text = (changes: Readonly<Record<number, string>>) =>
  lines(0, 300)
    .map((line, at) => changes[at] ?? line)
    .join('\n');

test('two changes far from each other are two, with what is the same between them', () => {
  const parts = comparedLines(text({ 10: 'mine', 250: 'own' }), text({ 250: 'other' }));
  expect(parts).toEqual([
    { isSame: true, mine: lines(0, 10), theirs: lines(0, 10), line: { mine: 1, theirs: 1 } },
    { isSame: false, mine: ['mine'], theirs: ['line 10'], line: { mine: 11, theirs: 11 } },
    { isSame: true, mine: lines(11, 250), theirs: lines(11, 250), line: { mine: 12, theirs: 12 } },
    { isSame: false, mine: ['own'], theirs: ['other'], line: { mine: 251, theirs: 251 } },
    {
      isSame: true,
      mine: lines(251, 300),
      theirs: lines(251, 300),
      line: { mine: 252, theirs: 252 },
    },
  ]);
});

test('one change of the other text can be taken alone', () => {
  const parts = comparedLines(text({ 10: 'mine', 250: 'own' }), text({ 250: 'other\nand more' }));
  const [, , , last] = parts;
  expect(last && withTheirs(parts, last)).toBe(text({ 10: 'mine', 250: 'other\nand more' }));
  const same = comparedLines('a\nb', 'a\nb');
  expect(same.map(({ isSame }) => isSame)).toEqual([true]);
  expect(comparedLines('a', 'a\nb')[1]).toMatchObject({ mine: [], theirs: ['b'] });
});

test('texts that have little in common are one change', () => {
  const [one, other] = ['a', 'b'].map((name) =>
    ['same', ...lines(0, 20_000).map((line) => name + line), 'end'].join('\n'),
  );
  const parts = comparedLines(one ?? '', other ?? '');
  expect(parts.map(({ isSame, mine }) => [isSame, mine.length])).toEqual([
    [true, 1],
    [false, 20_000],
    [true, 1],
  ]);
});
