import { parseExact } from './exact-json.ts';

/**
 * A value of the types that a schema allows, unpacked where it is written as one text that holds the JSON of a list
 * or an object: sent as it is, the text would be JSON a second time.
 */
export function unpacked(value: unknown, types: readonly string[]): unknown {
  if (typeof value !== 'string' || types.includes('string') || !/^\s*[{[]/.test(value))
    return value;
  try {
    return parseExact(value);
  } catch {
    return value;
  }
}
