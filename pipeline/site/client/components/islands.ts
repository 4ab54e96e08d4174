interface Island {
  /** What its element has as `data-island`. */
  readonly id: string;
  /** Address of the bundle. */
  readonly module: string;
  readonly export: string;
  readonly props: Readonly<Record<string, unknown>>;
  /** Addresses of the modules that the properties name. */
  readonly modules: Readonly<Record<string, string>>;
}

/** The bundle of a module. */
interface Bundle {
  readonly mount: (
    element: Element,
    name: string,
    props: Island['props'],
    modules: ReadonlyMap<string, Bundle>,
  ) => void;
  readonly exported: (name: string) => unknown;
}

const mounted = new WeakSet<Element>();

/** Wakes authors' components: their HTML is there, their bundles come when they are near. */
export function startIslands(): void {
  const text = document.querySelector('body > script.page-data')?.textContent;
  if (!text) return;
  const { islands = [] } = JSON.parse(text) as { islands?: readonly Island[] };
  const known = new Map(islands.map((island) => [island.id, island]));
  for (const element of document.querySelectorAll<HTMLElement>('[data-island]')) {
    const island = known.get(element.dataset.island ?? '');
    if (!island || mounted.has(element)) continue;
    mounted.add(element);
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        observer.disconnect();
        void mount(element, island);
      },
      { rootMargin: '400px' },
    );
    observer.observe(boxOf(element));
  }
}

/** What of an island is seen: it may have no box of its own, and what was built for it may be hidden or empty. */
function boxOf(island: Element): Element {
  const shown = [island, ...island.children].find((child) => child.getClientRects().length > 0);
  let box = shown ?? island.parentElement;
  while (box && getComputedStyle(box).display === 'contents') box = box.parentElement;
  return box ?? island;
}

async function mount(element: Element, island: Island): Promise<void> {
  const needed = Object.entries(island.modules).map(
    async ([name, address]) => [name, await load(address)] as const,
  );
  const [bundle, ...modules] = await Promise.all([load(island.module), ...needed]);
  bundle.mount(element, island.export, island.props, new Map(modules));
}

function load(address: string): Promise<Bundle> {
  return import(address);
}
