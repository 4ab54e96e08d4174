import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { snippetOf } from '../../../pipeline/search/snippet.ts';
import { stemOf } from '../../../pipeline/search/stem.ts';

const stems = (...words: string[]) => new Set(words.map((word) => stemOf(word, 'en')));
const marked = ({ text, marks }: ReturnType<typeof snippetOf>) =>
  marks.map(([from, to]) => text.slice(from, to));

describe('a snippet', () => {
  test('is the whole of a short text', () => {
    const snippet = snippetOf('Delete a memory.', stems('memory'), 'en');
    expect(snippet.text).toBe('Delete a memory.');
    expect(marked(snippet)).toEqual(['memory']);
  });

  test('is the passage with most of the words', () => {
    const text = `${'Nothing to see. '.repeat(40)}Webhooks tell of a deletion. ${'More of it. '.repeat(40)}`;
    const snippet = snippetOf(text, stems('webhook', 'delete'), 'en', 120);
    expect(snippet.text).toContain('Webhooks tell of a deletion.');
    expect(snippet.text).toMatch(/^….*…$/);
    expect(marked(snippet)).toEqual(['Webhooks', 'deletion']);
  });

  test('leaves out lines that only label others, unless they are looked for', () => {
    const text =
      '200 OK\nThe new secret.\napplication/json\nHeaders\nX-Id string\nId of the request.';
    expect(snippetOf(text, stems('secret'), 'en').text).toBe('The new secret. Id of the request.');
    expect(snippetOf(text, stems('header'), 'en').text).toBe(
      'The new secret. application/json Headers X-Id string Id of the request.',
    );
    const table = 'lion\nmeat\nzebra\ngrass\nbear\nfish\nThat is all.';
    expect(snippetOf(table, stems('zebra'), 'en').text).toBe('meat zebra grass That is all.');
    expect(snippetOf('Linux\nmacOS', stems('windows'), 'en').text).toBe('Linux macOS');
  });

  test('marks words of scripts without spaces', () => {
    const snippet = snippetOf('如何让工作流自动运行', new Set(['工作', '作流']), 'zh');
    expect(marked(snippet)).toEqual(['工作流']);
  });

  test('marks an identifier as a whole', () => {
    const snippet = snippetOf('Call deleteMemory() first.', stems('delete'), 'en');
    expect(marked(snippet)).toEqual(['deleteMemory']);
  });

  test('stays within its length, on whole characters, with marks inside the text', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('memory', '😀', '工作流', 'x'.repeat(90), '. ', ' ', 'ab'), {
          maxLength: 200,
        }),
        fc.integer({ min: 60, max: 500 }),
        (parts, most) => {
          const { text, marks } = snippetOf(parts.join(' '), stems('memory', '工作'), 'en', most);
          expect(text.length).toBeLessThanOrEqual(most);
          expect(text.isWellFormed()).toBe(true);
          let last = 0;
          for (const [from, to] of marks) {
            expect(from).toBeGreaterThanOrEqual(last);
            expect(to).toBeGreaterThan(from);
            expect(to).toBeLessThanOrEqual(text.length);
            last = to;
          }
        },
      ),
    );
  });
});
