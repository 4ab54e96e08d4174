import type { FormInput } from '../../../../schema/form.ts';
import { element, freeId, glyph, shapes } from '../element.ts';
import { fill } from '../words.ts';
import { checkItems, type Issue } from './check.ts';
import { type Control, type ControlContext, factsOf, sentence } from './control.ts';
import { isObject } from './serialize.ts';
import { choiceControl, fileControl, textControl } from './single.ts';

type Of<Kind extends FormInput['kind']> = Extract<FormInput, { kind: Kind }>;

/** The control of an input, whatever its kind. */
export function controlOf(input: FormInput, label: string, context: ControlContext): Control {
  switch (input.kind) {
    case 'text':
    case 'number':
    case 'integer':
    case 'json':
      return textControl(input, label, context);
    case 'boolean':
    case 'choice':
      return choiceControl(input, label, context);
    case 'file':
      return fileControl(input, label, context);
    case 'list':
      return input.item.kind === 'file'
        ? fileControl(input, label, context)
        : listControl(input, label, context);
    case 'object':
      return objectControl(input, label, context);
    case 'variants':
      return variantsControl(input, label, context);
  }
}

/** A frame around fields that belong together; without a name, they are those of the whole. */
function group(
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

/** Fields of an object; keys that are not among them are kept as they are written. */
function objectControl(input: Of<'object'>, label: string, context: ControlContext): Control {
  const fields = input.fields.map((field) => ({
    name: field.name,
    control: controlOf(field, field.name, context),
  }));
  const map = input.values && mapControl(input.values, context);
  const parts = [...fields.map(({ control }) => control.element), ...(map ? [map.element] : [])];
  const { frame } = group(input, label, context, parts);
  const read = () => {
    const found: [string, unknown][] = [];
    for (const { name, control } of fields) {
      const value = control.read();
      if (value !== undefined) found.push([name, value]);
    }
    found.push(...(map?.read() ?? []));
    // An empty object is one that nothing was written into, unless it has to be there.
    return found.length > 0 || input.required ? Object.fromEntries(found) : undefined;
  };
  const control: Control = {
    element: frame,
    read,
    write(value) {
      const written = isObject(value) ? value : {};
      for (const { name, control } of fields) {
        control.write(Object.hasOwn(written, name) ? written[name] : undefined);
      }
      const known = new Set(fields.map(({ name }) => name));
      map?.write(Object.entries(written).filter(([name]) => !known.has(name)));
    },
    check(needed) {
      const inner = (needed && input.required === true) || read() !== undefined;
      return [...fields.flatMap(({ control }) => control.check(inner)), ...(map?.check() ?? [])];
    },
  };
  if (input.value !== undefined) control.write(input.value);
  return control;
}

/** Fields whose names the reader gives. */
function mapControl(values: FormInput, context: ControlContext) {
  const { words } = context;
  const rows: { readonly name: Control; readonly value: Control; readonly row: HTMLElement }[] = [];
  const list = element('div', { class: 'play-items' });
  const add = (key: string, value: unknown) => {
    const name = textControl({ kind: 'text', required: true }, words.name, context);
    const content = controlOf(values, words.value, context);
    name.write(key);
    if (value !== undefined) content.write(value);
    const row = element(
      'div',
      { class: 'play-item' },
      element('div', { class: 'play-pair' }, name.element, content.element),
      removeButton(fill(words.remove, words.name), () => {
        rows.splice(rows.indexOf(entry), 1);
        row.remove();
        button.focus();
        context.changed();
      }),
    );
    const entry = { name, value: content, row };
    rows.push(entry);
    list.append(row);
  };
  const button = addButton(words.add, () => {
    add('', undefined);
    focusIn(list.lastElementChild);
    context.changed();
  });
  return {
    element: element('div', {}, list, button),
    read: (): readonly [string, unknown][] =>
      rows.flatMap(({ name, value }) => {
        const key = name.read();
        const content = value.read();
        return typeof key === 'string' && content !== undefined ? [[key, content]] : [];
      }),
    write(entries: readonly (readonly [string, unknown])[]) {
      rows.length = 0;
      list.replaceChildren();
      for (const [name, value] of entries) add(name, value);
    },
    check: () =>
      rows.flatMap(({ name, value }) =>
        value.read() === undefined ? [] : [...name.check(true), ...value.check(true)],
      ),
  };
}

/** Items of one kind, with buttons that add and remove them. */
function listControl(input: Of<'list'>, label: string, context: ControlContext): Control {
  const { words } = context;
  const items: { readonly control: Control; readonly row: HTMLElement }[] = [];
  const list = element('div', { class: 'play-items' });
  const number = () => {
    items.forEach(({ row }, index) => {
      const name = nameOf(index);
      const title = row.querySelector('.play-name');
      if (title) title.textContent = name;
      row.querySelector('.play-remove')?.setAttribute('aria-label', fill(words.remove, name));
    });
  };
  const nameOf = (index: number) => `${label === '' ? words.value : label} ${index + 1}`;
  const add = (value: unknown) => {
    const control = controlOf(input.item, nameOf(items.length), context);
    if (value !== undefined) control.write(value);
    const row = element(
      'div',
      { class: 'play-item' },
      control.element,
      removeButton(fill(words.remove, nameOf(items.length)), () => {
        items.splice(items.indexOf(entry), 1);
        row.remove();
        number();
        button.focus();
        context.changed();
      }),
    );
    const entry = { control, row };
    items.push(entry);
    list.append(row);
  };
  const button = addButton(label === '' ? words.add : fill(words.addTo, label), () => {
    add(undefined);
    show(undefined);
    focusIn(list.lastElementChild);
    context.changed();
  });
  const { frame, show } = group(input, label, context, [list, button]);
  const values = () =>
    items.map(({ control }) => control.read()).filter((value) => value !== undefined);
  const control: Control = {
    element: frame,
    read() {
      const found = values();
      return found.length > 0 || input.required ? found : undefined;
    },
    write(value) {
      items.length = 0;
      list.replaceChildren();
      for (const item of Array.isArray(value) ? value : []) add(item);
      show(undefined);
    },
    check(needed) {
      const wrong = items.flatMap(({ control }) => control.check(true));
      const asked = values().length > 0 || (needed && input.required === true);
      const issue = asked ? checkItems(input, values()) : undefined;
      show(issue);
      return issue ? [...wrong, button] : wrong;
    },
  };
  if (input.value !== undefined) control.write(input.value);
  return control;
}

/** One of several kinds of value. */
function variantsControl(input: Of<'variants'>, label: string, context: ControlContext): Control {
  const { words } = context;
  const select = element(
    'select',
    { class: 'play-entry', id: freeId(`play-kind-${counter++}`) },
    ...input.variants.map((variant, index) =>
      element('option', { value: String(index) }, variant.label),
    ),
  );
  const holder = element('div', {});
  let current: Control | undefined;
  const show = (index: number) => {
    const variant = input.variants[index]?.input ?? ({ kind: 'json' } as const);
    const asked = input.required ? { ...variant, required: true as const } : variant;
    const isGroup = asked.kind === 'object' || asked.kind === 'variants';
    current = controlOf(asked, isGroup ? '' : label || words.value, context);
    holder.replaceChildren(current.element);
  };
  select.addEventListener('change', () => {
    show(Number(select.value));
    context.changed();
  });
  show(0);
  const choice = element(
    'div',
    { class: 'play-field' },
    element('label', { class: 'play-label', for: select.id }, words.kind),
    select,
  );
  const { frame } = group(input, label, context, [choice, holder]);
  const control: Control = {
    element: frame,
    read: () => current?.read(),
    write(value) {
      if (value === undefined) {
        current?.write(undefined);
        return;
      }
      // The first kind that holds the value as it is; kinds are tried as they are listed.
      for (const [index] of input.variants.entries()) {
        show(index);
        current?.write(value);
        if (isSame(current?.read(), value)) {
          select.value = String(index);
          return;
        }
      }
      show(0);
      select.value = '0';
      current?.write(value);
    },
    check: (needed) => current?.check(needed) ?? [],
  };
  if (input.value !== undefined) control.write(input.value);
  return control;
}

/** Whether two values are the same JSON, whatever the order of their keys. */
export function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((item, index) => isSame(item, other[index]));
  }
  if (!isObject(one) || !isObject(other)) return false;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && isSame(one[key], other[key]))
  );
}

function addButton(label: string, act: () => void): HTMLButtonElement {
  const button = element(
    'button',
    { type: 'button', class: 'quiet-button play-add' },
    glyph(shapes.plus, 14),
    label,
  );
  button.addEventListener('click', act);
  return button;
}

function removeButton(label: string, act: () => void): HTMLButtonElement {
  const button = element(
    'button',
    { type: 'button', class: 'icon-button play-remove', 'aria-label': label, title: label },
    glyph(shapes.close, 16),
  );
  button.addEventListener('click', act);
  return button;
}

function focusIn(row: Element | null | undefined): void {
  row?.querySelector<HTMLElement>('input, select, textarea, button')?.focus();
}
