import { copyFrom } from './announce.ts';
import { fresh } from './fresh.ts';

/** Prompts are copied whole, or handed to an editor by its own address. */
export function startPrompts(root: ParentNode): void {
  const textOf = (button: HTMLElement): string =>
    button
      .closest('[data-prompt]')
      ?.querySelector<HTMLElement>('[data-prompt-text]')
      ?.textContent?.trim() ?? '';
  for (const button of fresh(root, '[data-prompt-copy]')) {
    button.addEventListener('click', () => void copyFrom(button, textOf(button)));
  }
  for (const button of fresh(root, '[data-prompt-cursor]')) {
    button.addEventListener('click', () => {
      location.href = `cursor://anysphere.cursor-deeplink/prompt?text=${encodeURIComponent(textOf(button))}`;
    });
  }
}
