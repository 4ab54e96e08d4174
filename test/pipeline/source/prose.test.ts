import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parsePage } from '../../../pipeline/source/parse.ts';
import { countWords, prose } from '../../../pipeline/source/prose.ts';

/** Its words, without the spaces between them. */
const text = (page: string, variables?: ReadonlyMap<string, string>) =>
  prose(parsePage({ path: 'a.mdx', text: page }, { format: 'mdx' }).root, variables)
    .replace(/\s+/g, ' ')
    .trim();

describe('prose', () => {
  test('is what a reader reads, without code, properties, addresses and formulas', () => {
    const page = [
      '# Title',
      'A **bold** [link](/x) to https://x.org, `code` and {{v}}.',
      '```js\ncode()\n```',
      '<Card title="Props">Inside</Card>',
      '| a | b |\n| - | - |\n| c | d |',
      '$$\nx_1\n$$',
      '{expression}',
    ].join('\n\n');
    expect(text(page, new Map([['v', 'value']]))).toBe(
      'Title A bold link to , and value. Inside a b c d',
    );
  });
});

describe('countWords', () => {
  test.each([
    ["It's 3.14, isn't it? foo_bar (a) “b”", 'en', 7],
    ['你好，世界。', 'zh', 2],
    ['สวัสดีครับ ภาษาไทย', 'th', 4],
    ['שלום, עולם', 'he', 2],
    ['— … 🙂', 'en', 0],
  ])('counts %s', (words, language, count) => {
    expect(countWords(words, language)).toBe(count);
  });

  test.each(['en', 'sv', 'zh'])('counts plain words as the segmenter does: %s', (language) => {
    const segmenter = new Intl.Segmenter(language, { granularity: 'word' });
    const some = fc.constantFrom(...'aZ0.,:;!?\'"()-_/`* \n\u00a0é“你');
    fc.assert(
      fc.property(fc.array(some, { maxLength: 30 }), (characters) => {
        const words = characters.join('');
        const expected = [...segmenter.segment(words)].filter((part) => part.isWordLike).length;
        expect(countWords(words, language)).toBe(expected);
      }),
      { numRuns: 3000 },
    );
  });
});
