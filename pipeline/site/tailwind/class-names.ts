import type { Page, Site } from '../../../schema/site.ts';

/** Class names of an element's attribute as an author wrote it. */
export function classNames(value: unknown): readonly string[] {
  return typeof value === 'string' ? value.split(/\s+/).filter(Boolean) : [];
}

/**
 * Words of components that run in the browser: what they set there shows in no HTML. Only those that
 * are utilities come of it.
 */
export function classNamesInModules(
  modules: Iterable<string>,
  page: Page,
  site: Site,
): readonly string[] {
  const paths = new Set([...modules, ...page.uses.filter((path) => /\.[jt]sx?$/.test(path))]);
  return [...paths].flatMap((path) => {
    const text = path === page.file.path ? page.file.text : site.snippets.get(path)?.text;
    return text?.match(word) ?? [];
  });
}

/** What may be a class in a script; a value in brackets may hold quotes: `before:content-['x']`. */
const word = /(?:-\[[^\s[\]]*\]|\[[^\s"'`[\]]*\]|[^\s"'`[\]{}<>;=,])+/g;

/**
 * Class names that scripts on every page give to elements: `className = '…'`, `classList.add('…')`, `class="…"` in HTML
 * that they make. Other words count for nothing, unlike those of components: a utility would override an own style
 * sheet that means something else by it. Linear in the text.
 */
export function classNamesInScripts(
  paths: readonly string[],
  { snippets }: Pick<Site, 'snippets'>,
): readonly string[] {
  const names = new Set<string>();
  for (const path of paths) {
    for (const [, given, set, listed] of (snippets.get(path)?.text ?? '').matchAll(assigned)) {
      const words = (given ?? set ?? listed)?.split(/[\s"'`,]+/) ?? [];
      for (const name of words) if (name !== '') names.add(name);
    }
  }
  return [...names].sort();
}

/** The text of an attribute or a property; of `setAttribute('class', …)`; all that a class list is given. */
const assigned =
  /\bclass(?:Name)?["']?\s*(?:\+?=|:)\s*\\?["'`]([^"'`\\]{0,2000})|\bsetAttribute\(\s*["'`]class["'`]\s*,\s*["'`]([^"'`\\]{0,2000})|\bclassList\.(?:add|replace|toggle)\(([^()]{0,2000})/g;
