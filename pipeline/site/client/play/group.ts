import type { FormInput } from '../../../../schema/form.ts';
import { element, freeId, glyph, shapes } from '../element.ts';
import type { Issue } from './check.ts';
import { type ControlContext, factsOf, sentence } from './control.ts';

/** An input of one kind. */
export type Of<Kind extends FormInput['kind']> = Extract<FormInput, { kind: Kind }>;

/** A frame around fields that belong together; without a name, they are those of the whole. */
export function group(
  input: FormInput,
  label: string,
  { words }: ControlContext,
  content: readonly Node[],
) {
  const error = element('p', {
    class: 'play-error',
    id: freeId(`play-group-${counter++}`),
    hidden: true,
  });
  const legend =
    label === ''
      ? undefined
      : element(
          'legend',
          { class: 'play-label' },
          element('span', { class: 'play-name', dir: 'ltr' }, label),
          ...factsOf(input, words),
        );
  const hint = input.hint && element('p', { class: 'play-hint', dir: 'auto' }, input.hint);
  const frame = element(
    label === '' ? 'div' : 'fieldset',
    { class: label === '' ? 'play-whole' : 'play-group' },
    legend,
    hint || undefined,
    ...content,
    error,
  );
  const show = (issue: Issue | undefined) => {
    error.hidden = issue === undefined;
    error.textContent = issue ? sentence(issue, words) : '';
    if (issue) frame.setAttribute('aria-describedby', error.id);
    else frame.removeAttribute('aria-describedby');
  };
  return { frame, show };
}

let counter = 0;

/** Adds a row. */
export function addButton(label: string, act: () => void): HTMLButtonElement {
  const button = element(
    'button',
    { type: 'button', class: 'quiet-button play-add' },
    glyph(shapes.plus, 14),
    label,
  );
  button.addEventListener('click', act);
  return button;
}

/** Takes a row away. */
export function removeButton(label: string, act: () => void): HTMLButtonElement {
  const button = element(
    'button',
    { type: 'button', class: 'dc-icon-button play-remove', 'aria-label': label, title: label },
    glyph(shapes.close, 16),
  );
  button.addEventListener('click', act);
  return button;
}

/** Goes to the first field of a row. */
export function focusIn(row: Element | null | undefined): void {
  row?.querySelector<HTMLElement>('input, select, textarea, button')?.focus();
}
