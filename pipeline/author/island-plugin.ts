import { join } from 'node:path';
import type { OnLoadResult, OnResolveResult, Plugin } from 'esbuild';
import type { Site, SourceFile } from '../../schema/site.ts';
import { findFile, isFileImport } from './files.ts';
import { handlersPrefix } from './handlers.ts';
import {
  globals,
  globalsImport,
  globalsModule,
  type SiteComponents,
  snippetStub,
} from './island-globals.ts';
import { codeOf } from './island-modules.ts';

/** What islands may be made of. */
export interface IslandSources {
  readonly site: Site;
  /** Pages by the path of their file. */
  readonly pages: ReadonlyMap<string, SourceFile>;
  readonly components: SiteComponents;
}

/** Finds modules in the site instead of on a disk. */
export function fromSite(sources: IslandSources, missing: ReadonlySet<string>): Plugin {
  return {
    name: 'from-site',
    setup(build) {
      build.onResolve({ filter: /^island:/ }, ({ path }) => inNamespace('island', path));
      build.onResolve({ filter: /^docent:/ }, ({ path }) =>
        path === 'docent:drawn'
          ? { path: sources.components.module }
          : { path, namespace: 'docent' },
      );
      build.onResolve({ filter: /^react(?:-dom)?(?:$|\/)/ }, ({ path }) =>
        preactModule(
          path.endsWith('jsx-runtime') ? 'preact/jsx-runtime' : 'preact/compat',
          sources,
        ),
      );
      build.onResolve({ filter: /^preact(?:$|\/)/ }, ({ path }) => preactModule(path, sources));
      build.onResolve({ filter: /.*/, namespace: 'author' }, ({ path, importer }) =>
        resolveImport(path, importer, sources.site),
      );
      build.onLoad({ filter: /.*/, namespace: 'island' }, ({ path }) => ours(entryModule(path)));
      build.onLoad({ filter: /globals$/, namespace: 'docent' }, () =>
        ours(globalsModule(sources.components, missing)),
      );
      build.onLoad({ filter: /site$/, namespace: 'docent' }, () => ({
        contents: sources.components.site,
        loader: 'json',
      }));
      build.onLoad({ filter: /.*/, namespace: 'missing' }, ({ path }) => ours(missingModule(path)));
      build.onResolve({ filter: /^author:/ }, ({ path }) => inNamespace('author', path));
      build.onLoad({ filter: /.*/, namespace: 'author' }, ({ path }) => loadFile(path, sources));
    },
  };
}

function inNamespace(namespace: string, path: string): OnResolveResult {
  return { path: path.slice(namespace.length + 1), namespace };
}

/** A module of Docent's own, which imports packages. */
function ours(contents: string): OnLoadResult {
  return { contents, resolveDir: import.meta.dirname };
}

/** A file of the site. What is missing was reported when the files were read. */
function resolveImport(path: string, importer: string, site: Site): OnResolveResult {
  const found = isFileImport(path) ? findFile(path, importer, site) : undefined;
  return found === undefined
    ? { path, namespace: 'missing' }
    : { path: found, namespace: 'author' };
}

/**
 * What another generator has in a package, or in a file that is not here: often a component that this site has too. A
 * CommonJS module, as any name may be imported from it.
 */
function missingModule(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1).replace(/\.\w+$/, '');
  return `const globals = require('${globals}');
module.exports = { ...globals, __esModule: true, default: globals[${JSON.stringify(name)}] };`;
}

function loadFile(path: string, { site, pages }: IslandSources): OnLoadResult {
  if (path.endsWith('.css')) return { contents: '', loader: 'jsx' };
  const file = site.snippets.get(path) ?? pages.get(path);
  const text = file === undefined ? '' : codeOf(file);
  if (path.endsWith('.json')) return { contents: text, loader: 'json' };
  if (site.assets.has(path)) {
    const address = JSON.stringify(`${site.config.hosting.basePath}/${encodeURI(path)}`);
    return { contents: `export default ${address}`, loader: 'jsx' };
  }
  return {
    contents: globalsImport + (/\.mdx?$/.test(path) ? `${text}\n${snippetStub}` : text),
    loader: /\.tsx?$/.test(path) ? 'tsx' : 'jsx',
  };
}

/** What a page loads: it starts a component in the element that was built for it, or the handlers of an element. */
function entryModule(module: string): string {
  return `import * as module from ${JSON.stringify(`author:${module}`)};
import { listen, mountIsland } from 'docent:drawn';
export const exported = (name) => module[name];
export const mount = (element, name, props, modules) => name.startsWith(${JSON.stringify(handlersPrefix)})
  ? listen(element, module[name])
  : mountIsland(element, module[name], props, modules);`;
}

/** The modules of Preact that components can be made of. */
const preactModules: Readonly<Record<string, string>> = {
  preact: 'dist/preact.mjs',
  'preact/compat': 'compat/dist/compat.mjs',
  'preact/hooks': 'hooks/dist/hooks.mjs',
  'preact/jsx-runtime': 'jsx-runtime/dist/jsxRuntime.mjs',
  'preact/jsx-dev-runtime': 'jsx-runtime/dist/jsxRuntime.mjs',
};

function preactModule(name: string, { components }: IslandSources): OnResolveResult {
  const file = preactModules[name];
  if (file === undefined) return { path: name, namespace: 'missing' };
  return { path: join(components.preact, file) };
}
