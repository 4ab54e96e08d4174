import type { FormInput } from '../../../../schema/form.ts';
import type { Control, ControlContext } from './control.ts';
import { listControl } from './list.ts';
import { withNull } from './nullable.ts';
import { objectControl } from './object.ts';
import { choiceControl, fileControl, textControl } from './single.ts';
import { variantsControl } from './variants.ts';

/** The control of an input, whatever its kind. */
export function controlOf(input: FormInput, label: string, context: ControlContext): Control {
  return withNull(input, label, { control: kindOf(input, label, context), context });
}

function kindOf(input: FormInput, label: string, context: ControlContext): Control {
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
