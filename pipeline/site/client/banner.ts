import { recall, remember } from './memory.ts';
import { whenBack } from './shown.ts';

/** Closes the banner until its content changes. */
export function rememberBanner(): void {
  const root = document.documentElement;
  whenBack(() => {
    const { banner } = root.dataset;
    root.classList.toggle('banner-off', banner !== undefined && recall('banner') === banner);
  });
  document.querySelector('.banner-close')?.addEventListener('click', () => {
    remember('banner', root.dataset.banner);
    root.classList.add('banner-off');
    document.querySelector<HTMLElement>('.dc-logo')?.focus();
  });
}
