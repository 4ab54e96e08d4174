import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';

const folder = join(import.meta.dirname, '../../../../runtime/dashboard/client/styles');

/** Classes that a file gives a look of their own: a rule whose selector is the class alone. */
function ownClasses(css: string): readonly string[] {
  const rules = css.replaceAll(/\/\*.*?\*\//gs, '').matchAll(/([^{};]+)\{/g);
  const selectors = [...rules].flatMap(([, list = '']) => list.split(','));
  return [...new Set(selectors.map((selector) => selector.trim()))].flatMap(
    (selector) => /^\.([\w-]+)$/.exec(selector)?.[1] ?? [],
  );
}

test('a class of the dashboard has its look from one file', () => {
  const filesOf = new Map<string, string[]>();
  for (const path of globSync(join(folder, '*.css')).sort()) {
    // It fits the others' classes to screens, and to people who prefer less motion.
    if (basename(path) === 'media.css') continue;
    for (const name of ownClasses(readFileSync(path, 'utf8'))) {
      filesOf.set(name, [...(filesOf.get(name) ?? []), basename(path)]);
    }
  }
  expect(filesOf.size).toBeGreaterThan(50);
  expect([...filesOf].filter(([, files]) => files.length > 1)).toEqual([]);
});
