import { word } from '../page-words.ts';
import { isPreparing, whenShown } from '../shown.ts';
import { copyFrom } from './announce.ts';
import { fresh } from './fresh.ts';

/** Copy and fold buttons of code, and the keyboard's way into what scrolls. */
export function startCode(root: ParentNode): void {
  for (const button of fresh(root, '.code-copy')) {
    button.addEventListener('click', () => {
      const code = button.closest('.code-block')?.querySelector('code');
      if (code) void copyFrom(button, textOf(code));
    });
  }
  for (const button of fresh(root, '.code-expand')) {
    const closed = button.textContent;
    button.addEventListener('click', () => {
      const block = button.closest('.code-block');
      const open = block?.classList.toggle('code-open') === true;
      button.setAttribute('aria-expanded', String(open));
      button.textContent = open ? word('showLess', 'Show less') : closed;
      if (!open) block?.scrollIntoView({ block: 'nearest' });
    });
  }
  const boxes = fresh(root, '.code-block > pre, .api-panel-code, .table-wrap, .dc-tab-list');
  const observer = new ResizeObserver((entries) => {
    for (const { target } of entries) markOverflow(target);
  });
  for (const box of boxes) {
    box.addEventListener('scroll', () => markOverflow(box), { passive: true });
    // A prepared page is marked ahead: an observer would mark it between the click and the first paint.
    if (isPreparing()) markOverflow(box);
    whenShown(() => observer.observe(box));
  }
}

/** The code as one would keep it: without the lines that a diff removes, and what a compiler says. */
function textOf(code: HTMLElement): string {
  const kept = code.cloneNode(true) as HTMLElement;
  for (const line of kept.querySelectorAll('.line-removed, .code-note')) line.remove();
  return kept.textContent?.replace(/\n$/, '') ?? '';
}

/** Only what scrolls is a stop on the keyboard's way, and fades at the end that goes on. */
function markOverflow(box: Element): void {
  const rest = box.scrollWidth - box.clientWidth - Math.abs(box.scrollLeft);
  const scrolls = box.scrollWidth > box.clientWidth + 1;
  box.classList.toggle('scroll-more', scrolls && rest > 2);
  // Tabs are stops already.
  if (box.matches('.dc-tab-list')) return;
  const label = box.matches('pre') ? word('code', 'Code') : word('table', 'Table');
  for (const [name, value] of Object.entries({ tabindex: '0', role: 'group', 'aria-label': label }))
    if (scrolls) box.setAttribute(name, value);
    else box.removeAttribute(name);
}
