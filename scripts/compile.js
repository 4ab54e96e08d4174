// TypeScript → dist/, file by file: the tree stays the same, so a path relative to a module is the
// same in the sources and in dist/. Only changed files are written, each atomically, so that a
// running command never sees a partial program.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { glob, readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const dist = join(root, 'dist');
const floors = ['schema', 'pipeline', 'runtime', 'commands', 'bench'];
/** What dist/ was made from; the cache of a site also uses it as the version of the code. */
const stampFile = join(dist, 'stamp.json');

export async function compile() {
  const files = ['cli.ts', 'terminal.ts'];
  for (const floor of floors) {
    for await (const file of glob('**/*.*', { cwd: join(root, floor) })) {
      if (!file.endsWith('.md')) files.push(join(floor, file));
    }
  }
  files.sort();
  const times = await Promise.all(
    [...files, 'scripts/compile.js', 'package.json'].map(async (file) => {
      const { mtimeMs, size } = await stat(join(root, file));
      return `${file} ${mtimeMs} ${size}`;
    }),
  );
  const sources = createHash('sha256').update(times.join('\n')).digest('hex');
  const stamp = readStamp();
  if (stamp.sources === sources) return;

  // Browser code is bundled when a site is built; its source is only copied here.
  const inBrowser = (file) => file.includes('/client/');
  const code = files.filter((file) => /\.tsx?$/.test(file) && !inBrowser(file));
  const outputs = new Map();
  for (const file of files) {
    if (!code.includes(file)) outputs.set(file, await readFile(join(root, file)));
  }
  // Loaded only if there is work: esbuild takes a while to start.
  const { build } = await import('esbuild');
  const result = await build({
    absWorkingDir: root,
    entryPoints: code,
    outdir: dist,
    outbase: root,
    bundle: true,
    write: false,
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
  for (const file of result.outputFiles) {
    outputs.set(file.path.slice(dist.length + 1), Buffer.from(file.contents));
  }

  const hash = createHash('sha256');
  for (const [path, bytes] of [...outputs].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (!path.endsWith('.map')) hash.update(`${path}\0`).update(bytes);
    const file = join(dist, path);
    if (existsSync(file) && readFileSync(file).equals(bytes)) continue;
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(`${file}.${process.pid}`, bytes);
    renameSync(`${file}.${process.pid}`, file);
  }
  for (const path of stamp.files) {
    if (!outputs.has(path)) rmSync(join(dist, path), { force: true });
  }
  const version = hash.digest('hex');
  const next = { sources, code: version, files: [...outputs.keys()].sort() };
  writeFileSync(`${stampFile}.${process.pid}`, JSON.stringify(next));
  renameSync(`${stampFile}.${process.pid}`, stampFile);
}

function readStamp() {
  try {
    return JSON.parse(readFileSync(stampFile, 'utf8'));
  } catch {
    return { files: [] };
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await compile();
