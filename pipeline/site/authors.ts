import { createHash } from 'node:crypto';
import { runInThisContext } from 'node:vm';
import { transformSync } from 'esbuild';
import type { Program } from 'estree';
import type { ComponentChild, ComponentChildren, VNode } from 'preact';
import * as preact from 'preact';
import { Fragment, h } from 'preact';
import * as hooks from 'preact/hooks';
import { renderToString } from 'preact-render-to-string';
import type { Place } from '../../schema/errors.ts';
import type { PageTree, SourceFile } from '../../schema/site.ts';
import { programOf } from '../source/expression.ts';
import { parsePage } from '../source/parse.ts';
import { sitePath } from './addresses.ts';
import type { Component, Props } from './components/component.ts';
import { CurrentPage, type PageContext } from './components/page-context.ts';
import { components } from './components/registry.ts';
import { htmlComponent } from './elements.tsx';
import { declare, NeedsCompiling, scopeOf } from './evaluate.ts';
import type { Frame, Walker } from './markdown.tsx';
import { placeIn } from './places.ts';
import { reactLike } from './react-like.ts';

/** What authors bring to a page of their own: snippets, components, data, expressions. */
export interface Authors {
  /** Names that a file's imports and exports put in sight. */
  frameOf(tree: PageTree, file: SourceFile, format: 'mdx' | 'md', props: Props): Frame;
  /** The element of a component that the author wrote or imported. */
  call(
    component: Component,
    name: string,
    props: Record<string, unknown>,
    children: ComponentChildren,
    frame: Frame,
    place: Place | undefined,
  ): ComponentChild;
  /** The snippet that `<Snippet file>` names; none when it is missing. */
  snippet(name: string, frame: Frame): Component | undefined;
  /** The value of an expression that only a JavaScript engine can give. */
  expression(source: string, frame: Frame, place: Place | undefined): unknown;
}

/** One rendering may take this long, in milliseconds; an endless loop ends here. */
const patience = 5000;

/** Components that keep state or answer to the reader need the browser. */
export const interactive = /\buse[A-Z]\w*\s*\(|\bon[A-Z]\w*\s*=\s*\{/;

interface Origin {
  readonly module: string;
  readonly export: string;
}

/**
 * Makes the page's view of its authors' code. Files that are missing, packages and circles were told
 * when the sources were read; here they only show nothing.
 * `walkerOf` breaks the circle: snippets are walked too.
 */
export function createAuthors(
  page: PageContext,
  walkerOf: () => Walker,
  addIsland: (island: Origin & { readonly props: Record<string, unknown> }) => string,
): Authors {
  const inline = new WeakSet<object>();
  const compiled = new WeakMap<object, Origin>();
  const modules = new Map<string, Record<string, unknown>>();
  const open: string[] = [];

  return { frameOf, call, snippet, expression };

  function frameOf(tree: PageTree, file: SourceFile, format: 'mdx' | 'md', props: Props): Frame {
    const names: Record<string, unknown> = { user: {}, props, ...props };
    const scope = scopeOf(names);
    const frame: Frame = { file: file.path, format, scope, props };
    if (format === 'md') return frame;
    for (const node of tree.root.children) {
      if (node.type !== 'mdxjsEsm') continue;
      const program = programOf(node);
      if (program) addNames(program, names, frame, placeIn(node, frame.file));
    }
    return frame;
  }

  function addNames(
    program: Program,
    names: Record<string, unknown>,
    frame: Frame,
    place: Place | undefined,
  ): void {
    const own = () => loadModule(frame.file, frame, place);
    for (const statement of program.body) {
      if (statement.type === 'ImportDeclaration') {
        const from = String(statement.source.value);
        for (const specifier of statement.specifiers) {
          const wanted =
            specifier.type === 'ImportDefaultSpecifier'
              ? 'default'
              : specifier.type === 'ImportNamespaceSpecifier'
                ? '*'
                : specifier.imported.type === 'Identifier'
                  ? specifier.imported.name
                  : String(specifier.imported.value);
          names[specifier.local.name] = imported(from, wanted, frame, place);
        }
      } else if (statement.type === 'ExportNamedDeclaration' && statement.declaration) {
        const { declaration } = statement;
        if (declaration.type === 'VariableDeclaration' && !isInteractive(frame.file)) {
          try {
            declare(declaration, names, {
              scope: frame.scope,
              markup: {
                element: (name, props, children) =>
                  walkerOf().element(name, props, children, frame, place),
                fragment: (children) => h(Fragment, null, children as ComponentChildren),
              },
            });
            continue;
          } catch (error) {
            if (!(error instanceof NeedsCompiling)) {
              fail(error, frame.file, place);
              continue;
            }
          }
        }
        Object.assign(names, own());
      }
    }
  }

  function isInteractive(path: string): boolean {
    const text = path === page.page.file.path ? page.page.file.text : textOfModule(path);
    return text !== undefined && interactive.test(text) && interactive.test(esmOf(path, text));
  }

  /** A name of another file: a snippet, a component, data, or the address of an asset. */
  function imported(from: string, name: string, frame: Frame, place: Place | undefined): unknown {
    if (!/^[./]/.test(from)) {
      const found = packageOf(from);
      if (found) return name === '*' || name === 'default' ? found : found[name];
      return undefined;
    }
    const path = findFile(from, frame.file);
    if (path === undefined) {
      return undefined;
    }
    if (page.site.assets.has(path)) return page.link(`/${path}`, { kind: 'asset', place });
    if (path.endsWith('.css')) return undefined;
    if (path.endsWith('.json')) {
      const data = readJson(path, place);
      return name === 'default' || name === '*' ? data : Reflect.get(Object(data), name);
    }
    if (/\.mdx?$/.test(path)) {
      if (name === 'default') return snippetAt(path);
      return frameOfFile(path)?.scope.lookup(name)?.value;
    }
    const exports = loadModule(path, frame, place);
    return name === '*' ? exports : exports[name];
  }

  /** Imported names of one MDX file by another: `export const a = …` in a snippet. */
  function frameOfFile(path: string): Frame | undefined {
    const file = page.site.snippets.get(path);
    if (!file || open.includes(path)) return undefined;
    open.push(path);
    try {
      return frameOf(treeOf(file, page), file, formatOf(path), {});
    } finally {
      open.pop();
    }
  }

  function snippetAt(path: string): Component {
    const component: Component = (props) => {
      const file = page.site.snippets.get(path);
      if (!file) return null;
      if (open.includes(path)) {
        return null;
      }
      open.push(path);
      try {
        const tree = treeOf(file, page);
        return h(Fragment, null, walkerOf().tree(tree, frameOf(tree, file, formatOf(path), props)));
      } finally {
        open.pop();
      }
    };
    inline.add(component);
    return component;
  }

  function snippet(name: string, frame: Frame): Component | undefined {
    const plain = name.replace(/^\/+/, '');
    const path = [plain, `snippets/${plain}`, `_snippets/${plain}`, sitePath(name, frame.file)]
      .flatMap((one) => [one, `${one}.mdx`])
      .find((one) => page.site.snippets.has(one));
    if (path === undefined) {
      return undefined;
    }
    return snippetAt(path);
  }

  function findFile(from: string, file: string): string | undefined {
    const path = sitePath(from, file);
    const endings = ['', '.mdx', '.md', '.jsx', '.tsx', '.js', '.ts', '/index.jsx', '/index.tsx'];
    return endings
      .map((ending) => path + ending)
      .find((one) => page.site.snippets.has(one) || page.site.assets.has(one));
  }

  function call(
    component: Component,
    name: string,
    props: Record<string, unknown>,
    children: ComponentChildren,
    frame: Frame,
    place: Place | undefined,
  ): ComponentChild {
    const kids = Array.isArray(children) && children.length === 0 ? undefined : children;
    const given: Props = kids === undefined ? props : { ...props, children: kids };
    const origin = compiled.get(component);
    if (origin) return h(Guarded, { component, origin, given, file: frame.file, place });
    if (inline.has(component)) return h(Fragment, null, component(given));
    // A small component of the page itself, evaluated without an engine.
    try {
      return h(Fragment, null, component(given));
    } catch (error) {
      if (error instanceof NeedsCompiling) {
        const made = loadModule(frame.file, frame, place)[name];
        if (typeof made === 'function') {
          const own = compiled.get(made) ?? { module: frame.file, export: name };
          return h(Guarded, {
            component: made as Component,
            origin: own,
            given,
            file: frame.file,
            place,
          });
        }
      }
      fail(error, frame.file, place);
      return h(Fragment, null, kids);
    }
  }

  /** Runs an author's component on its own: what it throws is a problem, not the end of the page. */
  function Guarded(props: Props) {
    const { component, origin, given, file, place } = props as unknown as {
      component: Component;
      origin: Origin;
      given: Props;
      file: string;
      place: Place | undefined;
    };
    const source =
      origin.module === page.page.file.path
        ? page.page.file.text
        : (textOfModule(origin.module) ?? '');
    const hydrated = interactive.test(source);
    const { children, ...rest } = given;
    const kids =
      children === undefined
        ? {}
        : {
            children: hydrated
              ? h(slot, { style: 'display:contents', 'data-children': '' }, children)
              : children,
          };
    let html: string;
    try {
      html = inTime(() =>
        renderToString(
          h(CurrentPage.Provider, { value: page }, h(component as never, { ...rest, ...kids })),
        ),
      );
    } catch (error) {
      fail(error, file, place, origin.module);
      return h(Fragment, null, children);
    }
    if (!hydrated)
      return h('div', { style: 'display:contents', dangerouslySetInnerHTML: { __html: html } });
    const id = addIsland({ ...origin, props: plainProps(rest) });
    return h('div', {
      id,
      'data-island': origin.module,
      style: 'display:contents',
      dangerouslySetInnerHTML: { __html: html },
    });
  }

  function expression(source: string, frame: Frame, place: Place | undefined): unknown {
    try {
      const names = namesIn(source).filter((name) => frame.scope.lookup(name) !== undefined);
      const code = compile(
        `export default (scope) => { const {${names.join(',')}} = scope; return (${source}\n) }`,
        'expression.jsx',
        page,
      );
      const scope = Object.fromEntries(
        names.map((name) => [name, frame.scope.lookup(name)?.value]),
      );
      const exports = run(code, frame, place);
      const value = exports.default;
      return typeof value === 'function' ? inTime(() => value(scope)) : undefined;
    } catch (error) {
      fail(error, frame.file, place);
      return undefined;
    }
  }

  function textOfModule(path: string): string | undefined {
    return page.site.snippets.get(path)?.text;
  }

  /** Exports of a module; for an MDX file those of its import and export lines. */
  function loadModule(
    path: string,
    frame: Frame,
    place: Place | undefined,
  ): Record<string, unknown> {
    const known = modules.get(path);
    if (known) return known;
    const exports: Record<string, unknown> = {};
    modules.set(path, exports);
    const text = path === page.page.file.path ? page.page.file.text : textOfModule(path);
    if (text === undefined) return exports;
    try {
      const code = compile(esmOf(path, text), path.replace(/\.mdx?$/, '.jsx'), page);
      const made = inTime(() => run(code, { ...frame, file: path }, place));
      Object.assign(exports, made);
      for (const [name, value] of Object.entries(made)) {
        if (typeof value === 'function') compiled.set(value, { module: path, export: name });
      }
    } catch (error) {
      fail(error, path, path === frame.file ? place : undefined);
    }
    return exports;
  }

  function esmOf(path: string, text: string): string {
    if (!/\.mdx?$/.test(path)) return text;
    const tree =
      path === page.page.file.path
        ? parsePage(page.page.file, { format: 'mdx', latex: page.site.config.styling.latex })
        : treeOf({ path, text, hash: '' }, page);
    return moduleText(tree);
  }

  function run(code: string, frame: Frame, place: Place | undefined): Record<string, unknown> {
    const module = { exports: {} as Record<string, unknown> };
    const globals = globalNames(isInteractive(frame.file));
    // Names of the page are parameters around a block, so that the module may declare them anew.
    const make = new Function(
      ...Object.keys(globals),
      'require',
      'module',
      'exports',
      `{${code}\n}`,
    );
    make(
      ...Object.values(globals),
      (from: string) => required(from, frame, place),
      module,
      module.exports,
    );
    return module.exports;
  }

  function required(from: string, frame: Frame, place: Place | undefined): unknown {
    const known = packageOf(from);
    if (known) return known;
    if (!/^[./]/.test(from)) {
      throw new Error(`Cannot import "${from}"`);
    }
    const path = findFile(from, frame.file);
    if (path === undefined) {
      throw new Error(`Cannot import "${from}"`);
    }
    if (/\.(?:mdx?|json|css)$/.test(path) || page.site.assets.has(path)) {
      return { __esModule: true, default: imported(from, 'default', frame, place) };
    }
    return loadModule(path, frame, place);
  }

  function readJson(path: string, place: Place | undefined): unknown {
    try {
      return JSON.parse(textOfModule(path) ?? 'null');
    } catch (error) {
      fail(error, path, place);
      return undefined;
    }
  }

  function fail(error: unknown, file: string, place: Place | undefined, module?: string): void {
    const timeout =
      error instanceof Error && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
    const reason = timeout
      ? `This code did not end within ${patience / 1000} seconds.`
      : `This code fails: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}.`;
    page.report({
      severity: 'error',
      ruleId: 'code-error',
      file,
      ...(place ? { place } : {}),
      reason: module && module !== file ? `${reason.slice(0, -1)} (in ${module}).` : reason,
      note: 'Components run once while the site is built: they find no browser, no network and no disk there.',
    });
  }
}

const trees = new WeakMap<SourceFile, PageTree>();

function treeOf(file: SourceFile, page: PageContext): PageTree {
  const known = trees.get(file);
  if (known) return known;
  const tree = parsePage(file, {
    format: formatOf(file.path),
    latex: page.site.config.styling.latex,
  });
  trees.set(file, tree);
  return tree;
}

function formatOf(path: string): 'mdx' | 'md' {
  return path.endsWith('.md') ? 'md' : 'mdx';
}

/** The import and export lines of an MDX file. */
export function moduleText(tree: PageTree): string {
  return tree.root.children
    .flatMap((node) => (node.type === 'mdxjsEsm' ? [node.value] : []))
    .join('\n');
}

function compile(text: string, path: string, page: PageContext): string {
  const loader = /\.tsx?$/.test(path) ? 'tsx' : 'jsx';
  const key = `module:1:${loader}:${createHash('sha256').update(text).digest('hex')}`;
  const known = page.tools.cache.get(key);
  if (known !== undefined) return known;
  const { code } = transformSync(text, {
    loader,
    format: 'cjs',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    target: 'node22',
    sourcefile: path,
    logLevel: 'silent',
  });
  page.tools.cache.set(key, code);
  return code;
}

/** HTML tags of compiled code go through the same components as those of pages. */
function jsx(type: unknown, props: Record<string, unknown>): VNode {
  const { children, ...rest } = props;
  const component = typeof type === 'string' ? htmlComponent(type) : undefined;
  if (children === undefined) return h((component ?? type) as never, rest as never);
  return h((component ?? type) as never, rest as never, children as never);
}

/** Marks content that the browser keeps as it was rendered here. */
const slot = 'docent-slot' as 'div';

const keptComponents = new Map<Component, Component>();

/** In a component that is woken in the browser, the site's own components stay as they were built. */
function kept(component: Component): Component {
  let made = keptComponents.get(component);
  if (!made) {
    made = (props) => h(slot, { style: 'display:contents' }, h(component, props));
    keptComponents.set(component, made);
  }
  return made;
}

const runtime = { jsx, jsxs: jsx, jsxDEV: jsx, Fragment };

function packageOf(name: string): Record<string, unknown> | undefined {
  switch (name) {
    case 'react':
    case 'react-dom':
    case 'preact/compat':
      return { __esModule: true, ...reactLike, default: reactLike };
    case 'preact':
      return { __esModule: true, ...preact };
    case 'preact/hooks':
      return { __esModule: true, ...hooks };
    case 'react/jsx-runtime':
    case 'preact/jsx-runtime':
    case 'react/jsx-dev-runtime':
    case 'preact/jsx-dev-runtime':
      return runtime;
    default:
      return undefined;
  }
}

/** Names that authors use without an import. */
function globalNames(hydrated: boolean): Record<string, unknown> {
  const names: Record<string, unknown> = { React: reactLike, Fragment };
  for (const [name, value] of Object.entries(hooks)) names[name] = value;
  for (const [name, original] of components) {
    const component = hydrated ? kept(original) : original;
    const [first = '', second] = name.split('.');
    if (second === undefined) names[first] ??= component;
    else names[first] = Object.assign((names[first] as object) ?? {}, { [second]: component });
  }
  return names;
}

/** Ends what runs too long: code run by a script of `vm` shares its clock. */
function inTime<T>(action: () => T): T {
  const slot = '__docent_run';
  const target = globalThis as unknown as Record<string, unknown>;
  const outer = target[slot];
  target[slot] = action;
  try {
    return runInThisContext(`${slot}()`, { timeout: patience }) as T;
  } finally {
    target[slot] = outer;
  }
}

function namesIn(source: string): string[] {
  return [...new Set(source.match(/[A-Za-z_$][\w$]*/g) ?? [])];
}

/** What JSON can carry to the browser. */
function plainProps(props: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(props).filter(([, value]) => {
      if (typeof value === 'function' || preact.isValidElement(value)) return false;
      try {
        return JSON.stringify(value) !== undefined;
      } catch {
        return false;
      }
    }),
  );
}
