import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { keepParts, textFrames } from '../../../pipeline/build/text-frames.ts';
import { memoryCache } from '../../../pipeline/cache/cache.ts';
import { type Frame, packFrame } from '../../../pipeline/output/frame.ts';
import type { TextPart } from '../../../pipeline/site/machine/site.ts';
import type { Page } from '../../../schema/site.ts';

/** Parts of a text by their names; `made` lists those that were asked for theirs. */
function textOf(names: readonly string[], made: string[] = []) {
  const parts = names.map((name): TextPart => {
    return {
      pages: [{ path: name } as Page],
      text: () => {
        made.push(name);
        return Buffer.from(`The text of ${name}. `.repeat(50));
      },
    };
  });
  const head: TextPart = { pages: [], text: () => Buffer.from('# Head') };
  return { head: '', pages: [], parts: [head, ...parts] };
}

/** A cache, and the deployments that were made with it. */
function start() {
  const cache = memoryCache();
  const live = new Map<string, readonly Frame[]>();
  const before = {
    cache,
    rendered: { textsKey: (pages: readonly Page[]) => pages.map(({ path }) => path).join() },
    frameBefore: (hash: string, index: number) => live.get(hash)?.[index],
  };
  const make = (names: readonly string[]) => {
    const made: string[] = [];
    const { frames, onHash } = textFrames(textOf(names, made), before);
    const all = [...frames];
    const text = Buffer.concat(all.map(({ bytes }) => bytes)).toString();
    const hash = createHash('sha256').update(text).digest('hex');
    live.set(hash, all);
    onHash?.(hash);
    return { made, text };
  };
  return { make, live, before };
}

const whole = (names: readonly string[]) =>
  Buffer.concat(textOf(names).parts.map((part) => part.text())).toString();

describe('the frames of a text', () => {
  test.each([
    ['changed', ['a', 'x', 'c'], ['x']],
    ['added', ['a', 'b', 'x', 'c'], ['x']],
    ['removed', ['a', 'c'], []],
    ['moved', ['c', 'a', 'b'], []],
  ])('are the earlier ones, but for a part that is %s', (_, names, expected) => {
    const { make } = start();
    expect(make(['a', 'b', 'c']).made).toEqual(['a', 'b', 'c']);
    const { made, text } = make(names);
    expect(made).toEqual(expected);
    expect(text).toBe(whole(names));
    expect(make([...names, 'last']).made).toEqual(['last']);
  });

  test('are made again when the earlier ones are gone', () => {
    const { make, live } = start();
    make(['a', 'b']);
    live.clear();
    const { made, text } = make(['a', 'b', 'c']);
    expect(made).toEqual(['a', 'b', 'c']);
    expect(text).toBe(whole(['a', 'b', 'c']));
  });

  test('are made again where the content has other frames, as one that was uploaded may have', () => {
    const { make, live } = start();
    make(['a', 'b']);
    for (const [hash, frames] of live) {
      const text = Buffer.concat(frames.map(({ bytes }) => bytes));
      const cuts = [0, 5, 300, 800, text.length];
      const others = cuts.slice(1).map((end, at) => packFrame(text.subarray(cuts[at], end)));
      live.set(hash, others);
    }
    const { made, text } = make(['a', 'b', 'c']);
    expect(text).toBe(whole(['a', 'b', 'c']));
    expect(made).toEqual(['a', 'b', 'c']);
  });

  test('are remembered while the text stays as it is', async () => {
    const { make, before } = start();
    make(['a', 'b']);
    for (let build = 0; build < 3; build++) {
      keepParts(textOf(['a', 'b']), before);
      await before.cache.save();
    }
    expect(make(['a', 'b', 'c']).made).toEqual(['c']);
  });
});
