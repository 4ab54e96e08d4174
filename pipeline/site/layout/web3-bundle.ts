import { readFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { build } from 'esbuild';
import { withoutScript } from '../themes/modes.ts';
import { minified, scriptOptions } from './bundle.ts';
import { shortHash } from './short-hash.ts';
import type { ShellFile } from './tools.ts';

const clientFolder = join(import.meta.dirname, '../client/web3');
const styleFile = join(import.meta.dirname, '../components/web3/web3.css');

/** What pages with a component about chains or contracts load in addition. */
export interface Web3Bundle {
  readonly files: readonly ShellFile[];
  readonly script: string;
  readonly style: string;
}

/** Bundles script and style of those components; compiled code has the library in its modules. */
export async function bundleWeb3(): Promise<Web3Bundle> {
  const entry = `main${extname(import.meta.filename)}`;
  const result = await build({
    ...scriptOptions,
    absWorkingDir: clientFolder,
    entryPoints: { web3: entry },
    chunkNames: 'web3-[name]-[hash]',
    define: { global: 'globalThis' },
  });
  const main = Object.entries(result.metafile.outputs).find(([, { entryPoint }]) => entryPoint);
  if (!main) throw new Error('The bundle has no entry');
  const content = await minified(withoutScript(await readFile(styleFile, 'utf8')));
  const style = { path: `_docent/web3-${shortHash(content)}.css`, content };
  const scripts = result.outputFiles
    .map(({ path, text }) => ({ path: `_docent/${basename(path)}`, content: text }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
  return { files: [...scripts, style], script: `_docent/${basename(main[0])}`, style: style.path };
}
