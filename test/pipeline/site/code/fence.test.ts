import { describe, expect, test } from 'vitest';
import { readFence, readLines, readNotation } from '../../../../pipeline/site/code/fence.ts';

describe('readFence', () => {
  test('takes bare words for the title', () => {
    expect(readFence('Node.js Example').title).toBe('Node.js Example');
    expect(readFence('macOS / Linux').title).toBe('macOS / Linux');
    expect(readFence('"pnpm install"').title).toBe('pnpm install');
    expect(readFence("'wrap and copy' {2} lines")).toMatchObject({
      ...{ title: 'wrap and copy', wrap: false, lines: true, highlight: new Set([2]) },
    });
    expect(readFence('say "hi"there').title).toBe('say "hi"there');
    expect(readFence('_oauth_get expandable')).toMatchObject({
      title: '_oauth_get',
      expandable: true,
    });
    expect(readFence('').title).toBeUndefined();
    expect(readFence(null).copy).toBe(true);
  });

  test.each([
    ['server.py [expandable]', 'server.py', 'expandable'],
    ['[expandable] {4, 7}', undefined, 'expandable'],
    ['a.ts [Wrap]', 'a.ts', 'wrap'],
    ['twoslash', undefined, 'twoslash'],
    ['a.ts Twoslash', 'a.ts', 'twoslash'],
    ['showlinenumbers', undefined, 'lines'],
  ] as const)('reads an option in %s, and no title but %s', (meta, title, option) => {
    const fence = readFence(meta);
    expect(fence.title).toBe(title);
    expect(fence[option]).toBe(true);
  });

  test('takes the brackets of other generators off a title', () => {
    expect(readFence('[npm]').title).toBe('npm');
    expect(readFence('[my file.ts] {2}').title).toBe('my file.ts');
    expect(readFence('list[int] example').title).toBe('list[int] example');
  });

  test.each(['title="my file.js"', "title='my file.js'", 'filename="my file.js"'])(
    'reads %s',
    (meta) => {
      expect(readFence(meta).title).toBe('my file.js');
    },
  );

  test('reads flags and their opposites', () => {
    expect(readFence('lines wrap nocopy')).toMatchObject({ lines: true, wrap: true, copy: false });
    expect(readFence('nocopy="false"').copy).toBe(true);
    expect(readFence('copy={false}').copy).toBe(false);
    expect(readFence('showLineNumbers').lines).toBe(true);
    expect(readFence('wrap="false"').wrap).toBe(false);
  });

  test.each(['{1,3-4}', 'highlight={1,3-4}', 'highlight="1,3-4"', 'highlight="[1, 3-4]"'])(
    'marks lines by %s',
    (meta) => {
      expect([...readFence(meta).highlight]).toEqual([1, 3, 4]);
      expect(readFence(meta).title).toBeUndefined();
    },
  );

  test('reads focus, icon and options of diagrams', () => {
    const fence = readFence('Title focus={2} icon="js" placement="top-left" actions={false}');
    expect([...fence.focus]).toEqual([2]);
    expect(fence).toMatchObject({
      title: 'Title',
      icon: 'js',
      other: { placement: 'top-left', actions: 'false' },
    });
  });

  test('does not count to infinity', () => {
    expect(readLines('1-999999999999').size).toBeLessThanOrEqual(100_001);
    expect(readLines('x,-1,0-').size).toBe(0);
  });
});

describe('readNotation', () => {
  test('takes the comments out and remembers their lines', () => {
    const read = readNotation(
      'a // [!code --]\nb // [!code ++]\n# [!code highlight:2]\nc\nd\n<!-- [!code focus] -->\ne',
    );
    expect(read.code).toBe('a\nb\nc\nd\ne');
    expect([...read.removed]).toEqual([1]);
    expect([...read.added]).toEqual([2]);
    expect([...read.highlight]).toEqual([3, 4]);
    expect([...read.focus]).toEqual([5]);
  });

  test('leaves code without notation as it is', () => {
    const code = 'x = "[code ++]"\n\n';
    expect(readNotation(code).code).toBe(code);
  });
});
