import { addStyles } from './add-styles.ts';
import { styles } from './consent.css';
import { recall, remember } from './memory.ts';

interface Script {
  readonly category: string;
  readonly src: string;
  readonly module: string;
  readonly settings: Readonly<Record<string, string>>;
}

/** Asks which services may run, and starts those that may; without a consent bar all start. */
export function askConsent(): void {
  const data = document.querySelector('body > script.services')?.textContent;
  const bar = document.querySelector<HTMLElement>('.consent');
  const scripts = data ? (JSON.parse(data) as readonly Script[]) : [];
  const start = (allowed: readonly string[]): void => {
    const wanted = scripts.filter((script) => !bar || allowed.includes(script.category));
    if (wanted.length > 0)
      void import('./services.ts').then(({ startServices }) => startServices(wanted, allowed));
    if (bar && allowed.includes('analytics'))
      void import('./visit.ts').then(({ reportVisit }) => reportVisit('allowed'));
  };
  if (!bar) {
    start(['analytics', 'functional', 'marketing']);
    return;
  }
  const version = bar.dataset.version ?? '';
  if (startChosen()) return;
  const decide = (allowed: readonly string[]): void => {
    remember('consent', `${version}:${allowed.join(' ')}`);
    bar.hidden = true;
    start(allowed);
  };
  const boxes = [...bar.querySelectorAll<HTMLInputElement>('input:not(:disabled)')];
  bar.addEventListener('click', (event) => {
    const action = (event.target as Element).closest<HTMLElement>('[data-consent]')?.dataset
      .consent;
    if (action === 'all') decide(boxes.map((box) => box.name));
    if (action === 'none') decide([]);
    if (action === 'chosen') decide(boxes.filter((box) => box.checked).map((box) => box.name));
  });
  addStyles(styles);
  bar.hidden = false;
  // The reader may have decided on another page before coming back to this one.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted && !bar.hidden) bar.hidden = startChosen();
  });

  function startChosen(): boolean {
    const [known = '', chosen = ''] = recall('consent').split(':');
    if (known !== version) return false;
    start(chosen.split(' '));
    return true;
  }
}
