import type { PageTree, SourceFile } from '../../schema/site.ts';
import type { Answer } from './exchange.ts';
import { findFile } from './files.ts';
import type { CodeOptions } from './page.ts';
import type { Sandbox } from './sandbox.ts';
import { type Unit, unitOf } from './unit.ts';

/** The author code of one page while it is rendered. */
export interface PageCode extends CodeOptions {
  /** Units that were read: by tree, then by the names of the properties they see. */
  readonly units: Map<PageTree, Map<string, Unit>>;
  /** Units whose code the sandbox may ask for: by file and property names. */
  readonly wanted: Map<string, Unit>;
  /** Addresses of imported assets. */
  readonly addresses: Map<string, string>;
  /** The code of the page itself, once it was read. */
  own: Unit | undefined;
  /** Calls from the sandbox that were reported or ignored: a loop makes millions. */
  calls: number;
  /** Opened when the first expression is evaluated, and again after code was stopped. */
  sandbox: Sandbox | undefined;
}

/** The code of one file, evaluated with the same properties. */
export interface FileCode {
  readonly file: string;
  readonly unit: Unit;
  /** Values of names that need no sandbox. */
  readonly literals: Readonly<Record<string, unknown>>;
  /** Number of its properties in the sandbox; called when the first expression is evaluated. */
  readonly scope: () => number;
  /** Adds the content of its elements that the page renders; returns the number of the first. */
  readonly addSlots: () => number;
  /** Number of the first slot, once they were added. */
  slots?: number;
  readonly answers: Map<number, Answer>;
}

/** The code of a page before anything of it was read. */
export function newPageCode(options: CodeOptions): PageCode {
  return {
    ...options,
    units: new Map(),
    wanted: new Map(),
    addresses: new Map(),
    own: undefined,
    calls: 0,
    sandbox: undefined,
  };
}

/** A file that the code of a page may import, or the page itself. */
export function sourceFile({ page }: PageCode, path: string): SourceFile | undefined {
  return path === page.page.file.path ? page.page.file : page.site.snippets.get(path);
}

/** The code of a tree as its expressions see it that were given these properties; read once. */
export function unitFor(
  code: PageCode,
  tree: PageTree,
  { file, names }: { readonly file: string; readonly names: readonly string[] },
): Unit {
  const key = names.join();
  const known = code.units.get(tree) ?? new Map<string, Unit>();
  code.units.set(tree, known);
  let unit = known.get(key);
  if (!unit) {
    unit = unitOf(tree, names, {
      fill: code.page.fill,
      isSnippet: ({ from, name }) =>
        name === 'default' && /\.mdx?$/.test(findFile(from, file, code.page.site) ?? ''),
    });
    known.set(key, unit);
  }
  return unit;
}
