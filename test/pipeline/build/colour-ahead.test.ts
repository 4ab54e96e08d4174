import { describe, expect, test } from 'vitest';
import { colourAhead } from '../../../pipeline/build/colour-ahead.ts';
import { memo } from '../../../pipeline/build/shared-tools.ts';
import type { ThreadTask } from '../../../pipeline/build/threads/thread-task.ts';
import type { Thread, Threads } from '../../../pipeline/build/threads/threads.ts';
import { parsePage } from '../../../pipeline/source/parse.ts';
import type { SourceTree } from '../../../pipeline/source/read.ts';
import type { Config } from '../../../schema/config/config.ts';

/** A thread that makes capitals of code. */
function capitals() {
  const asked: ThreadTask[] = [];
  const thread: Thread = {
    ask: (async (task: ThreadTask) => {
      asked.push(task);
      if (task.type !== 'colour') throw new Error(`asked for ${task.type}`);
      return {
        results: [],
        coloured: task.fences.map(({ code }) => [`key of ${code}`, code.toUpperCase()]),
      };
    }) as Thread['ask'],
  };
  const threads: Threads = { start: () => [thread], running: [thread], close: async () => {} };
  return { asked, threads };
}

const styling = (customLanguages: readonly string[] = []) =>
  ({ styling: { codeblocks: { customLanguages } } }) as unknown as Config;
const files = (count: number) =>
  ({
    pages: new Map(Array.from({ length: count }, (_, index) => [`${index}`, {}])),
  }) as unknown as SourceTree;
const read = (text: string) =>
  ({ tree: parsePage({ path: 'a.mdx', text }, { format: 'mdx' }) }) as never;

describe('colourAhead', () => {
  test('colours the code of pages, which comes without its notation and without diagrams', async () => {
    const { asked, threads } = capitals();
    const kept = memo();
    const ahead = colourAhead(threads, kept);
    ahead.onFiles(files(100), styling());
    ahead.onPage(
      read('```js\na(); // [!code ++]\n```\n\n```mermaid\ngraph\n```\n\n- ```py\n  b\n  ```'),
    );
    ahead.end();
    expect(asked).toMatchObject([
      {
        type: 'colour',
        fences: [
          { language: 'js', code: 'a();' },
          { language: 'py', code: 'b' },
        ],
      },
    ]);
    await Promise.resolve();
    await Promise.resolve();
    expect(ahead.colours.get('key of a();')).toBe('A();');
    // Taken, and from now on where all code is kept.
    expect(ahead.colours.get('key of a();')).toBe('A();');
    expect(kept.get('key of b')).toBe('B');
  });

  test.each([
    ['a site of few pages', files(10), styling()],
    ['a site with grammars of its own', files(100), styling(['own.json'])],
  ])('asks nothing for %s', (_, tree, config) => {
    const { asked, threads } = capitals();
    const ahead = colourAhead(threads, memo());
    ahead.onFiles(tree, config);
    ahead.onPage(read('```js\na();\n```'));
    ahead.end();
    expect(asked).toEqual([]);
  });
});
