/** Says below a form how a request goes; screen readers say it too. */
export function showStatus(
  card: HTMLElement,
  kind: 'running' | 'done' | 'failed' | 'none',
  ...content: readonly (Node | string)[]
): void {
  const status = card.querySelector<HTMLElement>('.web3-status');
  if (!status) return;
  status.dataset.kind = kind;
  status.replaceChildren(...content);
}

/** While a request runs, its button is busy and does nothing. */
export async function whileBusy(
  button: HTMLElement | null,
  work: () => Promise<void>,
): Promise<void> {
  if (button?.getAttribute('aria-disabled') === 'true') return;
  button?.setAttribute('aria-disabled', 'true');
  try {
    await work();
  } finally {
    button?.removeAttribute('aria-disabled');
  }
}
