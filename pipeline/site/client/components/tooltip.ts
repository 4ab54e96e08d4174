import { first, fresh } from './fresh.ts';

/** Explanations: they open on hover and focus by style alone; a tap toggles, Escape closes. */
export function startTooltips(root: ParentNode): void {
  for (const tooltip of fresh(root, '[data-tooltip]')) {
    const term = tooltip.querySelector<HTMLElement>('.tooltip-term');
    term?.addEventListener('click', () => {
      if (matchMedia('(hover: none)').matches) tooltip.toggleAttribute('data-open');
    });
    for (const kind of ['pointerenter', 'focusin'] as const) {
      tooltip.addEventListener(kind, () => {
        delete tooltip.dataset.closed;
        place(tooltip);
      });
    }
  }
  if (!first('tooltip')) return;
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    for (const tooltip of document.querySelectorAll<HTMLElement>('[data-tooltip]')) {
      delete tooltip.dataset.open;
      tooltip.dataset.closed = '';
    }
  });
  document.addEventListener('pointerdown', (event) => {
    for (const tooltip of document.querySelectorAll<HTMLElement>('[data-tooltip][data-open]')) {
      if (!tooltip.contains(event.target as Node)) delete tooltip.dataset.open;
    }
  });
}

/** Keeps the body inside the window. */
function place(tooltip: HTMLElement): void {
  const body = tooltip.querySelector<HTMLElement>('.tooltip-body');
  if (!body) return;
  body.style.translate = '';
  const box = body.getBoundingClientRect();
  const over = Math.max(0, box.right + 8 - document.documentElement.clientWidth);
  const under = Math.max(0, 8 - box.left);
  if (over > 0 || under > 0) body.style.translate = `calc(-50% + ${under - over}px) 0`;
  if (box.top < 64) tooltip.dataset.side = 'bottom';
}
