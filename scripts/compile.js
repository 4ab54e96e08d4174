// TypeScript → dist/, file by file: the tree stays the same, so a path relative to a module means the
// same in the sources and in dist/.
import { existsSync } from 'node:fs';
import { cp, glob, mkdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const dist = join(root, 'dist');
const floors = ['schema', 'pipeline', 'runtime', 'bench'];

export async function compile() {
  const files = ['cli.ts'];
  for (const floor of floors) {
    for await (const file of glob('**/*.*', { cwd: join(root, floor) }))
      files.push(join(floor, file));
  }
  const stamp = existsSync(join(dist, 'cli.js')) ? (await stat(join(dist, 'cli.js'))).mtimeMs : 0;
  const times = await Promise.all(
    files.map(async (file) => (await stat(join(root, file))).mtimeMs),
  );
  if (times.every((time) => time <= stamp)) return;

  await rm(dist, { recursive: true, force: true });
  // What runs in the browser is bundled when a site is built; here its source is only copied.
  const inBrowser = (file) => file.includes('/client/');
  const code = files.filter((file) => /\.tsx?$/.test(file) && !inBrowser(file));
  for (const file of files.filter((file) => !code.includes(file) && !file.endsWith('.md'))) {
    await mkdir(dirname(join(dist, file)), { recursive: true });
    await cp(join(root, file), join(dist, file));
  }
  await build({
    absWorkingDir: root,
    entryPoints: code,
    outdir: dist,
    outbase: root,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node22.22',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    sourcemap: 'linked',
    logLevel: 'warning',
    plugins: [
      {
        name: 'each-file-alone',
        setup(build) {
          build.onResolve({ filter: /.*/ }, (args) =>
            args.kind === 'entry-point'
              ? undefined
              : { path: args.path.replace(/^(\.{1,2}\/.*)\.tsx?$/, '$1.js'), external: true },
          );
        },
      },
    ],
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await compile();
