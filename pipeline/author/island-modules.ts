import { type Access, accessOf, widerAccess } from '../../schema/access.ts';
import type { Site, SourceFile } from '../../schema/site.ts';
import { withoutFences } from '../source/fences.ts';
import { formatOf } from '../source/format.ts';
import { parsePage } from '../source/parse.ts';
import { interactive, moduleText } from './files.ts';
import { handlersCode } from './handlers.ts';
import { passedModules } from './page-imports.ts';

/** Modules and pages whose components or elements need the browser, of those that may: see `mayBeInteractive`. */
export function interactiveModules(site: Site, may: (file: SourceFile) => boolean): string[] {
  const found = new Map<string, SourceFile>();
  for (const [path, file] of site.snippets) {
    if (/\.[jt]sx$/.test(path) && interactive.test(file.text)) found.set(path, file);
    else if (/\.mdx?$/.test(path) && may(file)) found.set(path, file);
  }
  for (const { format, file } of site.pages.values()) {
    if (format !== 'mdx' || found.has(file.path)) continue;
    if (may(file)) found.set(file.path, file);
  }
  return [...found]
    .filter(([path, file]) => !/\.mdx?$/.test(path) || isInteractive(file))
    .map(([path]) => path)
    .sort();
}

/** Modules that have a bundle: those that need the browser, and what pages pass to their components. */
export function bundledModules(site: Site, interactive: readonly string[]): readonly string[] {
  if (interactive.length === 0) return [];
  return [...new Set([...interactive, ...passedModules(site)])].sort();
}

const handler = /\son[A-Z]\w*\s*=\s*\{/;

/** Whether the text of a page or a snippet has to be parsed to know whether it needs the browser. */
export function mayBeInteractive(text: string): boolean {
  // Nearly all pages end here; looking for words that ask the browser takes ten times as long.
  if (!mayExport(text) && !handler.test(text)) return false;
  // Pages about components are full of handlers in code that they show: these pages are not parsed for it.
  return interactive.test(text) && isLive(withoutFences(text));
}

/** Whether a line begins with `export`, or with a word that begins so. */
function mayExport(text: string): boolean {
  return text.startsWith('export') || text.includes('\nexport') || text.includes('\rexport');
}

function isLive(text: string): boolean {
  return (/^export\s/m.test(text) && interactive.test(text)) || handler.test(text);
}

function isInteractive(file: SourceFile): boolean {
  const tree = parsePage(file, { format: formatOf(file) });
  return interactive.test(moduleText(tree)) || handlersCode(tree) !== '';
}

/** The code of a file: of MDX, only its import and export lines, and the handlers of its elements. */
export function codeOf(file: SourceFile): string {
  if (!/\.mdx?$/.test(file.path)) return file.text;
  const tree = parsePage(file, { format: formatOf(file) });
  return `${moduleText(tree)}\n${handlersCode(tree)}`;
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
