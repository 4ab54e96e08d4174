import { describe, expect, test } from 'vitest';
import {
  changeBetween,
  readValue,
  withEntry,
  withMoved,
  withTransfer,
  withValue,
} from '../../../../../../runtime/dashboard/client/settings/forms/edit.ts';

const text = `{
\t// What readers see.
\t"name": "Acme",
\t"list": ["a", /* first */ "b", "c"], // rest
\t"groups": [
\t\t{ "group": "One", "pages": ["x", "y"] },
\t\t{ "group": "Two", "pages": ["z"] }
\t]
}
`;

describe('a change in a form', () => {
  test('leaves comments, order and formatting as they are', () => {
    expect(withValue(text, ['name'], 'Other')).toBe(text.replace('"Acme"', '"Other"'));
    expect(withValue(text, ['groups', 1, 'group'], 'Deux')).toBe(text.replace('Two', 'Deux'));
  });

  test('adds what is missing, with the indentation of the text', () => {
    expect(withValue(text, ['logo', 'light'], 'a.svg')).toContain(
      '\t],\n\t"logo": {\n\t\t"light": "a.svg"\n\t}\n}',
    );
    expect(withEntry('{}', ['list'], 0, 'a')).toBe('{\n  "list": [\n    "a"\n  ]\n}');
    expect(withEntry(text, ['groups', 0, 'pages'], 9, 'w')).toContain('["x", "y", "w"] },\n');
    expect(withEntry(text, ['list'], 0, 'z')).toContain(
      '["z", "a", /* first */ "b", "c"], // rest',
    );
    expect(withEntry(text, ['groups'], 2, { group: 'Three' })).toContain(
      '["z"] },\n\t\t{\n\t\t\t"group": "Three"\n\t\t}\n\t]',
    );
    expect(withValue('{"a":1}', ['b', 'c'], true)).toBe('{"a":1, "b": {"c":true}}');
    expect(withValue('{"a":"text"}', ['a', 'light'], 'x')).toContain('"light": "x"');
  });

  test('removes what is there', () => {
    expect(withValue('{"a":1,"b":[1,2]}', ['b', 0], undefined)).toBe('{"a":1,"b":[2]}');
    expect(withValue('{"a":1,"b":[1,2]}', ['a'], undefined)).toBe('{"b":[1,2]}');
    expect(withValue('{"a":1,"b":[ 1 ]}', ['b', 0], undefined)).toBe('{"a":1,"b":[]}');
    expect(withValue('{"a":1}', ['b'], undefined)).toBe('{"a":1}');
  });

  test('moves entries of a list with their comments', () => {
    const moved = '[/* first */ "b", "c", "a"], // rest';
    expect(withMoved(text, ['list'], 0, 2)).toBe(
      text.replace('["a", /* first */ "b", "c"], // rest', moved),
    );
    expect(withMoved(text, ['list'], 1, 1)).toBe(text);
    expect(withMoved(text, ['list'], 0, 3)).toBe(text);
  });

  test('moves entries to other lists, and says where they are', () => {
    const pages = ['groups', 1, 'pages'];
    const moved = withTransfer(text, ['groups', 0, 'pages', 1], pages, 0);
    expect(moved?.path).toEqual([...pages, 0]);
    expect(moved?.text).toBe(text.replace('["x", "y"]', '["x"]').replace('["z"]', '["y", "z"]'));
  });

  test('moves a group into the one in front of it, out again, and never into itself', () => {
    const two = { group: 'Two', pages: [] };
    const start = JSON.stringify({ groups: [{ group: 'One', pages: ['x'] }, two] });
    const into = withTransfer(start, ['groups', 1], ['groups', 0, 'pages'], 1);
    expect(into?.path).toEqual(['groups', 0, 'pages', 1]);
    expect(JSON.parse(into?.text ?? '')).toEqual({
      groups: [{ group: 'One', pages: ['x', two] }],
    });
    const out = withTransfer(into?.text ?? '', ['groups', 0, 'pages', 1], ['groups'], 0);
    expect(out?.path).toEqual(['groups', 0]);
    expect(JSON.parse(out?.text ?? '')).toEqual({ groups: [two, { group: 'One', pages: ['x'] }] });
    expect(withTransfer(start, ['groups', 1], ['groups', 1, 'pages'], 0)).toBeUndefined();
    // The place of a list behind the entry is another one without it.
    const one = { group: 'One', pages: ['x'] };
    const later = withTransfer(start, ['groups', 0], ['groups', 1, 'pages'], 0);
    expect(later?.path).toEqual(['groups', 0, 'pages', 0]);
    expect(JSON.parse(later?.text ?? '')).toEqual({ groups: [{ group: 'Two', pages: [one] }] });
  });

  const lists = `{
  "one": [ // the first ones
    // about a
    "a", // behind a
    /* about b */ "b",

    // about no entry

    "c" // behind c
    // at the end
  ],
  "two": ["x", /* about y */ "y"],
  "three": [], // behind three
  "groups": [
    {
      // in g
      "group": "g", // name
      "pages": ["p"] // its pages
    } // behind g
  ]
}
`;
  const changed = (before: string, after: string) => lists.replace(before, after);
  const tables: readonly (readonly [string, (text: string) => string | undefined, string])[] = [
    [
      'a removed entry takes its own comments along, and no others',
      (text) => withValue(text, ['one', 0], undefined),
      changed('    // about a\n    "a", // behind a\n', ''),
    ],
    [
      'a removed entry leaves what is about no entry',
      (text) => withValue(text, ['one', 2], undefined),
      changed(
        '"b",\n\n    // about no entry\n\n    "c" // behind c\n',
        '"b"\n\n    // about no entry\n',
      ),
    ],
    [
      'a removed key takes its comment along',
      (text) => withValue(text, ['three'], undefined),
      changed('  "three": [], // behind three\n', ''),
    ],
    [
      'an entry moved down has its comments with it',
      (text) => withMoved(text, ['one'], 0, 2),
      changed(
        '    // about a\n    "a", // behind a\n    /* about b */ "b",\n\n    // about no entry\n\n    "c" // behind c\n',
        '    /* about b */ "b",\n    "c", // behind c\n\n    // about no entry\n\n    // about a\n    "a" // behind a\n',
      ),
    ],
    [
      'an entry moved up on one line has its comment with it',
      (text) => withMoved(text, ['two'], 1, 0),
      changed('"x", /* about y */ "y"', '/* about y */ "y", "x"'),
    ],
    [
      'an entry is added behind the comment of the last one',
      (text) => withEntry(text, ['one'], 9, 'd'),
      changed('"c" // behind c\n', '"c", // behind c\n    "d"\n'),
    ],
    [
      'an entry is added in front of the comments above the first one',
      (text) => withEntry(text, ['one'], 0, 'z'),
      changed('ones\n', 'ones\n    "z",\n'),
    ],
    [
      'a key is added behind the comment of the last one',
      (text) => withValue(text, ['groups', 0, 'icon'], 'star'),
      changed('["p"] // its pages\n', '["p"], // its pages\n      "icon": "star"\n'),
    ],
    [
      'a group moves with all that is written in it',
      (text) => withTransfer(text, ['groups', 0], ['three'], 0)?.text,
      changed(
        lists.slice(lists.indexOf('  "three"')),
        `  "three": [
    {
      // in g
      "group": "g", // name
      "pages": ["p"] // its pages
    } // behind g
  ], // behind three
  "groups": []
}
`,
      ),
    ],
    [
      'a list on one line is put on several for what takes several',
      (text) => withTransfer(text, ['one', 0], ['groups', 0, 'pages'], 0)?.text,
      changed('    // about a\n    "a", // behind a\n', '').replace(
        '["p"]',
        '[\n        // about a\n        "a", // behind a\n        "p"\n      ]',
      ),
    ],
    [
      'an entry moves into a list that is not there yet',
      (text) => withTransfer(text, ['two', 1], ['groups', 0, 'groups'], 0)?.text,
      changed(', /* about y */ "y"', '')
        .replace(
          '// its pages',
          '// its pages\n      "groups": [\n        /* about y */ "y"\n      ]',
        )
        .replace('["p"]', '["p"],'),
    ],
  ];
  test.each(tables)('%s', (_, change, expected) => {
    expect(change(lists)).toBe(expected);
  });

  test.each([
    ['[\n  "a", // a\n  "b" // b\n]', [1], '[\n  "a" // a\n]'],
    ['["a" /* a */, "b"]', [1], '["a" /* a */]'],
    ['["a", // a\n "b"]', [1], '["a" // a\n ]'],
    ['["a", "b",]', [1], '["a",]'],
    ['[\n  // all\n\n  // a\n  "a"\n]', [0], '[\n  // all\n]'],
    ['["a" // a\n  , "b"]', [0], '["b"]'],
  ] as const)('what is left of %j without an entry is %j', (text, path, expected) => {
    expect(withValue(text, path, undefined)).toBe(expected);
  });

  test('is the part of the text that differs', () => {
    expect(changeBetween('aXXa', 'aXa')).toEqual({ from: 2, to: 3, insert: '' });
    const [left, right] = ['a'.repeat(10_000), 'b'.repeat(10_000)];
    expect(changeBetween(`${left}1${right}`, `${left}23${right}`)).toEqual({
      ...{ from: 10_000, to: 10_001, insert: '23' },
    });
    expect(changeBetween(left, left.slice(1))).toEqual({ from: 9999, to: 10_000, insert: '' });
    expect(changeBetween('same', 'same')).toEqual({ from: 4, to: 4, insert: '' });
  });

  test('is read with comments and trailing commas, and as far as it goes', () => {
    expect(readValue('{"a": [1, 2]}')).toEqual({ a: [1, 2] });
    expect(readValue('{"a": [1, 2,], // two\n}')).toEqual({ a: [1, 2] });
    expect(readValue('{"a": [1, 2')).toEqual({ a: [1, 2] });
    expect(readValue('')).toBeUndefined();
  });
});
