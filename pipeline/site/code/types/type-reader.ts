import { createTwoslasher, type TwoslashNode } from 'twoslash/core';
import ts from 'typescript6';
import type { CodeTypes, Hover, Note, TypedCode } from './code-types.ts';
import { readLibraries } from './libraries.ts';
import { packagesIn, packageTypes } from './package-types.ts';

/** What is kept of a type, and of the names that could complete one. */
const longest = { text: 1200, completions: 8 } as const;

/**
 * Makes a reader of types for the code of one site, which may import the packages in its folder. The first block takes a
 * second, the others some milliseconds.
 */
export function createTypeReader(dir?: string): (asked: Omit<TypedCode, 'dir'>) => CodeTypes {
  const files = new Map(Object.entries(readLibraries()));
  const twoslash = createTwoslasher({
    tsModule: ts as never,
    fsMap: files,
    vfsRoot: '/',
    compilerOptions: {
      target: ts.ScriptTarget.ESNext as never,
      module: ts.ModuleKind.ESNext as never,
      moduleResolution: ts.ModuleResolutionKind.Bundler as never,
      jsx: ts.JsxEmit.Preserve as never,
      allowJs: true,
      checkJs: true,
      lib: [
        'lib.esnext.d.ts',
        'lib.dom.d.ts',
        'lib.dom.iterable.d.ts',
        'lib.dom.asynciterable.d.ts',
      ],
      types: [],
    },
    // What is wrong is reported, and never keeps code from being shown.
    handbookOptions: { noErrorValidation: true },
    customTags: ['annotate', 'error', 'log', 'warn'],
  });
  const known = new Set<string>();
  return ({ code, language }) => {
    if (dir !== undefined) {
      const names = packagesIn(code).filter((name) => !known.has(name));
      for (const [path, text] of packageTypes(dir, names)) files.set(path, text);
      for (const name of names) known.add(name);
    }
    const { code: shown, nodes, meta } = twoslash(code, language);
    const lines = shownLines(code, meta.removals);
    const expected = new Set(meta.handbookOptions.errors);
    const isFault = (node: TwoslashNode): boolean =>
      node.type === 'error' && !expected.has(Number(node.code));
    return {
      code: shown,
      lines,
      hovers: nodes.flatMap((node) =>
        node.type === 'hover' ? [{ ...placeOf(node), text: hoverText(node) }] : [],
      ),
      notes: nodes.flatMap((node) => (isFault(node) ? [] : noteOf(node))),
      faults: nodes.flatMap((node) =>
        node.type === 'error' && isFault(node)
          ? [{ line: lines.indexOf(node.line), text: node.text }]
          : [],
      ),
    };
  };
}

function placeOf({ line, character, length }: TwoslashNode): Omit<Hover, 'text'> {
  return { line, character, length };
}

function noteOf(node: TwoslashNode): readonly Note[] {
  const place = placeOf(node);
  switch (node.type) {
    case 'query':
      return [{ ...place, kind: 'type', text: hoverText(node) }];
    case 'error':
      return [{ ...place, kind: 'error', text: node.text }];
    case 'completion': {
      const names = node.completions.slice(0, longest.completions).map(({ name }) => name);
      return [{ ...place, kind: 'completions', text: names.join('\n') }];
    }
    case 'tag':
      return [{ ...place, kind: tagKinds[node.name] ?? 'tag', text: node.text ?? '' }];
    default:
      return [];
  }
}

const tagKinds: Readonly<Record<string, Note['kind']>> = { error: 'error' };

/** A type with what its documentation says first. */
function hoverText({ text, docs = '' }: { readonly text: string; readonly docs?: string }): string {
  const [said = ''] = docs.split('\n\n');
  return (said === '' ? text : `${text}\n\n${said}`).slice(0, longest.text);
}

/** For each line of a text, where it is when these ranges are taken out; -1 if nothing of it is left. */
function shownLines(code: string, removals: readonly (readonly number[])[]): readonly number[] {
  const isRemoved = (index: number): boolean =>
    removals.some(([start = 0, end = 0]) => index >= start && index < end);
  let shown = 0;
  let start = 0;
  return code.split('\n').map((line) => {
    const end = start + line.length;
    const breaks = end < code.length && !isRemoved(end);
    const isKept = breaks || [...line].some((_, at) => !isRemoved(start + at));
    const place = isKept ? shown : -1;
    if (breaks) shown++;
    start = end + 1;
    return place;
  });
}
