import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  readonly packages: Readonly<Record<string, { readonly name?: string }>>;
};

test('nothing that runs models on this machine is installed with the database of sections', () => {
  const names = Object.entries(packages).map(
    ([path, { name }]) => name ?? path.slice(path.lastIndexOf('node_modules/') + 13),
  );
  expect(names).toContain('@lancedb/lancedb');
  const models = /^(@huggingface\/transformers|onnxruntime-.*|sharp|@img\/.*)$/;
  expect(names.filter((name) => models.test(name))).toEqual([]);
});
