import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  packagesIn,
  packageTypes,
  packageVersions,
} from '../../../../../pipeline/site/code/types/package-types.ts';
import { tempDir, writeFiles } from '../../../../support/temp.ts';

test('packages are found in imports of all kinds', () => {
  const code = `import a from 'a';
import { type B } from "@scope/b/deep";
import 'c/style.css';
export * from 'd';
const e = await import('e');
const f = require("f");
import g from './g';
import h from '/h';`;
  expect(packagesIn(code)).toEqual(['a', '@scope/b', 'c', 'd', 'e', 'f']);
});

test('only declarations are read, and versions are known', () => {
  const dir = writeFiles(tempDir(), {
    'node_modules/a/package.json': { version: '1.2.3' },
    'node_modules/a/index.js': 'throw 1',
    'node_modules/a/index.d.ts': 'export {};',
    'node_modules/a/deep/more.d.mts': 'export {};',
    'node_modules/a/node_modules/b/index.d.ts': 'export {};',
  });
  expect([...packageTypes(dir, ['a', 'none']).keys()].sort()).toEqual([
    '/node_modules/a/deep/more.d.mts',
    '/node_modules/a/index.d.ts',
    '/node_modules/a/package.json',
  ]);
  expect(packageVersions(dir, ['a', 'none'])).toBe('a@1.2.3 @types/a@ none@ @types/none@');
  expect(packageTypes(tempDir(), ['a']).size).toBe(0);
});

test('a link out of the site is not followed, one inside it is', () => {
  const outside = writeFiles(tempDir(), {
    'package.json': { version: '1' },
    'index.d.ts': 'secret',
  });
  const dir = writeFiles(tempDir(), {
    'store/b/package.json': { version: '1', dependencies: { '../store/b': '*' } },
    'store/b/index.d.ts': 'export {};',
    'node_modules/c/package.json': { version: '1' },
  });
  symlinkSync(outside, join(dir, 'node_modules/a'));
  writeFiles(dir, { 'node_modules/d/index.d.ts': 'export {};' });
  symlinkSync(join(outside, 'package.json'), join(dir, 'node_modules/d/package.json'));
  symlinkSync(join(dir, 'store/b'), join(dir, 'node_modules/b'));
  symlinkSync(join(outside, 'index.d.ts'), join(dir, 'node_modules/c/index.d.ts'));
  expect([...packageTypes(dir, ['a', 'b', 'c', 'd']).keys()]).toEqual([
    '/node_modules/b/package.json',
    '/node_modules/b/index.d.ts',
    '/node_modules/c/package.json',
  ]);
});

test('no more than 40 packages are read, however they depend on each other', () => {
  const packages = Array.from({ length: 50 }, (_, n) => [
    `node_modules/p${n}/package.json`,
    { dependencies: { [`p${n + 1}`]: '*' } },
  ]);
  const dir = writeFiles(tempDir(), Object.fromEntries(packages));
  expect(packageTypes(dir, ['p0']).size).toBe(40);
});
