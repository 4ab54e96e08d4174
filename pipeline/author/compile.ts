import { hash as digest } from 'node:crypto';
import { createRequire, SourceMap } from 'node:module';
import type { TransformFailure, TransformOptions } from 'esbuild';

/** Remembers what was compiled, over pages and builds. */
export interface CodeCache {
  get(key: string): string | undefined;
  set(key: string, value: string): void;
}

/** Code that can't be compiled: what is wrong and where, in the author's text. */
export class CodeError extends Error {
  override readonly name = 'CodeError';
  readonly line: number | undefined;
  readonly column: number | undefined;

  constructor(message: string, line?: number, column?: number) {
    super(message);
    this.line = line;
    this.column = column;
  }
}

/**
 * A module of an author as CommonJS for the sandbox: JSX and types compiled away.
 * @throws CodeError
 */
export function compileModule(text: string, path: string, cache: CodeCache): string {
  const options = optionsFor(path);
  const key = `author:1:${options.loader}:${digest('sha256', text, 'hex')}`;
  const known = cache.get(key);
  if (known !== undefined) return known;
  const code = transformed(text, options).code;
  cache.set(key, code);
  return code;
}

/** Position of a place in compiled code in the author's text; lines and columns start at 1. */
export function writtenAt(
  text: string,
  path: string,
  line: number,
  column: number,
): { readonly line: number; readonly column: number } | undefined {
  try {
    const { map } = transformed(text, { ...optionsFor(path), sourcemap: 'external' });
    const found = new SourceMap(JSON.parse(map)).findEntry(line - 1, column - 1);
    return 'originalLine' in found
      ? { line: found.originalLine + 1, column: found.originalColumn + 1 }
      : undefined;
  } catch {
    return undefined;
  }
}

function optionsFor(path: string): TransformOptions {
  const ending = /\.(tsx|ts)$/.exec(path)?.[1] as 'tsx' | 'ts' | undefined;
  return {
    loader: ending ?? 'jsx',
    format: 'cjs',
    jsx: 'transform',
    jsxFactory: '__h',
    jsxFragment: '__F',
    target: 'es2022',
    sourcefile: path,
    logLevel: 'silent',
    // Settings that a file names for itself are for the author's own tools.
    tsconfigRaw: '{}',
  };
}

/** Loaded for the first code of an author: most pages have none. */
let esbuild: typeof import('esbuild') | undefined;

function transformed(text: string, options: TransformOptions): { code: string; map: string } {
  try {
    esbuild ??= createRequire(import.meta.url)('esbuild') as typeof import('esbuild');
    return esbuild.transformSync(text, options);
  } catch (error) {
    const [first] = (error as TransformFailure).errors ?? [];
    if (!first) throw error;
    const { location } = first;
    throw new CodeError(first.text, location?.line, location ? location.column + 1 : undefined);
  }
}
