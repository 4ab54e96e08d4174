import { hash as digest } from 'node:crypto';
import { runInThisContext } from 'node:vm';
import { transformSync } from 'esbuild';
import type { VNode } from 'preact';
import * as preact from 'preact';
import { Fragment, h } from 'preact';
import * as hooks from 'preact/hooks';
import type { PageTree, SourceFile } from '../../schema/site.ts';
import { keepIds, keptHeadings } from '../source/headings.ts';
import { parsePage } from '../source/parse.ts';
import type { Component } from './components/component.ts';
import { type PageContext, usePage } from './components/page-context.ts';
import { components } from './components/registry.ts';
import { htmlComponent } from './elements.tsx';
import { reactLike } from './react-like.ts';
import { sourceOf } from './snippets.ts';
import { classNames } from './tailwind/class-names.ts';

/** One rendering may take this long, in milliseconds; an endless loop ends here. */
export const patience = 5000;

/** Components that keep state or answer to the reader need the browser. */
export const interactive = /\buse[A-Z]\w*\s*\(|\bon[A-Z]\w*\s*=\s*\{/;

const trees = new WeakMap<SourceFile, PageTree>();

/** A snippet's tree, parsed once for all pages. */
export function treeOf(file: SourceFile, page: PageContext): PageTree {
  const known = trees.get(file);
  if (known) return known;
  const tree = parsePage(file, {
    format: formatOf(file.path),
    latex: page.site.config.styling.latex,
  });
  // A translated snippet has the ids of its source (S1-67).
  const source = sourceOf(file);
  if (source) keepIds(tree.root, keptHeadings(treeOf(source, page).root));
  trees.set(file, tree);
  return tree;
}

/** How a file of this name is read. */
export function formatOf(path: string): 'mdx' | 'md' {
  return path.endsWith('.md') ? 'md' : 'mdx';
}

/** The import and export lines of an MDX file. */
export function moduleText(tree: PageTree): string {
  return tree.root.children
    .flatMap((node) => (node.type === 'mdxjsEsm' ? [node.value] : []))
    .join('\n');
}

/** A module as CommonJS, remembered by its text. */
export function compile(text: string, path: string, page: PageContext): string {
  const loader = /\.tsx?$/.test(path) ? 'tsx' : 'jsx';
  const key = `module:1:${loader}:${digest('sha256', text, 'hex')}`;
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
  const page = usePage();
  page.classNames(classNames(rest.class));
  page.classNames(classNames(rest.className));
  if (children === undefined) return h((component ?? type) as never, rest as never);
  return h((component ?? type) as never, rest as never, children as never);
}

/** Marks content that the browser keeps as it was rendered here. */
export const slot = 'docent-slot' as 'div';

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

/** What a package name gives; only these can be imported. */
export function packageOf(name: string): Record<string, unknown> | undefined {
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
export function globalNames(hydrated: boolean): Record<string, unknown> {
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
export function inTime<T>(action: () => T): T {
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

/** Names that may occur in an expression. */
export function namesIn(source: string): string[] {
  return [...new Set(source.match(/[A-Za-z_$][\w$]*/g) ?? [])];
}

/** What JSON can carry to the browser. */
export function plainProps(props: Record<string, unknown>): Record<string, unknown> {
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
