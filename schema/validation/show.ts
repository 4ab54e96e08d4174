import { shorten } from '../pointer.ts';

/** A value as shown in an error message: JSON, at most 60 characters. */
export function show(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? '[]' : `a list of ${value.length}`;
  if (typeof value === 'object' && value !== null) {
    const keys = firstKeys(value, 4);
    if (keys.length === 0) return '{}';
    const shown = keys.slice(0, 3).map(shorten);
    return `an object with ${shown.join(', ')}${keys.length > 3 ? ', …' : ''}`;
  }
  // What is truncated here would not be shown.
  const text = JSON.stringify(typeof value === 'string' ? value.slice(0, 61) : value) ?? 'nothing';
  return text.length > 60 ? `${text.slice(0, 57)}…"` : text;
}

/** The first keys of an object, without listing them all. */
function firstKeys(value: object, count: number): string[] {
  const keys: string[] = [];
  for (const key in value) {
    if (keys.push(key) === count) break;
  }
  return keys;
}
