import { useLayoutEffect, useRef } from 'preact/hooks';

/** A key, or two after each other (`g w`), and what it does. */
export interface Shortcut {
  readonly keys: string;
  readonly label: string;
  readonly group: string;
  readonly run: () => void;
  /** Also while a dialog is open. */
  readonly inDialog?: boolean;
}

const active = new Set<{ current: readonly Shortcut[] }>();
/** Milliseconds in which the second key of two has to follow. */
const patience = 1_200;

/** What the keys do now, also for the list of shortcuts; in a dialog the same key may do something else. */
export function activeShortcuts(isInDialog = false): readonly Shortcut[] {
  const all = [...active]
    .flatMap(({ current }) => current)
    .filter(({ inDialog }) => inDialog || !isInDialog);
  return all.filter(({ keys }, index) => all.findIndex((one) => one.keys === keys) === index);
}

/** Lets keys do something while a part is shown. */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const latest = useRef(shortcuts);
  latest.current = shortcuts;
  // As soon as the part is there: a key that is pressed before the next frame counts.
  useLayoutEffect(() => {
    active.add(latest);
    return () => {
      active.delete(latest);
    };
  }, []);
}

/** Whether keys are text where the cursor is, also inside of an editor with a root of its own. */
function isTyping(target: EventTarget | undefined): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(input|textarea|select)$/i.test(target.tagName))
  );
}

/** The shortcut of a key that follows another within a short time. */
export function shortcutOf(
  key: string,
  before: string | undefined,
  shortcuts: readonly Shortcut[],
): Shortcut | undefined {
  const pair = before === undefined ? undefined : `${before} ${key}`;
  return shortcuts.find(({ keys }) => keys === pair) ?? shortcuts.find(({ keys }) => keys === key);
}

/** Listens to keys for as long as the page lives. */
export function listenToKeys(): void {
  let before: { readonly key: string; readonly at: number } | undefined;
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.isComposing) return;
    const isCommand = event.metaKey || event.ctrlKey;
    const shift = event.shiftKey ? 'shift+' : '';
    const key = isCommand ? `mod+${shift}${event.key.toLowerCase()}` : event.key;
    if (event.altKey || (!isCommand && isTyping(event.composedPath()[0]))) return;
    const isInDialog = document.querySelector('dialog[open]') !== null;
    const usable = activeShortcuts(isInDialog);
    const last = before && event.timeStamp - before.at < patience ? before.key : undefined;
    const found = shortcutOf(key, last, usable);
    before = found ? undefined : { key, at: event.timeStamp };
    if (!found) return;
    event.preventDefault();
    found.run();
  });
}
