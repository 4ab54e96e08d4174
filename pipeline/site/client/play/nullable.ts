import type { FormInput } from '../../../../schema/form.ts';
import { element } from '../element.ts';
import type { Control, ControlContext } from './control.ts';

/** Kinds that have null among their own values. */
const own = new Set<FormInput['kind']>(['boolean', 'choice', 'json', 'file']);

/** A control whose value may also be null, by a box next to its name. */
export function withNull(
  input: FormInput,
  label: string,
  { control, context }: { readonly control: Control; readonly context: ControlContext },
): Control {
  if (!input.nullable || label === '' || own.has(input.kind)) return control;
  const box = element('input', { type: 'checkbox', 'aria-label': `${label}: null` });
  const holder = element(
    'div',
    { class: 'play-nullable' },
    control.element,
    element('label', { class: 'play-check play-null' }, box, element('code', {}, 'null')),
  );
  const show = () => {
    for (const entry of control.element.querySelectorAll<HTMLInputElement>(
      'input, select, textarea, button',
    )) {
      entry.disabled = box.checked;
    }
  };
  box.addEventListener('change', () => {
    if (box.checked) control.write(undefined);
    show();
    context.changed();
  });
  const written: Control = {
    element: holder,
    read: () => (box.checked ? null : control.read()),
    write(value) {
      box.checked = value === null;
      control.write(value === null ? undefined : value);
      show();
    },
    check: (needed) => (box.checked ? [] : control.check(needed)),
  };
  if (input.value === null) written.write(null);
  return written;
}
