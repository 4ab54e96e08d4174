import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type BuildOptions, type BuildResult, build, type Metafile, type Plugin } from 'esbuild';
import { minified, scriptOptions } from './bundle.ts';
import { type ClientFiles, widgetScript } from './client-files.ts';
import { importsMain } from './imports-main.ts';
import { widths } from './widths.ts';

const clientFolder = join(import.meta.dirname, '../client');
const mainModule = join(clientFolder, 'main.ts');

/** Bundles `client/main.ts` and the modules that have pages of their own into hashed files under `_docent/`: the same for all sites. */
export async function bundleClient(): Promise<ClientFiles> {
  const [pages, alone, widget] = await Promise.all([
    bundleModules(['main.ts'], [importsMain(mainModule)]),
    bundleModules(['live.ts', 'oauth.ts']),
    bundleWidget(),
  ]);
  const { script, stub } = oneModule(pages);
  const files = [...pages.outputFiles, ...alone.outputFiles]
    .map((file) => ({ path: publicPath(file.path), content: file.text }))
    .concat(widget)
    .filter(({ path }) => path !== stub)
    .sort((a, b) => (a.path < b.path ? -1 : 1));
  const [live, oauth] = ['live.ts', 'oauth.ts'].map((entry) =>
    publicPath(entryOf(alone, entry)[0]),
  );
  return { files, script, live: live ?? '', oauth: oauth ?? '' };
}

/**
 * The assistant for pages of other sites: a script whose name stays, in one file until it is opened, and the
 * modules that it loads then. Those of the pages bring all of the site's script with them.
 */
async function bundleWidget() {
  const panel: Bundle = await build({
    ...moduleOptions,
    entryNames: 'widget-[name]-[hash]',
    chunkNames: 'widget-[name]-[hash]',
    entryPoints: ['assistant/panel-of-widget.ts'],
    plugins: [wordsOfWidget, stylesOfModules],
  });
  const { splitting: _splitting, entryNames: _names, ...options } = scriptOptions;
  const { outputFiles } = await build({
    ...options,
    absWorkingDir: clientFolder,
    entryPoints: ['widget.ts'],
    format: 'iife',
    define: {
      panelModule: JSON.stringify(basename(entryOf(panel, 'assistant/panel-of-widget.ts')[0])),
    },
    plugins: [stylesOfModules],
  });
  return [
    ...panel.outputFiles.map((file) => ({ path: publicPath(file.path), content: file.text })),
    ...outputFiles.map((file) => ({ path: widgetScript, content: file.text })),
  ];
}

type Bundle = BuildResult<{ write: false; metafile: true }>;

const moduleOptions = {
  ...scriptOptions,
  absWorkingDir: clientFolder,
  chunkNames: '[name]-[hash]',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  define: { columnsWidth: String(widths.columns), sidebarWidth: String(widths.sidebar) },
} as const satisfies BuildOptions;

function bundleModules(entryPoints: string[], plugins: readonly Plugin[] = []): Promise<Bundle> {
  return build({
    ...moduleOptions,
    entryPoints,
    plugins: [wordsOfBrowser, stylesOfModules, ...plugins],
  });
}

/** All that `main.ts` imports is one chunk (`importsMain`); the entry itself only imports that. */
function oneModule(bundle: Bundle): { readonly script: string; readonly stub: string } {
  const [stub, { imports }] = entryOf(bundle, 'main.ts');
  const [chunk, ...others] = imports.filter(({ kind }) => kind === 'import-statement');
  if (!chunk || others.length > 0) throw new Error('What every page loads is not one module');
  return { script: publicPath(chunk.path), stub: publicPath(stub) };
}

function entryOf({ metafile }: Bundle, entry: string): [string, Metafile['outputs'][string]] {
  const found = Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint === entry);
  if (!found) throw new Error(`The browser bundle has no entry ${entry}`);
  return found;
}

function publicPath(path: string): string {
  return `_docent/${basename(path)}`;
}

const wordsOfBrowser: Plugin = {
  name: 'words-of-browser',
  setup(bundle) {
    const words = (own: unknown) => ({
      contents: `import ${JSON.stringify(mainModule)};\nexport default ${JSON.stringify(own)};`,
      loader: 'js' as const,
    });
    bundle.onLoad({ filter: /[\\/]words[\\/][\w-]+\.json$/ }, async ({ path }) => {
      const { search, reader, keys } = JSON.parse(await readFile(path, 'utf8'));
      return words({ search, reader, keys });
    });
    // Words of the playground, and those of API pages.
    bundle.onLoad({ filter: /[\\/]words[\\/]playground[\\/][\w-]+\.json$/ }, async ({ path }) => {
      const own = JSON.parse(await readFile(path, 'utf8'));
      const all = join(dirname(dirname(path)), basename(path));
      const { api } = JSON.parse(await readFile(all, 'utf8'));
      return words({ ...own, api });
    });
  },
};

const wordsOfWidget: Plugin = {
  name: 'words-of-widget',
  setup(bundle) {
    bundle.onLoad({ filter: /[\\/]words[\\/][\w-]+\.json$/ }, async ({ path }) => {
      const { reader } = JSON.parse(await readFile(path, 'utf8'));
      return { contents: `export default ${JSON.stringify({ reader })};`, loader: 'js' };
    });
  },
};

const stylesOfModules: Plugin = {
  name: 'styles-of-modules',
  setup(bundle) {
    bundle.onLoad({ filter: /\.css$/ }, async ({ path }) => {
      const styles = await minified(await readFile(path, 'utf8'));
      return { contents: `export const styles = ${JSON.stringify(styles)};`, loader: 'js' };
    });
  },
};
