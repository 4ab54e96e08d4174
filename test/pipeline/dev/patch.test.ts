import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { look } from '../../../pipeline/dev/look.ts';
import { patchPages } from '../../../pipeline/dev/patch.ts';
import { readTexts } from '../../../pipeline/dev/sources.ts';
import { openState } from '../../../pipeline/dev/state.ts';
import { minimalConfig, tempDir, writeFiles } from '../../support/temp.ts';

const page = (text: string) => `---\ntitle: Page\n---\n\n${text}\n`;

/** A watched site of two pages, of which one is open. */
async function openSite() {
  const dir = writeFiles(tempDir(), {
    'docs.json': minimalConfig(['one', 'two']),
    'one.mdx': page('First words.'),
    'two.mdx': page('First words.'),
  });
  const state = openState({ dir, version: '0' });
  readTexts(state);
  await look(state);
  const sent: string[] = [];
  state.clients.add({ address: '/one', send: (type) => sent.push(type), close: () => {} });
  const save = (path: string) => {
    writeFileSync(join(dir, path), page('Second words.'));
    return patchPages(state, [path]);
  };
  return { dir, state, sent, save };
}

test('an open page that has changed is waited for: it asks at once', async () => {
  const { state, sent, save } = await openSite();
  const savedAt = performance.now();
  expect(await save('one.mdx')).toBe(true);
  expect(sent).toEqual(['update']);
  expect(state.requestAt).toBeGreaterThanOrEqual(savedAt);
});

test('so is one that follows another docs.json', async () => {
  const { dir, state, sent } = await openSite();
  writeFiles(dir, { 'docs.json': minimalConfig(['one', 'two'], { name: 'Another' }) });
  delete state.config;
  await look(state);
  expect(sent).toEqual(['reload']);
  expect(state.requestAt).toBeGreaterThan(0);
});

test('nothing is waited for when no open page has changed', async () => {
  const { state, sent, save } = await openSite();
  expect(await save('two.mdx')).toBe(true);
  expect(sent).toEqual([]);
  expect(state.requestAt).toBe(0);
});
