import type { Problem } from '../../schema/errors.ts';
import type { Site, SourceFile } from '../../schema/site.ts';
import { interactiveModules, moduleAccess } from '../author/island-modules.ts';
import { bundleIslands, type IslandBundle } from '../author/islands.ts';
import { type Cache, keyOf } from '../cache/cache.ts';
import { blockedScripts, ownFiles } from '../check/own-scripts.ts';
import { components } from '../site/components/registry.ts';
import { bundleClient, bundleStyles, mermaidFiles } from '../site/layout/bundle.ts';
import type { ShellAssets, ShellFile } from '../site/layout/tools.ts';

/** What all documents of a site load, and what it is called. */
export interface Shell {
  readonly assets: ShellAssets;
  readonly files: readonly ShellFile[];
  /** Path of the live-reload client; it is among the files only in `docent dev`. */
  readonly live: string;
  /** Author's module path → address of its browser bundle. */
  readonly islands: Readonly<Record<string, string>>;
  /** Authors' components that can't be bundled. */
  readonly problems: readonly Problem[];
}

/** Bundles scripts and styles of a site; `makeClient` is asked when the cache does not have its answer. */
export async function makeShell(
  site: Site,
  cache: Cache,
  codeVersion: string,
  makeClient = bundleClient,
): Promise<Shell> {
  const client = await cache.through('client', codeVersion, async () => {
    const bundle = await makeClient();
    return { ...bundle, files: bundle.files.map(asText) };
  });
  const { config } = site;
  const look = keyOf(
    codeVersion,
    JSON.stringify({ ...config, navigation: null, redirects: null }),
    JSON.stringify(site.fonts?.sources ?? null),
  );
  const style = await cache.through('styles', look, async () =>
    asText(await bundleStyles(config, '', site.fonts)),
  );
  const { styles, scripts } = ownFiles(site);
  const islands = await islandsOf(site, cache, codeVersion);
  return {
    assets: {
      styles: [style.path, ...styles],
      script: client.script,
      preload: client.preload,
      userScripts: scripts,
    },
    files: [
      ...client.files,
      style,
      ...(site.fonts?.files ?? []),
      ...(drawsDiagrams(site) ? await mermaidFiles() : []),
      ...islands.files,
      ...scripts.map((path) => ({ path, content: site.snippets.get(path)?.text ?? '' })),
    ],
    live: client.live,
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
  const key = keyOf(
    codeVersion,
    site.config.hosting.basePath,
    ...moduleAccess(site, modules).map(([module, access]) => `${module} ${JSON.stringify(access)}`),
    [...site.assets.keys()].join('\n'),
    ...[...site.snippets.values(), ...pages.map(({ file }) => file)].map(
      (file) => `${file.path} ${file.hash}`,
    ),
  );
  return cache.through('islands', key, () => bundleIslands(site, [...components.keys()]));
}

/** Whether any page or snippet may hold a diagram: the library is large, and most sites have none. */
function drawsDiagrams(site: Site): boolean {
  for (const page of site.pages.values()) if (mayDraw(page.file)) return true;
  for (const file of site.snippets.values()) if (mayDraw(file)) return true;
  return false;
}

const drawing = new WeakMap<SourceFile, boolean>();

/** Asked at every build of a watched site, so each text is looked through once. */
function mayDraw(file: SourceFile): boolean {
  let draws = drawing.get(file);
  if (draws === undefined) {
    draws = /mermaid/i.test(file.text) && /^\s*(```+|~~~+)\s*mermaid\b|<Mermaid\b/m.test(file.text);
    drawing.set(file, draws);
  }
  return draws;
}

/** Bundles are text, and a cache keeps text. */
function asText(file: ShellFile): ShellFile & { readonly content: string } {
  const { content } = file;
  return {
    ...file,
    content: typeof content === 'string' ? content : Buffer.from(content).toString(),
  };
}
