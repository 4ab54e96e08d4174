import type { Problem } from '../../schema/errors.ts';
import type { Site, SourceFile } from '../../schema/site.ts';
import { bundledModules, interactiveModules, moduleAccess } from '../author/island-modules.ts';
import { bundleIslands, type IslandBundle } from '../author/islands.ts';
import { type Cache, keyOf } from '../cache/cache.ts';
import { blockedScripts, ownFiles } from '../check/own-scripts.ts';
import { bundleDiagrams } from '../site/diagrams/bundle.ts';
import { diagramKinds } from '../site/diagrams/kinds.ts';
import { bundleStyles } from '../site/layout/bundle.ts';
import { clientFiles } from '../site/layout/client-files.ts';
import type { ShellAssets, ShellFile } from '../site/layout/tools.ts';
import { bundleWeb3, type Web3Bundle } from '../site/layout/web3-bundle.ts';

/** What all documents of a site load, and what it is called. */
export interface Shell {
  readonly assets: ShellAssets;
  readonly files: readonly ShellFile[];
  /** Path of the live-reload client; it is among the files only in `docent dev`. */
  readonly live: string;
  /** Path of the script of the page that a sign-in of the playground returns to. */
  readonly oauth: string;
  /** Author's module path → address of its browser bundle. */
  readonly islands: Readonly<Record<string, string>>;
  /** Authors' components that can't be bundled. */
  readonly problems: readonly Problem[];
}

/** Scripts and styles of a site. */
export async function makeShell(site: Site, cache: Cache, codeVersion: string): Promise<Shell> {
  const client = await clientFiles();
  const { config } = site;
  const look = keyOf(
    codeVersion,
    JSON.stringify({ ...config, navigation: null, redirects: null }),
    JSON.stringify(site.fonts?.sources ?? null),
  );
  const style = await cache.through('styles', look, () => bundleStyles(config, site.fonts));
  const sheets = Object.entries(style.features);
  const { styles, scripts } = ownFiles(site);
  const web3 = await web3Of(site, cache, codeVersion);
  const diagrams = await diagramsOf(site, cache, codeVersion);
  const islands = await islandsOf(site, cache, codeVersion);
  return {
    assets: {
      styles: [style.site.path, ...styles],
      featureStyles: Object.fromEntries(sheets.map(([feature, { path }]) => [feature, path])),
      script: client.script,
      userScripts: scripts,
      ...(web3 ? { web3: { script: web3.script, style: web3.style } } : {}),
      ...(diagrams.files.length > 0 ? { diagrams: diagrams.addresses } : {}),
    },
    files: [
      ...client.files,
      style.site,
      ...sheets.map(([, sheet]) => sheet),
      ...(site.fonts?.files ?? []),
      ...diagrams.files,
      ...(web3?.files ?? []),
      ...islands.files,
      ...scripts.map((path) => ({ path, content: site.snippets.get(path)?.text ?? '' })),
    ],
    live: client.live,
    oauth: client.oauth,
    islands: islands.addresses,
    problems: [...islands.problems, ...blockedScripts(site)],
  };
}

/** Bundles of authors' components, remembered by everything that they may import. */
export async function islandsOf(
  site: Site,
  cache: Cache,
  codeVersion: string,
): Promise<IslandBundle> {
  const modules = interactiveModules(site);
  if (modules.length === 0) return { files: [], addresses: {}, problems: [] };
  const pages = [...site.pages.values()].filter(({ file }) => modules.includes(file.path));
  const { browserComponents } = await import('../site/browser-components.ts');
  const components = browserComponents(site, modules);
  const bundled = bundledModules(site, modules);
  const key = keyOf(
    codeVersion,
    components.site,
    JSON.stringify([...components.imports]),
    ...moduleAccess(site, bundled).map(([module, access]) => `${module} ${JSON.stringify(access)}`),
    [...site.assets.keys()].join('\n'),
    ...[...site.snippets.values(), ...pages.map(({ file }) => file)].map(
      (file) => `${file.path} ${file.hash}`,
    ),
  );
  return cache.through('islands', key, () => bundleIslands(site, bundled, components));
}

const mayHoldWeb3 = textMemo((text) =>
  /<(?:Address|Transaction|ConnectWallet|Contract(?:Read|Write))\b/.test(text),
);
const kindsIn = textMemo(diagramKinds);

/** Asked at every build of a watched site, so each text is looked through once. */
function textMemo<T>(look: (text: string) => T): (file: SourceFile) => T {
  const known = new WeakMap<SourceFile, T>();
  return (file) => {
    const found = known.get(file) ?? look(file.text);
    known.set(file, found);
    return found;
  };
}

/** Texts that may be part of pages. */
function* filesOf(site: Site): Generator<SourceFile> {
  for (const page of site.pages.values()) yield page.file;
  yield* site.snippets.values();
}

interface Diagrams {
  readonly files: readonly ShellFile[];
  readonly addresses: Readonly<Record<string, string>>;
}

/** What draws the diagrams of a site: a file for each kind, and one for pages with several kinds. */
async function diagramsOf(site: Site, cache: Cache, codeVersion: string): Promise<Diagrams> {
  const kinds = [...new Set([...filesOf(site)].flatMap(kindsIn))].sort();
  const sets = [...kinds.map((kind) => [kind]), ...(kinds.length > 1 ? [kinds] : [])];
  const files = await Promise.all(
    sets.map((set) =>
      cache.through('diagrams', keyOf(codeVersion, ...set), () => bundleDiagrams(set)),
    ),
  );
  return {
    files,
    addresses: Object.fromEntries(files.map(({ path }, at) => [sets[at]?.join('-'), path])),
  };
}

async function web3Of(
  site: Site,
  cache: Cache,
  codeVersion: string,
): Promise<Web3Bundle | undefined> {
  for (const file of filesOf(site)) {
    if (mayHoldWeb3(file)) return cache.through('web3', codeVersion, bundleWeb3);
  }
  return undefined;
}
