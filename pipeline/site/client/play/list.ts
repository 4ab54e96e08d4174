import { element } from '../element.ts';
import { fill } from '../words.ts';
import { checkItems } from './check.ts';
import type { Control, ControlContext } from './control.ts';
import { addButton, focusIn, group, type Of, removeButton } from './group.ts';

/** Items of one kind, with buttons that add and remove them. */
export function listControl(input: Of<'list'>, label: string, context: ControlContext): Control {
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
    const control = context.controlOf(input.item, nameOf(items.length), context);
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
