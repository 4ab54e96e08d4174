import type { Problem } from '../../schema/errors.ts';
import type { Site } from '../../schema/site.ts';
import { bundledModules, interactiveModules, moduleAccess } from '../author/island-modules.ts';
import type { IslandBundle } from '../author/islands.ts';
import { type Cache, keyOf } from '../cache/cache.ts';
import { blockedScripts, ownFiles, ownStyleText } from '../check/own-scripts.ts';
import { missingInStyles } from '../check/own-styles.ts';
import { clientFiles } from '../site/layout/client-files.ts';
import type { ShellAssets, ShellFile } from '../site/layout/tools.ts';
import type { Web3Bundle } from '../site/layout/web3-bundle.ts';
import { pageLanguages } from '../site/page-languages.ts';
import { bannerInk } from '../site/themes/banner-ink.ts';
import { dialectNames } from '../site/themes/dialect-names.ts';
import { readSigns } from './signs.ts';

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

/**
 * Scripts and styles of a site. What bundles them is loaded, with esbuild, only when there is something to bundle.
 * `plain` leaves out what pages ask for in their texts (see `asksForScripts`): no text has to be looked through.
 */
export async function makeShell(
  site: Site,
  cache: Cache,
  codeVersion: string,
  { plain = false }: { readonly plain?: boolean } = {},
): Promise<Shell> {
  const client = await clientFiles();
  const { config } = site;
  const languages = pageLanguages(site);
  const own = ownFiles(site);
  const { styles, scripts } = own;
  const written = ownStyleText(site, own);
  const names = dialectNames(written, config) + bannerInk(written);
  const look = keyOf(
    codeVersion,
    JSON.stringify({ ...config, navigation: null, redirects: null }),
    JSON.stringify([site.fonts?.sources ?? null, languages, names]),
  );
  const style = await cache.through('styles', look, async () => {
    const { bundleStyles } = await import('../site/layout/bundle.ts');
    return bundleStyles(config, site.fonts, { languages, names });
  });
  const sheets = Object.entries(style.features);
  const { web3, diagrams, islands } = plain ? nothing : await askedFor(site, cache, codeVersion);
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
    problems: [...islands.problems, ...blockedScripts(site, own), ...missingInStyles(site, own)],
  };
}

/** What pages ask for in their texts. */
interface Asked {
  readonly web3: Web3Bundle | undefined;
  readonly diagrams: Diagrams;
  readonly islands: IslandBundle;
}

const nothing: Asked = {
  web3: undefined,
  diagrams: { files: [], addresses: {} },
  islands: { files: [], addresses: {}, problems: [] },
};

async function askedFor(site: Site, cache: Cache, codeVersion: string): Promise<Asked> {
  const signs = readSigns(site, cache, codeVersion);
  const all = [...signs.values()];
  const kinds = [...new Set(all.flatMap((one) => one.diagrams))].sort();
  return {
    web3: all.some((one) => one.web3) ? await web3Of(cache, codeVersion) : undefined,
    diagrams: await diagramsOf(kinds, cache, codeVersion),
    islands: await islandsOf(site, signs, cache, codeVersion),
  };
}

/** Bundles of authors' components, remembered by everything that they may import. */
export async function islandsOf(
  site: Site,
  signs: ReturnType<typeof readSigns>,
  cache: Cache,
  codeVersion: string,
): Promise<IslandBundle> {
  const modules = interactiveModules(site, (file) => signs.get(file)?.interactive === true);
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
  return cache.through('islands', key, async () => {
    const { bundleIslands } = await import('../author/islands.ts');
    return bundleIslands(site, bundled, components);
  });
}

interface Diagrams {
  readonly files: readonly ShellFile[];
  readonly addresses: Readonly<Record<string, string>>;
}

/** What draws the diagrams of a site: a file for each kind, and one for pages with several kinds. */
async function diagramsOf(
  kinds: readonly string[],
  cache: Cache,
  codeVersion: string,
): Promise<Diagrams> {
  const sets = [...kinds.map((kind) => [kind]), ...(kinds.length > 1 ? [kinds] : [])];
  const files = await Promise.all(
    sets.map((set) =>
      cache.through('diagrams', keyOf(codeVersion, ...set), async () => {
        const { bundleDiagrams } = await import('../site/diagrams/bundle.ts');
        return bundleDiagrams(set);
      }),
    ),
  );
  return {
    files,
    addresses: Object.fromEntries(files.map(({ path }, at) => [sets[at]?.join('-'), path])),
  };
}

function web3Of(cache: Cache, codeVersion: string): Promise<Web3Bundle> {
  return cache.through('web3', codeVersion, async () => {
    const { bundleWeb3 } = await import('../site/layout/web3-bundle.ts');
    return bundleWeb3();
  });
}
