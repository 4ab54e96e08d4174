import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { publishTo } from '../../../pipeline/output/publish-to.ts';
import { tempDir, writeFiles } from '../../support/temp.ts';

const ids = ['dpl_00000000000000000000000001', 'dpl_00000000000000000000000002'] as const;

function outputs(): string {
  return writeFiles(tempDir(), {
    [`deployments/${ids[0]}/site/index.html`]: 'first',
    [`deployments/${ids[0]}/site/old/index.html`]: 'gone later',
    [`deployments/${ids[0]}/protected/secret/index.html`]: 'secret',
    [`deployments/${ids[1]}/site/index.html`]: 'second',
  });
}

test('a folder is replaced as a whole, and protected pages never go there', () => {
  const out = outputs();
  const parent = tempDir();
  const folder = join(parent, 'made/public');
  publishTo(folder, { out, id: ids[0] });
  expect(readdirSync(folder, { recursive: true }).sort()).toEqual([
    '.docent-site',
    'index.html',
    'old',
    'old/index.html',
  ]);
  publishTo(folder, { out, id: ids[1] });
  expect(readFileSync(join(folder, 'index.html'), 'utf8')).toBe('second');
  expect(existsSync(join(folder, 'old'))).toBe(false);
  expect(readdirSync(join(parent, 'made'))).toEqual(['public']);
});

test('what is changed in the folder changes no deployment', () => {
  const out = outputs();
  const folder = join(tempDir(), 'public');
  publishTo(folder, { out, id: ids[0] });
  writeFileSync(join(folder, 'index.html'), 'edited');
  expect(readFileSync(join(out, `deployments/${ids[0]}/site/index.html`), 'utf8')).toBe('first');
});

test("a folder with other files is refused and unchanged, an empty one isn't", () => {
  const out = outputs();
  const folder = writeFiles(tempDir(), { 'mine.txt': 'mine' });
  expect(() => publishTo(folder, { out, id: ids[0] })).toThrow(
    'has files that are not from "docent build --to". Choose another folder, or empty this one.',
  );
  expect(readdirSync(folder)).toEqual(['mine.txt']);
  expect(() => publishTo(join(folder, 'mine.txt'), { out, id: ids[0] })).toThrow('is a file');
  const empty = tempDir();
  publishTo(empty, { out, id: ids[0] });
  expect(existsSync(join(empty, 'index.html'))).toBe(true);
});

test.each(['index.html/public', 'index.html/below/public'])(
  'a file in place of a parent is one sentence: %s',
  (path) => {
    const folder = join(writeFiles(tempDir(), { 'index.html': 'mine' }), path);
    expect(() => publishTo(folder, { out: outputs(), id: ids[0] })).toThrow(
      'there is a file where a folder is needed. Remove it, or choose another folder with --to.',
    );
  },
);

test.skipIf(process.getuid?.() === 0)('a parent that is read-only is one sentence', () => {
  const parent = tempDir();
  chmodSync(parent, 0o500);
  expect(() => publishTo(join(parent, 'public'), { out: outputs(), id: ids[0] })).toThrow(
    /^Can't write .*: permission denied/,
  );
  chmodSync(parent, 0o700);
});
