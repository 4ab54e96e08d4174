import { element, freeId } from '../element.ts';
import { first, fresh } from './fresh.ts';

/** Milliseconds on the way from a name to its type. */
const patience = 120;

let body: HTMLElement | undefined;
let shownAt: HTMLElement | undefined;
let leaving: ReturnType<typeof setTimeout> | undefined;

/**
 * Types of names in code: they show under the pointer, after a tap, and with the keyboard. A block has one stop on the
 * keyboard's way; arrows lead from name to name, and Escape closes.
 */
export function startTypes(root: ParentNode): void {
  for (const code of fresh(root, 'code:has(.code-type)')) {
    const names = [...code.querySelectorAll<HTMLElement>('.code-type')];
    names.forEach((name, index) => {
      name.dataset.type = name.title;
      // Without scripts, the browser shows it.
      name.removeAttribute('title');
      name.tabIndex = index === 0 ? 0 : -1;
      name.addEventListener('pointerenter', () => show(name));
      name.addEventListener('pointerleave', leave);
      name.addEventListener('focus', () => show(name));
      name.addEventListener('blur', close);
      name.addEventListener('click', () => show(name));
    });
    code.addEventListener('keydown', (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      const at = names.indexOf(event.target as HTMLElement);
      const next = step === undefined || at < 0 ? undefined : names[at + step];
      if (!next) return;
      event.preventDefault();
      for (const name of names) name.tabIndex = name === next ? 0 : -1;
      next.focus();
    });
  }
  if (!first('code-types')) return;
  document.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') close();
  });
  document.addEventListener('pointerdown', ({ target }) => {
    if (!body?.contains(target as Node) && target !== shownAt) close();
  });
  addEventListener('scroll', close, { capture: true, passive: true });
}

function show(name: HTMLElement): void {
  clearTimeout(leaving);
  if (shownAt === name) return;
  close();
  const [type = '', ...said] = (name.dataset.type ?? '').split('\n\n');
  body = element(
    'div',
    { class: 'code-type-body', role: 'tooltip', id: freeId('code-type'), dir: 'ltr' },
    type,
    said.length > 0 && element('div', { class: 'code-type-said' }, said.join('\n\n')),
  );
  body.addEventListener('pointerenter', () => clearTimeout(leaving));
  body.addEventListener('pointerleave', leave);
  // Its own scrolling closes nothing.
  body.addEventListener('scroll', (event) => event.stopPropagation(), { passive: true });
  (name.closest('main') ?? document.body).append(body);
  name.setAttribute('aria-describedby', body.id);
  shownAt = name;
  place(name, body);
}

/** Above the name, or below it where there is no room, and inside the window. */
function place(name: HTMLElement, shown: HTMLElement): void {
  const { top, bottom, left } = name.getBoundingClientRect();
  const { width, height } = shown.getBoundingClientRect();
  const wide = document.documentElement.clientWidth;
  const y = top - height - 8 < 8 ? bottom + 8 : top - height - 8;
  shown.style.top = `${y}px`;
  shown.style.left = `${Math.max(8, Math.min(left, wide - width - 8))}px`;
}

function leave(): void {
  clearTimeout(leaving);
  leaving = setTimeout(close, patience);
}

function close(): void {
  clearTimeout(leaving);
  body?.remove();
  shownAt?.removeAttribute('aria-describedby');
  body = undefined;
  shownAt = undefined;
}
