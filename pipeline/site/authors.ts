import type { Nodes } from 'mdast';
import type { MdxJsxAttribute } from 'mdast-util-mdx';
import type { ComponentChild, ComponentChildren } from 'preact';
import { Fragment, h, isValidElement } from 'preact';
import type { Place } from '../../schema/errors.ts';
import type { Island, PageTree, SourceFile } from '../../schema/site.ts';
import type { Answer } from '../author/exchange.ts';
import { literalOf, shownLiteral } from '../author/literal.ts';
import {
  type ExpressionNode,
  type Holder,
  isAuthors,
  type JsxNode,
  type Unit,
} from '../author/unit.ts';
import { attributeExpression, expressionOf, spreadOf } from '../source/expression.ts';
import {
  type ElementMaker,
  elementsOf,
  type GuestSnippet,
  propsOf,
  valueFrom,
} from './author-elements.ts';
import { findFile, findSnippet, formatOf, isFileImport, treeOf } from './author-files.ts';
import { placeholderProblem, undefinedName } from './author-problems.ts';
import { type Attempts, openAuthorSandbox, type Sight } from './author-sandbox.ts';
import type { PageContext } from './components/page-context.ts';
import { placeIn } from './places.ts';
import type { Frame, Walker } from './walker.ts';

/** What authors bring to a page of their own: snippets, components, data, expressions. */
export interface Authors {
  /** The frame of a file; its expressions see the properties by name. */
  frameOf(tree: PageTree, file: SourceFile, format: 'mdx' | 'md', props: Frame['props']): Frame;
  /** What `{…}` shows. */
  shown(node: ExpressionNode, frame: Frame): ComponentChildren;
  /** The attributes of an element. */
  attributes(node: JsxNode, frame: Frame): Record<string, unknown>;
  /** An element of a component that the author wrote or imported; undefined for all others. */
  element(node: JsxNode, frame: Frame, children: () => ComponentChild[]): ComponentChildren;
  /** The snippet that `<Snippet file>` names; undefined when it is missing. */
  snippet(name: string, frame: Frame, props: Record<string, unknown>): ComponentChildren;
  /** An expression as text, where it is text; reports nothing. */
  textOf(holder: ExpressionNode | MdxJsxAttribute, frame: Frame): string | undefined;
  close(): void;
}

interface Tools {
  /** Snippets are walked as well: this breaks cycles. */
  readonly walker: () => Walker;
  readonly addIsland: (island: Omit<Island, 'id'>) => string;
  readonly attempts: Attempts;
}

/** What is known of a frame besides what others may see of it. */
interface Inside {
  readonly unit: Unit;
  readonly sight: Sight;
  /** Values of names that need no sandbox. */
  readonly literals: Readonly<Record<string, unknown>>;
}

/** Snippets that one page may include, each time counted. */
const mostIncludes = 5000;
/** Characters of them all. */
const mostIncluded = 16 * 1024 * 1024;

/**
 * Makes the page's view of its authors' code. Files that are missing, packages and circles were reported
 * when the sources were read; here they only show nothing.
 */
export function createAuthors(page: PageContext, { walker, addIsland, attempts }: Tools): Authors {
  const insides = new WeakMap<Frame, Inside>();
  const frames = new WeakMap<Sight, Frame>();
  const slots: (() => ComponentChildren)[] = [];
  const open: string[] = [];
  let includes = 0;
  let included = 0;

  const sandbox = openAuthorSandbox(page, attempts, (sight) => {
    const frame = frames.get(sight) as Frame;
    const first = slots.length;
    for (const nodes of sight.unit.slots) slots.push(() => walker().nodes(nodes, frame));
    return first;
  });

  return {
    frameOf: (tree, file, format, props) => makeFrame(tree, file, format, props),
    shown,
    attributes,
    element,
    snippet: (name, frame, props) => {
      const path = findSnippet(name, frame.file, page.site);
      return path === undefined ? undefined : include(path, props);
    },
    textOf,
    close: sandbox.close,
  };

  /** `guest` when the properties come out of the sandbox, where all of them are kept. */
  function makeFrame(
    tree: PageTree,
    file: SourceFile,
    format: 'mdx' | 'md',
    props: Frame['props'],
    guest?: GuestSnippet,
  ): Frame {
    const frame: Frame = { file: file.path, format, props };
    if (format === 'md') return frame;
    const names = [...new Set(['props', 'user', ...(guest?.names ?? Object.keys(props))])];
    const unit = sandbox.unit(tree, file.path, names);
    let scope = guest?.scope;
    const sight: Sight = {
      file: file.path,
      tree,
      unit,
      scope: () => {
        scope ??= sandbox.addScope(scopeProps(props));
        return scope;
      },
      answers: new Map(),
    };
    frames.set(sight, frame);
    const literals = Object.entries(props).filter(([name]) => !unit.declared.has(name));
    insides.set(frame, { unit, sight, literals: Object.fromEntries(literals) });
    return frame;
  }

  /** Properties as the sandbox can have them: children become a slot. */
  function scopeProps(props: Frame['props']): Record<string, unknown> {
    const { children, ...rest } = props;
    if (children === undefined) return rest;
    return { ...rest, children: slots.push(() => children as ComponentChildren) - 1 };
  }

  function shown(node: ExpressionNode, frame: Frame): ComponentChildren {
    const tree = expressionOf(node);
    if (tree === undefined) return undefined;
    const literal = shownLiteral(tree, insides.get(frame)?.literals);
    if (literal) return renderable(literal.value);
    const place = placeIn(node, frame.file);
    const answer = answerOf(node, frame, place);
    if (answer === undefined) return undefined;
    if (answer.x) return failed(answer, node.value, frame, place);
    return elementsOf(answer.v, makerFor(frame, place));
  }

  function attributes(node: JsxNode, frame: Frame): Record<string, unknown> {
    const place = placeIn(node, frame.file);
    const pairs: [string, unknown][] = [];
    for (const attribute of node.attributes) {
      if (attribute.type === 'mdxJsxExpressionAttribute') {
        if (spreadOf(attribute) === undefined) continue;
        const answer = answerOf(attribute, frame, place);
        if (answer?.x) failed(answer, undefined, frame, place);
        else if (answer) pairs.push(...Object.entries(propsOf(answer.v, makerFor(frame, place))));
      } else {
        pairs.push([attribute.name, attributeValue(attribute, frame, place)]);
      }
    }
    return Object.fromEntries(pairs.filter(([name]) => name !== '__proto__'));
  }

  function attributeValue(
    attribute: Extract<JsxNode['attributes'][number], { type: 'mdxJsxAttribute' }>,
    frame: Frame,
    place: Place | undefined,
  ): unknown {
    const { value } = attribute;
    if (value === null || value === undefined) return true;
    if (typeof value === 'string') return page.fill(value);
    const tree = expressionOf(value);
    if (tree === undefined) return undefined;
    const literal = literalOf(tree, insides.get(frame)?.literals);
    if (literal) return literal.value;
    const answer = answerOf(attribute, frame, place);
    if (answer === undefined) return undefined;
    if (answer.x) return failed(answer, value.value, frame, place);
    return valueFrom(answer.v, makerFor(frame, place));
  }

  function answerOf(holder: Holder, frame: Frame, place: Place | undefined): Answer | undefined {
    const inside = insides.get(frame);
    const index = inside?.unit.indexes.get(holder);
    if (inside === undefined || index === undefined) return undefined;
    const answer = sandbox.answer(inside.sight, index, place);
    for (const error of answer?.p ?? []) sandbox.report(error, frame.file, place);
    return answer;
  }

  /** Braces around words that nothing declares are most likely text, and shown as it. */
  function failed(
    { x: error }: Answer,
    source: string | undefined,
    { file }: Frame,
    place: Place | undefined,
  ): string | undefined {
    if (error === undefined) return undefined;
    const name = undefinedName(error);
    if (name !== undefined && source !== undefined && words.test(source)) {
      page.report(placeholderProblem(name, { file, place }));
      return `{${source}}`;
    }
    sandbox.report(error, file, place);
    return undefined;
  }

  function element(
    node: JsxNode,
    frame: Frame,
    children: () => ComponentChild[],
  ): ComponentChildren {
    const inside = insides.get(frame);
    if (inside === undefined || !isAuthors(node.name, inside.unit)) return undefined;
    const imported = inside.unit.declared.get(node.name ?? '');
    if (imported && !isThere(imported.from, frame)) return h(Fragment, null, children());
    const path = imported && findFile(imported.from, frame.file, page.site);
    if (imported?.name === 'default' && path !== undefined && /\.mdx?$/.test(path)) {
      const props = literalAttributes(node, inside);
      if (props) {
        const kids = children();
        return include(path, kids.length === 0 ? props : { ...props, children: kids });
      }
    }
    const place = placeIn(node as Nodes, frame.file);
    const answer = answerOf(node, frame, place);
    if (answer?.x) sandbox.report(answer.x, frame.file, place);
    if (answer === undefined || answer.x) return h(Fragment, null, children());
    return h(Fragment, null, elementsOf(answer.v, makerFor(frame, place)));
  }

  /** Whether an import leads anywhere; where it does not, that was reported already. */
  function isThere(from: string, frame: Frame): boolean {
    if (isFileImport(from)) return findFile(from, frame.file, page.site) !== undefined;
    return /^p?react(?:$|[-/])/.test(from);
  }

  function literalAttributes(node: JsxNode, inside: Inside): Record<string, unknown> | undefined {
    const pairs: [string, unknown][] = [];
    for (const attribute of node.attributes) {
      if (attribute.type === 'mdxJsxExpressionAttribute') return undefined;
      const { name, value } = attribute;
      if (value === null || value === undefined) pairs.push([name, true]);
      else if (typeof value === 'string') pairs.push([name, page.fill(value)]);
      else {
        const tree = expressionOf(value);
        const literal = tree && literalOf(tree, inside.literals);
        if (!literal || isValidElement(literal.value)) return undefined;
        pairs.push([name, literal.value]);
      }
    }
    return Object.fromEntries(pairs);
  }

  /** A snippet in its place; cycles and pages that would grow indefinitely are cut. */
  function include(path: string, props: Frame['props'], guest?: GuestSnippet): ComponentChildren {
    const file = page.site.snippets.get(path);
    if (!file || open.includes(path)) return null;
    includes++;
    included += file.text.length;
    if (includes > mostIncludes || included > mostIncluded) {
      page.report({
        severity: 'error',
        ruleId: 'too-many-includes',
        reason: `This page includes more than ${mostIncludes} snippets or ${mostIncluded / 1024 / 1024} MB of them; the rest is left out.`,
        note: `Look for snippets that include each other repeatedly; the limit was reached at ${path}.`,
      });
      return null;
    }
    open.push(path);
    try {
      const tree = treeOf(file, page.site);
      const frame = makeFrame(tree, file, formatOf(path), props, guest);
      return h(Fragment, null, walker().tree(tree, frame));
    } finally {
      open.pop();
    }
  }

  function makerFor(frame: Frame, place: Place | undefined): ElementMaker {
    return {
      html: (tag, props, children) => walker().html(tag, props, children, place),
      component: (name, props, children) =>
        walker().component(name, props, children, { frame, place }),
      snippet: (guest, children) => {
        const props = children.length === 0 ? guest.props : { ...guest.props, children };
        return h(Fragment, null, include(guest.path, props, guest));
      },
      slot: (id) => slots[id]?.(),
      island: (island, children) =>
        h(
          'docent-island' as 'div',
          { id: addIsland(island), 'data-island': island.module, style: 'display:contents' },
          children,
        ),
    };
  }

  function textOf(holder: ExpressionNode | MdxJsxAttribute, frame: Frame): string | undefined {
    const tree =
      holder.type === 'mdxJsxAttribute' ? attributeExpression(holder) : expressionOf(holder);
    if (tree === undefined) return '';
    const inside = insides.get(frame);
    const literal = literalOf(tree, inside?.literals);
    const index = inside?.unit.indexes.get(holder);
    if (literal) return plain(literal.value);
    if (inside === undefined || index === undefined) return undefined;
    const value = sandbox.knownAnswer(inside.sight, index)?.v;
    return Array.isArray(value) && value.every((part) => typeof part === 'string')
      ? value.join('')
      : plain(value);
  }
}

function plain(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

/** `{name}`, `{your-key}`, `{a.b}`, `{{name}}`: nothing but words and what joins them. */
const words = /^[\p{L}\p{N}\s_$.,:|/{}-]+$/u;

/** The rendering of a value between tags: nothing for booleans and other non-text values. */
function renderable(value: unknown): ComponentChildren {
  if (value === null || value === undefined || typeof value === 'boolean') return undefined;
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  if (Array.isArray(value)) return value.map(renderable) as ComponentChild[];
  return isValidElement(value) ? value : undefined;
}
