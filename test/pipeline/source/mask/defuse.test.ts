import { describe, expect, test } from 'vitest';
import { defuse, isCostly } from '../../../../pipeline/source/mask/defuse.ts';

/** Long enough for the parser to look for an email address at each of its signs. */
const endless = `${'a_b-'.repeat(250)}`;

describe('an endless word', () => {
  test.each([
    ['alone', endless],
    ['at the start', `${endless} text`],
    ['at the end', `text\n${endless}`],
    ['where others are just short enough', `${'x'.repeat(999)} ${endless} ${'x'.repeat(999)}`],
    ['behind a letter that no address has', `${'é'.repeat(700)}${endless}`],
  ])('is found %s, and has no more signs', (_, text) => {
    expect(isCostly(text)).toBe(true);
    const safe = defuse(text, [], 0xe000);
    expect(safe).not.toContain('_');
    expect(safe.length).toBe(text.length);
  });

  test.each([
    ['a shorter one', endless.slice(1)],
    ['two that meet at a blank', `${endless.slice(1)} ${endless.slice(1)}`],
    ['two that meet at another letter', `${endless.slice(1)}é${endless.slice(1)}`],
    ['many in a row', `${endless.slice(1)}\n`.repeat(50)],
  ])('is not %s, which stays as it is', (_, text) => {
    expect(isCostly(text)).toBe(false);
    expect(defuse(text, [], 0xe000)).toBe(text);
  });
});
