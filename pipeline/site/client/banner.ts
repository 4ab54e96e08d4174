import { remember } from './memory.ts';

/** Closes the banner until its content changes. */
export function rememberBanner(): void {
  const root = document.documentElement;
  document.querySelector('.banner-close')?.addEventListener('click', () => {
    remember('banner', root.dataset.banner);
    root.classList.add('banner-off');
    document.querySelector<HTMLElement>('.logo')?.focus();
  });
}
