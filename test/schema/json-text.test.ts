import { describe, expect, test } from 'vitest';
import { parseJson } from '../../schema/json-text.ts';
import { locate, type Origins } from '../../schema/pointer.ts';

function read(text: string | Uint8Array) {
  const origins: Origins = new WeakMap();
  const { value, faults, pathAt } = parseJson(text, { file: 'docs.json', origins });
  const at = (pointer: string, part?: 'key' | 'value') => {
    const found = locate(value, pointer, part === undefined ? { origins } : { origins, part });
    return found && `${found.place.start.line}:${found.place.start.column}`;
  };
  return { value, faults, at, pathAt };
}

describe('faults', () => {
  const only = (text: string | Uint8Array) => {
    const { faults } = read(text);
    expect(faults).toHaveLength(1);
    const { code, reason, place } = faults[0]!;
    return `${place?.start.line}:${place?.start.column} ${code}: ${reason}`;
  };

  test.each([
    ['', '1:1 json-empty: The file is empty, expected a JSON object'],
    ['{"a": 1 // no\n}', '1:9 json-comment: Unexpected comment, JSON does not allow comments'],
    ['{"a": /* no */ 1}', '1:7 json-comment: Unexpected comment, JSON does not allow comments'],
    ['{"a": [1,]}', '1:9 json-trailing-comma: Unexpected comma before ]'],
    ['{"a": 1,\n}', '1:8 json-trailing-comma: Unexpected comma before }'],
    ['{"a": 1, "a": 2}', '1:10 json-duplicate-key: Duplicate key "a"'],
    ['{"a" 1}', '1:6 json-syntax: Unexpected "1", expected , or : or a closing bracket'],
    ['{"a": tru}', '1:7 json-syntax: Unexpected "tru", expected a JSON value'],
    ["{'a': 1}", '1:2 json-syntax: Unexpected "\'", expected "'],
    ['{a: 1}', '1:2 json-syntax: Unexpected "a", expected a key in double quotes'],
    [
      '{"path": "C:\\docs"}',
      '1:13 json-syntax: Unexpected "\\\\d", expected an escape such as \\n, \\" or \\u00e9',
    ],
    [
      '["\\u12"]',
      '1:3 json-syntax: Unexpected "\\\\u", expected an escape such as \\n, \\" or \\u00e9',
    ],
    ['["a', '1:1 json-syntax: Unexpected end of the file, expected the ] of the [ opened here'],
    ['[1,2', '1:1 json-syntax: Unexpected end of the file, expected the ] of the [ opened here'],
    [
      '{"a": "x\ny"}',
      '1:9 json-syntax: Unexpected line break or control character inside a string',
    ],
    [new Uint8Array([0x7b, 0xff, 0x7d]), '1:2 json-encoding: Unexpected bytes that are not UTF-8'],
    ['['.repeat(300), '1:201 json-depth: Nested deeper than 200 levels'],
  ])('%j', (text, expected) => {
    expect(only(text)).toBe(expected);
  });

  test('comments, trailing commas and line breaks in strings do not hide the value', () => {
    expect(read('{"a": [1,], // x\n "b": 2}').value).toEqual({ a: [1], b: 2 });
    const { value, faults, at } = read('{"a": "x\ny", // "z\n "b": [1,],\r\n "c": 2}');
    expect(value).toEqual({ a: 'x y', b: [1], c: 2 });
    expect(faults.map(({ code, place }) => `${place?.start.line} ${code}`).sort()).toEqual([
      '1 json-syntax',
      '2 json-comment',
      '3 json-trailing-comma',
    ]);
    expect([at('/b/0'), at('/c', 'key'), at('/c')]).toEqual(['3:8', '4:2', '4:7']);
  });

  test.each([
    ['comments', '/*'],
    ['strings', '"\\"'],
    ['slashes', '/'],
    ['brackets', '[}'],
  ])('hundreds of thousands of %s without an end are one fault', (_, part) => {
    const text = `["a\nb", ${part.repeat(400_000)}\\`;
    expect(read(text).faults.map(({ code }) => code)).toEqual(['json-syntax']);
  });

  test('a place has the path of the innermost value there', () => {
    const text = '{"a": [1, {"b c": true}], "d": 2}';
    const { pathAt } = read(text);
    expect([text.indexOf('1'), text.indexOf('true'), text.indexOf('"d"')].map(pathAt)).toEqual([
      'a[0]',
      'a[1]["b c"]',
      'd',
    ]);
    expect([0, text.indexOf(', "d"'), text.length, 1_000].map(pathAt)).toEqual(['', '', '', '']);
    expect(read('{"a": tru}').pathAt(6)).toBe('');
  });

  test('the key __proto__ is a key like any other', () => {
    const { value } = read('{"__proto__": {"admin": true}}');
    expect(Object.keys(value as object)).toEqual(['__proto__']);
    expect((value as { admin?: boolean }).admin).toBeUndefined();
  });
});
