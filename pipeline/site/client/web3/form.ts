import type { AbiParameter } from '../../../../schema/abi.ts';
import { type ContractValue, parseValue, WrongValueError } from '../../web3/values.ts';
import { say } from './page.ts';

/** The inputs of a form as values, in order; undefined when one is wrong, which the form then says. */
export function readInputs(
  form: HTMLFormElement,
  inputs: readonly AbiParameter[],
): readonly ContractValue[] | undefined {
  const values: ContractValue[] = [];
  let wrong: HTMLElement | undefined;
  inputs.forEach((input, index) => {
    const control = controlOf(form, String(index));
    if (!control) return;
    try {
      values.push(parseValue(control.value, input));
      complain(control, undefined);
    } catch (error) {
      if (!(error instanceof WrongValueError)) throw error;
      complain(control, say('wrongValue', { type: error.type }));
      wrong ??= control;
    }
  });
  wrong?.focus();
  return wrong === undefined ? values : undefined;
}

/** The amount of a transaction in the smallest unit; undefined when it is wrong, which the form then says. */
export function readAmount(form: HTMLFormElement): bigint | undefined {
  const control = controlOf(form, 'amount');
  if (!control || control.value.trim() === '') return 0n;
  const match = /^(\d{1,30})(?:\.(\d{1,18}))?$/.exec(control.value.trim());
  complain(control, match ? undefined : say('wrongValue', { type: '0.01' }));
  if (!match) {
    control.focus();
    return undefined;
  }
  return BigInt(match[1] ?? '0') * 10n ** 18n + BigInt((match[2] ?? '').padEnd(18, '0'));
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

function controlOf(form: HTMLFormElement, name: string): Control | null {
  return form.querySelector<Control>(`[name="${name}"]`);
}

const hints = new WeakMap<Element, string>();

function complain(control: Control, complaint: string | undefined): void {
  const note = document.getElementById(`${control.id}-note`);
  if (!note) return;
  if (!hints.has(note)) hints.set(note, note.textContent ?? '');
  note.textContent = complaint ?? hints.get(note) ?? '';
  note.toggleAttribute('data-wrong', complaint !== undefined);
  if (complaint === undefined) control.removeAttribute('aria-invalid');
  else control.setAttribute('aria-invalid', 'true');
}
