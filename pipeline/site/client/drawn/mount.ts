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
  const children = slots.get('children');
  const shown = h(component, children ? { ...given, children } : given);
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

/** Elements among the properties: they stay as they were built, wherever the component shows them. */
function slotsOf(element: Element): ReadonlyMap<string, VNode> {
  const slots = new Map<string, VNode>();
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

function slotOf(source: HTMLElement, built: Element | null): VNode {
  const { slot } = source.dataset;
  const html = { __html: source.innerHTML };
  const wake = (shown: Element | null) => {
    if (shown && shown !== built) {
      shown.dispatchEvent(new CustomEvent('docent:content', { bubbles: true }));
    }
  };
  const props = { ...boxless, 'data-slot': slot, dangerouslySetInnerHTML: html, ref: wake };
  return h('docent-slot' as 'div', props) as VNode;
}

/** Properties with their slots. */
function revived(value: unknown, slots: ReadonlyMap<string, VNode>): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => revived(item, slots));
  if ('$slot' in value) return slots.get(String(value.$slot));
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, revived(inner, slots)]),
  );
}
