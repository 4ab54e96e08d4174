import type { FormInput } from '../../../../schema/form.ts';
import { isObject } from '../../../openapi/serialize.ts';
import { element } from '../element.ts';
import { fill } from '../words.ts';
import type { Control, ControlContext } from './control.ts';
import { addButton, focusIn, group, type Of, removeButton } from './group.ts';
import { textControl } from './single.ts';

/** Fields of an object; keys that are not among them are kept as they are written. */
export function objectControl(
  input: Of<'object'>,
  label: string,
  context: ControlContext,
): Control {
  const fields = input.fields.map((field) => ({
    name: field.name,
    control: context.controlOf(field, field.name, context),
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
    const content = context.controlOf(values, words.value, context);
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
