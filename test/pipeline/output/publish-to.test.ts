import { chmodSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { encode } from '../../../pipeline/output/encode.ts';
import { layoutOf } from '../../../pipeline/output/layout.ts';
import { publishTo } from '../../../pipeline/output/publish-to.ts';
import { DeploymentWriter } from '../../../pipeline/output/write.ts';
import type { Config } from '../../../schema/config/config.ts';
import { tempDir, writeFiles } from '../../support/temp.ts';

const ids = ['dpl_00000000000000000000000001', 'dpl_00000000000000000000000002'] as const;
const script = 'const word = "word";\n'.repeat(100);

/** Two deployments of files, those below `secret/` for members. */
async function outputs(): Promise<string> {
  const out = tempDir();
  const texts = [
    { 'index.html': 'first', 'old/index.html': 'gone later', 'secret/index.html': 'secret' },
    {
      'index.html': 'second',
      'app.js': script,
      'page.html': script,
      'x.svg': script,
      'x.svg.gz': '',
    },
  ];
  for (const [index, files] of texts.entries()) {
    const id = ids[index] ?? '';
    const writer = new DeploymentWriter(layoutOf(out), id);
    for (const [path, text] of Object.entries(files)) {
      const isSecret = path.startsWith('secret/');
      const address = `/${path}`;
      await writer.add({ path, address, content: () => text, protected: isSecret });
    }
    const parts = ['One part. ', 'And one more.'].map((text) => {
      return { known: undefined, make: () => encode('all.txt', text) };
    });
    await writer.add({ path: 'all.txt', address: '/all.txt', content: () => ({ parts }) });
    writer.finish(
      {
        deployment: { id, createdAt: '2026-01-01T00:00:00.000Z' } as never,
        config: {} as Config,
        manifest: { pages: {}, redirects: [] },
      },
      { project: '', deployment: id, startedAt: '', timestamp: '', newId: () => 'evt_1' },
    );
  }
  return out;
}

test('a folder is replaced as a whole, and protected pages never go there', async () => {
  const out = await outputs();
  const parent = tempDir();
  const folder = join(parent, 'made/public');
  await publishTo(folder, { out, id: ids[0] });
  expect(readdirSync(folder, { recursive: true }).sort()).toEqual([
    '.docent-site',
    'all.txt',
    'index.html',
    'old',
    'old/index.html',
  ]);
  await publishTo(folder, { out, id: ids[1] });
  expect(readFileSync(join(folder, 'index.html'), 'utf8')).toBe('second');
  expect(readFileSync(join(folder, 'all.txt'), 'utf8')).toBe('One part. And one more.');
  expect(existsSync(join(folder, 'old'))).toBe(false);
  expect(readdirSync(join(parent, 'made'))).toEqual(['public']);
});

test('texts lie next to their compressed forms, but for pages, which hosts compress', async () => {
  const folder = join(tempDir(), 'public');
  await publishTo(folder, { out: await outputs(), id: ids[1] });
  const names = ['all.txt', 'app.js', 'app.js.br', 'app.js.gz', 'index.html', 'page.html', 'x.svg'];
  expect(readdirSync(folder).sort()).toEqual(['.docent-site', ...names, 'x.svg.br', 'x.svg.gz']);
  expect(gunzipSync(readFileSync(join(folder, 'app.js.gz'))).toString()).toBe(script);
  expect(brotliDecompressSync(readFileSync(join(folder, 'app.js.br'))).toString()).toBe(script);
  // A file of the site has its own name.
  expect(readFileSync(join(folder, 'x.svg.gz'), 'utf8')).toBe('');
});

test("a folder with other files is refused and unchanged, an empty one isn't", async () => {
  const out = await outputs();
  const folder = writeFiles(tempDir(), { 'mine.txt': 'mine' });
  await expect(publishTo(folder, { out, id: ids[0] })).rejects.toThrow(
    'has files that are not from "docent build --to". Choose another folder, or empty this one.',
  );
  expect(readdirSync(folder)).toEqual(['mine.txt']);
  await expect(publishTo(join(folder, 'mine.txt'), { out, id: ids[0] })).rejects.toThrow(
    'is a file',
  );
  const empty = tempDir();
  await publishTo(empty, { out, id: ids[0] });
  expect(existsSync(join(empty, 'index.html'))).toBe(true);
});

test.each(['index.html/public', 'index.html/below/public'])(
  'a file in place of a parent is one sentence: %s',
  async (path) => {
    const folder = join(writeFiles(tempDir(), { 'index.html': 'mine' }), path);
    await expect(publishTo(folder, { out: await outputs(), id: ids[0] })).rejects.toThrow(
      'there is a file where a folder is needed. Remove it, or choose another folder with --to.',
    );
  },
);

test.skipIf(process.getuid?.() === 0)('a parent that is read-only is one sentence', async () => {
  const parent = tempDir();
  chmodSync(parent, 0o500);
  const out = await outputs();
  await expect(publishTo(join(parent, 'public'), { out, id: ids[0] })).rejects.toThrow(
    /^Can't write .*: permission denied/,
  );
  chmodSync(parent, 0o700);
});
