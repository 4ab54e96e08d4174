/** What a reader typed to authenticate, by scheme and field. It leaves the page only towards the API. */
export interface Secrets {
  get(name: string): string;
  set(name: string, value: string): void;
  /** Whether they are kept until the tab is closed. */
  readonly kept: boolean;
  keep(kept: boolean): void;
}

/** Secrets of the site's pages: in memory, or in the tab's own storage where the reader asks for that. */
export function openSecrets(base: string): Secrets {
  const key = `docent-play${base}`;
  const known = new Map<string, string>(Object.entries(recall(key)));
  let kept = known.size > 0;
  const store = () => {
    try {
      if (kept) sessionStorage.setItem(key, JSON.stringify(Object.fromEntries(known)));
      else sessionStorage.removeItem(key);
    } catch {
      // Storage is forbidden or full: they hold for this page only.
    }
  };
  return {
    get: (name) => known.get(name) ?? '',
    set(name, value) {
      known.set(name, value);
      store();
    },
    get kept() {
      return kept;
    },
    keep(wanted) {
      kept = wanted;
      store();
    },
  };
}

function recall(key: string): Record<string, string> {
  try {
    const found: unknown = JSON.parse(sessionStorage.getItem(key) ?? '{}');
    if (typeof found !== 'object' || found === null) return {};
    const texts = Object.entries(found).filter(([, value]) => typeof value === 'string');
    return Object.fromEntries(texts) as Record<string, string>;
  } catch {
    return {};
  }
}
