import { addStyles } from '../add-styles.ts';
import { first, fresh } from './fresh.ts';
import { styles } from './tooltip.css';

/** Those that need more styles than the site's own sheet has. */
const rare = '[data-tooltip]:is([data-align], [data-side="left"], [data-side="right"])';

/** Explanations: they open on hover and focus by style alone; a tap toggles, Escape closes. */
export function startTooltips(root: ParentNode): void {
  for (const tooltip of fresh(root, '[data-tooltip]')) {
    const term = tooltip.querySelector<HTMLElement>('.dc-tooltip-term');
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
  if (document.querySelector(rare)) addStyles(styles);
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
  const body = tooltip.querySelector<HTMLElement>('.dc-tooltip-body');
  if (!body) return;
  body.style.removeProperty('--shift');
  const { side } = tooltip.dataset;
  if ((side === 'left' || side === 'right') && shiftOf(body) !== 0) tooltip.dataset.side = 'top';
  const shift = shiftOf(body);
  if (shift !== 0) body.style.setProperty('--shift', `${shift}px`);
  if (body.getBoundingClientRect().top < 64 && tooltip.dataset.side === 'top') {
    tooltip.dataset.side = 'bottom';
  }
}

/** How far a body has to move to be inside the window from left to right. */
function shiftOf(body: HTMLElement): number {
  const { left, right } = body.getBoundingClientRect();
  const over = Math.max(0, right + 8 - document.documentElement.clientWidth);
  return Math.max(0, 8 - left) - over;
}
