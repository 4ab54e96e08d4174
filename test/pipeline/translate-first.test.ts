import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { readConfig } from '../../pipeline/config/read.ts';
import { openModel } from '../../pipeline/net/open-model.ts';
import { readRecords, translationsFolder } from '../../pipeline/translate/records.ts';
import { translateFirst } from '../../pipeline/translate-first.ts';
import { type ModelStub, startModelStub } from '../support/model-stub.ts';
import { minimalConfig, tempDir, writeFiles } from '../support/temp.ts';

vi.mock('../../pipeline/config/read.ts', { spy: true });

let stub: ModelStub;
afterEach(() => stub?.close());

/** A site of one page in a folder of its own. */
const site = (block: boolean) =>
  writeFiles(tempDir(), {
    'docs.json': minimalConfig(['index'], {
      i18n: { languages: ['de', 'en'], blockDeployOnTranslation: block },
    }),
    'index.mdx': '---\ntitle: Start\n---\n\nWelcome to the handbook of this small site.\n',
  });

async function run(
  dir: string,
  more: { readonly patience?: number; readonly hang?: boolean } = {},
) {
  stub = await startModelStub(() => (more.hang ? { fault: 'hang' } : { text: '{}' }));
  const sentences = await translateFirst({
    dir,
    out: join(dir, '.docent'),
    openModel: () => openModel({ baseUrl: stub.baseUrl, apiKey: 'k', model: 'm' }),
    now: Date.now,
    ...(more.patience === undefined ? {} : { patience: more.patience }),
  });
  return { sentences, asked: stub.requests.length };
}

test('a build that does not wait for translations asks no model', async () => {
  expect(await run(site(false))).toEqual({ sentences: [], asked: 0 });
});

test('a build whose configuration does not mention waiting does not read it', async () => {
  const files = { 'docs.json': minimalConfig(['index']), 'index.mdx': 'Welcome.\n' };
  vi.mocked(readConfig).mockClear();
  expect(await run(writeFiles(tempDir(), files))).toEqual({ sentences: [], asked: 0 });
  expect(readConfig).not.toHaveBeenCalled();
});

test('a build that waits has the target languages translated first', async () => {
  const dir = site(true);
  const { asked } = await run(dir);
  expect(asked).toBeGreaterThan(0);
  const records = readRecords(translationsFolder(join(dir, '.docent')), 'de');
  expect([...records.keys()]).toEqual(['index']);
});

test('a model that never answers holds a deployment back no longer than the limit', async () => {
  const started = Date.now();
  const { sentences } = await run(site(true), { patience: 300, hang: true });
  expect(Date.now() - started).toBeLessThan(10_000);
  expect(sentences).toEqual([expect.stringMatching(/into de/)]);
});

test('without a model the build goes on and says which variables to set', async () => {
  const dir = site(true);
  const sentences = await translateFirst({
    dir,
    out: join(dir, '.docent'),
    openModel: () => {
      throw new Error('No language model is configured.');
    },
    now: Date.now,
  });
  expect(sentences).toEqual([
    'Built without waiting for translations. No language model is configured.',
  ]);
});
