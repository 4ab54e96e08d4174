import { describe, expect, test } from 'vitest';
import { textParts } from '../../../pipeline/build/text-parts.ts';
import { memoryCache } from '../../../pipeline/cache/cache.ts';
import { hashOfParts } from '../../../pipeline/output/file-parts.ts';
import type { TextPart } from '../../../pipeline/site/machine/site.ts';
import type { Page } from '../../../schema/site.ts';

/** Parts of a text by their names; `made` lists those that were asked for theirs. */
function textOf(names: readonly string[], made: string[] = [], head = '# Head') {
  return names.map((name, at): TextPart => {
    const ends = [at === 0 ? head : '', ''] as const;
    return {
      pages: [{ path: name } as Page],
      ends,
      text: () => {
        made.push(name);
        return `${ends[0]}The text of ${name}.`;
      },
    };
  });
}

/** A cache, and the contents that deployments made with it have. */
function start() {
  const cache = memoryCache();
  const live = new Map<string, string>();
  const before = {
    cache,
    rendered: { textsKey: (pages: readonly Page[]) => pages.map(({ path }) => path).join() },
  };
  const make = (names: readonly string[], head?: string) => {
    const made: string[] = [];
    const parts = textParts(textOf(names, made, head), before);
    const contents = parts.map(({ known, make }) => {
      if (known && live.has(known.hash)) return known;
      const { hash, bytes } = make();
      live.set(hash, String(Buffer.from(bytes)));
      return { hash, bytes: bytes.length };
    });
    const text = contents.map(({ hash }) => live.get(hash)).join('');
    return { made, text, hash: hashOfParts(contents) };
  };
  return { make, live, before };
}

const whole = (names: readonly string[]) =>
  textOf(names)
    .map((part) => part.text())
    .join('');

describe('the parts of a text', () => {
  test.each([
    ['changed', ['a', 'x', 'c'], ['x']],
    ['added', ['a', 'b', 'x', 'c'], ['x']],
    ['removed', ['a', 'c'], []],
    ['moved behind others', ['a', 'c', 'b'], []],
  ])('are the earlier ones, but for one that is %s', (_, names, expected) => {
    const { make } = start();
    const first = make(['a', 'b', 'c']);
    expect(first.made).toEqual(['a', 'b', 'c']);
    const { made, text, hash } = make(names);
    expect(made).toEqual(expected);
    expect(text).toBe(whole(names));
    expect(hash).not.toBe(first.hash);
    expect(make(['a', 'b', 'c'])).toMatchObject({ made: [], hash: first.hash });
  });

  test('are made again when what they begin with has changed', () => {
    const { make } = start();
    make(['a', 'b']);
    expect(make(['a', 'b'], '# Another head').made).toEqual(['a']);
  });

  test('are made again when the earlier ones are gone', () => {
    const { make, live } = start();
    make(['a', 'b']);
    live.clear();
    const { made, text } = make(['a', 'b', 'c']);
    expect(made).toEqual(['a', 'b', 'c']);
    expect(text).toBe(whole(['a', 'b', 'c']));
  });

  test('are remembered while the text stays as it is', async () => {
    const { make, before } = start();
    make(['a', 'b']);
    for (let build = 0; build < 3; build++) {
      textParts(textOf(['a', 'b']), before);
      await before.cache.save();
    }
    expect(make(['a', 'b', 'c']).made).toEqual(['c']);
  });
});
