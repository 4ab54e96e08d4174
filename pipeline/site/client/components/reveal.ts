import { first } from './fresh.ts';
import { panelNamed, showPanel } from './tabs.ts';

/** Links into closed parts open them; an opened accordion writes its address. */
export function startReveal(root: ParentNode): void {
  if (first('reveal')) {
    addEventListener('hashchange', reveal);
    document.addEventListener('toggle', writeHash, true);
  }
  for (const details of root.querySelectorAll<HTMLDetailsElement>('details[data-remember]')) {
    rememberState(details);
  }
  reveal();
}

function reveal(): void {
  const id = decode(location.hash.slice(1));
  const target = id === '' ? undefined : (document.getElementById(id) ?? panelNamed(id));
  if (!target) return;
  // The browser finds ids alone.
  let moved = target.id !== id;
  for (let element: HTMLElement | null = target; element; element = element.parentElement) {
    if (element instanceof HTMLDetailsElement && !element.open) {
      element.open = true;
      moved = true;
    }
    if (element.classList.contains('dc-tab-panel')) {
      moved ||= element.hasAttribute('hidden');
      // Also if it is shown: groups with the same titles may show another.
      showPanel(element);
    }
    const { view } = element.dataset;
    if (view !== undefined && element.hidden) {
      void import('./view.ts').then(({ showView }) => {
        showView(view);
        target.scrollIntoView();
      });
    }
  }
  // The tabs are above their panel.
  if (moved) (target.matches('.dc-tab-panel') ? target.parentElement : target)?.scrollIntoView();
}

function writeHash(event: Event): void {
  const { target } = event;
  if (!(target instanceof HTMLDetailsElement) || !target.open || !target.id) return;
  if (!target.classList.contains('dc-accordion') || location.hash === `#${target.id}`) return;
  if (document.readyState !== 'complete') return;
  history.replaceState(history.state, '', `#${encodeURIComponent(target.id)}`);
}

function rememberState(details: HTMLDetailsElement): void {
  const key = `docent-open:${details.dataset.remember}`;
  try {
    if (sessionStorage.getItem(key) === '1') details.open = true;
    details.addEventListener('toggle', () => {
      sessionStorage.setItem(key, details.open ? '1' : '0');
    });
  } catch {
    // Storage is forbidden: nothing is remembered.
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
