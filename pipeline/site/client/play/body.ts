import type { FormBody, FormInput } from '../../../../schema/form.ts';
import type { FieldedBody } from '../../../openapi/body-fields.ts';
import { isObject } from '../../../openapi/serialize.ts';
import { element } from '../element.ts';
import { type Control, type ControlContext, labelledSelect } from './control.ts';
import { controlOf } from './controls.ts';
import { isJson } from './request.ts';
import { isSame } from './same.ts';
import { textControl } from './single.ts';

type Content = FormBody['contents'][number];

/** The body of a request: its content type, and its value as a form, as JSON, as a text or as a file. */
export interface BodyControl {
  readonly element: HTMLElement;
  read(): FieldedBody | undefined;
  check(): readonly HTMLElement[];
}

export function bodyControl(body: FormBody, context: ControlContext): BodyControl {
  const { words } = context;
  const holder = element('div', {});
  let index = 0;
  let current: Control | undefined;
  const show = (at: number) => {
    index = at;
    const content = body.contents[at];
    if (!content) return;
    current = contentControl(content, body.required, context);
    holder.replaceChildren(current.element);
  };
  const types = body.contents.map(({ mediaType }) => mediaType);
  const choice =
    types.length > 1 ? labelledSelect(words.contentType, types, show, context) : undefined;
  show(0);
  return {
    element: element('div', { class: 'play-body' }, choice, holder),
    read() {
      const value = current?.read();
      const content = body.contents[index];
      if (value === undefined || content === undefined) return undefined;
      const { mediaType, encoding } = content;
      return { mediaType, value, ...(encoding ? { encoding } : {}) };
    },
    check: () => current?.check(body.required) ?? [],
  };
}

/** The value of one content type, with the examples that the description has of it. */
function contentControl(content: Content, required: boolean, context: ControlContext): Control {
  const { words } = context;
  const needed = required ? { ...content.input, required: true as const } : content.input;
  const control = valueControl(content, withoutFacts(needed), context);
  const examples = content.examples ?? [];
  if (content.prefill && examples[0]) control.write(examples[0].value);
  if (examples.length < 2) return control;
  const labels = examples.map(({ label }, at) => label || String(at + 1));
  const choice = labelledSelect(
    words.example,
    labels,
    (at) => control.write(examples[at]?.value),
    context,
  );
  return { ...control, element: element('div', {}, choice, control.element) };
}

/** The section of the body says that it is required. */
function withoutFacts(input: FormInput): FormInput {
  const { hint: _, ...rest } = input;
  return rest;
}

function valueControl(content: Content, input: FormInput, context: ControlContext): Control {
  const { mediaType } = content;
  const { api } = context.words;
  if (input.kind === 'file') return controlOf(input, api.body, context);
  if (isJson(mediaType)) return jsonControl(input, context);
  const isForm = /^(multipart\/|application\/x-www-form-urlencoded)/i.test(mediaType);
  if (isForm) return controlOf(input, input.kind === 'object' ? '' : api.body, context);
  const { value, required } = input;
  const text = { kind: 'text' as const, maxLength: 1_000_000, ...(required ? { required } : {}) };
  const control = textControl(text, api.body, context);
  control.write(typeof value === 'object' ? undefined : value);
  return control;
}

/** A form and the same value as JSON, between which the reader switches. */
function jsonControl(input: FormInput, context: ControlContext): Control {
  const { words } = context;
  const { required } = input;
  const text = textControl(
    { kind: 'json', ...(required ? { required } : {}) },
    words.api.body,
    context,
  );
  text.element.classList.add('play-json');
  if (input.kind === 'json') {
    if (input.value !== undefined) text.write(input.value);
    return text;
  }
  const form = controlOf(input, input.kind === 'object' ? '' : words.api.body, context);
  const problem = element(
    'p',
    { class: 'play-error', role: 'alert', hidden: true },
    words.notInForm,
  );
  let shown: Control = form;
  const show = (control: Control) => {
    shown = control;
    form.element.hidden = control !== form;
    text.element.hidden = control !== text;
    asForm.setAttribute('aria-pressed', String(control === form));
    asText.setAttribute('aria-pressed', String(control === text));
  };
  const toForm = () => {
    if (shown === form || text.check(false).length > 0) return false;
    const value = text.read();
    form.write(value);
    // What the form would lose is better left as it is.
    const keeps = isSame(withoutEmpty(form.read()), withoutEmpty(value));
    problem.hidden = keeps;
    if (keeps) show(form);
    return keeps;
  };
  const toText = () => {
    if (shown === text) return;
    problem.hidden = true;
    text.write(form.read() ?? (input.kind === 'list' ? [] : {}));
    show(text);
  };
  const asForm = toggle(words.form, () => void toForm());
  const asText = toggle('JSON', toText);
  show(form);
  return {
    element: element(
      'div',
      {},
      element(
        'div',
        { class: 'play-switch', role: 'group', 'aria-label': words.api.body },
        asForm,
        asText,
      ),
      problem,
      form.element,
      text.element,
    ),
    read: () => shown.read(),
    write(value) {
      text.write(value);
      form.write(value);
      const fits = isSame(withoutEmpty(form.read()), withoutEmpty(value));
      show(fits && shown === form ? form : text);
      context.changed();
    },
    check: (needed) => shown.check(needed),
  };
}

/** The form leaves out empty objects and lists that need not be there. */
function withoutEmpty(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? undefined : value.map(withoutEmpty);
  if (!isObject(value)) return value;
  const kept = Object.entries(value)
    .map(([key, item]) => [key, withoutEmpty(item)] as const)
    .filter(([, item]) => item !== undefined);
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}

function toggle(label: string, act: () => void): HTMLButtonElement {
  const button = element('button', { type: 'button', class: 'play-toggle' }, label);
  button.addEventListener('click', act);
  return button;
}
