import { describe, expect, test } from 'vitest';
import { readSite } from '../../../pipeline/build/read-site.ts';
import { memoryCache } from '../../../pipeline/cache/cache.ts';
import { tempDir, writeFiles } from '../../support/temp.ts';
import { mistakes, textOf } from './mistakes.ts';

/** What is reported of a site with two pages: place, severity, code, sentence and note. */
async function reported(config: object | string): Promise<readonly string[]> {
  const page = '---\ntitle: Page\n---\n\nText.\n';
  const dir = writeFiles(tempDir(), {
    'docs.json': textOf(config),
    'index.mdx': page,
    'guides/start.mdx': page,
  });
  const { problems } = await readSite({ dir, cache: memoryCache(), codeVersion: 'test' });
  return problems.map(({ file, place, severity, ruleId, reason, note }) => {
    expect(file).toBe('docs.json');
    return `${place?.start.line}:${place?.start.column} ${severity} ${ruleId}: ${reason} → ${note}`;
  });
}

describe('a mistake in docs.json has its place, what was found and expected, and what to do', () => {
  test.each(mistakes)('%s', async (_title, config, ...expected) => {
    expect(await reported(config)).toEqual(expected);
  });
});
