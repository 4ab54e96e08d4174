import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build, type Plugin } from 'esbuild';
import { configSchema } from '../../schema/config/schema.ts';
import { precompile, precompileSections } from '../../schema/validation/precompile.ts';
import { type DashboardFile, indexName, typeOf } from './file.ts';

const root = join(import.meta.dirname, '../..');

/**
 * Bundles `client/` into a document, its styles, and hashed modules: what every visit needs, and one module
 * for each section. Compiled code has the same files next to it. Adds the files that it is made of to `inputs`.
 */
export async function bundleDashboard(
  inputs = new Set<string>(),
): Promise<readonly DashboardFile[]> {
  const { outputFiles, metafile } = await build({
    entryPoints: ['main.tsx', 'mode.ts', 'style.css', 'settings/check-worker.ts'].map((name) =>
      join(import.meta.dirname, 'client', name),
    ),
    absWorkingDir: import.meta.dirname,
    outdir: 'assets',
    bundle: true,
    splitting: true,
    format: 'esm',
    target: ['es2022', 'safari16.4'],
    jsx: 'automatic',
    jsxImportSource: 'preact',
    define: { 'process.env.NODE_ENV': '"production"' },
    minify: true,
    legalComments: 'none',
    charset: 'utf8',
    loader: { '.webp': 'file' },
    assetNames: '[name]-[hash]',
    entryNames: '[name]-[hash]',
    plugins: [withoutCodeGeneration],
    chunkNames: '[name]-[hash]',
    write: false,
    metafile: true,
    logLevel: 'silent',
  });
  for (const input of Object.keys(metafile.inputs)) {
    inputs.add(relative(root, join(import.meta.dirname, input)));
  }
  const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);
  const outputOf = (entry: string) => {
    const [path = ''] =
      Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint === entry) ?? [];
    return { name: nameOf(path), imports: metafile.outputs[path]?.imports ?? [] };
  };
  const main = outputOf('client/main.tsx');
  const index = indexPage({
    main: main.name,
    mode: outputOf('client/mode.ts').name,
    styles: outputOf('client/style.css').name,
    worker: outputOf('client/settings/check-worker.ts').name,
    early: main.imports
      .filter(({ kind }) => kind === 'import-statement')
      .map(({ path }) => nameOf(path)),
  });
  const files = [
    { path: indexName, contents: new TextEncoder().encode(index) },
    ...outputFiles.map(({ path, contents }) => ({ path: nameOf(path), contents })),
  ];
  return Promise.all(files.map(({ path, contents }) => compressed(path, contents)));
}

/** The policy of the pages does not allow code to be generated: the checks of docs.json are part of the bundle. */
const withoutCodeGeneration: Plugin = {
  name: 'without-code-generation',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]schema[\\/]validation[\\/]compile\.ts$/ }, ({ path }) => ({
      contents: precompile(configSchema),
      resolveDir: dirname(path),
    }));
    onLoad({ filter: /[\\/]schema[\\/]config[\\/]valid-section\.ts$/ }, ({ path }) => ({
      contents: precompileSections(),
      resolveDir: dirname(path),
    }));
  },
};

async function compressed(name: string, plain: Uint8Array): Promise<DashboardFile> {
  const type = typeOf(name);
  if (type.startsWith('image/')) return { name, type, plain };
  const [br, zipped] = await Promise.all([
    promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
    promisify(gzip)(plain, { level: 9 }),
  ]);
  return { name, type, plain, br, gzip: zipped };
}

/** The document: everything in it is a file, as the policy allows nothing inline. */
function indexPage({
  main,
  mode,
  styles,
  worker,
  early,
}: {
  readonly main: string;
  readonly mode: string;
  readonly styles: string;
  readonly worker: string;
  readonly early: readonly string[];
}): string {
  const at = (name: string) => `/dashboard/assets/${name}`;
  return `<!doctype html>
<html lang="en" data-check-worker="${at(worker)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>Docent</title>
<link rel="icon" href="data:,">
<script src="${at(mode)}"></script>
<link rel="stylesheet" href="${at(styles)}">
<script type="module" src="${at(main)}"></script>
${early.map((name) => `<link rel="modulepreload" href="${at(name)}">`).join('\n')}
</head>
<body>
<div id="app"></div>
<noscript>This page needs JavaScript. Allow it for this address and load the page again.</noscript>
</body>
</html>
`;
}
