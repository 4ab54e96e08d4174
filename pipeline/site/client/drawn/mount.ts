import {
  Component,
  type ComponentChildren,
  type FunctionComponent,
  h,
  hydrate,
  type VNode,
} from 'preact';

const boxless = { style: 'display:contents' } as const;

/** Starts a component of an author in the element that was built for it. */
export function mountIsland(
  element: Element,
  component: FunctionComponent<Record<string, unknown>>,
  props: Readonly<Record<string, unknown>>,
): void {
  const slots = slotsOf(element);
  const built = element.innerHTML;
  const given = revived(props, slots) as Record<string, unknown>;
  const docentSlot = slots.get('children');
  const shown = h(component, docentSlot ? { ...given, children: h(Kept, { docentSlot }) } : given);
  hydrate(h(Guard, { built }, shown), element);
}

/** Shows a component of an author, or what was built of it once it fails. */
class Guard extends Component<{ readonly built: string; readonly children?: ComponentChildren }> {
  override state = { isBroken: false };

  override componentDidCatch(error: unknown): void {
    console.error(error);
    this.setState({ isBroken: true });
  }

  override render(): ComponentChildren {
    const { built, children } = this.props;
    if (!this.state.isBroken) return children;
    return h('docent-slot' as 'div', { ...boxless, dangerouslySetInnerHTML: { __html: built } });
  }
}

/** What an element in a slot is made with. */
type Slot = Readonly<Record<string, unknown>>;

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
    const isOwn = built.closest('docent-island') === element;
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

/** Properties with their slots. */
function revived(value: unknown, slots: ReadonlyMap<string, Slot>): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => revived(item, slots));
  if ('$slot' in value && 'props' in value) {
    const docentSlot = slots.get(String(value.$slot));
    return h(Kept, { ...(revived(value.props, slots) as object), docentSlot });
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, revived(inner, slots)]),
  );
}
