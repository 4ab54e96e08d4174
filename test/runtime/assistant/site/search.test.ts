import { expect, test } from 'vitest';
import type { SearchIndex } from '../../../../pipeline/search/query.ts';
import { searchOf } from '../../../../runtime/assistant/site/search.ts';
import { stranger } from '../../../../runtime/assistant/site/site.ts';

const index = { search: async () => ({ results: [] }) } as unknown as SearchIndex;
const options = { limit: 5, language: 'en', visitor: stranger };

test('an answer waits for an index that is being opened', async () => {
  const answers = [undefined, undefined, index];
  const search = searchOf(async () => answers.shift());
  expect(await search.search('zebra', options)).toEqual([]);
  expect(answers).toEqual([]);
});

test('an index that never comes is an outage, not an endless wait', async () => {
  let asked = 0;
  const search = searchOf(async () => {
    asked++;
    return undefined;
  });
  await expect(search.search('zebra', options)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  expect(asked).toBeLessThan(10);
});
