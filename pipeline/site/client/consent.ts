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
  const bar = document.querySelector<HTMLElement>('.dc-consent');
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
  const boxes = [...bar.querySelectorAll<HTMLInputElement>('input:not(:disabled)')];
  const decide = (allowed: readonly string[]): void => {
    const before = chosen();
    remember('consent', `${version}:${allowed.join(' ')}`);
    bar.hidden = true;
    if (before === undefined) start(allowed);
    // What has started can't be stopped: only a page without it is.
    else if (before.join(' ') !== allowed.join(' ')) location.reload();
    else opener?.focus();
  };
  const show = (): void => {
    addStyles(styles);
    bar.hidden = false;
  };
  bar.addEventListener('click', (event) => {
    const action = (event.target as Element).closest<HTMLElement>('[data-consent]')?.dataset
      .consent;
    if (action === 'all') decide(boxes.map((box) => box.name));
    if (action === 'none') decide([]);
    if (action === 'chosen') decide(boxes.filter((box) => box.checked).map((box) => box.name));
  });
  const opener = document.querySelector<HTMLElement>('[data-consent-open]');
  opener?.addEventListener('click', () => {
    const allowed = chosen();
    if (allowed) for (const box of boxes) box.checked = allowed.includes(box.name);
    show();
    bar.querySelector<HTMLElement>('input:not(:disabled), button')?.focus();
  });
  bar.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || chosen() === undefined) return;
    bar.hidden = true;
    opener?.focus();
  });
  if (startChosen()) return;
  show();
  // The reader may have decided on another page before coming back to this one.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted && !bar.hidden) bar.hidden = startChosen();
  });

  /** What the reader has agreed to; undefined before a decision about what the site offers. */
  function chosen(): readonly string[] | undefined {
    const [known = '', names = ''] = recall('consent').split(':');
    return known === version ? names.split(' ').filter((name) => name !== '') : undefined;
  }

  function startChosen(): boolean {
    const allowed = chosen();
    if (allowed) start(allowed);
    return allowed !== undefined;
  }
}
