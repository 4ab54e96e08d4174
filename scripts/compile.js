// TypeScript and the packages that it uses → dist/: one module for each entry, and chunks for what
// entries share or load later. Only changed files are written, each atomically, so that a running
// command never sees a partial program.
import { createHash } from 'node:crypto';
import {
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { glob, readFile, stat } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const dist = join(root, 'dist');
const floors = ['schema', 'pipeline', 'runtime', 'commands', 'packages'];
/** What dist/ was made from; the cache of a site also uses it as the version of the code. */
const stampFile = join(dist, 'stamp.json');

/** What is started or loaded by its path. */
const entries = [
  'cli.ts',
  'commands/work-thread.ts',
  'pipeline/build.ts',
  'pipeline/build/threads/thread.ts',
  'pipeline/site/math-library.ts',
  'pipeline/source/native-parser.ts',
  'pipeline/source/precise-parser.ts',
  'runtime/config-check/thread.ts',
  'runtime/drafts/thread.ts',
  'runtime/site/rewrite-process.ts',
  'runtime/tasks/rebuild-process.ts',
];

/** Runs in browsers and is bundled again with each site, so it shares nothing with a server. */
const readerEntry = 'pipeline/search/reader.ts';
/** The same, with the packages that it uses: they are not installed with the package. */
const web3Entry = 'pipeline/site/client/web3/main.ts';
/** The compiler that says types of code, with its declarations: one compressed file. */
const typesEntry = 'pipeline/site/code/types/thread.ts';
/** Components of the site, for the code of authors that uses them in the browser. */
const drawnEntry = 'pipeline/site/client/drawn/main.ts';

/** Scripts of all sites, and the operator's pages: bundled by their own functions, which the sources use as well. */
const siteClient = 'pipeline/site/client/';
const siteScripts = 'pipeline/site/layout/client.json';
const dashboardClient = 'runtime/dashboard/client/';
const dashboardFiles = 'runtime/dashboard/assets';

/**
 * Packages that are also published on their own: each is one module that runs in any runtime of
 * JavaScript, and needs nothing else.
 */
const packageEntries = ['packages/client/client.ts', 'packages/webhooks/verify.ts'];

/** Files of packages that are read, by pattern; pipeline/site/package-file.ts finds the copies. */
const packageFiles = [
  '@expo-google-fonts/inter/{400Regular/Inter_400Regular,700Bold/Inter_700Bold}.ttf',
  '@iconify-json/*/icons.json',
  // The search database has no build for Intel Macs, and none for Windows on ARM.
  'better-sqlite3/prebuilds/{linux,win32-x,darwin-arm}*.node',
  'mermaid/package.json',
  'mermaid/dist/mermaid.esm.min.mjs',
  'mermaid/dist/chunks/mermaid.esm.min/*.mjs',
  'preact/package.json',
  'preact/{,compat/,hooks/,jsx-runtime/}dist/*.mjs',
  'tailwindcss/theme.css',
];
const copies = 'pipeline/packages';
/** The largest of them takes a seventh when it is compressed, and few sites read it. */
const compressedCopy = '@iconify-json/tabler/icons.json';

/** Native code, and what finds its own files by path; these are the dependencies of the package. */
const external = [
  '@jitl/quickjs-ng-wasmfile-release-sync',
  '@lancedb/lancedb-*',
  '@resvg/resvg-js',
  'esbuild',
  'quickjs-emscripten-core',
  // Only benchmarks use a browser.
  'playwright-core',
  // Optional parts of packages, which are never installed.
  '@huggingface/transformers',
  'pg-native',
  '*.node',
];

export async function compile({ bench = false, clean = false } = {}) {
  const files = ['cli.ts', 'terminal.ts'];
  for (const floor of bench ? [...floors, 'bench'] : floors) {
    for await (const file of glob('**/*.*', { cwd: join(root, floor) })) {
      if (!file.endsWith('.md')) files.push(join(floor, file));
    }
  }
  files.sort();
  const times = await Promise.all(
    [...files, 'scripts/compile.js', 'package.json', 'package-lock.json'].map(async (file) => {
      const { mtimeMs, size } = await stat(join(root, file));
      return `${file} ${mtimeMs} ${size}`;
    }),
  );
  const sources = createHash('sha256').update(times.join('\n')).digest('hex');
  const stamp = readStamp();
  if (stamp.sources === sources && !clean) return;

  const outputs = new Map();
  for (const file of files) {
    // Bundled below.
    if (/\.tsx?$/.test(file)) continue;
    if (file.startsWith(siteClient) || file.startsWith(dashboardClient)) continue;
    outputs.set(file, await readFile(join(root, file)));
  }
  for (const pattern of packageFiles) {
    for await (const file of glob(pattern, { cwd: join(root, 'node_modules') })) {
      const bytes = await readFile(join(root, 'node_modules', file));
      const copy = file.endsWith('.json') ? withoutSpace(bytes) : bytes;
      if (file === compressedCopy) outputs.set(join(copies, `${file}.br`), brotli(copy));
      else outputs.set(join(copies, file), copy);
    }
  }
  const benches = files.filter((file) => file.startsWith('bench/') && file.endsWith('.ts'));
  const inputs = new Set();
  for (const bundle of [
    { entryPoints: entries, ...forNode },
    // Bundled apart: chunks that only a benchmark needs are not part of the package.
    ...(bench ? [{ entryPoints: benches, ...forNode, chunkNames: 'bench/[name]-[hash]' }] : []),
    // The words of a site's languages are added when it is bundled.
    { entryPoints: [readerEntry], external: ['*/language-words.ts'] },
    {
      entryPoints: [drawnEntry],
      external: ['preact', 'preact/*'],
      jsx: 'automatic',
      jsxImportSource: 'preact',
      sourcemap: false,
    },
    {
      entryPoints: [web3Entry],
      splitting: true,
      chunkNames: 'pipeline/site/client/web3/[name]-[hash]',
      plugins: [withoutLaterParts],
      define: { global: 'globalThis' },
      minifyIdentifiers: true,
      sourcemap: false,
    },
  ]) {
    for (const [path, bytes] of await bundleFiles(bundle, inputs)) outputs.set(path, bytes);
  }
  const typesFiles = await bundleFiles(
    {
      entryPoints: [typesEntry],
      platform: 'node',
      format: 'cjs',
      // Only looked for by a part that is not used.
      external: ['typescript'],
      minifyIdentifiers: true,
      sourcemap: false,
      plugins: [ownLibraries],
    },
    inputs,
  );
  for (const [path, bytes] of typesFiles) outputs.set(`${path}.br`, brotli(bytes));
  for (const entry of packageEntries) {
    const parts = new Set();
    const bundle = { entryPoints: [entry], target: 'es2022', sourcemap: false };
    for (const [path, bytes] of await bundleFiles(bundle, parts)) outputs.set(path, bytes);
    for (const [path, bytes] of packageOf(entry, parts)) outputs.set(path, bytes);
    for (const part of parts) inputs.add(part);
  }
  const { bundleClient } = await import('../pipeline/site/layout/client-bundle.ts');
  outputs.set(siteScripts, Buffer.from(JSON.stringify(await bundleClient())));
  const { bundleDashboard } = await import('../runtime/dashboard/bundle.ts');
  for (const { name, plain, br } of await bundleDashboard(inputs)) {
    outputs.set(join(dashboardFiles, br ? `${name}.br` : name), Buffer.from(br ?? plain));
  }
  outputs.set('licenses.txt', Buffer.from(licensesOf(inputs, packageFiles)));

  const hash = createHash('sha256');
  for (const [path, bytes] of [...outputs].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (!path.endsWith('.map')) hash.update(`${path}\0`).update(bytes);
    const file = join(dist, path);
    if (existsSync(file) && readFileSync(file).equals(bytes)) continue;
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(`${file}.${process.pid}`, bytes);
    renameSync(`${file}.${process.pid}`, file);
  }
  // A running command may still load chunks of the last compilation, but not of the one before.
  const last = clean ? [] : stamp.files.filter((path) => !outputs.has(path));
  for (const path of [...stamp.last, ...stamp.files]) {
    if (!outputs.has(path) && !last.includes(path)) rmSync(join(dist, path), { force: true });
  }
  const next = { sources, code: hash.digest('hex'), files: [...outputs.keys()].sort(), last };
  writeFileSync(`${stampFile}.${process.pid}`, JSON.stringify(next));
  renameSync(`${stampFile}.${process.pid}`, stampFile);
}

/** JSON on one line: lists of icons are a tenth indentation. */
function withoutSpace(json) {
  return Buffer.from(JSON.stringify(JSON.parse(json.toString())));
}

/** What makes a folder of dist/packages/ a package, which `npm publish` takes as it is. */
function packageOf(entry, inputs) {
  const { version, license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const folder = dirname(entry);
  const manifest = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
  const module = `./${basename(entry, '.ts')}`;
  const exports = { types: `${module}.d.ts`, default: `${module}.js` };
  const whole = { ...manifest, version, license, exports, sideEffects: false };
  const licenses = licensesOf(inputs, []);
  return [
    [join(folder, 'package.json'), Buffer.from(`${JSON.stringify(whole, null, 2)}\n`)],
    [join(folder, 'README.md'), readFileSync(join(root, folder, 'README.md'))],
    [join(folder, 'LICENSE'), readFileSync(join(root, 'LICENSE'))],
    ...(licenses === '\n' ? [] : [[join(folder, 'licenses.txt'), Buffer.from(licenses)]]),
  ];
}

function readStamp() {
  try {
    return { files: [], last: [], ...JSON.parse(readFileSync(stampFile, 'utf8')) };
  } catch {
    return { files: [], last: [] };
  }
}

/** Replaced with the way from a module to dist/ once it is known where the module ends up. */
const way = '%way-to-dist%';

/** Packages in CommonJS need `require`; modules of ours need to know where they would be. */
const head = `import { createRequire as docentRequire } from 'node:module';
import { join as docentJoin } from 'node:path';
import { pathToFileURL as docentUrl } from 'node:url';
const require = docentRequire(import.meta.url);
const docentDist = docentJoin(import.meta.dirname, '${way}');`;

/** Most modules need nothing of the head. Its lines stay: maps count them. */
function withNeededHead(text) {
  if (!text.startsWith(head)) return text;
  const body = text.slice(head.length);
  const isNeeded = /\b(?:require|docent(?:Require|Join|Url|Dist))\b/.test(body);
  return isNeeded ? text : head.replaceAll(/.+/g, '') + body;
}

const forNode = {
  platform: 'node',
  target: 'node22.22',
  splitting: true,
  chunkNames: 'chunks/[name]-[hash]',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  external,
  // Its other form loads its parts in a way that can't be bundled.
  alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
  banner: { js: head },
  define: { 'process.env.NODE_ENV': '"production"' },
};

/** Paths in dist/ and contents of a bundle; adds the files that it is made of to `inputs`. */
async function bundleFiles(options, inputs) {
  // Loaded only if there is work: esbuild takes a while to start.
  const { build } = await import('esbuild');
  const { outputFiles, metafile } = await build({
    ...options,
    absWorkingDir: root,
    outdir: dist,
    outbase: root,
    bundle: true,
    write: false,
    format: options.format ?? 'esm',
    sourcemap: options.sourcemap ?? 'linked',
    // The package has no sources to show; a stack trace only needs names and lines.
    sourcesContent: false,
    minifyWhitespace: true,
    minifySyntax: true,
    legalComments: 'none',
    charset: 'utf8',
    metafile: true,
    logLevel: 'warning',
    plugins: [...(options.plugins ?? []), checkedAhead, ownPlaces, packagesUnmapped],
  });
  for (const input of Object.keys(metafile.inputs)) inputs.add(input);
  // Maps are for our own lines: a package with an entry of ours needs none.
  const isOurs = (file) => {
    const { inputs = {}, bytes = 0 } = metafile.outputs[join('dist', file)] ?? {};
    const ours = Object.entries(inputs).filter(([input]) => !input.startsWith('node_modules/'));
    return ours.reduce((sum, [, { bytesInOutput }]) => sum + bytesInOutput, 0) * 20 > bytes;
  };
  const files = outputFiles.map(async ({ path, text }) => {
    const file = relative(dist, path);
    if (file.endsWith('.map')) return isOurs(file.slice(0, -4)) ? [[file, Buffer.from(text)]] : [];
    const placed = withNeededHead(text).replace(way, relative(dirname(path), dist) || '.');
    const isReady = isOurs(file) || options.minifyIdentifiers;
    return [[file, Buffer.from(isReady ? placed : await withShortNames(placed))]];
  });
  return (await Promise.all(files)).flat();
}

/** A module of packages alone: without a map, the names in it are of no use in a stack trace. */
async function withShortNames(text) {
  const { transform } = await import('esbuild');
  const unmapped = text.replace(/\n\/\/# sourceMappingURL=\S+\s*$/, '\n');
  const { code } = await transform(unmapped, {
    format: 'esm',
    minifyIdentifiers: true,
    minifyWhitespace: true,
    // Some read the names of their own classes.
    keepNames: true,
    charset: 'utf8',
    legalComments: 'none',
  });
  return code;
}

/** The checks of `docs.json` are generated here, not by each command that reads one. */
const checkedAhead = {
  name: 'checked-ahead',
  async setup(build) {
    const { transform } = await import('esbuild');
    const { precompileSections } = await import('../schema/validation/precompile.ts');
    build.onLoad({ filter: /[\\/]schema[\\/]config[\\/]valid-section\.ts$/ }, async ({ path }) => {
      const { code } = await transform(precompileSections(), { minify: true });
      return { contents: `\n${code}${noMap}`, resolveDir: dirname(path) };
    });
  },
};

/** A theme without what it says of the windows of an editor: most of it. */
async function themeOfCode(path) {
  const { default: theme } = await import(pathToFileURL(path).href);
  const { colors = {}, semanticTokenColors: _, ...rest } = theme;
  const kept = Object.entries(colors).filter(([name]) =>
    /^editor\.(?:back|fore)ground$/.test(name),
  );
  return { ...rest, colors: Object.fromEntries(kept) };
}

/** Declarations of the language are part of the module, which has no package at its side. */
const ownLibraries = {
  name: 'own-libraries',
  setup(build) {
    build.onLoad({ filter: /[\\/]types[\\/]libraries\.ts$/ }, async ({ path }) => {
      const { readLibraries } = await import(pathToFileURL(path).href);
      const text = JSON.stringify(JSON.stringify(readLibraries()));
      return { contents: `export const readLibraries = () => JSON.parse(${text});` };
    });
  },
};

/** Quality 5 takes a hundredth of the time of 11, for a sixth more. */
function brotli(bytes) {
  return brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
}

/** What packages load later is part of functions that we don't use; their modules would still be kept. */
const withoutLaterParts = {
  name: 'without-later-parts',
  setup(build) {
    build.onResolve({ filter: /./ }, ({ kind, importer, path }) =>
      kind === 'dynamic-import' && /[\\/]node_modules[\\/]/.test(importer)
        ? { path, namespace: 'later' }
        : undefined,
    );
    build.onLoad({ filter: /./, namespace: 'later' }, () => ({ contents: '' }));
  },
};

/** A module that is part of a bundle finds its files where its own file would be in dist/. */
const ownPlaces = {
  name: 'own-places',
  setup(build) {
    build.onLoad({ filter: /\.tsx?$/ }, async ({ path }) => {
      const file = relative(root, path).replace(/\.tsx?$/, '.js');
      if (file.startsWith('node_modules')) return undefined;
      const text = await readFile(path, 'utf8');
      if (!text.includes('import.meta.')) return undefined;
      const place = (name) => `docentJoin(docentDist, ${JSON.stringify(name)})`;
      const contents = text
        .replaceAll('import.meta.dirname', place(dirname(file)))
        .replaceAll('import.meta.filename', place(file))
        .replaceAll('import.meta.url', `docentUrl(${place(file)}).href`);
      const declared = 'declare const docentDist: string, docentJoin: any, docentUrl: any;';
      return { contents: `${contents}\n${declared}`, loader: path.endsWith('x') ? 'tsx' : 'ts' };
    });
  },
};

/**
 * For code without lines of ours: a map with a place for the first line alone; esbuild ignores one without places. In
 * one word, its name would be taken for that of a map of this file.
 */
const noMap = `//# ${'source'}MappingURL=data:application/json;base64,${Buffer.from(
  '{"version":3,"sources":[""],"mappings":"AAAA"}',
).toString('base64')}`;

/** Lets packages find their native code: the database's driver finds copies, the parser what its package depends on. */
function withNativeCode(path, text) {
  const [, file] = /[\\/]node_modules[\\/](better-sqlite3[\\/]lib[\\/].*)$/.exec(path) ?? [];
  if (file !== undefined) {
    const folder = `docentJoin(docentDist, ${JSON.stringify(join(copies, dirname(file)))})`;
    return text.replaceAll('__dirname', folder);
  }
  if (!/[\\/]satteri[\\/]index\.js$/.test(path)) return text;
  const place = "docentJoin(docentRequire(import.meta.url).resolve('satteri'), '../../index.js')";
  const placed = text.replace('createRequire(import.meta.url)', `docentRequire(${place})`);
  if (placed === text)
    throw new Error('The parser finds its native code in another way than before.');
  return placed;
}

/** No source maps for packages. */
const packagesUnmapped = {
  name: 'packages-unmapped',
  setup(build) {
    build.onLoad({ filter: /@shikijs[\\/]themes[\\/]dist[\\/][\w-]+\.mjs$/ }, async ({ path }) => ({
      contents: `export default ${JSON.stringify(await themeOfCode(path))}`,
      loader: 'js',
    }));
    build.onLoad({ filter: /[\\/]node_modules[\\/].*\.[cm]?js$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      return { contents: `${withNativeCode(path, text)}\n${noMap}`, loader: 'js' };
    });
    // The database's engine and we use the same copy of Arrow.
    build.onResolve({ filter: /^apache-arrow$/ }, () => ({
      path: join(root, 'node_modules/apache-arrow/Arrow.node.js'),
    }));
    // Embeddings of the database's own, which are never asked for.
    build.onResolve({ filter: /^openai$/ }, ({ importer }) =>
      importer.includes('lancedb') ? { path: 'openai', external: true } : undefined,
    );
  },
};

/** The licenses of packages whose code or files are contained, for which they have to be included. */
function licensesOf(inputs, patterns) {
  const folders = new Set(patterns.map((pattern) => /^(?:@[^/]+\/)?[^/]+/.exec(pattern)[0]));
  for (const input of inputs) {
    const [, folder] =
      /^node_modules\/((?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+)\//.exec(input) ?? [];
    if (folder !== undefined) folders.add(folder);
  }
  /** Text → the packages that have it: many have the same, and some texts are long. */
  const packages = new Map();
  for (const name of [...folders].sort().flatMap(namesOf)) {
    const folder = join(root, 'node_modules', name);
    const { version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const files = readdirSync(folder).filter((file) => /^(licen[cs]e|notice)/i.test(file));
    const text = files.map((file) => readFileSync(join(folder, file), 'utf8').trim()).join('\n\n');
    packages.set(text, [...(packages.get(text) ?? []), `${name} ${version}, ${license}`]);
  }
  const parts = [...packages].map(([text, names]) => `${names.join('\n')}\n\n${text}`.trim());
  return `${parts.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}

function namesOf(pattern) {
  return globSync(pattern, { cwd: join(root, 'node_modules') });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await compile({
    bench: process.argv.includes('--bench'),
    clean: process.argv.includes('--clean'),
  });
}
