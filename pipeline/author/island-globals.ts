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

/** What authors use without an import: hooks, and the site's components, which stay as they were built. */
export function globalsModule(componentNames: readonly string[]): string {
  const members = componentNames.filter((name) => name.includes('.'));
  return [
    "import * as React from 'preact/compat';",
    "import { h, Fragment } from 'preact';",
    "export * from 'preact/hooks';",
    "const html = { __html: '' };",
    "export const Kept = () => h('docent-slot', { style: 'display:contents', dangerouslySetInnerHTML: html });",
    ...firstNames(componentNames).map((name) => `export const ${name} = (props) => Kept(props);`),
    ...members.map((name) => `${name} = Kept;`),
    'export { React, Fragment };',
  ].join('\n');
}

/** An MDX file in the browser is its HTML, kept. */
export const snippetStub = "import {Kept as Kept_} from 'docent:globals'; export default Kept_;";

/** Names before the first dot: `Color` of `Color.Row`. */
function firstNames(names: readonly string[]): string[] {
  return [...new Set(names.map((name) => name.split('.')[0] ?? ''))];
}
