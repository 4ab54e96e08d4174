import type { ComponentChild, ComponentChildren, VNode } from 'preact';
import { Fragment, isValidElement, toChildArray } from 'preact';

/*
 * How to write a component
 *
 * - A component is a Preact function from `Props` to markup: `export function Card(props: Props)`.
 *   What authors write in its attributes is `unknown`; read it with `text`, `flag`, `number`, `list`.
 * - It takes the page from `usePage()` (page-context.ts): ids, links, icons, code, Markdown in
 *   strings, problems, features. It never touches the disk, the network or the clock.
 * - Children are walked lazily, in document order, so ids and the contents list come out in order.
 *   A parent that looks at its children uses `childrenOf(props.children, Step)`.
 * - A component must be readable without JavaScript; the browser module enhances what carries its
 *   data attributes and is requested with `page.feature('tabs')`.
 * - It is found by authors under the name it has in `registry.ts` (API fields: `api/components.ts`).
 *   Its style is next to it (`card.css`) and is listed in `styles.ts`.
 * - Classes of one word are the author's, who writes `<div className="card">` with styles of their own.
 *   Rules and scripts select `dc-card`; a word that is also a hook for authors' sheets is written
 *   next to it: `class="card dc-card"`.
 */

/** What an author gave a component: nothing is known of the values before they are read. */
export interface Props {
  readonly children?: ComponentChildren;
  readonly [name: string]: unknown;
}

/** A component that authors can use on a page. */
export type Component = (props: Props) => ComponentChildren;

/** A text attribute; numbers become text, anything else and the empty string count as absent. */
export function text(value: unknown): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value;
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  return undefined;
}

/** A yes-or-no attribute: bare, `{true}` or `"true"`. */
export function flag(value: unknown, absent = false): boolean {
  if (value === undefined || value === null) return absent;
  if (typeof value === 'string') return value !== 'false';
  return Boolean(value);
}

/** A number or numeric text. */
export function number(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  const parsed = Number(value);
  return Number.isFinite(parsed) ? parsed : undefined;
}

/** A list of texts; one text counts as a list of one. */
export function list(value: unknown): readonly string[] {
  const items = Array.isArray(value) ? value : [value];
  return items.flatMap((item) => text(item) ?? []);
}

/** One of the allowed words, else the first of them. */
export function oneOf<const Word extends string>(
  value: unknown,
  words: readonly [Word, ...Word[]],
): Word {
  return words.find((word) => word === value) ?? words[0];
}

/** A value that is allowed in markup: text, a number or an element; anything else is dropped. */
export function markup(value: unknown): ComponentChild {
  if (typeof value === 'string' || typeof value === 'number') return value;
  return isValidElement(value) ? value : undefined;
}

/** One of the children. */
export type Child = VNode<Props> | string | number;

/** The children as a flat list: fragments are expanded, white space between elements is dropped. */
export function flatten(children: ComponentChildren): Child[] {
  return toChildArray(children).flatMap((child): Child[] => {
    if (typeof child !== 'object') {
      return typeof child === 'string' && child.trim() === '' ? [] : [child];
    }
    const vnode = child as VNode<Props>;
    return vnode.type === Fragment ? flatten(vnode.props.children) : [vnode];
  });
}

/** The children made by one of the given components, in order. */
export function childrenOf(
  children: ComponentChildren,
  ...components: readonly Component[]
): VNode<Props>[] {
  return flatten(children).filter(
    (child): child is VNode<Props> =>
      typeof child === 'object' && components.includes(componentOf(child)),
  );
}

/** Whether a child is made by a component. */
export function isMadeBy(child: Child, component: Component): child is VNode<Props> {
  return typeof child === 'object' && componentOf(child) === component;
}

/** Shows another component in a place of its own; what is around knows it by that component. */
export interface Placed extends Component {
  readonly placed: Component;
}

/** The component that makes an element. */
function componentOf({ type }: VNode<Props>): Component {
  return typeof type === 'function' && 'placed' in type
    ? (type as Placed).placed
    : (type as Component);
}

/** Class names joined, empty ones left out. */
export function classes(...names: readonly unknown[]): string {
  return names.filter((name) => typeof name === 'string' && name !== '').join(' ');
}

/** Whether an element that leads somewhere is among children, however deep. */
export function holdsLink(children: ComponentChildren): boolean {
  return toChildArray(children).some((child) => {
    if (!isValidElement(child)) return false;
    const { href, children: inner } = child.props as Props;
    return typeof href === 'string' || holdsLink(inner as ComponentChildren);
  });
}

/** Text of elements, without their markup. */
export function textOf(children: ComponentChildren): string {
  return toChildArray(children)
    .map((child) => {
      if (typeof child !== 'object') return String(child);
      return isValidElement(child) ? textOf((child.props as Props).children) : '';
    })
    .join('');
}
