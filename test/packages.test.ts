import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  readonly packages: Readonly<
    Record<string, { readonly name?: string; readonly hasInstallScript?: boolean }>
  >;
};

test('nothing that runs models on this machine is installed with the database of sections', () => {
  const names = Object.entries(packages).map(
    ([path, { name }]) => name ?? path.slice(path.lastIndexOf('node_modules/') + 13),
  );
  expect(names).toContain('@lancedb/lancedb');
  const models = /^(@huggingface\/transformers|onnxruntime-.*|sharp|@img\/.*)$/;
  expect(names.filter((name) => models.test(name))).toEqual([]);
});

test('no package runs a script when it is installed, but for one that works without', () => {
  const names = Object.entries(packages).flatMap(([path, { hasInstallScript }]) =>
    hasInstallScript ? [path.slice(path.lastIndexOf('node_modules/') + 13)] : [],
  );
  expect(names).toEqual(['esbuild']);
});
