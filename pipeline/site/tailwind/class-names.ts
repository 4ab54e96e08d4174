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
