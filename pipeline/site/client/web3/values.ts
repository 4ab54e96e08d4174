import type { AbiParameter } from '../../../../schema/abi.ts';
import { typeOf } from '../../web3/abi.ts';
import { isComposite } from '../../web3/values.ts';
import { copyFrom } from '../components/announce.ts';
import { element } from '../element.ts';
import { say } from './page.ts';

/** A decoded value as text: lists and structs as JSON. */
export function plain(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  return JSON.stringify(
    value,
    (_key, one: unknown) => (typeof one === 'bigint' ? String(one) : one),
    2,
  );
}

/** What a function has returned, one after the other, each with a button that copies it. */
export function showOutputs(
  outputs: readonly AbiParameter[],
  values: readonly unknown[],
): HTMLElement {
  return element(
    'dl',
    { class: 'web3-values' },
    ...outputs.flatMap((output, index) => {
      const value = values[index];
      const name = output.name || (outputs.length === 1 ? say('result') : numbered(index));
      const copy = element('button', {
        type: 'button',
        class: 'web3-copy',
        'aria-label': say('copyName', { name }),
      });
      copy.addEventListener('click', () => void copyFrom(copy, plain(value)));
      return [
        element('dt', {}, `${name} `, element('code', { dir: 'ltr' }, typeOf(output)), ' ', copy),
        element('dd', {}, view(output, value)),
      ];
    }),
  );
}

function numbered(index: number): string {
  return say('value', { number: String(index + 1) });
}

function view(parameter: AbiParameter, value: unknown): HTMLElement {
  if (!isComposite(parameter)) {
    return element('code', { class: 'web3-result', dir: 'ltr' }, String(value));
  }
  const { type, components = [] } = parameter;
  const [, inner] = /^(.*)\[\d*\]$/.exec(type) ?? [];
  if (inner !== undefined) {
    const items = value as readonly unknown[];
    if (items.length === 0) return element('code', { class: 'web3-result', dir: 'ltr' }, '[]');
    return element(
      'ol',
      { class: 'web3-list', start: '0' },
      ...items.map((item) => element('li', {}, view({ ...parameter, type: inner }, item))),
    );
  }
  return element(
    'dl',
    { class: 'web3-struct' },
    ...components.flatMap((component, index) => [
      element('dt', {}, component.name || numbered(index)),
      element('dd', {}, view(component, fieldOf(value, component.name, index))),
    ]),
  );
}

/** A struct is decoded to an object; one whose fields have no names, to a list. */
function fieldOf(struct: unknown, name: string, index: number): unknown {
  return (struct as Readonly<Record<string | number, unknown>>)[
    Array.isArray(struct) ? index : name
  ];
}
