import * as hooks from 'preact/hooks';

const hookNames = ['React', 'Fragment', ...Object.keys(hooks)];

/** An import of everything that a module uses without importing or declaring it. */
export function globalsImport(text: string, componentNames: readonly string[]): string {
  const names = [...hookNames, ...firstNames(componentNames)].filter((name) => {
    if (!new RegExp(`\\b${name}\\b`).test(text)) return false;
    const isOwn = `(?:function|const|let|var|class)\\s+${name}\\b|import[^;'"]*\\b${name}\\b`;
    return !new RegExp(isOwn).test(text);
  });
  return names.length === 0 ? '' : `import {${names.join(',')}} from 'docent:globals';`;
}

/** The components of a site as the code of its authors has them in the browser. */
export interface SiteComponents {
  /** All of them, by their names in MDX. */
  readonly names: readonly string[];
  /** Those that are drawn again when their properties change; the others stay as they were built. */
  readonly drawable: readonly string[];
  /** The module that draws them. */
  readonly module: string;
  /** JSON of what it has to know of the site. */
  readonly site: string;
}

/** What authors use without an import: hooks, and the site's components. */
export function globalsModule({ names, drawable }: SiteComponents): string {
  const isDrawable = (name: string) => drawable.includes(name);
  const kept = '/* @__PURE__ */ drawn.keptAsBuilt()';
  const again = (name: string) => `/* @__PURE__ */ drawn.drawnAgain(drawn.${name}, site)`;
  const members = names.filter((name) => name.includes('.'));
  return [
    "import * as React from 'preact/compat';",
    "import { Fragment } from 'preact';",
    "import * as drawn from 'docent:drawn';",
    "import site from 'docent:site';",
    "export * from 'preact/hooks';",
    `export const Kept = ${kept};`,
    ...firstNames(names).map(
      (name) => `export const ${name} = ${isDrawable(name) ? again(name) : kept};`,
    ),
    ...members.map((name) => `${name} = ${kept};`),
    'export { React, Fragment };',
  ].join('\n');
}

/** An MDX file in the browser is its HTML, kept. */
export const snippetStub = "import {Kept as Kept_} from 'docent:globals'; export default Kept_;";

/** Names before the first dot: `Color` of `Color.Row`. */
function firstNames(names: readonly string[]): string[] {
  return [...new Set(names.map((name) => name.split('.')[0] ?? ''))];
}
