import { element, freeId } from '../element.ts';
import type { Control, ControlContext } from './control.ts';
import { group, type Of } from './group.ts';
import { isSame } from './same.ts';

/** One of several kinds of value. */
export function variantsControl(
  input: Of<'variants'>,
  label: string,
  context: ControlContext,
): Control {
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
    current = context.controlOf(asked, isGroup ? '' : label || words.value, context);
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

let counter = 0;
