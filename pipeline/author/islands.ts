import { hash as digest } from 'node:crypto';
import { basename } from 'node:path';
import { type BuildResult, build, type Message } from 'esbuild';
import { type Access, widerAccess } from '../../schema/access.ts';
import type { Problem } from '../../schema/errors.ts';
import type { Site } from '../../schema/site.ts';
import { globalNames, type SiteComponents } from './island-globals.ts';
import { moduleAccess } from './island-modules.ts';
import { fromSite, type IslandSources } from './island-plugin.ts';

/** Authors' components for the browser: files to write, and where each module is found. */
export interface IslandBundle {
  readonly files: readonly IslandFile[];
  /** Module path → address of its bundle, base path included. */
  readonly addresses: Readonly<Record<string, string>>;
  readonly problems: readonly Problem[];
}

/** A file by its path below the site's root. */
interface IslandFile {
  readonly path: string;
  readonly content: string;
  /** Who may have it, if not everyone. */
  readonly access?: Access;
}

/**
 * Bundles modules of the site: those that keep state or have handlers, and those that pages pass to them. Imports come
 * from the site, from `react` and from `preact` (one shared chunk), and from nowhere else. Code may use the site's
 * components without an import.
 */
export async function bundleIslands(
  site: Site,
  modules: readonly string[],
  components: SiteComponents,
): Promise<IslandBundle> {
  const pages = new Map(Array.from(site.pages.values(), ({ file }) => [file.path, file]));
  const sources = { site, pages, components };
  return joined(
    await Promise.all(
      groupedByAccess(site, modules).map(async ({ access, modules }) => {
        const made = await bundleTogether(modules, sources);
        if (!access.protected) return made;
        return { ...made, files: made.files.map((file) => ({ ...file, access })) };
      }),
    ),
  );
}

interface ModuleGroup {
  readonly access: Access;
  readonly modules: string[];
}

/** What protected pages are made of shares no file with what everyone may have. */
function groupedByAccess(site: Site, modules: readonly string[]): readonly ModuleGroup[] {
  const groups = new Map<string, ModuleGroup>();
  for (const [module, access] of moduleAccess(site, modules)) {
    const key = JSON.stringify(access);
    const group = groups.get(key) ?? { access, modules: [] };
    group.modules.push(module);
    groups.set(key, group);
  }
  return [...groups.values()];
}

async function bundleTogether(
  modules: readonly string[],
  sources: IslandSources,
): Promise<IslandBundle> {
  try {
    return written(await bundle(modules, sources), sources.site);
  } catch {
    // One by one, so that a broken module does not take the others with it.
    return joined(await Promise.all(modules.map((module) => bundleAlone(module, sources))));
  }
}

async function bundleAlone(module: string, sources: IslandSources): Promise<IslandBundle> {
  try {
    return written(await bundle([module], sources), sources.site);
  } catch (error) {
    const messages = (error as { errors?: readonly Message[] }).errors ?? [];
    const problems = messages.map((message) => problemOf(message, module));
    return { files: [], addresses: {}, problems };
  }
}

/** Once more with what pages import, if a module uses a name of it that it does not have. */
async function bundle(modules: readonly string[], sources: IslandSources) {
  const first = await bundleWith(modules, sources, new Set());
  const names = first.warnings.map(missingName);
  const missing = new Set(names.filter((name) => sources.components.imports.has(name)));
  return missing.size === 0 ? first : bundleWith(modules, sources, missing);
}

function missingName({ text }: Message): string {
  return /^Import "([^"]+)" will always be undefined/.exec(text)?.[1] ?? '';
}

function bundleWith(
  modules: readonly string[],
  sources: IslandSources,
  missing: ReadonlySet<string>,
) {
  return build({
    absWorkingDir: import.meta.dirname,
    entryPoints: modules.map((module) => ({
      in: `island:${module}`,
      out: `${basename(module).replace(/\.\w+$/, '')}-${shortHash(module)}`,
    })),
    outdir: '_docent',
    bundle: true,
    splitting: true,
    format: 'esm',
    target: ['es2022', 'safari16.4'],
    minify: true,
    legalComments: 'none',
    entryNames: '[name]-[hash]',
    chunkNames: 'island-[hash]',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    define: globalNames(sources.components),
    write: false,
    metafile: true,
    logLevel: 'silent',
    logLimit: 0,
    plugins: [fromSite(sources, missing)],
  });
}

function written(
  { metafile, outputFiles }: BuildResult<{ write: false; metafile: true }>,
  site: Site,
): IslandBundle {
  const addresses: Record<string, string> = {};
  for (const [path, output] of Object.entries(metafile.outputs)) {
    if (!output.entryPoint?.startsWith('island:')) continue;
    const module = output.entryPoint.slice('island:'.length);
    addresses[module] = `${site.config.hosting.basePath}/_docent/${basename(path)}`;
  }
  const files = outputFiles.map((file) => ({
    path: `_docent/${basename(file.path)}`,
    content: file.text,
  }));
  return { files, addresses, problems: [] };
}

const everyone: Access = { protected: false, groups: [] };

function joined(parts: readonly IslandBundle[]): IslandBundle {
  const files = new Map<string, IslandFile>();
  for (const file of parts.flatMap((part) => part.files)) {
    // The same path is the same content: it is as open as the most open of what needs it.
    const { access = everyone } = file;
    const { access: known = everyone } = files.get(file.path) ?? file;
    files.set(file.path, { ...file, access: widerAccess(known, access) });
  }
  return {
    files: [...files.values()],
    addresses: Object.assign({}, ...parts.map((part) => part.addresses)) as Record<string, string>,
    problems: parts.flatMap((part) => part.problems),
  };
}

function problemOf(message: Message, module: string): Problem {
  const { location } = message;
  const point = location && {
    line: location.line,
    column: location.column + 1,
    offset: 0,
  };
  return {
    severity: 'error',
    source: 'site',
    ruleId: 'code-error',
    file: location?.file.replace(/^author:/, '') ?? module,
    ...(point ? { place: { start: point, end: point } } : {}),
    reason: message.text,
    note: 'Correct the component; until then it is shown, but not interactive.',
  };
}

function shortHash(text: string): string {
  return digest('sha256', text, 'hex').slice(0, 6);
}
