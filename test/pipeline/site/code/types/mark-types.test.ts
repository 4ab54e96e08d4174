import { expect, test } from 'vitest';
import type { CodeTypes } from '../../../../../pipeline/site/code/types/code-types.ts';
import { markTypes } from '../../../../../pipeline/site/code/types/mark-types.ts';

const types = (parts: Partial<CodeTypes>): CodeTypes => ({
  code: '',
  lines: [],
  hovers: [],
  notes: [],
  faults: [],
  ...parts,
});

test('names get their types, across colours and inside of them', () => {
  const html =
    '<span class="a">one.two</span> <span class="b">th</span><span class="c">ree</span>\nplain';
  const marked = markTypes(
    html,
    types({
      hovers: [
        { line: 0, character: 4, length: 3, text: 'A<"B">\nC' },
        { line: 0, character: 8, length: 5, text: 'D' },
      ],
    }),
  );
  expect(marked).toBe(
    [
      '<span class="a">one.</span>',
      '<span class="code-type" title="A&lt;&quot;B&quot;&gt;&#10;C"><span class="a">two</span></span> ',
      '<span class="code-type" title="D"><span class="b">th</span><span class="c">ree</span></span>',
      '\nplain',
    ].join(''),
  );
});

test('entities count as one letter', () => {
  const marked = markTypes(
    '&lt;a&amp;b',
    types({ hovers: [{ line: 0, character: 3, length: 1, text: 'B' }] }),
  );
  expect(marked).toBe('&lt;a&amp;<span class="code-type" title="B">b</span>');
});

test('notes have lines of their own, which are not lines of the code', () => {
  const marked = markTypes(
    'let a\nlet b',
    types({
      notes: [
        { line: 0, character: 4, length: 1, kind: 'type', text: 'let a: {\n  b: 1\n}' },
        { line: 1, character: 4, length: 1, kind: 'error', text: 'No <b>.' },
        { line: 1, character: 0, length: 0, kind: 'tag', text: 'Told' },
      ],
    }),
  );
  expect(marked.split('\n')).toEqual([
    'let a<span class="code-note code-note-type">&#10;    ^ let a: {&#10;        b: 1&#10;      }</span><span class="code-note code-note-tag">&#10;Told</span>',
    'let <span class="code-wrong">b</span><span class="code-note code-note-error">&#10;    No &lt;b&gt;.</span>',
  ]);
});

test('a message above the first line is in front of it', () => {
  const note = { line: 0, character: 0, length: 0, kind: 'tag', text: 'Told' } as const;
  expect(markTypes('a', types({ notes: [note] }))).toBe(
    '<span class="code-note code-note-tag">Told&#10;</span>a',
  );
});
