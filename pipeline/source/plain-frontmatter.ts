import { Scalar } from 'yaml';

/** A field as YAML has it: a key and a value with their places. */
export interface Field {
  readonly key: unknown;
  readonly value: unknown;
}

// Values: a text that begins with a letter and is no YAML otherwise, or one in quotes without escapes.
const line =
  /^([A-Za-z][\w:-]*): +(?:(\p{L}[^\p{C}\u2028\u2029]*)|"([^"\\\p{C}\u2028\u2029]*)"|'([^'\p{C}\u2028\u2029]*)')$/u;
const meansMore = /: |:$| #| $/;
const constant = /^(?:null|true|false)$/i;

/**
 * Front matter of nothing but plain `key: value` lines, as nearly all is, read as YAML reads it in a
 * thirtieth of the time; undefined where YAML itself has to look.
 */
export function plainFields(yaml: string): readonly Field[] | undefined {
  const fields: Field[] = [];
  const keys = new Set<string>();
  let at = 0;
  for (const text of yaml.split('\n')) {
    const start = at;
    at += text.length + 1;
    if (text === '') continue;
    const [, key = '', plain, double, single] = line.exec(text) ?? [];
    const value = plain ?? double ?? single;
    if (value === undefined || constant.test(key) || keys.has(key)) return undefined;
    keys.add(key);
    const isBoolean = plain === 'true' || plain === 'false';
    if (plain !== undefined && !isBoolean && (constant.test(plain) || meansMore.test(plain))) {
      return undefined;
    }
    const end = start + text.length;
    const from = end - value.length - (plain === undefined ? 2 : 0);
    fields.push({
      key: scalar(key, start, start + key.length),
      value: scalar(isBoolean ? plain === 'true' : value, from, end),
    });
  }
  return fields.length > 0 ? fields : undefined;
}

function scalar(value: string | boolean, start: number, end: number): Scalar {
  const node = new Scalar(value);
  node.range = [start, end, end];
  return node;
}
