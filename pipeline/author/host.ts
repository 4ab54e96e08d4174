import { formatOf } from '../source/format.ts';
import { CodeError } from './compile.ts';
import type { ModuleCode, Resolution, SandboxHost } from './exchange.ts';
import { findFile, isFileImport } from './files.ts';
import { moduleCode } from './module-code.ts';
import { type PageCode, sourceFile, unitFor } from './page-code.ts';
import { codeProblem } from './problems.ts';
import { reportBroken, reportFailed, reportThrown } from './report.ts';

/** Lines to the console and unknown imports that are reported for one page. */
const mostCalls = 50;

/** Answers what the sandbox asks about the files of the site. */
export function hostOf(code: PageCode): SandboxHost {
  return {
    source: (file, names) => source(code, file, names),
    resolve: (from, file) => resolve(code, from, file),
    failed: (file, error) => reportFailed(code, file, error),
    log: (text) => log(code, text),
  };
}

function source(code: PageCode, path: string, names: string): ModuleCode | undefined {
  const file = sourceFile(code, path);
  if (!file) return undefined;
  try {
    return moduleCode(code, file, names);
  } catch (error) {
    if (!(error instanceof CodeError)) throw error;
    reportBroken(code, error, file);
    return undefined;
  }
}

function resolve(code: PageCode, from: string, file: string): Resolution {
  const { site } = code.page;
  const path = isFileImport(from) ? findFile(from, file, site) : undefined;
  if (path === undefined) {
    reportUnknown(code, from, file);
    return {};
  }
  // Data is served as well, but code that imports it means what is in it.
  if (path.endsWith('.json')) return { value: readJson(code, path) };
  if (site.assets.has(path)) return { value: addressOf(code, path) };
  if (path.endsWith('.css')) return {};
  return /\.mdx?$/.test(path) ? resolveSnippet(code, path) : { module: path };
}

function resolveSnippet(code: PageCode, path: string): Resolution {
  const snippet = code.page.site.snippets.get(path);
  if (!snippet) return {};
  if (formatOf(snippet) === 'md') return { snippet: path, exports: [] };
  const { exported } = unitFor(code, code.treeOf(snippet), { file: path, names: [] });
  return { snippet: path, exports: [...exported] };
}

/** An import statement without a file was reported when the file was read; a call of `require` was not. */
function reportUnknown(code: PageCode, from: string, file: string): void {
  if (code.calls++ >= mostCalls || hasImport(sourceFile(code, file)?.text ?? '', from)) return;
  const error = { name: 'Error', message: `"${from.slice(0, 200)}" can't be required` };
  reportThrown(code, error, { file, place: undefined });
}

function hasImport(text: string, from: string): boolean {
  return [...text.matchAll(/\b(?:from|import)\s*(['"])([^'"\n]+)\1/g)].some(
    ([, , name]) => name === from,
  );
}

function addressOf({ page, addresses }: PageCode, asset: string): string {
  const address = addresses.get(asset) ?? page.link(`/${asset}`, { kind: 'asset' });
  addresses.set(asset, address);
  return address;
}

function readJson({ page }: PageCode, path: string): unknown {
  try {
    return JSON.parse(page.site.snippets.get(path)?.text ?? 'null');
  } catch (error) {
    const { message } = error as Error;
    page.report(codeProblem({ name: 'SyntaxError', message }, { file: path, place: undefined }));
    return undefined;
  }
}

function log(code: PageCode, text: string): void {
  if (code.calls++ >= mostCalls) return;
  code.page.report({
    severity: 'note',
    ruleId: 'console',
    reason: `The page wrote to the console: ${text.slice(0, 500)}`,
  });
}
