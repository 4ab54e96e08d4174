import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { projectRoot } from '../../support/corpus.ts';
import { tempDir, writeFiles } from '../../support/temp.ts';

beforeAll(() => {
  execFileSync(process.execPath, [join(projectRoot, 'scripts/compile.js')]);
}, 120_000);

test('a module that another process has compiled is not compiled again, with the flags of a server', () => {
  const folder = writeFiles(tempDir(), {
    'large.mjs': `export const table = ${JSON.stringify(Array.from({ length: 500 }, (_, i) => ({ i })))};`,
  });
  const dist = (path: string) =>
    JSON.stringify(pathToFileURL(join(projectRoot, 'dist', path)).href);
  const url = JSON.stringify(pathToFileURL(join(folder, 'large.mjs')).href);
  const program = `
    import { enableCompileCache } from 'node:module';
    enableCompileCache(${JSON.stringify(join(folder, 'cache'))});
    const { keepHeapSmall } = await import(${dist('runtime/heap.js')});
    const { compileApart } = await import(${dist('runtime/tasks/compile-apart.js')});
    keepHeapSmall();
    await compileApart(${url});
    await import(${url});`;
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--input-type=module', '--eval', program],
    { encoding: 'utf8', env: { ...process.env, NODE_DEBUG_NATIVE: 'COMPILE_CACHE' } },
  );
  const lines = `${stdout}${stderr}`.split('\n').filter((line) => line.includes('large.mjs'));
  expect(lines.join('\n')).toMatch(/cache for .*large.mjs.* was accepted/);
});
