import type { AbiParameter } from '../../../schema/abi.ts';
import { hasWrongChecksum, isAddress } from './address.ts';

/** A value of a contract: arrays of them are lists or tuples. */
export type ContractValue = string | bigint | boolean | readonly ContractValue[];

/** A text that is no value of the type. */
export class WrongValueError extends Error {
  override readonly name = 'WrongValueError';
  /** The type that was expected. */
  readonly type: string;

  constructor(type: string) {
    super(`Expected a value of type ${type}`);
    this.type = type;
  }
}

/** Whether a value of the type is written as JSON. */
export function isComposite({ type }: AbiParameter): boolean {
  return type.endsWith(']') || type.startsWith('tuple');
}

/**
 * A value of a type from what a reader or an author wrote: lists and tuples in JSON, everything else
 * as it is.
 * @throws WrongValueError
 */
export function parseValue(text: string, parameter: AbiParameter): ContractValue {
  if (!isComposite(parameter)) return scalar(text, parameter.type);
  let json: unknown;
  try {
    json = JSON.parse(withTextNumbers(text));
  } catch {
    throw new WrongValueError(parameter.type);
  }
  return fromJson(json, parameter);
}

/** An author's value as the text that a reader would write. */
export function writtenValue(value: unknown): string {
  if (typeof value === 'object' && value !== null) {
    return JSON.stringify(value, (_key, one: unknown) =>
      typeof one === 'bigint' ? String(one) : one,
    );
  }
  return value === undefined || value === null ? '' : String(value);
}

/** Integers in JSON as strings: as numbers, long ones would lose their last digits. */
function withTextNumbers(json: string): string {
  return json.replaceAll(/"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/gi, (token) =>
    token.startsWith('"') ? token : `"${token}"`,
  );
}

function fromJson(json: unknown, parameter: AbiParameter): ContractValue {
  const { type, components = [] } = parameter;
  const [, inner, length] = /^(.*)\[(\d*)\]$/.exec(type) ?? [];
  if (inner !== undefined) {
    const isLength = Array.isArray(json) && (length === '' || json.length === Number(length));
    if (!isLength) throw new WrongValueError(type);
    return json.map((item: unknown) => fromJson(item, { ...parameter, type: inner }));
  }
  if (type === 'tuple') {
    const fields = Array.isArray(json) ? json : fieldsOf(json, components);
    if (fields?.length !== components.length) throw new WrongValueError(type);
    return components.map((component, index) => fromJson(fields[index], component));
  }
  if (typeof json !== 'string' && typeof json !== 'boolean') throw new WrongValueError(type);
  return scalar(String(json), type);
}

function fieldsOf(
  json: unknown,
  components: readonly AbiParameter[],
): readonly unknown[] | undefined {
  if (typeof json !== 'object' || json === null) return undefined;
  const fields = json as Readonly<Record<string, unknown>>;
  if (Object.keys(fields).length !== components.length) return undefined;
  return components.map(({ name }) => (Object.hasOwn(fields, name) ? fields[name] : undefined));
}

function scalar(written: string, type: string): ContractValue {
  if (type === 'string') return written;
  const text = written.trim();
  if (type === 'bool' && (text === 'true' || text === 'false')) return text === 'true';
  if (type === 'address' && isAddress(text) && !hasWrongChecksum(text)) return text;
  if (type === 'function' && /^0x[0-9a-f]{48}$/i.test(text)) return text;
  if (type === 'bytes' && /^0x(?:[0-9a-f]{2})*$/i.test(text)) return text;
  if (/^bytes\d/.test(type) && isHex(text, Number(type.slice(5)))) return text;
  if (/^u?int/.test(type)) {
    const value = integer(text);
    if (value !== undefined && fitsInto(value, type)) return value;
  }
  throw new WrongValueError(type);
}

function isHex(text: string, bytes: number): boolean {
  return text.length === 2 + bytes * 2 && /^0x[0-9a-f]*$/i.test(text);
}

function integer(text: string): bigint | undefined {
  // Of the largest number there are 78 digits.
  return text.length <= 80 && /^(?:-?\d+|0x[0-9a-f]+)$/i.test(text) ? BigInt(text) : undefined;
}

function fitsInto(value: bigint, type: string): boolean {
  const isUnsigned = type.startsWith('u');
  const bits = BigInt(type.replace(/^\D+/, ''));
  const end = 1n << (isUnsigned ? bits : bits - 1n);
  return value < end && value >= (isUnsigned ? 0n : -end);
}
