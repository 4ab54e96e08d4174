import { describe, expect, test } from 'vitest';
import {
  indentExact,
  numberOf,
  parseExact,
  writeExact,
} from '../../../pipeline/openapi/exact-json.ts';

const long = '12345678901234567890';

describe('JSON with all the digits of its numbers', () => {
  test('is read and written as it was', () => {
    const text = `{"id":${long},"list":[-9007199254740993,1.5,2],"text":"${long} \\" ${long}"}`;
    expect(parseExact(text)).toEqual({
      id: 12345678901234567890n,
      list: [-9007199254740993n, 1.5, 2],
      text: `${long} " ${long}`,
    });
    expect(writeExact(parseExact(text))).toBe(text);
    expect(() => parseExact('{"id":1,}')).toThrow(SyntaxError);
  });

  test('is indented, whatever a number is like', () => {
    const numbers = [long, '1.0', '0.1000000000000000055', '1e999', '-0', '7'];
    expect(indentExact(`[${numbers.join(',')},"${long}"]`)).toBe(
      `[\n${numbers.map((number) => `  ${number},\n`).join('')}  "${long}"\n]`,
    );
    expect(indentExact('{"a":1}')).toBe('{\n  "a": 1\n}');
    expect(() => indentExact('[01]')).toThrow(SyntaxError);
  });

  test('has typed numbers as they are', () => {
    expect([' 7 ', '1.5', long, '1e3', 'x'].map(numberOf)).toEqual([
      7,
      1.5,
      12345678901234567890n,
      1000,
      undefined,
    ]);
  });
});
