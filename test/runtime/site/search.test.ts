import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PieceCache } from '../../../pipeline/search/query.ts';
import { LiveSearch } from '../../../runtime/site/search.ts';
import { buildSite } from '../../support/build.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'docent-live-search-'));
  writeFileSync(
    join(folder, 'docs.json'),
    JSON.stringify({
      name: 'Acme',
      colors: { primary: '#0d9373' },
      navigation: { groups: [{ group: 'Start', pages: ['index'] }] },
    }),
  );
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function build(word: string): Promise<string> {
  writeFileSync(join(folder, 'index.mdx'), `---\ntitle: Start\n---\n\nAbout ${word}.\n`);
  const { deployment } = await buildSite(folder, join(folder, 'out'));
  return deployment?.id ?? '';
}

test('an index is opened at the first question, and follows new deployments from then on', async () => {
  const lines: string[] = [];
  const search = new LiveSearch({
    folder: join(folder, 'out'),
    log: (line) => lines.push(line),
    cache: new PieceCache(),
  });
  expect(await search.current()).toBeUndefined();
  search.swap(await build('zebras'));
  const find = async (query: string) =>
    (await (await search.current())?.search({ query }))?.results.length;
  expect(await find('zebras')).toBe(1);
  search.swap(await build('giraffes'));
  expect(await find('giraffes')).toBe(1);
  expect(await find('zebras')).toBe(0);
  expect(lines).toEqual([]);
});
