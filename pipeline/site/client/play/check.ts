import type { FormInput } from '../../../../schema/form.ts';
import { numberOf, writeExact } from '../../../openapi/exact-json.ts';
import type { PlayWords } from './words.ts';

/** What is wrong with a value: a word of the interface, and what fills its place. */
export interface Issue {
  readonly word: Exclude<keyof PlayWords, 'api'>;
  readonly value?: string | number | bigint;
}

/** Checks what is typed into a field that holds one value; an empty one is checked by its owner. */
export function checkText(input: FormInput, text: string): Issue | undefined {
  switch (input.kind) {
    case 'number':
    case 'integer':
      return checkNumber(input, text);
    case 'text':
      return (
        checkLength(input, text) ??
        checkPattern(input.pattern, text) ??
        checkFormat(input.format, text)
      );
    case 'json':
      return checkJson(text);
    default:
      return undefined;
  }
}

type Numeric = Extract<FormInput, { kind: 'number' | 'integer' }>;

function checkNumber(input: Numeric, text: string): Issue | undefined {
  const value = text.trim() === '' ? undefined : numberOf(text);
  if (value === undefined) return { word: 'number' };
  if (input.kind === 'integer' && !Number.isInteger(Number(value))) return { word: 'integer' };
  const { min, max, above, below, multipleOf } = input;
  if (min !== undefined && value < min) return { word: 'atLeast', value: min };
  if (max !== undefined && value > max) return { word: 'atMost', value: max };
  if (above !== undefined && value <= above) return { word: 'above', value: above };
  if (below !== undefined && value >= below) return { word: 'below', value: below };
  if (multipleOf !== undefined && multipleOf > 0) {
    const times = Number(value) / multipleOf;
    // 0.3 is three times 0.1, whatever the processor says.
    if (Math.abs(times - Math.round(times)) > 1e-9 * Math.max(1, Math.abs(times))) {
      return { word: 'multipleOf', value: multipleOf };
    }
  }
  return undefined;
}

function checkLength(
  { minLength, maxLength }: Extract<FormInput, { kind: 'text' }>,
  text: string,
): Issue | undefined {
  const length = [...text].length;
  if (minLength !== undefined && length < minLength) return { word: 'tooShort', value: minLength };
  if (maxLength !== undefined && length > maxLength) return { word: 'tooLong', value: maxLength };
  return undefined;
}

/** Longest value that is matched: a pattern of a description can take very long on long texts. */
const longestMatched = 1000;

function checkPattern(pattern: string | undefined, text: string): Issue | undefined {
  if (pattern === undefined || text.length > longestMatched) return undefined;
  try {
    return new RegExp(pattern, 'u').test(text) ? undefined : { word: 'pattern', value: pattern };
  } catch {
    // A pattern of another dialect than the browser's says nothing.
    return undefined;
  }
}

/** Formats with a shape that a mistake is likely in, and a value that has it. */
const formats: Readonly<Record<string, readonly [RegExp, string]>> = {
  date: [/^\d{4}-\d\d-\d\d$/, '2024-01-15'],
  'date-time': [
    /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d(:\d\d(\.\d+)?)?([Zz]|[+-]\d\d:?\d\d)$/,
    '2024-01-15T09:30:00Z',
  ],
  email: [/^[^\s@]+@[^\s@]+$/, 'user@example.com'],
  uuid: [/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i, '3c90c3cc-0d44-4b50-8888-8dd25736052a'],
  uri: [/^[a-z][a-z\d+.-]*:\S+$/i, 'https://example.com'],
  url: [/^[a-z][a-z\d+.-]*:\S+$/i, 'https://example.com'],
  ipv4: [/^(\d{1,3}\.){3}\d{1,3}$/, '192.0.2.1'],
  byte: [/^[\w+/=-]*$/, 'aGVsbG8='],
};

function checkFormat(format: string | undefined, text: string): Issue | undefined {
  const known = format === undefined ? undefined : formats[format];
  return known && !known[0].test(text) ? { word: 'format', value: known[1] } : undefined;
}

function checkJson(text: string): Issue | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (fault) {
    return { word: 'badJson', value: fault instanceof Error ? fault.message : '' };
  }
}

/** Checks the number of items of a list, and that they differ where they have to. */
export function checkItems(
  { min, max, unique }: Extract<FormInput, { kind: 'list' }>,
  values: readonly unknown[],
): Issue | undefined {
  if (min !== undefined && values.length < min) return { word: 'tooFew', value: min };
  if (max !== undefined && values.length > max) return { word: 'tooMany', value: max };
  if (unique && new Set(values.map((value) => writeExact(value))).size < values.length) {
    return { word: 'unique' };
  }
  return undefined;
}
