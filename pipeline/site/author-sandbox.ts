import type { Place } from '../../schema/errors.ts';
import type { PageTree, SourceFile } from '../../schema/site.ts';
import { CodeError, compileModule, writtenAt } from '../author/compile.ts';
import { readyEngine } from '../author/engine.ts';
import type { Answer, GuestError, ModuleCode, Resolution } from '../author/exchange.ts';
import { limits, openSandbox, type Sandbox, SandboxEnded } from '../author/sandbox.ts';
import { type Unit, type UnitExpression, unitCode, unitOf } from '../author/unit.ts';
import {
  findFile,
  formatOf,
  interactive,
  isFileImport,
  moduleText,
  treeOf,
} from './author-files.ts';
import { codeProblem, limitProblem } from './author-problems.ts';
import type { PageContext } from './components/page-context.ts';
import { components } from './components/registry.ts';

/** The results of the author code of a page in all attempts to render it. */
export interface Attempts {
  /** Expressions that had to be stopped, and why. */
  readonly stopped: Map<string, StopReason>;
  /** How often that happened. */
  stops: number;
  /** Milliseconds that an expression had worked when a busy machine ended its time, tries added up. */
  readonly worked: Map<string, number>;
}

type StopReason = Exclude<SandboxEnded['reason'], 'busy'>;

/** Thrown when a page turns out to have code and the engine is not loaded yet. */
export class EngineMissing extends Error {
  override readonly name = 'EngineMissing';
}

/** A file whose expressions are evaluated together. */
export interface Sight {
  readonly file: string;
  readonly tree: PageTree;
  readonly unit: Unit;
  /** Asked for when the first expression is wanted. */
  readonly scope: () => number;
  /** Number of the first slot, once known. */
  slots?: number;
  readonly answers: Map<number, Answer>;
}

/** The author code of one page. */
export interface AuthorSandbox {
  /** The code of a file as expressions see it that were given these properties. */
  unit(tree: PageTree, file: string, names: readonly string[]): Unit;
  /** The answer to an expression; undefined when it can't be had: the reason was reported. */
  answer(sight: Sight, index: number, place: Place | undefined): Answer | undefined;
  /** The same, when it can be had without another word about it. */
  knownAnswer(sight: Sight, index: number): Answer | undefined;
  addScope(props: Readonly<Record<string, unknown>>): number;
  /** Reports what author code threw while it made something at a place. */
  report(error: GuestError, file: string, place: Place | undefined): void;
  close(): void;
}

/** Lines to the console, and imports in vain, that are reported of one page. */
const mostCalls = 50;
/** After so many stops the page's other code is not tried any more. */
const mostStops = 3;
/** Milliseconds that a try counts for at least, so that the tries come to an end. */
const leastWork = 200;
/** Milliseconds of work for what is left of a page after code was stopped. */
const workAfterStop = 500;

/** Opens the author code of a page; the sandbox itself opens when the first expression is wanted. */
export function openAuthorSandbox(
  page: PageContext,
  attempts: Attempts,
  addSlots: (sight: Sight) => number,
): AuthorSandbox {
  const units = new Map<PageTree, Map<string, Unit>>();
  const named = new Map<string, Unit>();
  const addresses = new Map<string, string>();
  /** Calls from inside that are reported, each time counted: a loop makes millions. */
  let calls = 0;
  let sandbox: Sandbox | undefined;

  return { unit, answer, knownAnswer, addScope, report, close: () => sandbox?.close() };

  function unit(tree: PageTree, file: string, names: readonly string[]): Unit {
    const key = names.join();
    const known = units.get(tree) ?? new Map<string, Unit>();
    units.set(tree, known);
    let made = known.get(key);
    if (!made) {
      made = unitOf(tree, names, {
        fill: page.fill,
        isSnippet: ({ from, name }) =>
          name === 'default' && /\.mdx?$/.test(findFile(from, file, page.site) ?? ''),
      });
      known.set(key, made);
    }
    return made;
  }

  function answer(sight: Sight, index: number, place: Place | undefined): Answer | undefined {
    const key = keyOf(sight, index);
    const reason = attempts.stopped.get(key);
    if (reason !== undefined) {
      page.report(limitProblem(reason, { file: sight.file, place }));
      return undefined;
    }
    if (!sight.answers.has(index)) evaluate(sight, index, place);
    return sight.answers.get(index);
  }

  function knownAnswer(sight: Sight, index: number): Answer | undefined {
    const isStopped = [index, -1].some((at) => attempts.stopped.has(keyOf(sight, at)));
    if (isStopped || attempts.stops >= mostStops) return sight.answers.get(index);
    return answer(sight, index, undefined);
  }

  function keyOf({ file, unit }: Sight, index: number): string {
    return `${file}\n${unit.parameters.join()}\n${index}`;
  }

  /** Evaluates what the page will ask for, in one call. */
  function evaluate(sight: Sight, index: number, place: Place | undefined): void {
    const { file, unit } = sight;
    const whole = attempts.stopped.get(keyOf(sight, -1));
    if (whole !== undefined) {
      page.report(limitProblem(whole, { file, place: undefined }));
      return;
    }
    if (attempts.stops >= mostStops) {
      page.report(limitProblem('skipped', { file, place }));
      return;
    }
    const isFirst = sight.slots === undefined;
    sight.slots ??= addSlots(sight);
    const wanted = unit.expressions.flatMap(({ kind, isSpare }, at) => {
      if (at !== index && (!isFirst || isSpare)) return [];
      return attempts.stopped.has(keyOf(sight, at)) ? [] : [[at, kind] as const];
    });
    const names = unit.parameters.join();
    named.set(`${file}\n${names}`, unit);
    const { slots } = sight;
    const answers = inSandbox(sight, (open) =>
      open.evaluate({ file, names, scope: sight.scope(), slots, wanted }),
    );
    wanted.forEach(([at], order) => {
      const found = answers[order];
      if (found) sight.answers.set(at, found);
    });
  }

  function addScope(props: Readonly<Record<string, unknown>>): number {
    return opened().addScope(props);
  }

  function inSandbox<T>(sight: Sight, action: (sandbox: Sandbox) => T): T {
    try {
      return action(opened());
    } catch (error) {
      if (!(error instanceof SandboxEnded)) throw error;
      sandbox = undefined;
      const key = keyOf(sight, error.index);
      const worked = (attempts.worked.get(key) ?? 0) + Math.max(error.worked, leastWork);
      attempts.worked.set(key, worked);
      if (error.reason === 'busy' && worked < limits.work) throw error;
      attempts.stopped.set(key, error.reason === 'busy' ? 'work' : error.reason);
      attempts.stops++;
      throw error;
    }
  }

  function opened(): Sandbox {
    if (sandbox) return sandbox;
    if (readyEngine() === undefined) throw new EngineMissing('The engine is not loaded');
    const host = { source, resolve, failed, log };
    const work = attempts.stops === 0 ? limits.work : workAfterStop;
    sandbox = openSandbox(host, [...components.keys()], work);
    return sandbox;
  }

  function source(file: string, names: string): ModuleCode | undefined {
    const found = sourceFile(file);
    if (!found) return undefined;
    try {
      const text = codeText(found, names);
      const isMarkdown = /\.mdx?$/.test(file);
      return {
        code: needsCompiling(text) ? compileModule(text, file, page.tools.cache) : asScript(text),
        tags: [...new Set([...text.matchAll(/<([A-Z][\w$]*)/g)].map(([, name = '']) => name))],
        isInteractive: interactive.test(isMarkdown ? moduleText(treeOfFile(found)) : found.text),
      };
    } catch (error) {
      if (!(error instanceof CodeError)) throw error;
      const { message, line, column } = error;
      const place = line === undefined ? undefined : pointIn(found.text, line, column ?? 1);
      page.report(codeProblem({ name: 'SyntaxError', message }, { file, place }));
      return undefined;
    }
  }

  function sourceFile(path: string): SourceFile | undefined {
    return path === page.page.file.path ? page.page.file : page.site.snippets.get(path);
  }

  function treeOfFile(file: SourceFile): PageTree {
    return treeOf(file, page.site);
  }

  /** The module lines of an MDX file, with its expressions where they are wanted. */
  function codeText(file: SourceFile, names: string): string {
    if (!/\.mdx?$/.test(file.path)) return file.text;
    const known = named.get(`${file.path}\n${names}`);
    if (known) return unitCode(working(known, file.path));
    return unit(treeOfFile(file), file.path, []).lines;
  }

  /** A unit without the expressions that would keep all others from being compiled. */
  function working(unit: Unit, file: string): Unit {
    const whole = unitCode(unit);
    if (!needsCompiling(whole) || compiles(whole, file)) return unit;
    const alone = (code: string) => unitCode({ ...unit, lines: '', expressions: [asPlain(code)] });
    const expressions = unit.expressions.map((expression) =>
      compiles(alone(expression.code), file)
        ? expression
        : { ...expression, code: '{ throw new SyntaxError("this is not JavaScript") }' },
    );
    return { ...unit, expressions };
  }

  function compiles(text: string, file: string): boolean {
    try {
      compileModule(text, file, page.tools.cache);
      return true;
    } catch {
      return false;
    }
  }

  function resolve(from: string, file: string): Resolution {
    const path = isFileImport(from) ? findFile(from, file, page.site) : undefined;
    if (path === undefined) {
      // A missing import was reported when the file was read.
      if (calls++ < mostCalls && !hasImport(sourceFile(file)?.text ?? '', from)) {
        report(
          { name: 'Error', message: `"${from.slice(0, 200)}" can't be required` },
          file,
          undefined,
        );
      }
      return {};
    }
    if (page.site.assets.has(path)) return { value: addressOf(path) };
    if (path.endsWith('.css')) return {};
    if (path.endsWith('.json')) return { value: readJson(path) };
    if (!/\.mdx?$/.test(path)) return { module: path };
    const found = page.site.snippets.get(path);
    if (!found) return {};
    const isCode = formatOf(path) === 'mdx';
    return {
      snippet: path,
      exports: isCode ? [...unit(treeOfFile(found), path, []).exported] : [],
    };
  }

  function addressOf(asset: string): string {
    const known = addresses.get(asset) ?? page.link(`/${asset}`, { kind: 'asset' });
    addresses.set(asset, known);
    return known;
  }

  function readJson(path: string): unknown {
    try {
      return JSON.parse(page.site.snippets.get(path)?.text ?? 'null');
    } catch (error) {
      const { message } = error as Error;
      page.report(codeProblem({ name: 'SyntaxError', message }, { file: path, place: undefined }));
      return undefined;
    }
  }

  function failed(file: string, error: GuestError): void {
    const at = positionOf(error, file);
    page.report(codeProblem(error, { file, place: at && pointIn(at.text, at.line, at.column) }));
  }

  function report(error: GuestError, file: string, place: Place | undefined): void {
    const inside = firstFile(error);
    const other = inside !== undefined && inside !== file ? inside : undefined;
    const at = other === undefined ? undefined : positionOf(error, other);
    const name = at === undefined ? other : `${other}:${at.line}`;
    page.report(codeProblem(error, { file, place }, name));
  }

  /** Where an error was thrown in a file, in the author's own lines. */
  function positionOf(error: GuestError, file: string) {
    const found = sourceFile(file);
    const frame = frames(error).find((one) => one.file === file);
    if (!found || !frame) return undefined;
    const text = codeText(found, '');
    const at = needsCompiling(text) ? writtenAt(text, file, frame.line, frame.column) : frame;
    return at === undefined ? undefined : { ...at, text: found.text };
  }

  function firstFile(error: GuestError): string | undefined {
    return frames(error).find(({ file }) => sourceFile(file) !== undefined)?.file;
  }

  function log(text: string): void {
    if (calls++ >= mostCalls) return;
    page.report({
      severity: 'note',
      ruleId: 'console',
      reason: `The page wrote to the console: ${text.slice(0, 500)}`,
    });
  }
}

function hasImport(text: string, from: string): boolean {
  return [...text.matchAll(/\b(?:from|import)\s*(['"])([^'"\n]+)\1/g)].some(
    ([, , name]) => name === from,
  );
}

function asPlain(code: string): UnitExpression {
  return { code, kind: 'value', isSpare: false };
}

/** Module lines and JSX need the compiler; a list of plain expressions does not. */
function needsCompiling(text: string): boolean {
  return /<|^\s*import\b|^\s*export\s(?!const __docent)/m.test(text);
}

function asScript(text: string): string {
  return text.replace(/^\s*export const __docent =/, 'exports.__docent =');
}

function frames({ stack = '' }: GuestError) {
  return [...stack.matchAll(/\(([^()\n]+):(\d+):(\d+)\)/g)].map(([, file = '', line, column]) => ({
    file,
    line: Number(line),
    column: Number(column),
  }));
}

function pointIn(text: string, line: number, column: number): Place {
  const lines = text.split('\n', line);
  const offset = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
  const point = { line, column, offset: Math.min(text.length, offset + column - 1) };
  return { start: point, end: point };
}
