import type { FormInput } from '../../../../schema/form.ts';
import { numberOf, parseExact, writeExact } from '../../../openapi/exact-json.ts';
import { element } from '../element.ts';
import { checkText } from './check.ts';
import { type Control, type ControlContext, fieldOf } from './control.ts';

type Of<Kind extends FormInput['kind']> = Extract<FormInput, { kind: Kind }>;

/** A field for one value: a text, a number, a date, or anything as JSON. */
export function textControl(
  input: Of<'text' | 'number' | 'integer' | 'json'>,
  label: string,
  context: ControlContext,
): Control {
  const entry =
    input.kind === 'json' || isLong(input)
      ? element('textarea', { rows: input.kind === 'json' ? '4' : '3', spellcheck: 'false' })
      : element('input', attributesOf(input));
  entry.dir = input.kind === 'text' ? 'auto' : 'ltr';
  const field = fieldOf(input, label, entry, context);
  entry.addEventListener('input', context.changed);
  const isEmpty = () => entry.value.trim() === '';
  // A moment as it was written, which the browser's field can't hold: its offset, and parts of a second.
  let written: { readonly text: string; readonly shown: string } | undefined;
  const text = () => (written?.shown === entry.value ? written.text : entry.value);
  const control: Control = {
    element: field.element,
    read: () => (isEmpty() ? undefined : valueFor(input, text())),
    write(value) {
      entry.value = textOf(input, value);
      written =
        isMoment(input) && typeof value === 'string'
          ? { text: value, shown: entry.value }
          : undefined;
      field.show(undefined);
    },
    check(needed) {
      const issue = isEmpty()
        ? needed && input.required
          ? ({ word: 'required' } as const)
          : undefined
        : checkText(input, checked(input, text().trim()));
      field.show(issue);
      return issue ? [entry] : [];
    },
  };
  control.write(input.value);
  return control;
}

function isLong(input: FormInput): boolean {
  return input.kind === 'text' && input.format === undefined && (input.maxLength ?? 0) > 200;
}

function attributesOf(input: Of<'text' | 'number' | 'integer' | 'json'>): Record<string, string> {
  const plain = { type: 'text', autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false' };
  if (input.kind === 'number') return { ...plain, inputmode: 'decimal' };
  if (input.kind === 'integer') return { ...plain, inputmode: 'numeric' };
  if (input.kind !== 'text') return plain;
  switch (input.format) {
    case 'date':
      return { type: 'date' };
    case 'date-time':
      return { type: 'datetime-local', step: '1' };
    case 'password':
      return { ...plain, type: 'password' };
    case 'email':
      return { ...plain, inputmode: 'email' };
    case 'uri':
    case 'url':
      return { ...plain, inputmode: 'url' };
    default:
      return plain;
  }
}

/** What is sent; a wrong number goes as it is typed, for the check to find. */
function valueFor(input: FormInput, text: string): unknown {
  if (input.kind === 'number' || input.kind === 'integer') {
    return numberOf(text) ?? text;
  }
  if (input.kind === 'json') {
    try {
      return parseExact(text);
    } catch {
      return text;
    }
  }
  return checked(input, text);
}

function isMoment(input: FormInput): boolean {
  return input.kind === 'text' && input.format === 'date-time';
}

/** The text that is checked: a moment as it is sent, all else as it is typed. */
function checked(input: FormInput, text: string): string {
  return isMoment(input) ? momentOf(text) : text;
}

/** The browser's field has the reader's time, the API a moment; one with its offset is as it was written. */
function momentOf(text: string): string {
  if (/(?:Z|[+-]\d\d:?\d\d)$/i.test(text)) return text;
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? text : date.toISOString().replace('.000Z', 'Z');
}

function textOf(input: FormInput, value: unknown): string {
  if (value === undefined || value === null) return '';
  if (input.kind === 'json') return writeExact(value, 2);
  if (typeof value === 'object') return '';
  const text = String(value);
  if (!isMoment(input)) return text;
  const date = new Date(text);
  if (Number.isNaN(date.getTime())) return '';
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 19);
}

/** A list of values of which one is chosen; also yes and no. */
export function choiceControl(input: FormInput, label: string, context: ControlContext): Control {
  const values = input.kind === 'choice' ? input.options : [true, false];
  const options = input.nullable ? [...values, null] : values;
  const select = element(
    'select',
    {},
    element('option', { value: '' }, context.words.notSet),
    ...options.map((option, index) =>
      element(
        'option',
        { value: String(index) },
        typeof option === 'string' ? option : writeExact(option),
      ),
    ),
  );
  const field = fieldOf(input, label, select, context);
  select.addEventListener('change', () => {
    field.show(undefined);
    context.changed();
  });
  const read = () => (select.value === '' ? undefined : options[Number(select.value)]);
  const control: Control = {
    element: field.element,
    read,
    write(value) {
      const index = options.findIndex((option) => writeExact(option) === writeExact(value));
      select.value = index < 0 ? '' : String(index);
      field.show(undefined);
    },
    check(needed) {
      const issue =
        needed && input.required && read() === undefined
          ? ({ word: 'required' } as const)
          : undefined;
      field.show(issue);
      return issue ? [select] : [];
    },
  };
  control.write(input.value);
  return control;
}

/** A file, or several for a list of them. */
export function fileControl(input: FormInput, label: string, context: ControlContext): Control {
  const several = input.kind === 'list';
  const entry = element('input', { type: 'file', multiple: several });
  const field = fieldOf(input, label, entry, context);
  entry.addEventListener('change', () => {
    field.show(undefined);
    context.changed();
  });
  const files = () => [...(entry.files ?? [])];
  return {
    element: field.element,
    read: () => (files().length === 0 ? undefined : several ? files() : files()[0]),
    // A page can't choose files for its reader.
    write() {},
    check(needed) {
      const issue =
        needed && input.required && files().length === 0
          ? ({ word: 'required' } as const)
          : undefined;
      field.show(issue);
      return issue ? [entry] : [];
    },
  };
}
