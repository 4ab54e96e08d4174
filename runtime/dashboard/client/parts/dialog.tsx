import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Failure } from '../ask.ts';
import { Icon } from './icon.tsx';
import { Trouble } from './states.tsx';
import { Toasts } from './toast.tsx';

interface DialogProps {
  readonly title: ComponentChildren;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
  /** `panel` covers the end of the page and leaves the list in view. */
  readonly kind?: 'box' | 'panel' | 'palette';
  readonly actions?: ComponentChildren;
  /** It can't be closed: the session has to be renewed first. */
  readonly isFirm?: boolean;
}

/** A modal part of the page: the browser keeps the focus in it, and gives it back. */
export function Dialog({
  title,
  onClose,
  children,
  kind = 'box',
  actions,
  isFirm = false,
}: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  // Before the next frame, so that the first letters are typed in it.
  useLayoutEffect(() => {
    const dialog = ref.current;
    const opener = document.activeElement;
    if (!dialog?.open) dialog?.showModal();
    // The first button of a panel is one that changes something.
    if (kind === 'panel') dialog?.querySelector('h2')?.focus();
    else if (!dialog?.querySelector('[autofocus]')) {
      const first = '.sheet-body :is(input, select, textarea, button)';
      dialog?.querySelector<HTMLElement>(first)?.focus();
    }
    return () => {
      dialog?.close();
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it as well.
    <dialog
      ref={ref}
      class={kind}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        if (!isFirm) onClose();
      }}
      onClick={(event) => {
        if (event.target === ref.current && !isFirm) onClose();
      }}
    >
      <div class="sheet">
        <header class={kind === 'palette' ? 'hidden' : 'sheet-head'}>
          <h2 id={id} tabIndex={-1}>
            {title}
          </h2>
          {actions}
          {!isFirm && kind !== 'palette' && (
            <button type="button" class="icon-button" aria-label="Close" onClick={onClose}>
              <Icon name="close" />
            </button>
          )}
        </header>
        <div class="sheet-body">{children}</div>
      </div>
      <Toasts />
    </dialog>
  );
}

/** The field that a failure is about, if the form has it. */
function fieldOf(form: HTMLFormElement, { details = [] }: Failure): HTMLElement | undefined {
  const found = details
    .map(({ path }) => form.elements.namedItem(path))
    .find((field) => field instanceof HTMLElement);
  return found instanceof HTMLElement ? found : undefined;
}

/** A form in a dialog, which closes when it worked and shows what is wrong when it did not. */
export function FormDialog({
  title,
  submit,
  danger = false,
  kind,
  obstacle,
  actions,
  onSubmit,
  onClose,
  children,
}: {
  readonly title: string;
  readonly submit: string;
  readonly kind?: 'panel';
  readonly danger?: boolean;
  /** Why it can't be sent, in place of the button that does. */
  readonly obstacle?: string | null | undefined;
  readonly actions?: ComponentChildren;
  /** Gets the fields by name. */
  readonly onSubmit: (fields: FormData) => Promise<void>;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}) {
  const [failure, setFailure] = useState<Failure>();
  const [isSending, setSending] = useState(false);
  return (
    <Dialog title={title} onClose={onClose} actions={actions} {...(kind ? { kind } : {})}>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          if (isSending || obstacle) return;
          setSending(true);
          const form = event.currentTarget;
          onSubmit(new FormData(form)).then(
            () => setSending(false),
            (error: Failure) => {
              setFailure(error);
              setSending(false);
              fieldOf(form, error)?.focus();
            },
          );
        }}
      >
        {children}
        <div class="form-end">
          {failure && <Trouble failure={failure} />}
          {obstacle && (
            <p class="notice" role="status">
              {obstacle}
            </p>
          )}
          <div class="buttons">
            <button type="button" onClick={onClose}>
              {obstacle ? 'Close' : 'Cancel'}
            </button>
            {!obstacle && (
              <button type="submit" class={danger ? 'danger' : 'primary'} aria-busy={isSending}>
                {submit}
              </button>
            )}
          </div>
        </div>
      </form>
    </Dialog>
  );
}
