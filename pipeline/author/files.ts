import type { PageTree, Site } from '../../schema/site.ts';
import { sitePath } from '../source/path.ts';

/** Components that keep state, handle events or ask the browser need it. */
export const interactive =
  /\buse[A-Z]\w*\s*\(|\bon[A-Z]\w*\s*=\s*\{|\b(?:window|document|navigator|localStorage|sessionStorage)(?:\??\.[a-z]|\[)|\btypeof\s+(?:window|document|navigator|localStorage)\b|\bmatchMedia\(/;

/** The import and export lines of an MDX file. */
export function moduleText(tree: PageTree): string {
  return tree.root.children
    .flatMap((node) => (node.type === 'mdxjsEsm' ? [node.value] : []))
    .join('\n');
}

const endings = [
  ...['', '.mdx', '.md', '.jsx', '.tsx', '.js', '.ts', '.json'],
  ...['/index.jsx', '/index.tsx'],
];

/** Whether an import means a file of the site, and not a package. */
export function isFileImport(from: string): boolean {
  return /^(?:\.{0,2}|[@~])\//.test(from) || /^[^@].*(?:\/|\.\w+$)/.test(from);
}

/** The file of the site that an import names. */
export function findFile(from: string, file: string, site: Site): string | undefined {
  const fromTop = from.replace(/^[@~]\//, '/');
  const path = sitePath(/^\.{0,2}\//.test(fromTop) ? fromTop : `/${fromTop}`, file);
  return endings
    .map((ending) => path + ending)
    .find((one) => site.snippets.has(one) || site.assets.has(one));
}

/** The snippet that `<Snippet file>` names. */
export function findSnippet(name: string, file: string, site: Site): string | undefined {
  const plain = name.replace(/^\/+/, '');
  return [`snippets/${plain}`, `_snippets/${plain}`, plain, sitePath(name, file)]
    .flatMap((one) => [one, `${one}.mdx`])
    .find((one) => site.snippets.has(one));
}
