import { describe, expect, test } from 'vitest';
import {
  joinPointer,
  locate,
  type Origins,
  parseJson,
  pointerAsPath,
  splitPointer,
} from '../../schema/pointer.ts';

function read(text: string | Uint8Array) {
  const origins: Origins = new WeakMap();
  const { value, faults } = parseJson(text, { file: 'docs.json', origins });
  const at = (pointer: string, part?: 'key' | 'value') => {
    const found = locate(value, pointer, part === undefined ? { origins } : { origins, part });
    return found && `${found.place.start.line}:${found.place.start.column}`;
  };
  return { value, faults, at };
}

describe('places', () => {
  const text = '{\n  "a": [1, { "b/c": "x" }],\n  "d": true\n}';

  test('a pointer leads to its value and to its key', () => {
    const { at } = read(text);
    expect(at('/a')).toBe('2:8');
    expect(at('/a', 'key')).toBe('2:3');
    expect(at('/a/0')).toBe('2:9');
    expect(at('/a/1/b~1c')).toBe('2:21');
    expect(at('/d')).toBe('3:8');
  });

  test('what was not written lies at its nearest written ancestor', () => {
    const { at } = read(text);
    expect(at('/a/1/missing/deep')).toBe('2:12');
    expect(at('/nothing')).toBe('1:1');
  });

  test('offsets point into the text as given, byte-order mark included', () => {
    const marked = `\uFEFF{"a": 1}`;
    const origins: Origins = new WeakMap();
    const { value, faults } = parseJson(marked, { file: 'docs.json', origins });
    expect(faults).toEqual([]);
    const start = locate(value, '/a', { origins })?.place.start.offset ?? 0;
    expect(marked[start]).toBe('1');
  });

  test('pointers and their parts are two forms of one thing', () => {
    const parts = ['a/b', '~c', '0', ''];
    expect(splitPointer(joinPointer(parts))).toEqual(parts);
    expect(pointerAsPath('/navigation/tabs/0/tab')).toBe('navigation.tabs[0].tab');
    expect(pointerAsPath('/footer/socials/a b')).toBe('footer.socials["a b"]');
  });
});

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

  test('comments and trailing commas do not hide the value', () => {
    expect(read('{"a": [1,], // x\n "b": 2}').value).toEqual({ a: [1], b: 2 });
  });

  test('the key __proto__ is a key like any other', () => {
    const { value } = read('{"__proto__": {"admin": true}}');
    expect(Object.keys(value as object)).toEqual(['__proto__']);
    expect((value as { admin?: boolean }).admin).toBeUndefined();
  });
});
