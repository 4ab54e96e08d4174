import { dirname, join, relative } from 'node:path';
import type { Plugin } from 'esbuild';

/**
 * Code that two modules share becomes a chunk for each set of modules that share it. What every page
 * loads would be cut into small ones, but if all modules loaded later import all of it, it is one set.
 * Their import of `main` is in a module of its own around each: a module that others import directly too
 * is read only once, for whichever import comes first. They are named by their place below the folder of `main`: names of
 * modules are part of the hashes of chunks, which are the same wherever Docent is installed.
 */
export function importsMain(main: string): Plugin {
  const folder = dirname(main);
  return {
    name: 'imports-main',
    setup(bundle) {
      bundle.onResolve({ filter: /^\..*\.ts$/ }, ({ kind, path, resolveDir }) =>
        kind === 'dynamic-import'
          ? { path: relative(folder, join(resolveDir, path)), namespace: 'loaded-later' }
          : undefined,
      );
      bundle.onLoad({ filter: /\.ts$/, namespace: 'loaded-later' }, ({ path }) => {
        const own = JSON.stringify(join(folder, path));
        return {
          contents: `import ${JSON.stringify(main)};\nexport * from ${own};`,
          resolveDir: folder,
        };
      });
    },
  };
}
