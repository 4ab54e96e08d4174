import type { SourceFile } from '../../schema/site.ts';
import { compileModule } from './compile.ts';
import type { ModuleCode } from './exchange.ts';
import { interactive, moduleText } from './files.ts';
import { type PageCode, unitFor } from './page-code.ts';
import { type Unit, type UnitExpression, unitCode } from './unit.ts';

/**
 * A file as a module of the sandbox; `names` are the properties that its expressions see.
 * @throws CodeError
 */
export function moduleCode(code: PageCode, file: SourceFile, names: string): ModuleCode {
  const text = codeText(code, file, names);
  const isMarkdown = /\.mdx?$/.test(file.path);
  const { cache } = code.page.tools;
  return {
    code: needsCompiling(text) ? compileModule(text, file.path, cache) : asScript(text),
    tags: [...new Set([...text.matchAll(/<([A-Z][\w$]*)/g)].map(([, name = '']) => name))],
    isInteractive: interactive.test(isMarkdown ? moduleText(code.treeOf(file)) : file.text),
  };
}

/** The module lines of an MDX file, with its expressions where they are wanted; else the file's text. */
export function codeText(code: PageCode, file: SourceFile, names: string): string {
  if (!/\.mdx?$/.test(file.path)) return file.text;
  const wanted = code.wanted.get(`${file.path}\n${names}`);
  if (wanted) return unitCode(withoutBroken(code, wanted, file.path));
  return unitFor(code, code.treeOf(file), { file: file.path, names: [] }).lines;
}

/** Module lines and JSX need the compiler; a list of plain expressions does not. */
export function needsCompiling(text: string): boolean {
  return /<|^\s*import\b|^\s*export\s(?!const __docent)/m.test(text);
}

/** A unit without the expressions that would keep all others from being compiled. */
function withoutBroken(code: PageCode, unit: Unit, file: string): Unit {
  const whole = unitCode(unit);
  if (!needsCompiling(whole) || compiles(code, whole, file)) return unit;
  const expressions = unit.expressions.map((expression) =>
    compiles(code, alone(unit, expression), file)
      ? expression
      : { ...expression, code: '{ throw new SyntaxError("this is not JavaScript") }' },
  );
  return { ...unit, expressions };
}

function alone(unit: Unit, { code }: UnitExpression): string {
  return unitCode({ ...unit, lines: '', expressions: [{ code, kind: 'value', isSpare: false }] });
}

function compiles({ page }: PageCode, text: string, file: string): boolean {
  try {
    compileModule(text, file, page.tools.cache);
    return true;
  } catch {
    return false;
  }
}

function asScript(text: string): string {
  return text.replace(/^\s*export const __docent =/, 'exports.__docent =');
}
