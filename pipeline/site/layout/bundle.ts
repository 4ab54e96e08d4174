import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BuildOptions, transform } from 'esbuild';
import type { Config } from '../../../schema/config/config.ts';
import type { Feature, HostedFonts } from '../../../schema/site.ts';
import { readCodeTheme } from '../code/theme.ts';
import { componentStyles, featureStyles } from '../components/styles.ts';
import { boxStyles, panelStyles } from '../themes/boxes.ts';
import { withoutScript } from '../themes/modes.ts';
import { paletteOn, textPalettes } from '../themes/palette.ts';
import { themeStyles } from '../themes/styles.ts';
import { shortHash } from './short-hash.ts';
import type { ShellFile } from './tools.ts';
import { withWidths } from './widths.ts';

// The same relative places in the sources and in dist/, where styles are copied.
const componentsFolder = join(import.meta.dirname, '../components');
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

/**
 * Style sheets of a site with pages in some languages, minified and named by their content. `names` has the custom
 * properties of the related dialect that the site's own sheets read.
 */
export async function bundleStyles(
  config: Config,
  fonts?: HostedFonts,
  {
    languages = [],
    names = '',
  }: { readonly languages?: readonly string[]; readonly names?: string } = {},
): Promise<StyleBundle> {
  const own = boxStyles(config.componentTheme);
  const features = await Promise.all(
    Object.entries(featureStyles).map(async ([feature, names]) => {
      const rules = withoutScript(
        await readStyles(names.map((name) => join(componentsFolder, name))),
      );
      const boxes = feature === 'endpoint' ? `${own}\n${panelStyles(config.componentTheme)}` : own;
      return [feature, await styleFile(feature, `${rules}\n${boxes}`)] as const;
    }),
  );
  const site = [
    themeStyles(config, fonts, languages) + names,
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
