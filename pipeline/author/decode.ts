import type { ComponentChild, ComponentChildren, FunctionComponent } from 'preact';
import { Fragment, h, isValidElement } from 'preact';
import type { Place } from '../../schema/errors.ts';
import type { GuestNode, GuestProps } from './exchange.ts';

/** What elements from the sandbox become; all of it is made by the page. */
export interface ElementMaker {
  html(tag: string, props: Record<string, unknown>, children: ComponentChild[]): ComponentChild;
  component(
    name: string,
    props: Record<string, unknown>,
    children: ComponentChild[],
  ): ComponentChild;
  snippet(snippet: GuestSnippet, children: ComponentChild[]): ComponentChild;
  /** Content between tags of an author's component. */
  slot(id: number): ComponentChildren;
  /** What may be in a component of the site that code in the browser draws; undefined for those that it can't draw. */
  drawnContent(name: string): DrawnContent | undefined;
  /** The attributes by which the browser finds a component that it runs. */
  marks(island: GuestIsland): Record<string, string>;
}

/**
 * What may be in a component that code in the browser draws: anything; nothing that is drawn there itself, as the
 * component only reads it; or components of one name, which it knows.
 */
export type DrawnContent = 'any' | 'read' | { readonly parts: string };

export interface GuestSnippet {
  readonly path: string;
  readonly scope: number;
  /** Names of all its properties, those that stay in the sandbox included. */
  readonly names: readonly string[];
  readonly props: Record<string, unknown>;
}

export interface GuestIsland {
  readonly module: string;
  readonly export: string;
  /** What JSON can carry to the browser. */
  readonly props: Record<string, unknown>;
  /** Modules that the properties name. */
  readonly needs: readonly string[];
}

/** Marks content that the browser keeps as it was rendered here. */
const keptSlot = 'docent-slot' as 'div';
const boxless = { style: 'display:contents' } as const;

/** More than the sandbox lets an author nest: data that is not what it should be ends here. */
const deepest = 2000;

/**
 * Elements of what came out of the sandbox. It is data from a stranger: every shape is looked at before
 * it is used, and what has none of the known ones is left out.
 */
export function elementsOf(nodes: unknown, maker: ElementMaker): ComponentChild[] {
  return list(nodes, { maker, place: undefined, inIsland: false, depth: 0 });
}

/** A value that came out of the sandbox, elements in it made. */
export function valueFrom(value: unknown, maker: ElementMaker): unknown {
  return decoded(value, { maker, place: undefined, inIsland: false, depth: 0 });
}

/** The properties of an element or of a spread. */
export function propsOf(props: unknown, maker: ElementMaker): Record<string, unknown> {
  return decodedProps(props, { maker, place: undefined, inIsland: false, depth: 0 });
}

interface Context {
  readonly maker: ElementMaker;
  readonly place: Place | undefined;
  readonly inIsland: boolean;
  readonly depth: number;
}

function list(nodes: unknown, context: Context): ComponentChild[] {
  if (!Array.isArray(nodes) || context.depth > deepest) return [];
  const inner = { ...context, depth: context.depth + 1 };
  return nodes.flatMap((node: GuestNode): ComponentChild[] => {
    const made = one(node, inner);
    return Array.isArray(made) ? made : [made as ComponentChild];
  });
}

function one(node: GuestNode, context: Context): ComponentChildren {
  const { maker, inIsland } = context;
  if (typeof node === 'string') return node;
  if (typeof node !== 'object' || node === null) return undefined;
  if ('k' in node) return typeof node.k === 'number' ? maker.slot(node.k) : undefined;
  if ('kept' in node) {
    const children = list(node.kept, { ...context, inIsland: false });
    return inIsland ? h(keptSlot, { ...boxless, 'data-slot': String(node.n) }, children) : children;
  }
  if ('i' in node) return islandOf(node, context);
  if (!('p' in node)) return undefined;
  const isDrawn = inIsland && 'h' in node && drawsContent(node, maker);
  const isWhole = inIsland && !('e' in node) && !isDrawn;
  const props = decodedProps(node.p, context);
  // What stays as it was built stays so with all that is in it: parents know their children by what they are.
  const children = list(node.c, isWhole ? { ...context, inIsland: false } : context);
  if ('e' in node) {
    if (!tagName.test(node.e)) return children;
    const ofIsland = inIsland && /^h[1-6]$/.test(node.e) ? { isOfIsland: true } : {};
    return maker.html(node.e, { ...props, ...ofIsland }, children);
  }
  const made =
    'm' in node
      ? maker.snippet(
          { path: String(node.m), scope: Number(node.s), names: node.n.map(String), props },
          children,
        )
      : maker.component(String(node.h), isDrawn ? { ...props, isOfIsland: true } : props, children);
  // In code that the browser runs, a component of the site has a place of its own.
  return inIsland ? placed(made) : made;
}

/** Whether code in the browser draws what is in a component of the site. */
function drawsContent(
  { h: name, c: nodes }: Extract<GuestNode, { readonly h: string }>,
  maker: ElementMaker,
): boolean {
  const content = maker.drawnContent(String(name));
  if (typeof content !== 'object') return content === 'any';
  const shown = (Array.isArray(nodes) ? nodes : []).filter(
    (node: GuestNode) => typeof node !== 'string' || node.trim() !== '',
  );
  const isPart = (node: GuestNode) =>
    typeof node === 'object' && node !== null && 'h' in node && node.h === content.parts;
  return shown.length > 0 && shown.every(isPart);
}

/** Components in places of their own, by those that are in them. */
const inPlace = new WeakMap<FunctionComponent, FunctionComponent>();

/** An element in a place of its own; what is around knows it by its component. */
function placed(made: ComponentChild): ComponentChild {
  if (!isValidElement(made) || typeof made.type !== 'function' || made.type === Fragment) {
    return h(keptSlot, boxless, made);
  }
  const component = made.type as FunctionComponent;
  const around =
    inPlace.get(component) ??
    Object.assign((props: object) => h(keptSlot, boxless, h(component, props)), {
      placed: component,
    });
  inPlace.set(component, around);
  return h(around, made.props as object);
}

/**
 * A component that the browser runs, as it was built, with what it may show there later. Its only element has the marks
 * itself, so that an author's `.grid > .card` or `:first-child` means it; all others are in an element without a box.
 */
function islandOf(
  { i: [module, name], p, c, r, l }: Extract<GuestNode, { readonly i: unknown }>,
  context: Context,
): ComponentChild {
  const { maker } = context;
  const inside = { ...context, inIsland: true };
  const isLate = l === true;
  const needs = new Set<string>();
  const props = plainProps(p, needs);
  const island = { module: String(module), export: String(name), props, needs: [...needs] };
  const marks = maker.marks(island);
  const later = laterSlots(r, context);
  const root = isLate ? undefined : onlyElement(c);
  const own = root && decodedProps(root.p, inside);
  if (root && own && mayBeMarked(root.e, own, later.length > 0)) {
    return maker.html(root.e, { ...own, ...marks }, [...list(root.c, inside), ...later]);
  }
  const late = isLate ? { 'data-late': '' } : {};
  const children = [...list(c, inside), ...later];
  return h('docent-island' as 'div', { ...marks, ...late, ...boxless }, children);
}

type GuestElement = Extract<GuestNode, { readonly e: string }>;

function onlyElement(nodes: readonly GuestNode[]): GuestElement | undefined {
  const [node, ...others] = Array.isArray(nodes) ? nodes : [];
  if (others.length > 0 || typeof node !== 'object' || node === null) return undefined;
  return 'e' in node && tagName.test(node.e) ? node : undefined;
}

/** Whether an element comes onto the page as it is, with a place in it for what is shown later. */
function mayBeMarked(tag: string, props: Record<string, unknown>, hasLater: boolean): boolean {
  if (drawnOtherwise.has(tag)) return false;
  return !hasLater || !(withoutContent.has(tag) || 'dangerouslySetInnerHTML' in props);
}

/** Tags that a page draws with more than one element, with another one, or not at all. */
const drawnOtherwise = new Set('h1 h2 h3 h4 h5 h6 iframe img script style table'.split(' '));
/** Tags in which HTML allows no `template`, and those whose text is read as it is. */
const withoutContent = new Set(
  'br code embed hr input math option pre select svg textarea'.split(' '),
);

/** Content that a component may show later; browsers don't show it. */
function laterSlots(slots: unknown, context: Context): ComponentChild[] {
  if (!Array.isArray(slots)) return [];
  return slots.flatMap((slot) => {
    if (typeof slot !== 'object' || slot === null) return [];
    const content = list(slot.c, { ...context, inIsland: false });
    const shown = slot.d === true ? { 'data-shown': '' } : {};
    return [h('template', { 'data-slot': String(slot.n), ...shown }, content)];
  });
}

const tagName = /^[A-Za-z][\w:.-]*$/;

function decodedProps(props: unknown, context: Context): Record<string, unknown> {
  if (typeof props !== 'object' || props === null) return {};
  return Object.fromEntries(
    Object.entries(props).flatMap(([name, value]) =>
      name === '__proto__' ? [] : [[name, decoded(value, context)]],
    ),
  );
}

function decoded(value: unknown, context: Context): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (context.depth > deepest) return undefined;
  const inner = { ...context, depth: context.depth + 1 };
  if (Array.isArray(value)) return value.map((item) => decoded(item, inner));
  if ('$e' in value) return h(Fragment, null, list(value.$e, inner));
  return '$o' in value ? decodedProps(value.$o, inner) : undefined;
}

/**
 * Properties as JSON can carry them to the browser: elements are slots by name, and functions what a module exports;
 * `needs` gets these modules.
 */
function plainProps(props: GuestProps, needs: Set<string>): Record<string, unknown> {
  const plain = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map(plain);
    if ('$s' in value)
      return { $slot: String(value.$s), props: '$p' in value ? plain(value.$p) : {} };
    if ('$f' in value && Array.isArray(value.$f)) {
      const [module, name] = value.$f.map(String);
      if (module !== undefined) needs.add(module);
      return { $export: [module, name] };
    }
    return '$o' in value ? plainProps(value.$o as GuestProps, needs) : undefined;
  };
  return Object.fromEntries(
    Object.entries(props).flatMap(([name, value]) => {
      const kept = name === '__proto__' ? undefined : plain(value);
      return kept === undefined ? [] : [[name, kept]];
    }),
  );
}
