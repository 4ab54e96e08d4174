import type { ComponentChildren } from 'preact';
import type { Island, PageTree, SourceFile } from '../../schema/site.ts';
import type { ElementMaker, GuestSnippet } from './decode.ts';
import { addScope } from './evaluate.ts';
import type { CodeOptions } from './page.ts';
import { type FileCode, newPageCode, type PageCode, unitFor } from './page-code.ts';
import type { Frame, Walker } from './walker.ts';

export interface AuthorsOptions extends CodeOptions {
  /** Snippets are walked as well, so the walker comes later than what it asks. */
  readonly walker: () => Walker;
  /** Adds a component that the browser runs, or the handlers of an element; returns its id. */
  readonly addIsland: (island: Omit<Island, 'id'>) => string;
  /** What may be in a component of the site that code in the browser draws. */
  readonly drawnContent: ElementMaker['drawnContent'];
}

/** What is known of the author code of a page while the page is rendered. */
export interface AuthorsState
  extends Pick<AuthorsOptions, 'walker' | 'addIsland' | 'drawnContent'> {
  readonly code: PageCode;
  /** The code behind each frame; plain Markdown has none. */
  readonly files: WeakMap<Frame, FileCode>;
  /** Content that the page renders inside of authors' elements. */
  readonly slots: (() => ComponentChildren)[];
  /** Snippets that are being included, outermost first. */
  readonly open: string[];
  /** Number of included snippets, and of their characters. */
  includes: number;
  included: number;
}

export function newState({
  walker,
  addIsland,
  drawnContent,
  ...options
}: AuthorsOptions): AuthorsState {
  return {
    walker,
    addIsland,
    drawnContent,
    code: newPageCode(options),
    files: new WeakMap(),
    slots: [],
    open: [],
    includes: 0,
    included: 0,
  };
}

/** A file with the properties that it was given. */
export interface GivenFile {
  readonly tree: PageTree;
  readonly file: SourceFile;
  readonly format: 'mdx' | 'md';
  readonly props: Frame['props'];
  /** The snippet as the sandbox asked for it: all of its properties are kept there. */
  readonly guest?: GuestSnippet | undefined;
}

/** Makes the frame of a file. */
export function makeFrame(state: AuthorsState, given: GivenFile): Frame {
  const { tree, file, format, props, guest } = given;
  const frame: Frame = { file: file.path, format, props };
  if (format === 'md') return frame;
  const names = [...new Set(['props', 'user', ...(guest?.names ?? Object.keys(props))])];
  const unit = unitFor(state.code, tree, { file: file.path, names });
  if (file.path === state.code.page.page.file.path) state.code.own ??= unit;
  const literals = Object.entries(props).filter(([name]) => !unit.declared.has(name));
  let scope = guest?.scope;
  state.files.set(frame, {
    file: file.path,
    unit,
    literals: Object.fromEntries(literals),
    scope: () => {
      scope ??= addScope(state.code, scopeProps(state, props));
      return scope;
    },
    addSlots: () => {
      const first = state.slots.length;
      for (const nodes of unit.slots) state.slots.push(() => state.walker().nodes(nodes, frame));
      return first;
    },
    answers: new Map(),
  });
  return frame;
}

/** Properties as the sandbox can have them: children become a slot. */
function scopeProps({ slots }: AuthorsState, props: Frame['props']): Record<string, unknown> {
  const { children, ...rest } = props;
  if (children === undefined) return rest;
  return { ...rest, children: slots.push(() => children as ComponentChildren) - 1 };
}
