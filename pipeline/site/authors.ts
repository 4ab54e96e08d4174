import type { Program } from 'estree';
import type { ComponentChild, ComponentChildren } from 'preact';
import { Fragment, h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import type { Place } from '../../schema/errors.ts';
import type { PageTree, SourceFile } from '../../schema/site.ts';
import { programOf } from '../source/expression.ts';
import { parsePage } from '../source/parse.ts';
import { sitePath } from './addresses.ts';
import {
  compile,
  formatOf,
  globalNames,
  inTime,
  interactive,
  moduleText,
  namesIn,
  packageOf,
  patience,
  plainProps,
  slot,
  treeOf,
} from './author-runtime.ts';
import type { Component, Props } from './components/component.ts';
import type { PageContext } from './components/page-context.ts';
import { declare, scopeOf } from './evaluate.ts';
import type { Frame, Walker } from './markdown.tsx';
import { NeedsCompiling } from './members.ts';
import { placeIn } from './places.ts';

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
      html = inTime(() => renderToString(h(component as never, { ...rest, ...kids })));
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
