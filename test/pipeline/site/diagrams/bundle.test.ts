import { expect, test } from 'vitest';
import { bundleDiagrams } from '../../../../pipeline/site/diagrams/bundle.ts';

test('a file for diagrams tells no reader where the package is installed', async () => {
  const { content } = await bundleDiagrams(['sequence']);
  // Names that esbuild gives to modules.
  const names = [...String(content).matchAll(/__esm\(\{"([^"]+)"/g)].map(([, name]) => name);
  expect(names).toContain('mermaid.esm.min.mjs');
  expect(names.filter((name = '') => /^\.\.|^\/|node_modules/.test(name))).toEqual([]);
});
