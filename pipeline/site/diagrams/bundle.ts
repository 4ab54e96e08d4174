import { readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { scriptOptions } from '../layout/bundle.ts';
import { shortHash } from '../layout/short-hash.ts';
import type { ShellFile } from '../layout/tools.ts';
import { packageFile } from '../package-file.ts';
import { isPartOf } from './kinds.ts';

/** One file with what draws diagrams of these kinds, so that a page with diagrams loads one file more. */
export async function bundleDiagrams(kinds: readonly string[]): Promise<ShellFile> {
  const result = await build({
    stdin: { contents: loadingInSteps(), resolveDir: folder },
    // Names of modules are paths from here: no reader learns where the package is installed.
    absWorkingDir: folder,
    bundle: true,
    format: 'esm',
    target: [...scriptOptions.target],
    // Steps of the drawing become generators, between which the browser gets its turn.
    supported: { 'async-await': false },
    minifyWhitespace: true,
    legalComments: 'none',
    charset: 'utf8',
    write: false,
    logLevel: 'silent',
    plugins: [onlyPartsOf(kinds)],
  });
  const content = `${pause}${withPauses(result.outputFiles[0]?.text ?? '')}`;
  const name = kinds.length === 1 ? kinds[0] : 'several';
  return { path: `_docent/mermaid-${name}-${shortHash(content)}.js`, content };
}

const folder = join(dirname(packageFile('mermaid/package.json')), 'dist');
const entry = './mermaid.esm.min.mjs';

/** Running all of the library takes a while as well: its modules run one after the other, with pauses. */
function loadingInSteps(): string {
  const steps = importedBy(entry).map((path) => `  await import(${JSON.stringify(path)});`);
  const last = `  return (await import(${JSON.stringify(entry)})).default;`;
  return ['export async function load() {', ...steps, last, '}'].join('\n');
}

/** Modules of the library that a module imports, each after those that it imports itself. */
function importedBy(path: string, seen = new Set<string>()): readonly string[] {
  seen.add(path);
  const text = readFileSync(join(folder, path), 'utf8');
  return [...text.matchAll(/\b(?:from|import)"(\.[^"]+\.mjs)"/g)].flatMap(([, name = '']) => {
    const found = `./${posix.join(posix.dirname(path), name)}`;
    return seen.has(found) ? [] : [...importedBy(found, seen), found];
  });
}

/** What Mermaid loads later is part of the file, or left out. */
function onlyPartsOf(kinds: readonly string[]): Plugin {
  return {
    name: 'only-parts',
    setup(bundle) {
      bundle.onResolve({ filter: /./ }, ({ importer, kind, path }) =>
        kind === 'dynamic-import' && importer.endsWith('.mjs') && !isPartOf(kinds, path)
          ? { path: 'left-out', namespace: 'left-out' }
          : undefined,
      );
      bundle.onLoad({ filter: /./, namespace: 'left-out' }, () => ({
        contents: "throw new Error('This part of Mermaid was not expected on this page');",
      }));
    },
  };
}

// Awaited values wait for the next task once the current one has taken long enough: a diagram of any
// size is drawn without holding up scrolling and typing.
const pause = `const __docentPause=(()=>{let end=0;const next=new MessageChannel(),waiting=[];next.port1.onmessage=()=>{end=performance.now()+12;waiting.shift()()};return value=>performance.now()<end?Promise.resolve(value):new Promise(resolve=>{waiting.push(()=>resolve(value));next.port2.postMessage(0)})})();`;

/** esbuild's helper for generators that were async functions, with pauses. */
function withPauses(code: string): string {
  const step = /Promise\.resolve\((\w+\.value)\)\.then\(fulfilled\b/;
  if (!step.test(code)) throw new Error("esbuild's helper for async functions looks different");
  return code.replace(step, '__docentPause($1).then(fulfilled');
}
