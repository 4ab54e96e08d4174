import { expect, test } from 'vitest';
import { startOfLine } from '../../../../pipeline/site/client/search-list.ts';

const before = (text: string, word: string) => {
  const at = text.indexOf(word);
  const from = startOfLine({ text, marks: [[at, at + word.length]] });
  return [text.slice(from, at), from] as const;
};

test('one line of a result has the first word that was found', () => {
  expect(before('A page about webhooks.', 'webhooks')).toEqual(['A page about ', 0]);
  const [shown, from] = before(`${'Of other things. '.repeat(8)}Webhooks tell.`, 'Webhooks');
  expect(from).toBeGreaterThan(0);
  expect(shown).toMatch(/^\w.{20,40}$/);
  // A script without spaces.
  expect(before(`${'工作流'.repeat(40)}网络钩子`, '网络钩子')).toEqual(['', 120]);
  expect(startOfLine({ text: 'Nothing is marked here.', marks: [] })).toBe(0);
});
