import { hash as digest } from 'node:crypto';
import { basename } from 'node:path';
import { build, type Message, type Plugin } from 'esbuild';
import * as hooks from 'preact/hooks';
import { type Access, accessOf, widerAccess } from '../../schema/access.ts';
import type { Problem } from '../../schema/errors.ts';
import type { Site, SourceFile } from '../../schema/site.ts';
import { parsePage } from '../source/parse.ts';
import { sitePath } from './addresses.ts';
import { interactive, moduleText } from './author-files.ts';
import { components } from './components/registry.ts';
import type { ShellFile } from './layout/tools.ts';

/** Authors' components for the browser: files to write, and where each module is found. */
export interface IslandBundle {
  readonly files: readonly ShellFile[];
  /** Module path → address of its bundle, base path included. */
  readonly addresses: Readonly<Record<string, string>>;
  readonly problems: readonly Problem[];
}

/**
 * Bundles every module of the site that keeps state or has handlers. Imports come from the site, from
 * `react` and from `preact` (one shared chunk), and from nowhere else.
 */
export async function bundleIslands(site: Site): Promise<IslandBundle> {
  const byAccess = new Map<string, { access: Access; modules: string[] }>();
  for (const [module, access] of moduleAccess(site, interactiveModules(site))) {
    const key = JSON.stringify(access);
    const group = byAccess.get(key) ?? { access, modules: [] };
    group.modules.push(module);
    byAccess.set(key, group);
  }
  // What protected pages are made of shares no file with what everyone may have.
  return joined(
    await Promise.all(
      [...byAccess.values()].map(async ({ access, modules }) => {
        const made = await bundleTogether(modules, site);
        if (!access.protected) return made;
        return { ...made, files: made.files.map((file) => ({ ...file, access })) };
      }),
    ),
  );
}

/** Who may have the code of each module: whoever may read one of the pages that use it. */
export function moduleAccess(
  site: Site,
  modules: readonly string[],
): readonly (readonly [module: string, access: Access])[] {
  const { auth } = site.config;
  const found = new Map<string, Access>();
  for (const page of auth.enabled ? site.pages.values() : []) {
    const access = accessOf(page, auth);
    for (const path of [page.file.path, ...page.uses]) {
      const before = found.get(path);
      found.set(path, before === undefined ? access : widerAccess(before, access));
    }
  }
  const unused: Access = { protected: auth.enabled, groups: [] };
  return modules.map((module) => [module, found.get(module) ?? unused]);
}

async function bundleTogether(modules: readonly string[], site: Site): Promise<IslandBundle> {
  try {
    return written(await bundle(modules, site), site);
  } catch {
    // One by one, so that a broken module does not take the others with it.
    return joined(await Promise.all(modules.map((module) => bundleAlone(module, site))));
  }
}

const everyone: Access = { protected: false, groups: [] };

function joined(parts: readonly IslandBundle[]): IslandBundle {
  const files = new Map<string, ShellFile>();
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

async function bundleAlone(module: string, site: Site): Promise<IslandBundle> {
  try {
    return written(await bundle([module], site), site);
  } catch (error) {
    const messages = (error as { errors?: readonly Message[] }).errors ?? [];
    const problems = messages.map((message) => problemOf(message, module));
    return { files: [], addresses: {}, problems };
  }
}

function written(result: Awaited<ReturnType<typeof bundle>>, site: Site): IslandBundle {
  const addresses: Record<string, string> = {};
  for (const [path, output] of Object.entries(result.metafile.outputs)) {
    if (!output.entryPoint?.startsWith('island:')) continue;
    const module = output.entryPoint.slice('island:'.length);
    addresses[module] = `${site.config.hosting.basePath}/_docent/${basename(path)}`;
  }
  const files = result.outputFiles.map((file) => ({
    path: `_docent/${basename(file.path)}`,
    content: file.text,
  }));
  return { files, addresses, problems: [] };
}

/** Modules and pages whose components need the browser. */
export function interactiveModules(site: Site): string[] {
  const found: string[] = [];
  for (const [path, file] of site.snippets) {
    if (/\.[jt]sx$/.test(path) && interactive.test(file.text)) found.push(path);
    else if (/\.mdx$/.test(path) && mayHoldComponents(file)) found.push(path);
  }
  for (const page of site.pages.values()) {
    if (page.format === 'mdx' && mayHoldComponents(page.file)) found.push(page.file.path);
  }
  return [...new Set(found)]
    .filter((path) => !path.endsWith('.mdx') || interactive.test(textOf(path, site) ?? ''))
    .sort();
}

const holders = new WeakMap<SourceFile, boolean>();

/** Asked at every build of a watched site, so each text is looked through once. */
function mayHoldComponents(file: SourceFile): boolean {
  let may = holders.get(file);
  if (may === undefined) {
    may = /^export\s/m.test(file.text) && interactive.test(file.text);
    holders.set(file, may);
  }
  return may;
}

function textOf(path: string, site: Site): string | undefined {
  const file =
    site.snippets.get(path) ??
    [...site.pages.values()].find((page) => page.file.path === path)?.file;
  if (!file || !path.endsWith('.mdx')) return file?.text;
  return moduleText(parsePage(file, { format: 'mdx' }));
}

function bundle(modules: readonly string[], site: Site) {
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
    write: false,
    metafile: true,
    logLevel: 'silent',
    plugins: [fromSite(site)],
  });
}

/** Finds modules in the site instead of on a disk. */
function fromSite(site: Site): Plugin {
  return {
    name: 'from-site',
    setup(build) {
      build.onResolve({ filter: /^island:/ }, ({ path }) => ({
        path: path.slice(7),
        namespace: 'island',
      }));
      build.onResolve({ filter: /^docent:/ }, ({ path }) => ({ path, namespace: 'docent' }));
      build.onResolve({ filter: /^react(?:-dom)?(?:$|\/)/ }, ({ path }) => ({
        path: packageFile(path.endsWith('jsx-runtime') ? 'preact/jsx-runtime' : 'preact/compat'),
      }));
      build.onResolve({ filter: /^preact(?:$|\/)/ }, ({ path }) => ({ path: packageFile(path) }));
      build.onResolve({ filter: /.*/, namespace: 'author' }, ({ path, importer }) => {
        if (!/^[./@~]/.test(path)) {
          return {
            errors: [
              {
                text: `Can't import "${path}": use files of this site, "react" or "preact".`,
              },
            ],
          };
        }
        const found = findFile(path, importer, site);
        return found === undefined
          ? { errors: [{ text: `There is no file "${path}".` }] }
          : { path: found, namespace: 'author' };
      });
      build.onLoad({ filter: /.*/, namespace: 'island' }, ({ path }) => ({
        contents: entryOf(path),
        resolveDir: import.meta.dirname,
      }));
      build.onLoad({ filter: /.*/, namespace: 'docent' }, () => ({
        contents: globalsModule(),
        resolveDir: import.meta.dirname,
      }));
      build.onResolve({ filter: /^author:/ }, ({ path }) => ({
        path: path.slice(7),
        namespace: 'author',
      }));
      build.onLoad({ filter: /.*/, namespace: 'author' }, ({ path }) => loadAuthor(path, site));
    },
  };
}

function loadAuthor(
  path: string,
  site: Site,
): { contents: string; loader: 'jsx' | 'tsx' | 'json' } {
  if (path.endsWith('.css')) return { contents: '', loader: 'jsx' };
  if (site.assets.has(path)) {
    const address = JSON.stringify(`${site.config.hosting.basePath}/${encodeURI(path)}`);
    return { contents: `export default ${address}`, loader: 'jsx' };
  }
  const text = textOf(path, site) ?? '';
  if (path.endsWith('.json')) return { contents: text, loader: 'json' };
  const names = [...hookNames, ...componentNames].filter(
    (name) =>
      new RegExp(`\\b${name}\\b`).test(text) &&
      !new RegExp(`(?:function|const|let|var|class)\\s+${name}\\b|import[^;'"]*\\b${name}\\b`).test(
        text,
      ),
  );
  const head = names.length === 0 ? '' : `import {${names.join(',')}} from 'docent:globals';`;
  const content = path.endsWith('.mdx') ? `${text}\n${snippetStub}` : text;
  return { contents: head + content, loader: /\.tsx?$/.test(path) ? 'tsx' : 'jsx' };
}

/** An MDX file in the browser is its HTML, kept. */
const snippetStub = "import {Kept as Kept_} from 'docent:globals'; export default Kept_;";

const hookNames = ['React', 'Fragment', ...Object.keys(hooks)];
const componentNames = [...new Set([...components.keys()].map((name) => name.split('.')[0] ?? ''))];

/** What authors use without an import: hooks, and the site's components, which stay as they were built. */
function globalsModule(): string {
  const parents = [...components.keys()].filter((name) => name.includes('.'));
  return [
    "import * as React from 'preact/compat';",
    "import { h, Fragment } from 'preact';",
    "export * from 'preact/hooks';",
    "const html = { __html: '' };",
    "export const Kept = () => h('docent-slot', { style: 'display:contents', dangerouslySetInnerHTML: html });",
    ...componentNames.map((name) => `export const ${name} = (props) => Kept(props);`),
    ...parents.map((name) => `${name} = Kept;`),
    'export { React, Fragment };',
  ].join('\n');
}

function entryOf(module: string): string {
  return `import * as module from ${JSON.stringify(`author:${module}`)};
import { h, hydrate } from 'preact';
const html = { __html: '' };
export function mount(element, name, props) {
  const slot = element.querySelector('docent-slot[data-children]');
  const children = slot ? { children: h('docent-slot', { style: 'display:contents', 'data-children': '', dangerouslySetInnerHTML: html }) } : {};
  hydrate(h(module[name], { ...props, ...children }), element);
}`;
}

function findFile(from: string, importer: string, site: Site): string | undefined {
  const path = sitePath(from.replace(/^[@~]\//, '/'), importer);
  return ['', '.jsx', '.tsx', '.js', '.ts', '.mdx', '.md', '.json']
    .map((ending) => path + ending)
    .find((one) => site.snippets.has(one) || site.assets.has(one));
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

function packageFile(name: string): string {
  return new URL(import.meta.resolve(name)).pathname;
}

function shortHash(text: string): string {
  return digest('sha256', text, 'hex').slice(0, 6);
}
