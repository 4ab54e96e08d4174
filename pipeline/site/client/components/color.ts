import { copyFrom } from './announce.ts';
import { fresh } from './fresh.ts';

/** A click on a colour copies its value, that of the mode in use. */
export function startColors(root: ParentNode): void {
  for (const item of fresh(root, '[data-copy-color]')) {
    item.addEventListener('click', () => {
      const dark = document.documentElement.dataset.mode === 'dark';
      void copyFrom(item, (dark && item.dataset.copyDark) || (item.dataset.copyColor ?? ''));
    });
  }
}
