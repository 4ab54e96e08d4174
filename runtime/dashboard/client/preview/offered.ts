import { useEffect, useState } from 'preact/hooks';

/** A text that is being edited. */
export interface Previewed {
  readonly text: string;
  /** Calls back after each change. */
  watch(watcher: () => void): () => void;
}

/** Settings that are open, whose site can be shown next to them. */
export interface Offered {
  readonly projectId: string;
  readonly draft: Previewed;
}

/** The site next to its settings needs this much room. */
const wide = '(min-width: 75rem)';
const key = 'docent-preview';
const watchers = new Set<() => void>();
let isWanted = read();
let offered: Offered | undefined;

/** Says which settings are open; the preview is there only with them. */
export function useOffer(next: Offered | undefined): void {
  useEffect(() => {
    tell(next);
    return () => tell(undefined);
  }, [next?.projectId, next?.draft]);
}

/** The settings whose site is shown next to them: they are open, it is wanted, and there is room. */
export function usePreview(): Offered | undefined {
  const [, redraw] = useState(0);
  useEffect(() => {
    const watcher = () => redraw((count) => count + 1);
    const media = matchMedia(wide);
    watchers.add(watcher);
    media.addEventListener('change', watcher);
    return () => {
      watchers.delete(watcher);
      media.removeEventListener('change', watcher);
    };
  }, []);
  return isWanted && matchMedia(wide).matches ? offered : undefined;
}

/** Shows the site or hides it, and keeps that for this browser. */
export function wantPreview(isOn: boolean): void {
  isWanted = isOn;
  try {
    localStorage.setItem(key, isOn ? 'on' : 'off');
  } catch {
    // Storage is blocked: it lasts as long as the page.
  }
  wake();
}

function tell(next: Offered | undefined): void {
  offered = next;
  wake();
}

function wake(): void {
  for (const watcher of [...watchers]) watcher();
}

function read(): boolean {
  try {
    return localStorage.getItem(key) !== 'off';
  } catch {
    return true;
  }
}
