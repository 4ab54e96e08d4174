import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sourceHash } from '../../../pipeline/source/hash.ts';
import { translateSite } from '../../../pipeline/translate.ts';
import type { TranslatedText } from '../../../schema/build.ts';
import { buildSite } from '../../support/build.ts';
import { minimalConfig, tempDir, writeFiles } from '../../support/temp.ts';
import { goodModel } from './fake-model.ts';

/** Ids of the body of a page, without the addresses that lead to another. */
function idsOf(site: string | undefined, path: string): string[] {
  const html = readFileSync(join(site ?? '', path, 'index.html'), 'utf8');
  const start = html.indexOf('>', html.indexOf('class="mdx-content'));
  const body = html.slice(start, html.indexOf('</main>'));
  return [...body.matchAll(/(?<! class="dc-alias")\sid="([^"]*)"/g)].map(([, id]) => id ?? '');
}

async function build(source: string, own: Omit<TranslatedText, 'translatedHash'>, hash?: string) {
  const dir = tempDir();
  writeFiles(join(dir, 'in'), { 'docs.json': minimalConfig(['a']), 'a.mdx': source });
  const text: TranslatedText = { ...own, translatedHash: hash ?? sourceHash(source) };
  const translations = { pages: { de: { a: text } }, labels: {} };
  return buildSite(join(dir, 'in'), join(dir, 'out'), { translations });
}

test('titled components of a translation have the ids of their source', async () => {
  const source = [
    '## Why',
    '<Accordion title="Why">\n\nSo.\n\n</Accordion>',
    '<Accordion title="Why">\n\nSo.\n\n</Accordion>',
    '<Tabs>\n<Tab title="One">\n\nA\n\n</Tab>\n<Tab title="Two" id="own">\n\nB\n\n</Tab>\n</Tabs>',
    '<Steps>\n<Step title="Go there">\n\nA\n\n</Step>\n</Steps>',
    '<Update label="June">\n\nNew.\n\n</Update>',
  ].join('\n\n');
  const words = { Why: 'Warum', One: 'Eins', Two: 'Zwei', 'Go there': 'Los', June: 'Juni' };
  let text = source;
  for (const [from, to] of Object.entries(words)) text = text.replaceAll(from, to);
  const { site } = await build(source, { text });
  const ids = idsOf(site, 'a');
  expect(ids).toEqual(
    expect.arrayContaining(['why', 'why-part', 'one', 'own', 'go-there', 'june']),
  );
  expect(idsOf(site, 'de/a')).toEqual(ids);
});

test('a stale page has the ids of the source that it was made from', async () => {
  const text = '## Eins\n\n## Zwei\n\n## Drei\n';
  const headings = [
    { depth: 2, id: 'one' },
    { depth: 2, id: 'two' },
    { depth: 2, id: 'three' },
  ];
  const { site } = await build('## Two\n\n## Another\n', { text, headings }, 'older');
  expect(idsOf(site, 'de/a')).toEqual(['one', 'two', 'three']);
});

test('docent translate keeps the ids for the time when the source has changed', async () => {
  const dir = tempDir();
  const [from, out] = [join(dir, 'in'), join(dir, 'out')];
  writeFiles(from, {
    'docs.json': minimalConfig(['a']),
    'a.mdx':
      '## First things\n\nSome words here.\n\n## Second *things* {#two}\n\n<h3>Third things</h3>\n',
  });
  const run = {
    dir: from,
    out,
    language: 'de',
    scope: 'all',
    force: false,
    dryRun: false,
  } as const;
  await translateSite({ ...run, model: goodModel('de'), now: () => 0 });
  writeFiles(from, { 'a.mdx': '## Other things\n\nSome words here.\n' });
  const { site } = await buildSite(from, out);
  expect(idsOf(site, 'de/a')).toEqual(['first-things', 'two', 'third-things']);
});
