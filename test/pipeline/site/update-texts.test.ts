import { expect, test } from 'vitest';
import { renderMdx } from './render-mdx.ts';

test('the headings of an update are parts of it, and what is before them belongs to the first', async () => {
  const { updates } = await renderMdx(
    [
      '<Update label="2">',
      'Before.[^1]',
      '',
      '### Faster *checks*',
      '',
      'Words.',
      '',
      '#### And more',
      '</Update>',
      '',
      '<Update label="1">',
      'No heading.',
      '</Update>',
      '',
      '## Behind',
      '',
      'Not of an update.',
      '',
      '[^1]: A note.',
    ].join('\n'),
  );
  const [first, second] = updates;
  expect(first?.parts).toEqual([
    {
      id: 'faster-checks',
      title: 'Faster checks',
      text: 'Before. 1\nWords.',
    },
    { id: 'and-more', title: 'And more', text: '' },
  ]);
  expect(first?.text).toContain('Faster checks');
  expect(second?.text).toBe('No heading.');
  expect(second?.parts).toBeUndefined();
});
