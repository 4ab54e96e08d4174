import {
  type ClassAttributes,
  Component,
  type ComponentChildren,
  cloneElement,
  createRef,
  type FunctionComponent,
  h,
  render,
  type VNode,
} from 'preact';
import { builtChildren } from './built-children.ts';
import { hydrateNamed } from './own-names.ts';
import { placeOf } from './place.ts';

const boxless = { style: 'display:contents' } as const;

/** The bundle of a module, for what properties name of it. */
interface Module {
  readonly exported: (name: string) => unknown;
}

/** Starts a component of an author in the element that was built for it, or as this element. */
export function mountIsland(
  element: Element,
  component: FunctionComponent<Record<string, unknown>>,
  props: Readonly<Record<string, unknown>>,
  modules: ReadonlyMap<string, Module>,
): void {
  const slots = slotsOf(element);
  const built = builtOf(element);
  const given = revived(props, { slots, modules }) as Record<string, unknown>;
  const docentSlot = slots.get('children');
  const shown = h(component, docentSlot ? { ...given, children: kept(docentSlot, {}) } : given);
  // What was built is not what the component makes here: nothing of it is taken over.
  if (element.hasAttribute('data-late')) element.replaceChildren();
  const guarded = h(Guard, { built }, shown);
  const putBack = menusOf(element);
  if (isWrapper(element)) hydrateNamed(guarded, element);
  else startAs(element, guarded);
  putBack();
}

/** The menus of tabs, which the page's modules made: Preact removes what it doesn't know. */
function menusOf(element: Element): () => void {
  const menus = Array.from(
    element.querySelectorAll('[data-tabs] > select'),
    (menu) => [menu, menu.nextElementSibling] as const,
  );
  return () => {
    for (const [menu, tabs] of menus) tabs?.before(menu);
  };
}

/** Whether an element is there for a component that has not exactly one of its own. */
function isWrapper({ localName }: Element): boolean {
  return localName === 'docent-island';
}

/** Starts a component as an element. What it makes of another kind here takes the place of that element. */
function startAs(element: Element, guarded: VNode<ClassAttributes<Guard> & GuardProps>): void {
  const place = placeOf(element);
  const ref = createRef<Guard>();
  hydrateNamed(cloneElement(guarded, { ref }), place);
  const { base, isBroken } = ref.current ?? {};
  if (isBroken || base === element) return;
  render(null, place);
  element.remove();
  render(guarded, place);
}

/** What was built, to be shown again. */
function builtOf(element: Element): ComponentChildren {
  const inside = { dangerouslySetInnerHTML: { __html: element.innerHTML } };
  if (isWrapper(element)) return h('docent-slot' as 'div', { ...boxless, ...inside });
  const attributes = Array.from(element.attributes, ({ name, value }) => [name, value] as const);
  const own = attributes.filter(([name]) => name !== 'data-island');
  return h(element.localName as 'div', { ...Object.fromEntries(own), ...inside });
}

interface GuardProps {
  readonly built: ComponentChildren;
  readonly children?: ComponentChildren;
}

/** Shows a component of an author, or what was built of it once it fails. */
class Guard extends Component<GuardProps> {
  isBroken = false;

  override componentDidCatch(error: unknown): void {
    console.error(error);
    this.isBroken = true;
    this.forceUpdate();
  }

  override render(): ComponentChildren {
    const { built, children } = this.props;
    return this.isBroken ? built : children;
  }
}

/** What an element in a slot is made with. */
interface Slot {
  readonly dangerouslySetInnerHTML: { readonly __html: string };
  readonly [attribute: string]: unknown;
}

/** Elements among the properties: they stay as they were built, wherever the component shows them. */
function slotsOf(element: Element): ReadonlyMap<string, Slot> {
  const slots = new Map<string, Slot>();
  for (const later of element.querySelectorAll<HTMLTemplateElement>(
    ':scope > template[data-slot]',
  )) {
    slots.set(later.dataset.slot ?? '', slotOf(later, null));
    later.remove();
  }
  for (const built of element.querySelectorAll<HTMLElement>('docent-slot[data-slot]')) {
    const name = built.dataset.slot ?? '';
    const isOwn = built.closest('[data-island]') === element;
    if (isOwn && !slots.has(name)) slots.set(name, slotOf(built, built));
  }
  return slots;
}

function slotOf(source: HTMLElement, built: Element | null): Slot {
  const wake = (shown: Element | null) => {
    if (shown && shown !== built) {
      shown.dispatchEvent(new CustomEvent('docent:content', { bubbles: true }));
    }
  };
  const html = { __html: source.innerHTML };
  return {
    ...{ ...boxless, 'data-slot': source.dataset.slot },
    ...{ dangerouslySetInnerHTML: html, ref: wake },
  };
}

/** An element that stays as it was built; its properties are there for a component that looks at its children. */
const Kept = Object.assign(
  ({ docentSlot }: { readonly docentSlot?: Slot | undefined }): VNode | null =>
    docentSlot ? (h('docent-slot' as 'div', docentSlot) as VNode) : null,
  { isOfSite: true },
);

function kept(docentSlot: Slot | undefined, props: object): VNode {
  const made = h(Kept, { ...props, docentSlot }) as VNode;
  if (docentSlot === undefined) return made;
  let children: { readonly made: ComponentChildren } | undefined;
  const get = () => {
    children ??= { made: builtChildren(docentSlot.dangerouslySetInnerHTML.__html) };
    return children.made;
  };
  Object.defineProperty(made.props, 'children', { get });
  return made;
}

interface Given {
  readonly slots: ReadonlyMap<string, Slot>;
  readonly modules: ReadonlyMap<string, Module>;
}

/** Properties with their slots, and with what modules export. */
function revived(value: unknown, given: Given): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => revived(item, given));
  if ('$slot' in value && 'props' in value) {
    const docentSlot = given.slots.get(String(value.$slot));
    return kept(docentSlot, revived(value.props, given) as object);
  }
  if ('$export' in value && Array.isArray(value.$export)) {
    const [module, name] = value.$export;
    return given.modules.get(module)?.exported(name);
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, revived(inner, given)]),
  );
}
