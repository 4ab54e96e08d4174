import { addStyles } from '../add-styles.ts';
import { element } from '../element.ts';
import {
  fillReaderValues,
  readerValue,
  readerValuesChanged,
  setReaderValue,
  variablesOfPage,
} from '../reader-values.ts';
import { first, fresh } from './fresh.ts';
import { styles } from './variables.css';

/** Where a control would be in the way: code has a row of them, a link is followed by a click. */
const withoutControl = 'pre, a, .code-head';

/** Lets readers choose and enter values, and shows them wherever they are used. */
export function startVariables(root: ParentNode): void {
  if (first('variables')) {
    addStyles(styles);
    document.addEventListener(readerValuesChanged, () => show(document));
    addEventListener('storage', () => show(document));
  }
  for (const span of fresh(root, '[data-variable]')) {
    if (span.closest(withoutControl) || isRepeated(span)) continue;
    const control = controlFor(span.dataset.variable ?? '');
    if (!control) continue;
    span.after(control);
    span.classList.add('visually-hidden');
  }
  for (const box of fresh(root, '.code-block, .api-panel')) {
    const names = [...box.querySelectorAll<HTMLElement>('pre [data-variable]')].flatMap(
      ({ dataset }) => choicesOf(dataset.variable ?? ''),
    );
    if (names.length > 0) box.append(row([...new Set(names)]));
  }
  show(root);
}

/** Words of code in a text have no control where the variable has one in the text itself. */
function isRepeated(span: HTMLElement): boolean {
  if (!span.closest('code')) return false;
  const same = document.querySelectorAll<HTMLElement>('.dc-prose [data-variable]');
  return [...same].some(
    (other) =>
      other.dataset.variable === span.dataset.variable && !other.closest(`code, ${withoutControl}`),
  );
}

/** The controls of a piece of code, with what they are for. */
function row(names: readonly string[]): HTMLElement {
  return element(
    'div',
    { class: 'code-variables' },
    ...names.map((name) => {
      const { label, description } = variableOf(name) ?? {};
      return element(
        'label',
        {},
        element('span', {}, label ?? name),
        controlFor(name),
        description && element('small', {}, description),
      );
    }),
  );
}

function controlFor(name: string): HTMLSelectElement | HTMLInputElement | undefined {
  const { type, label, description, options = [] } = variableOf(name) ?? {};
  const attributes = { 'aria-label': label ?? name, title: description, 'data-control': name };
  if (type === 'select') {
    const menu = element('select', { ...attributes, class: 'variable-menu' });
    for (const option of options) menu.add(new Option(option, option));
    menu.addEventListener('change', () => setReaderValue(name, menu.value));
    return menu;
  }
  if (type !== 'secret') return undefined;
  const input = element('input', {
    ...attributes,
    class: 'variable-input',
    type: 'password',
    autocomplete: 'off',
    placeholder: label ?? name,
  });
  input.addEventListener('input', () => setReaderValue(name, input.value));
  return input;
}

/** The variables that a reader sets, out of which one is made. */
function choicesOf(name: string): readonly string[] {
  return variableOf(name)?.choices ?? [];
}

function variableOf(name: string) {
  return variablesOfPage().find((one) => one.name === name);
}

function show(root: ParentNode): void {
  for (const span of root.querySelectorAll<HTMLElement>('[data-variable]')) {
    const name = span.dataset.variable ?? '';
    // A secret stays hidden in prose: its control shows that there is one.
    const isShown = span.dataset.type !== 'secret' || span.closest('pre') !== null;
    const value = isShown ? readerValue(name) : undefined;
    const text = value ?? variableOf(name)?.label ?? name;
    if (span.textContent !== text) span.textContent = text;
    span.toggleAttribute('data-entered', span.dataset.type === 'secret' && value !== undefined);
  }
  for (const control of root.querySelectorAll<HTMLSelectElement | HTMLInputElement>(
    '[data-control]',
  )) {
    const value = readerValue(control.dataset.control ?? '') ?? '';
    if (control.value !== value) control.value = value;
  }
  for (const link of root.querySelectorAll<HTMLAnchorElement>('a[data-address]')) {
    const { protocol } = link;
    const address = fillReaderValues(link.dataset.address ?? '');
    // A choice never makes another kind of link.
    if (address && new URL(address, link.href).protocol === protocol) link.href = address;
  }
}
