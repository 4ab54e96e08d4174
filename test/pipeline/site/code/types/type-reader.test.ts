import { describe, expect, test } from 'vitest';
import { createTypeReader } from '../../../../../pipeline/site/code/types/type-reader.ts';
import { tempDir, writeFiles } from '../../../../support/temp.ts';

const read = createTypeReader();
const typesOf = (code: string) => read({ code, language: 'ts' });

describe('types', () => {
  test('of names are at their places, with the first paragraph of their documentation', () => {
    const { hovers } = typesOf('/**\n * A port.\n *\n * More.\n */\nconst port = 8080;\nport + 1;');
    expect(hovers).toEqual([
      { line: 5, character: 6, length: 4, text: 'const port: 8080\n\nA port.' },
      { line: 6, character: 0, length: 4, text: 'const port: 8080\n\nA port.' },
    ]);
  });

  test('know the language and browsers', () => {
    const { hovers, faults } = typesOf("const all = await fetch('/a').then((one) => one.json());");
    expect(faults).toEqual([]);
    expect(hovers.find(({ character }) => character === 36)?.text).toBe(
      '(parameter) one: Response',
    );
  });

  test('of other languages than TypeScript', () => {
    expect(read({ code: 'const a = <b>x</b>;', language: 'jsx' }).hovers[0]?.text).toMatch(
      /^const a/,
    );
    const { faults } = read({ code: '/** @type {number} */\nconst a = "x";', language: 'js' });
    expect(faults).toEqual([
      { line: 1, text: "Type 'string' is not assignable to type 'number'." },
    ]);
  });
});

describe('comments', () => {
  test('that ask for something are not shown, and the other lines know where they are', () => {
    const { code, lines, notes } = typesOf(
      'const hidden = 1;\n// ---cut---\nconst shown = hidden;\n//    ^?\nshown;\n',
    );
    expect(code).toBe('const shown = hidden;\nshown;\n');
    expect(lines).toEqual([-1, -1, 0, -1, 1, -1]);
    expect(notes).toEqual([
      { line: 0, character: 6, length: 5, kind: 'type', text: 'const shown: 1' },
    ]);
  });

  test('lines between others are cut', () => {
    const { code, lines } = typesOf('1;\n// ---cut-start---\n2;\n// ---cut-end---\n3;');
    expect(code).toBe('1;\n3;');
    expect(lines).toEqual([0, -1, -1, -1, 1]);
  });

  test('errors that they name are shown, others are faults at their own lines', () => {
    const { notes, faults } = typesOf(
      '// @errors: 2322\nconst a: number = "x";\n// @log: Fine\nmissing();',
    );
    expect(notes).toEqual([
      {
        line: 0,
        character: 6,
        length: 1,
        kind: 'error',
        text: "Type 'string' is not assignable to type 'number'.",
      },
      { line: 1, character: 0, length: 0, kind: 'tag', text: 'Fine' },
    ]);
    expect(faults).toEqual([{ line: 3, text: "Cannot find name 'missing'." }]);
    expect(typesOf('// @noErrors\nmissing();').faults).toEqual([]);
  });

  test('complete a name', () => {
    const { notes } = typesOf("// @noErrors\n'text'.toLoc\n//          ^|");
    expect(notes).toMatchObject([
      { line: 0, kind: 'completions', text: 'toLocaleLowerCase\ntoLocaleUpperCase' },
    ]);
  });

  test('start another file', () => {
    const { hovers, faults } = typesOf(
      "// @filename: a.ts\nexport const a = 1;\n// @filename: b.ts\nimport { a } from './a';\na;",
    );
    expect(faults).toEqual([]);
    expect(hovers.at(-1)?.text).toBe('(alias) const a: 1\nimport a');
  });

  test('one block knows nothing of another', () => {
    typesOf('interface Left { a: 1 }\nconst left = 1;');
    expect(typesOf('left;').faults).toEqual([{ line: 0, text: "Cannot find name 'left'." }]);
  });
});

describe('packages', () => {
  const dir = () =>
    writeFiles(tempDir(), {
      'node_modules/one/package.json': {
        version: '1.0.0',
        types: 'index.d.ts',
        dependencies: { two: '*' },
      },
      'node_modules/one/index.d.ts': "export { two } from 'two/deep';\n",
      'node_modules/two/package.json': { version: '2.0.0' },
      'node_modules/two/deep.d.ts': 'export declare const two: 22;\n',
      'node_modules/@types/plain/package.json': { types: 'index.d.ts' },
      'node_modules/@types/plain/index.d.ts': 'export declare const plain: string;\n',
    });

  test('next to the site are known, with those that they depend on', () => {
    const { hovers, faults } = createTypeReader(dir())({
      code: "import { two } from 'one';\nimport { plain } from 'plain';\ntwo; plain;",
      language: 'ts',
    });
    expect(faults).toEqual([]);
    expect(hovers.map(({ text }) => text).slice(-2)).toEqual([
      '(alias) const two: 22\nimport two',
      '(alias) const plain: string\nimport plain',
    ]);
  });

  test('that are missing are a fault, and files of this machine are', () => {
    const code =
      "import a from 'missing';\nimport b from '../../../etc/hosts';\n/// <reference path='/etc/hosts' />";
    const { faults } = createTypeReader(dir())({ code, language: 'ts' });
    expect(faults).toMatchObject([
      { line: 0, text: "Cannot find module 'missing' or its corresponding type declarations." },
      { line: 1 },
    ]);
  });
});
