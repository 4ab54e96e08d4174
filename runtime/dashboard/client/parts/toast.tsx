import { useEffect, useRef, useState } from 'preact/hooks';
import { Icon } from './icon.tsx';

interface Toast {
  readonly id: number;
  readonly text: string;
  readonly isBad: boolean;
  readonly action: { readonly label: string; readonly run: () => void } | undefined;
}

let toasts: readonly Toast[] = [];
let last = 0;
/** Redraws each place for messages: that of the page, then those of the dialogs open above it. */
const places: (() => void)[] = [];
/** Milliseconds a message stays; one that asks for something stays twice as long. */
const stay = 5_000;

function redraw(): void {
  for (const place of [...places]) place();
}

/** Says what happened, for a few seconds; with an action that takes it back, for instance. */
export function say(
  text: string,
  { isBad = false, action }: { readonly isBad?: boolean; readonly action?: Toast['action'] } = {},
): void {
  last++;
  const id = last;
  toasts = [...toasts.slice(-2), { id, text, isBad, action }];
  redraw();
  const time = isBad || action ? 2 * stay : stay;
  const leave = () => {
    // Not while someone is about to use it.
    if (document.querySelector('.toast:is(:hover, :focus-within)')) setTimeout(leave, time);
    else dismiss(id);
  };
  setTimeout(leave, time);
}

function dismiss(id: number): void {
  toasts = toasts.filter((toast) => toast.id !== id);
  redraw();
}

/**
 * Where messages appear. Each dialog has such a place as well, as nothing outside an open one can be
 * seen in full or used; the topmost place has the messages.
 */
export function Toasts() {
  const [, count] = useState(0);
  const place = useRef(() => count((value) => value + 1)).current;
  const before = useRef<HTMLElement>();
  useEffect(() => {
    places.push(place);
    redraw();
    return () => {
      places.splice(places.indexOf(place), 1);
      redraw();
    };
  }, []);
  return (
    <div
      class="toasts"
      role="status"
      aria-live="polite"
      onFocusIn={({ relatedTarget, currentTarget }) => {
        if (!(relatedTarget instanceof HTMLElement)) return;
        if (!currentTarget.contains(relatedTarget)) before.current = relatedTarget;
      }}
    >
      {(places.at(-1) === place ? toasts : []).map(({ id, text, isBad, action }) => (
        <div key={id} class={isBad ? 'toast bad' : 'toast'}>
          <Icon name={isBad ? 'alert' : 'done'} />
          <span>{text}</span>
          {action && (
            <button
              type="button"
              class="quiet"
              onClick={() => {
                before.current?.focus();
                dismiss(id);
                action.run();
              }}
            >
              {action.label}
            </button>
          )}
        </div>
      ))}
    </div>
  );
}
