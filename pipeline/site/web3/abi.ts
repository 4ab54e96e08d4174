import type { Abi, AbiError, AbiFunction, AbiParameter } from '../../../schema/abi.ts';

/** What is wrong with an ABI, and the JSON pointer to it. */
export interface AbiFault {
  readonly pointer: string;
  readonly found: string;
  readonly expected: string;
}

/** What an ABI may have at most: entries, and tuples inside each other. */
const most = { entries: 5000, depth: 16, name: 256 } as const;

type Fields = Readonly<Record<string, unknown>>;

class Fault extends Error {
  readonly fault: AbiFault;

  constructor(fault: AbiFault) {
    super(fault.expected);
    this.fault = fault;
  }
}

/**
 * Reads an ABI: a list of entries, or what compilers write, which has it as `abi`. Only functions and
 * errors are kept, without what only compilers need.
 */
export function readAbi(value: unknown): { readonly abi?: Abi; readonly fault?: AbiFault } {
  try {
    return { abi: abiOf(value) };
  } catch (error) {
    if (error instanceof Fault) return { fault: error.fault };
    throw error;
  }
}

function abiOf(value: unknown): Abi {
  const inside = isFields(value) && 'abi' in value;
  const [entries, pointer] = inside ? [value.abi, '/abi'] : [value, ''];
  if (!Array.isArray(entries)) {
    return fail(pointer, entries, 'a list of entries, or an object with one as "abi"');
  }
  if (entries.length > most.entries) {
    return fail(pointer, `${entries.length} entries`, `at most ${most.entries} entries`);
  }
  const functions: AbiFunction[] = [];
  const errors: AbiError[] = [];
  entries.forEach((entry: unknown, index) => {
    const at = `${pointer}/${index}`;
    if (!isFields(entry)) fail(at, entry, 'an object');
    else if (entry.type === 'function' || entry.type === undefined) {
      functions.push({
        type: 'function',
        name: nameAt(entry.name, `${at}/name`),
        stateMutability: mutabilityOf(entry, at),
        inputs: parametersAt(entry.inputs, `${at}/inputs`, 0),
        outputs: parametersAt(entry.outputs, `${at}/outputs`, 0),
      });
    } else if (entry.type === 'error') {
      errors.push({
        type: 'error',
        name: nameAt(entry.name, `${at}/name`),
        inputs: parametersAt(entry.inputs, `${at}/inputs`, 0),
      });
    } else if (!others.has(entry.type)) {
      fail(`${at}/type`, entry.type, '"function", "error", "event" or "constructor"');
    }
  });
  return { functions, errors };
}

const others: ReadonlySet<unknown> = new Set(['constructor', 'event', 'fallback', 'receive']);

const mutabilities = ['pure', 'view', 'nonpayable', 'payable'] as const;

function mutabilityOf(entry: Fields, at: string): AbiFunction['stateMutability'] {
  const written = entry.stateMutability;
  // Compilers before Solidity 0.4.16.
  if (written === undefined) {
    if (entry.constant === true) return 'view';
    return entry.payable === true ? 'payable' : 'nonpayable';
  }
  return (
    mutabilities.find((one) => one === written) ??
    fail(`${at}/stateMutability`, written, `one of ${mutabilities.join(', ')}`)
  );
}

function nameAt(value: unknown, at: string): string {
  const isName =
    typeof value === 'string' && value.length <= most.name && /^[A-Za-z_$][\w$]*$/.test(value);
  return isName ? value : fail(at, value, 'a name');
}

function parametersAt(value: unknown, at: string, depth: number): readonly AbiParameter[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) return fail(at, value, 'a list');
  if (depth > most.depth) return fail(at, 'more of them', `at most ${most.depth} nested tuples`);
  return value.map((entry: unknown, index) => {
    const place = `${at}/${index}`;
    if (!isFields(entry)) return fail(place, entry, 'an object');
    const type = typeAt(entry.type, `${place}/type`);
    const isTuple = type.startsWith('tuple');
    return {
      name: entry.name ? nameAt(entry.name, `${place}/name`) : '',
      type,
      ...(isTuple
        ? { components: fieldsAt(entry.components, `${place}/components`, depth + 1) }
        : {}),
    };
  });
}

function fieldsAt(value: unknown, at: string, depth: number): readonly AbiParameter[] {
  return Array.isArray(value) && value.length > 0
    ? parametersAt(value, at, depth)
    : fail(at, value, 'the fields of the tuple');
}

const typePattern =
  /^(?:address|bool|string|function|tuple|bytes(?<bytes>\d+)?|u?int(?<bits>\d+)?)(?:\[(?:[1-9]\d{0,5})?\]){0,8}$/;

function typeAt(value: unknown, at: string): string {
  const match = typeof value === 'string' ? typePattern.exec(value) : null;
  const { bytes, bits } = match?.groups ?? {};
  const isSize = (size: string | undefined, step: number, limit: number): boolean =>
    size === undefined ||
    (!size.startsWith('0') && Number(size) % step === 0 && Number(size) <= limit);
  if (!match || !isSize(bytes, 1, 32) || !isSize(bits, 8, 256)) return fail(at, value, 'a type');
  return match[0].replace(/^(u?int)(?!\d)/, '$1256');
}

function fail(pointer: string, value: unknown, expected: string): never {
  const shown = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing');
  throw new Fault({ pointer, found: shown.slice(0, 80), expected });
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A function as its name and the types of its inputs: `transfer(address,uint256)`. */
export function signatureOf({ name, inputs }: Pick<AbiFunction, 'name' | 'inputs'>): string {
  return `${name}(${inputs.map(typeOf).join(',')})`;
}

/** The type of a parameter with those of its fields: `(address,uint256)[]`. */
export function typeOf({ type, components }: AbiParameter): string {
  return components === undefined
    ? type
    : type.replace('tuple', `(${components.map(typeOf).join(',')})`);
}

/** The functions that a name, or a name with types, means; several have the name of one that is overloaded. */
export function functionsNamed(abi: Abi, name: string): readonly AbiFunction[] {
  const wanted = name.replaceAll(/\s+/g, '');
  const given = wanted.replaceAll(/\bu?int(?!\d)/g, '$&256');
  return wanted.includes('(')
    ? abi.functions.filter((one) => signatureOf(one) === given)
    : abi.functions.filter((one) => one.name === wanted);
}
