import { accessOf } from '../../schema/access.ts';
import type { Site, SourceFile } from '../../schema/site.ts';
import { findFile } from './files.ts';

/** What a page imports: a name of a module of the site. */
export interface PageImport {
  readonly module: string;
  /** `default`, `*` or a name. */
  readonly name: string;
}

/** Characters of a statement that are looked at: most lines that begin like one are prose. */
const longest = 2000;

/**
 * Names that pages import from modules: in the related dialect the components of a page see what it imports. A name that
 * is not the same in all pages is none of them. Pages that not everyone may read are left out: code that everyone may
 * have would hold what only they import.
 */
export function pageImports(site: Site): ReadonlyMap<string, PageImport> {
  const found = new Map<string, PageImport | undefined>();
  const { auth } = site.config;
  for (const page of site.pages.values()) {
    if (page.format !== 'mdx' || (auth.enabled && accessOf(page, auth).protected)) continue;
    for (const [local, one] of importsOf(page.file, site)) {
      const known = found.has(local) ? found.get(local) : one;
      const isSame = known?.module === one.module && known.name === one.name;
      found.set(local, isSame ? one : undefined);
    }
  }
  return new Map([...found].flatMap(([local, one]) => (one ? [[local, one] as const] : [])));
}

/** Modules whose exports pages give to components: `<Table row={Row} />`. */
export function passedModules(site: Site): readonly string[] {
  const found = new Set<string>();
  for (const { file, format } of site.pages.values()) {
    if (format !== 'mdx') continue;
    const passed = new Set(
      Array.from(file.text.matchAll(/=\{\s*([A-Z][\w$]*)\s*\}/g), ([, name]) => name),
    );
    if (passed.size === 0) continue;
    for (const [local, { module }] of importsOf(file, site))
      if (passed.has(local)) found.add(module);
  }
  return [...found].sort();
}

/** The names that a page imports from modules. */
function* importsOf(file: SourceFile, site: Site): Iterable<readonly [string, PageImport]> {
  for (const [names, from] of statementsOf(file.text)) {
    const module = findFile(from, file.path, site);
    if (module === undefined || !/\.[jt]sx?$/.test(module)) continue;
    for (const [local, name] of namesOf(names)) yield [local, { module, name }];
  }
}

/** What is before and after `from` in the import lines of a text. */
function* statementsOf(text: string): Iterable<readonly [names: string, from: string]> {
  for (const { index } of text.matchAll(/^import\b/gm)) {
    const part = text.slice(index + 'import'.length, index + longest);
    const end = /\bfrom\s*(['"])([^'"\n]+)\1/.exec(part);
    const names = part.slice(0, end?.index).trim();
    if (end?.[2] !== undefined && !/['";]/.test(names)) yield [names, end[2]];
  }
}

/** The names of `A, { B, C as D }` with what they are in the module. */
function namesOf(clause: string): [local: string, name: string][] {
  const named = /\{([^}]*)\}/.exec(clause)?.[1] ?? '';
  const whole = /\*\s*as\s+([\w$]+)/.exec(clause)?.[1];
  const own = /^([\w$]+)\s*(?:,|$)/.exec(clause)?.[1];
  return [
    ...(own === undefined ? [] : [[own, 'default'] as [string, string]]),
    ...(whole === undefined ? [] : [[whole, '*'] as [string, string]]),
    ...named.split(',').flatMap((part): [string, string][] => {
      const [, name, local = name] = /^\s*([\w$]+)(?:\s+as\s+([\w$]+))?\s*$/.exec(part) ?? [];
      return name === undefined || local === undefined ? [] : [[local, name]];
    }),
  ];
}
