import { cpSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { EmbeddingModel } from '../../../pipeline/net/model.ts';
import { rewriteSearch } from '../../../pipeline/rewrite-search.ts';
import { PieceCache, type SearchIndex, storeOf } from '../../../pipeline/search/query.ts';
import { versionOf } from '../../../pipeline/search/versions.ts';
import { buildSite } from '../../support/build.ts';
import { changeFiles } from '../../support/outputs.ts';
import { openBuilt } from '../../support/search.ts';
import { minimalConfig, tempDir, writeFiles } from '../../support/temp.ts';

const site = {
  'docs.json': minimalConfig(['price', 'wipe', 'bill', 'team/plans'], {
    auth: { enabled: true, publicPaths: ['/price', '/wipe', '/bill'] },
  }),
  'price.mdx': '---\ntitle: Price\n---\n\nWhat vanish costs.\n',
  'wipe.mdx': '---\ntitle: Wipe\n---\n\nErase a thing.\n',
  'bill.mdx': `---\ntitle: Bill\n---\n\n${'A fee is due each month. '.repeat(30)}It ends with a refund.\n`,
  'team/plans.mdx': '---\ntitle: Plans\n---\n\nA fee that nobody knows, called swordfish.\n',
};

/** Texts that speak of removing are near to each other. */
const meaning: EmbeddingModel = {
  name: 'meaning',
  embed: async (texts) =>
    texts.map((text) => (/erase|vanish/i.test(text) ? [1, 0, 0] : [0, 1, text.length / 1000])),
};

async function built(more: { readonly embeddings?: EmbeddingModel } = {}) {
  const out = tempDir();
  const { deployment, problems } = await buildSite(writeFiles(tempDir(), site), out, more);
  expect(problems).toEqual([]);
  return { out, id: deployment?.id ?? '' };
}

const pathsOf = async (index: SearchIndex, question: Parameters<SearchIndex['search']>[0]) =>
  (await index.search(question)).results.map(({ path }) => path);

describe('an opened index', () => {
  test('answers readers from the pieces alone', async () => {
    const { out, id } = await built();
    const index = await openBuilt(out, id, { store: { folder: '/dev/null/none', tables: '' } });
    expect(await pathsOf(index, { query: 'erase' })).toEqual(['wipe']);
  });

  test('finds what needs a session with one, and only then', async () => {
    const { out, id } = await built();
    const index = await openBuilt(out, id);
    expect(await pathsOf(index, { query: 'swordfish' })).toEqual([]);
    expect((await index.search({ query: 'swordfish' })).unknown).toEqual(['swordfish']);
    expect(await pathsOf(index, { query: 'swordfish', groups: [] })).toEqual(['team/plans']);
    expect(await pathsOf(index, { query: 'swordfish', audience: 'assistant' })).toEqual([]);
  });

  test('returns the passage of a section to an assistant, wherever it is', async () => {
    const { out, id } = await built();
    const index = await openBuilt(out, id);
    const snippet = async (audience: 'search' | 'assistant') =>
      (await index.search({ query: 'refund', audience, snippet: 500 })).results[0]?.sections[0]
        ?.snippet.text;
    expect(await snippet('assistant')).toContain('It ends with a refund.');
    expect(await snippet('search')).toMatch(/^A fee is due each month\./);
  });

  test('finds by vectors what has none of the words', async () => {
    const { out, id } = await built({ embeddings: meaning });
    const index = await openBuilt(out, id, { embeddings: meaning });
    const found = await pathsOf(index, { query: 'vanish' });
    expect(found.slice(0, 2).sort()).toEqual(['price', 'wipe']);
    expect(found).not.toContain('team/plans');
    expect(await pathsOf(index, { query: 'vanish', groups: [] })).toContain('team/plans');
  });

  test('answers by words when the model of its vectors is out of reach', async () => {
    const { out, id } = await built({ embeddings: meaning });
    const log: string[] = [];
    const asleep: EmbeddingModel = {
      name: 'meaning',
      embed: async () => {
        throw new Error('The model is asleep.');
      },
    };
    const index = await openBuilt(out, id, { embeddings: asleep, log: (line) => log.push(line) });
    expect(await pathsOf(index, { query: 'erase' })).toEqual(['wipe']);
    expect(log).toEqual(['Searching by keywords only: The model is asleep.']);
  });

  test('makes the vectors of another model, and answers by words meanwhile', async () => {
    const { out, id } = await built({ embeddings: meaning });
    const other = { ...meaning, name: 'other' };
    const index = await openBuilt(out, id, { embeddings: other });
    expect(await pathsOf(index, { query: 'vanish' })).toContain('price');
    await expect.poll(() => versionOf(storeOf(out), id)?.model, { timeout: 10_000 }).toBe('other');
    await expect.poll(() => pathsOf(index, { query: 'vanish' })).toContain('wipe');
  });

  test('holds no more than its memory may take', async () => {
    const { out, id } = await built();
    const index = await openBuilt(out, id, { cache: new PieceCache(1) });
    for (const query of ['erase', 'refund', 'erase']) {
      expect(await pathsOf(index, { query })).toHaveLength(1);
    }
  });
});

describe('a question from a page of a version', () => {
  const page = (title: string, text: string) => `---\ntitle: ${title}\n---\n\n${text}\n`;
  const versions = {
    'docs.json': minimalConfig([], {
      navigation: {
        versions: [
          { name: 'v2', default: true, pages: ['v2/setup', 'v2/proxy'] },
          { name: 'v1', pages: ['v1/setup', 'v1/legacy', 'v1/gadget-proxy'] },
        ],
      },
    }),
    'v2/setup.mdx': page('Set up', 'Install the gadget with the new wizard.'),
    'v2/proxy.mdx': page('Proxy', 'Put a proxy in front of the gadget.'),
    'v1/setup.mdx': page('Set up', 'Install the gadget by hand, with a script.'),
    'v1/legacy.mdx': page('Legacy', 'The carburetor is cleaned by hand.'),
    'v1/gadget-proxy.mdx': page('Proxy of a gadget', 'Each gadget has a proxy of its own.'),
  };

  test.each([
    [{ version: 'v1' }, 'install the gadget', ['v1/setup']],
    [{ version: 'v2' }, 'install the gadget', ['v2/setup', 'v2/proxy']],
    // Only the other version has it.
    [{ version: 'v1' }, 'proxy in front', ['v2/proxy']],
    [{ version: 'v2' }, 'cleaned carburetor', ['v1/legacy']],
    // The question names another one.
    [{ version: 'v2' }, 'install the gadget in v1', ['v1/setup']],
    // A page without a version: the one that is shown first is asked, however well another one fits.
    [{}, 'proxy of a gadget', ['v2/proxy', 'v2/setup']],
    [{}, 'cleaned carburetor', ['v1/legacy']],
    [{}, 'install the gadget in v1', ['v1/setup']],
    // No page: every version is found.
    [undefined, 'install the gadget', ['v2/setup']],
    [undefined, 'proxy of a gadget', ['v1/gadget-proxy']],
  ])('from %j, "%s" finds %j first', async (from, query, expected) => {
    const out = tempDir();
    const { deployment } = await buildSite(writeFiles(tempDir(), versions), out);
    const index = await openBuilt(out, deployment?.id ?? '');
    const paths = await pathsOf(index, { query, ...(from ? { from } : {}) });
    expect(paths.slice(0, expected.length)).toEqual(expected);
    expect(paths.length).toBeGreaterThan(0);
  });
});

describe("an index that can't be read", () => {
  /** Loses the files of the index whose names begin like this, or changes them. */
  type Change = (name: string, change?: (text: string) => string) => void;
  const damages: readonly (readonly [string, (change: Change) => void])[] = [
    ['are missing', (change) => change('')],
    ['begin with noise', (change) => change('index.json', () => '{"format"')],
    [
      'are of another format',
      (change) => change('index.json', (text) => text.replace(/"format":\d+/, '"format":0')),
    ],
    ['have lost a catalog', (change) => change('en-')],
  ];
  test('is rewritten by two processes at once, and leaves what others are writing', async () => {
    const { out, id } = await built();
    changeFiles(out, id, '_docent/search/');
    const pieces = join(out, 'search/pieces');
    const others = [`${id}-0`, 'dpl_before-1', 'dpl_before-1.1'].map((name) => join(pieces, name));
    for (const folder of others) mkdirSync(folder, { recursive: true });
    const rewrite = (to: string) => {
      rewriteSearch({ out, deployment: id, to });
      // The other process is done first.
      cpSync(to, to.replace(/\.\d+$/, ''), { recursive: true });
    };
    const index = await openBuilt(out, id, { rewrite });
    expect(await pathsOf(index, { query: 'erase' })).toEqual(['wipe']);
    expect(others.map((folder) => existsSync(folder))).toEqual([true, false, true]);
    expect(readdirSync(pieces).filter((name) => name.startsWith(id))).toHaveLength(2);
  });

  test.each(damages)('because its pieces %s is made again, once', async (_name, damage) => {
    const { out, id } = await built();
    damage((name, change) => changeFiles(out, id, `_docent/search/${name}`, change));
    const log: string[] = [];
    const open = () => openBuilt(out, id, { log: (line) => log.push(line) });
    const index = await open();
    expect(await pathsOf(index, { query: 'erase' })).toEqual(['wipe']);
    expect(await pathsOf(index, { query: 'swordfish' })).toEqual([]);
    expect(await pathsOf(index, { query: 'swordfish', groups: [] })).toEqual(['team/plans']);
    expect(log[0]).toMatch(/^Can't read the search index of dpl_\w+ \(.+\): rebuilding it/);
    expect(log[1]).toMatch(/^Rebuilt the search index in/);
    // Whoever opens it next finds it.
    expect(await pathsOf(await open(), { query: 'erase' })).toEqual(['wipe']);
    expect(log).toHaveLength(2);
  });

  test.each<[string, (folder: string, table: string) => void]>([
    ['are missing', (folder) => rmSync(folder, { recursive: true })],
    ['have lost their table', (folder, table) => rmSync(join(folder, table), { recursive: true })],
  ])('because its sections %s answers, and has them again soon', async (_name, damage) => {
    const { out, id } = await built({ embeddings: meaning });
    const store = storeOf(out);
    damage(store.folder, `${versionOf(store, id)?.table}.lance`);
    const log: string[] = [];
    const index = await openBuilt(out, id, {
      embeddings: meaning,
      log: (line) => log.push(line),
    });
    expect(await pathsOf(index, { query: 'vanish' })).toContain('price');
    await expect.poll(() => log.join('\n'), { timeout: 10_000 }).toContain('Wrote 4 sections');
    expect(await pathsOf(index, { query: 'vanish' })).toContain('wipe');
  });
});
