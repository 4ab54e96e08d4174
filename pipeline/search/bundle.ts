import { basename, extname, join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { piecesFolder } from './format.ts';
import { endings, stopWords } from './language-words.ts';

/** Bundles the module that reads the pieces of the index in a browser, for a site in some languages. */
export async function bundleReader(
  languages: Iterable<string>,
): Promise<{ readonly path: string; readonly content: string }> {
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
    plugins: [wordsOf(languages)],
  });
  const [file] = result.outputFiles;
  if (!file) throw new Error('The search client has not been bundled');
  return { path: `${piecesFolder}/${basename(file.path)}`, content: file.text };
}

/** The words of a few languages: those of all are a third of the reader. */
function wordsOf(languages: Iterable<string>): Plugin {
  const codes = new Set(Array.from(languages, (language) => language.slice(0, 2)));
  const part = (words: Readonly<Record<string, string>>) =>
    JSON.stringify(
      Object.fromEntries(
        Object.entries(words)
          .filter(([code]) => codes.has(code))
          .map(([code, text]) => [code, text.replaceAll(/\s+/g, ' ')]),
      ),
    );
  return {
    name: 'words-of-languages',
    setup(bundle) {
      const filter = /\/language-words\.ts$/;
      bundle.onResolve({ filter }, ({ path }) => ({ path, namespace: 'words' }));
      bundle.onLoad({ filter, namespace: 'words' }, () => ({
        contents: `export const stopWords=${part(stopWords)},endings=${part(endings)};`,
      }));
    },
  };
}
