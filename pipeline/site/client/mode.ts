import { recall, remember } from './memory.ts';
import { whenBack } from './shown.ts';

/** Lets the button change between light and dark; the system's changes count until it is used. */
export function switchMode(): void {
  const root = document.documentElement;
  if ('strict' in root.dataset) return;
  const button = document.querySelector<HTMLButtonElement>('.mode-toggle');
  const system = matchMedia('(prefers-color-scheme: dark)');
  const preset = (): string => {
    const wanted = root.dataset.default;
    return wanted === 'light' || wanted === 'dark' ? wanted : system.matches ? 'dark' : 'light';
  };
  const show = (mode: string): void => {
    root.dataset.mode = mode;
    root.classList.toggle('dark', mode === 'dark');
    root.classList.toggle('light', mode === 'light');
    const to = mode === 'dark' ? button?.dataset.toLight : button?.dataset.toDark;
    if (to) button?.setAttribute('aria-label', to);
  };
  show(root.dataset.mode ?? preset());
  button?.addEventListener('click', () => {
    const mode = root.dataset.mode === 'dark' ? 'light' : 'dark';
    remember('mode', mode === preset() ? undefined : mode);
    show(mode);
  });
  whenBack(() => show(recall('mode') || preset()));
  system.addEventListener('change', () => {
    if (!recall('mode')) show(preset());
  });
  addEventListener('storage', (event) => {
    if (event.key === 'docent-mode') show(event.newValue ?? preset());
  });
}
