import type { FormInput } from '../../../../schema/form.ts';
import { element, freeId } from '../element.ts';
import { fill } from '../words.ts';
import type { Issue } from './check.ts';
import type { PlayWords } from './words.ts';

/** A part of the form with its value. */
export interface Control {
  readonly element: HTMLElement;
  /** The value that is sent; undefined when it is left out. */
  read(): unknown;
  /** Shows a value; what the control can't hold is left out. */
  write(value: unknown): void;
  /**
   * Shows what is wrong and gives the fields to correct, in their order. What is empty and not needed has nothing
   * wrong with it.
   */
  check(needed: boolean): readonly HTMLElement[];
}

/** What every control needs. */
export interface ControlContext {
  readonly words: PlayWords;
  /** Called after every change. */
  readonly changed: () => void;
  /** The control of an input, whatever its kind: groups hold others. */
  controlOf(input: FormInput, label: string, context: ControlContext): Control;
}

/** A labelled field of the form around the element that is typed into. */
export function fieldOf(
  input: FormInput,
  label: string,
  entry: HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement,
  { words }: ControlContext,
): { readonly element: HTMLElement; readonly show: (issue: Issue | undefined) => void } {
  const id = freeId(`play-${counter++}`);
  entry.id = id;
  entry.classList.add('play-entry');
  const hint = input.hint
    ? element('p', { class: 'play-hint', id: `${id}-hint`, dir: 'auto' }, input.hint)
    : undefined;
  const error = element('p', { class: 'play-error', id: `${id}-error`, hidden: true });
  const describe = (withError: boolean) => {
    const ids = [withError ? error.id : '', hint?.id ?? ''].filter((one) => one !== '');
    if (ids.length > 0) entry.setAttribute('aria-describedby', ids.join(' '));
    else entry.removeAttribute('aria-describedby');
  };
  describe(false);
  if (input.required) entry.setAttribute('aria-required', 'true');
  const show = (issue: Issue | undefined) => {
    error.hidden = issue === undefined;
    error.textContent = issue ? sentence(issue, words) : '';
    if (issue) entry.setAttribute('aria-invalid', 'true');
    else entry.removeAttribute('aria-invalid');
    describe(issue !== undefined);
  };
  // What was wrong is right until the next look at it.
  entry.addEventListener('input', () => show(undefined));
  return {
    element: element(
      'div',
      { class: 'play-field' },
      labelOf(input, label, id, words),
      entry,
      error,
      hint,
    ),
    show,
  };
}

let counter = 0;

/** Name, type and whether it is required. */
function labelOf(input: FormInput, name: string, id: string, words: PlayWords): HTMLElement {
  return element(
    'label',
    { class: 'play-label', for: id },
    element('span', { class: 'play-name', dir: 'ltr' }, name),
    ...factsOf(input, words),
  );
}

/** What is said next to the name of a field or a group. */
export function factsOf(input: FormInput, words: PlayWords): readonly (Node | string)[] {
  const type = typeOf(input);
  const facts = [
    ...(type === '' ? [] : [element('span', { class: 'play-type', dir: 'ltr' }, type)]),
    ...(input.deprecated
      ? [element('span', { class: 'play-deprecated' }, words.api.deprecated)]
      : []),
    ...(input.required ? [element('span', { class: 'play-required' }, words.api.required)] : []),
  ];
  // Spaces separate them for screen readers.
  return facts.flatMap((fact) => [' ', fact]);
}

function typeOf(input: FormInput): string {
  switch (input.kind) {
    case 'text':
      return input.format ?? 'string';
    case 'list': {
      const item = typeOf(input.item);
      return item === '' ? 'array' : `${item}[]`;
    }
    case 'choice':
      return 'enum';
    case 'variants':
      return '';
    case 'json':
      return 'JSON';
    default:
      return input.kind;
  }
}

/** What is wrong, as a sentence. */
export function sentence({ word, value }: Issue, words: PlayWords): string {
  const written = words[word];
  return value === undefined ? written : fill(written, value);
}

/** A select with its label; `chosen` is called with the number of the option. */
export function labelledSelect(
  label: string,
  options: readonly string[],
  chosen: (index: number) => void,
  { changed }: Pick<ControlContext, 'changed'>,
): HTMLElement {
  const select = element(
    'select',
    { class: 'play-entry', id: freeId(`play-select-${counter++}`), dir: 'auto' },
    ...options.map((option, index) => element('option', { value: String(index) }, option)),
  );
  select.addEventListener('change', () => {
    chosen(Number(select.value));
    changed();
  });
  return element(
    'div',
    { class: 'play-field' },
    element('label', { class: 'play-label', for: select.id }, label),
    select,
  );
}
