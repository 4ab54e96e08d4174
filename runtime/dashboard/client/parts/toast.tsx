import { useEffect, useState } from 'preact/hooks';
import { Icon } from './icon.tsx';

interface Toast {
  readonly id: number;
  readonly text: string;
  readonly isBad: boolean;
  readonly action: { readonly label: string; readonly run: () => void } | undefined;
}

let toasts: readonly Toast[] = [];
let last = 0;
let redraw = () => {};
/** Milliseconds a message stays; one that asks for something stays twice as long. */
const stay = 5_000;

/** Says what happened, for a few seconds; with an action that takes it back, for instance. */
export function say(
  text: string,
  { isBad = false, action }: { readonly isBad?: boolean; readonly action?: Toast['action'] } = {},
): void {
  last++;
  const id = last;
  toasts = [...toasts.slice(-2), { id, text, isBad, action }];
  redraw();
  setTimeout(() => dismiss(id), isBad || action ? 2 * stay : stay);
}

function dismiss(id: number): void {
  toasts = toasts.filter((toast) => toast.id !== id);
  redraw();
}

/** Where messages appear. */
export function Toasts() {
  const [, count] = useState(0);
  useEffect(() => {
    redraw = () => count((value) => value + 1);
    return () => {
      redraw = () => {};
    };
  }, []);
  return (
    <div class="toasts" role="status" aria-live="polite">
      {toasts.map(({ id, text, isBad, action }) => (
        <div key={id} class={isBad ? 'toast bad' : 'toast'}>
          <Icon name={isBad ? 'alert' : 'done'} />
          <span>{text}</span>
          {action && (
            <button
              type="button"
              class="quiet"
              onClick={() => {
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
