import { describe, expect, test } from 'vitest';
import { parseJson } from '../../schema/json-text.ts';
import {
  joinPointer,
  locate,
  type Origins,
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
