import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { docent } from '../support/command.ts';
import { makeTempDir, minimalConfig, tempDir, writeFiles } from '../support/temp.ts';

const site = {
  'docs.json': minimalConfig(['queues', 'pause'], {
    search: { synonyms: [['halt line', 'pause queue']] },
  }),
  'queues.mdx':
    '---\ntitle: Queues\n---\n\n## What a queue is\n\nIt holds jobs; remove one at any time.\n',
  'pause.mdx': '---\ntitle: Pause a queue\nboost: 2\n---\n\nStops it for a while.\n',
};

describe('docent search', () => {
  const out = makeTempDir();
  const dir = makeTempDir();
  beforeAll(async () => {
    expect((await docent('build', writeFiles(dir, site), '--out', out)).code).toBe(0);
  }, 120_000);
  afterAll(() => {
    for (const folder of [out, dir]) rmSync(folder, { recursive: true, force: true });
  });

  test('lists the pages that readers find', async () => {
    const { code, out: text } = await docent('search', 'pause a queue', '--out', out);
    expect(code).toBe(0);
    expect(text).toMatch(/^1\. Pause a queue {2}pause\n2\. Queues {2}queues\n/);
    expect(text).toContain('2 pages in en.');
  });

  test('explains per page and field why it is where it is', async () => {
    const { out: text } = await docent('search', 'delete from queue', '--explain', '--out', out);
    expect(text).toContain('text (weight 1) under "What a queue is": delete (as remove)');
    expect(text).toContain('heading (weight 3): queue');
    expect(text).toContain('missing: delete');
    expect(text).toContain('boost 2');
  });

  test('explains words that are spelled in another way as they were found', async () => {
    const { out: text } = await docent('search', 'pause queus', '--explain', '--out', out);
    expect(text).toContain('queus (as queue)');
    expect(text).not.toContain('missing: queus');
    const title = await docent('search', 'Pause a quewe', '--explain', '--out', out);
    expect(title.out).toContain('its title is the question, spelled in another way');
  });

  test('prints the same as JSON', async () => {
    const { out: text } = await docent('search', 'Pause a queue', '--json', '--out', out);
    const { pages, language, confidence } = JSON.parse(text);
    expect(language).toBe('en');
    expect(confidence).toBe(1);
    expect(pages[0]).toMatchObject({
      path: 'pause',
      reasons: ['its title is the question', 'boost 2'],
      fields: expect.arrayContaining([
        {
          field: 'title',
          weight: 3,
          words: [
            { word: 'pause', count: 1 },
            { word: 'queue', count: 1 },
          ],
        },
      ]),
      missing: [],
    });
  });

  test('finds by the synonyms of docs.json', async () => {
    const { out: text } = await docent('search', 'halt line', '--out', out);
    expect(text).toContain('1. Pause a queue');
  });

  test('says what to do when nothing is found, or there is no site', async () => {
    const none = await docent('search', 'zebra', '--out', out);
    expect(none.out).toContain('On no page: zebra.');
    expect(none.code).toBe(0);
    const empty = await docent('search', 'x', '--out', tempDir());
    expect([empty.code, empty.err]).toEqual([1, expect.stringContaining('run "docent build"')]);
    expect((await docent('search', 'x', '--limit', '0', '--out', out)).code).toBe(2);
  });
});
