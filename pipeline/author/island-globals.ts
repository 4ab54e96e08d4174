import * as hooks from 'preact/hooks';
import type { ElementMaker } from './decode.ts';
import type { PageImport } from './page-imports.ts';

/** The module of what authors use without an import. */
export const globals = 'docent:globals';

/** The components of a site as the code of its authors has them in the browser. */
export interface SiteComponents {
  /** All of them, by their names in MDX. */
  readonly names: readonly string[];
  /** What may be in those that are drawn again when their properties change; the others stay as they were built. */
  readonly drawnContent: ElementMaker['drawnContent'];
  /** What pages import, for modules that use it without an import. */
  readonly imports: ReadonlyMap<string, PageImport>;
  /** The module that draws them. */
  readonly module: string;
  /** The folder of the package that draws them. */
  readonly preact: string;
  /** JSON of what it has to know of the site. */
  readonly site: string;
}

/** Begins every module: a name that nothing else has. */
export const globalsImport = `import * as docent_globals from '${globals}';`;

const hookNames = ['React', 'Fragment', ...Object.keys(hooks)];

/** All components of a site in one object, as the related dialect has them. */
const together = 'MintlifyComponents';
/** Code that may run elsewhere asks for React like this. */
const globalReact = ['globalThis.React', 'window.React'];

/** What replaces the names that a module uses and neither declares nor imports. */
export function globalNames({ names, imports }: SiteComponents): Record<string, string> {
  const all = new Set([...imports.keys(), ...hookNames, together, ...firstNames(names)]);
  return Object.fromEntries([
    ...[...all].map((name) => [name, `docent_globals.${name}`]),
    ...globalReact.map((name) => [name, 'docent_globals.React']),
  ]);
}

/**
 * What authors use without an import: hooks, the site's components, and those of the names that pages import which
 * modules were found to miss.
 */
export function globalsModule(
  { names, drawnContent, imports }: SiteComponents,
  missing: ReadonlySet<string>,
): string {
  const kept = '/* @__PURE__ */ drawn.keptAsBuilt()';
  const made = (name: string) => {
    const content = drawnContent(name);
    if (content !== undefined) {
      const [maker, part = ''] =
        typeof content === 'object'
          ? ['drawnAround', `, ${content.parts}`]
          : [content === 'any' ? 'drawnAgain' : 'drawnWhole'];
      return `/* @__PURE__ */ drawn.${maker}(drawn.${name}, site${part})`;
    }
    const parts = names.filter((other) => other.startsWith(`${name}.`));
    const members = parts.map((part) => `${part.slice(name.length + 1)}: ${kept}`);
    return members.length === 0
      ? kept
      : `/* @__PURE__ */ Object.assign(${kept}, { ${members.join(', ')} })`;
  };
  const isAround = (name: string) => typeof drawnContent(name) === 'object';
  // A component around others has them by their names, which have to be declared before it.
  const inOrder = firstNames(names).sort((a, b) => Number(isAround(a)) - Number(isAround(b)));
  return [
    "import * as React from 'preact/compat';",
    "import { Fragment } from 'preact';",
    "import * as drawn from 'docent:drawn';",
    "import site from 'docent:site';",
    `export { ${Object.keys(hooks).join(', ')} } from 'preact/hooks';`,
    `export const Kept = ${kept};`,
    ...inOrder.map((name) => `export const ${name} = ${made(name)};`),
    ...[...imports].flatMap(([local, { module, name }]) =>
      missing.has(local)
        ? [`export ${exported(local, name)} from ${JSON.stringify(`author:${module}`)};`]
        : [],
    ),
    `export const ${together} = { ${firstNames(names).join(', ')} };`,
    'export { React, Fragment };',
  ].join('\n');
}

function exported(local: string, name: string): string {
  return name === '*' ? `* as ${local}` : `{ ${name} as ${local} }`;
}

/** An MDX file in the browser is its HTML, kept. */
export const snippetStub = `import {Kept as Kept_} from '${globals}'; export default Kept_;`;

/** Names before the first dot: `Color` of `Color.Row`. */
function firstNames(names: readonly string[]): string[] {
  return [...new Set(names.map((name) => name.split('.')[0] ?? ''))];
}
