import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import {
  type BuildOptions,
  type BuildResult,
  build,
  type Metafile,
  type Plugin,
  transform,
} from 'esbuild';
import type { Config } from '../../../schema/config/config.ts';
import type { Feature, HostedFonts } from '../../../schema/site.ts';
import { readCodeTheme } from '../code/theme.ts';
import { componentStyles, featureStyles } from '../components/styles.ts';
import { boxStyles } from '../themes/boxes.ts';
import { withoutScript } from '../themes/modes.ts';
import { paletteOn, textPalettes } from '../themes/palette.ts';
import { themeStyles } from '../themes/styles.ts';
import { importsMain } from './imports-main.ts';
import { shortHash } from './short-hash.ts';
import type { ShellFile } from './tools.ts';
import { widths, withWidths } from './widths.ts';

// The same relative places in the sources and in dist/, where client sources and styles are copied.
const clientFolder = join(import.meta.dirname, '../client');
const componentsFolder = join(import.meta.dirname, '../components');
const mainModule = join(clientFolder, 'main.ts');
const siteFolder = join(import.meta.dirname, '..');

/** What scripts may use. */
const browsers = ['es2022', 'safari16.4'];

/** How scripts of pages are bundled: hashed modules below `_docent/`, in memory. */
export const scriptOptions = {
  outdir: '_docent',
  bundle: true,
  splitting: true,
  format: 'esm',
  target: browsers,
  minify: true,
  legalComments: 'none',
  entryNames: '[name]-[hash]',
  write: false,
  metafile: true,
  logLevel: 'silent',
} as const satisfies BuildOptions;

/** Script that other sites name: the only one without a hash. */
export const widgetScript = '_docent/widget.js';

/** Whether a script is of the widget: the one that other sites name, or a module that it loads. */
export function isOfWidget(path: string): boolean {
  return path === widgetScript || path.startsWith('_docent/widget-');
}

/** What runs in the browser: files to write, and which of them a document names. */
export interface ClientBundle {
  readonly files: readonly ShellFile[];
  /** Path of the module every page loads; it imports others only when they are used. */
  readonly script: string;
  /** Path of the live-reload client of `docent dev`. */
  readonly live: string;
  /** Path of the script of the page that a sign-in returns to. */
  readonly oauth: string;
}

/** Bundles `client/main.ts` and the modules that have pages of their own into hashed files under `_docent/`. */
export async function bundleClient(): Promise<ClientBundle> {
  const [pages, alone, widget] = await Promise.all([
    bundleModules(['main.ts'], [importsMain(mainModule)]),
    bundleModules(['live.ts', 'oauth.ts']),
    bundleWidget(),
  ]);
  const { script, stub } = oneModule(pages);
  const files = [...pages.outputFiles, ...alone.outputFiles]
    .map((file) => ({ path: publicPath(file.path), content: file.contents }))
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
    ...panel.outputFiles.map((file) => ({ path: publicPath(file.path), content: file.contents })),
    ...outputFiles.map((file) => ({ path: widgetScript, content: file.contents })),
  ];
}

type Bundle = BuildResult<{ write: false; metafile: true }>;

const moduleOptions = {
  ...scriptOptions,
  absWorkingDir: clientFolder,
  chunkNames: '[name]-[hash]',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  define: { sidebarWidth: String(widths.sidebar) },
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

// In the order of a document, which is also the one in which rules win. What the browser loads later
// (`client/search-dialog.css`) is part of its module.
const shellStyles = [
  'themes/base',
  'layout/banner',
  'layout/header',
  'layout/tabs',
  'layout/document',
  'layout/footer',
  'layout/messages',
  'layout/sidebar',
  'layout/switcher',
  'layout/page-bar',
  'layout/page-top',
  'layout/page-menu',
  'layout/contents',
  'layout/dock',
  'layout/version-notice',
  'layout/page-end',
];

/** The sheet that all pages load, and those that pages with a feature load in addition. */
export interface StyleBundle {
  readonly site: ShellFile;
  readonly features: Readonly<Partial<Record<Feature, ShellFile>>>;
}

/** Style sheets of a site, minified and named by their content. */
export async function bundleStyles(config: Config, fonts?: HostedFonts): Promise<StyleBundle> {
  const own = boxStyles(config.componentTheme);
  const features = await Promise.all(
    Object.entries(featureStyles).map(async ([feature, names]) => {
      const rules = withoutScript(
        await readStyles(names.map((name) => join(componentsFolder, name))),
      );
      return [feature, await styleFile(feature, `${rules}\n${own}`)] as const;
    }),
  );
  const site = [
    themeStyles(config, fonts),
    withoutScript(await readStyles(siteStyles(config))),
    own,
    await codeStyles(config),
    await readStyles([join(siteFolder, 'themes/print.css')]),
  ];
  return {
    site: await styleFile('site', site.join('\n')),
    features: Object.fromEntries(features),
  };
}

/** Styles of the shell, the components and the look. */
function siteStyles({ theme }: Config): readonly string[] {
  const look = join(siteFolder, `themes/looks/${theme}.css`);
  return [
    ...shellStyles.map((name) => join(siteFolder, `${name}.css`)),
    ...componentStyles.map((name) => join(componentsFolder, name)),
    ...(existsSync(look) ? [look] : []),
  ];
}

async function codeStyles(config: Config): Promise<string> {
  const code = await readCodeTheme(config.styling);
  const { grounds } = code;
  return code.styleSheet(
    grounds
      ? { light: paletteOn(config, grounds.light), dark: paletteOn(config, grounds.dark) }
      : textPalettes(config),
  );
}

async function readStyles(paths: readonly string[]): Promise<string> {
  return (await Promise.all(paths.map((path) => readFile(path, 'utf8')))).join('\n');
}

async function styleFile(name: string, css: string): Promise<ShellFile> {
  const content = await minified(css);
  return { path: `_docent/${name}-${shortHash(content)}.css`, content };
}

/** A style sheet as small as it gets. */
export async function minified(css: string): Promise<string> {
  const { code } = await transform(withWidths(css), {
    loader: 'css',
    minify: true,
    target: ['chrome111', 'safari16.4', 'firefox113'],
    logLevel: 'silent',
  });
  return code;
}
