import { basename, extname, join } from 'node:path';
import { build } from 'esbuild';
import { piecesFolder } from './format.ts';

/** Bundles the module that reads the pieces of the index in a browser. */
export async function bundleReader(): Promise<{ readonly path: string; readonly content: string }> {
  const result = await build({
    absWorkingDir: import.meta.dirname,
    // The same module in the sources and, compiled, in dist/.
    entryPoints: [join(import.meta.dirname, `reader${extname(import.meta.filename)}`)],
    outdir: piecesFolder,
    bundle: true,
    format: 'esm',
    target: ['es2022', 'safari16.4'],
    minify: true,
    charset: 'utf8',
    legalComments: 'none',
    entryNames: '[name]-[hash]',
    write: false,
    logLevel: 'silent',
  });
  const [file] = result.outputFiles;
  if (!file) throw new Error('The search client has not been bundled');
  return { path: `${piecesFolder}/${basename(file.path)}`, content: file.text };
}
