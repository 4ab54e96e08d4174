import { describe, expect, test } from 'vitest';
import { type Digests, Recorder, stillTrue } from '../../../pipeline/build/recorder.ts';

const digestsOf = (values: Record<string, string>): Digests => ({
  of: (_, key) => values[key],
  all: () => JSON.stringify(values),
});
const before = { a: '1', b: '2', c: '3' };

/** What is recorded when a map of these entries is asked. */
function asked(questions: (map: ReadonlyMap<string, string>) => void) {
  const recorder = new Recorder(digestsOf(before));
  questions(recorder.watch('pages', new Map(Object.entries(before))));
  return recorder.take();
}

describe('what was asked', () => {
  const read = asked((map) => {
    map.get('a');
    map.has('b');
    map.get('none');
  });

  test.each([
    ['nothing changed', before, true],
    ['nobody asked for what changed', { ...before, c: '4' }, true],
    ['an entry that was read changed', { ...before, a: '4' }, false],
    ['an entry that was only looked for changed', { ...before, b: '4' }, true],
    ['an entry that was only looked for went', { a: '1', c: '3' }, false],
    ['an entry that was missing came', { ...before, none: '4' }, false],
  ])('%s: still true %#', (_, now, expected) => {
    expect(stillTrue(read, digestsOf(now))).toBe(expected);
    const names = new Set([...Object.keys(before), ...Object.keys(now)]);
    const changed = new Set(
      [...names].filter((key) => digestsOf(before).of('', key) !== digestsOf(now).of('', key)),
    );
    expect(stillTrue(read, digestsOf(now), new Map([['pages', changed]]))).toBe(expected);
  });

  test('asks about nothing but what is said to have changed', () => {
    const never: Digests = {
      of: (_, key) => {
        throw new Error(`asked for ${key}`);
      },
      all: () => '',
    };
    expect(stillTrue(read, never, new Map([['pages', new Set(['c'])]]))).toBe(true);
  });

  test('a map that was walked as a whole is true as long as all of it is', () => {
    const walked = asked((map) => [...map]);
    expect(stillTrue(walked, digestsOf(before))).toBe(true);
    expect(stillTrue(walked, digestsOf({ ...before, c: '4' }), new Map())).toBe(false);
  });

  test('is given once', () => {
    const recorder = new Recorder(digestsOf(before));
    const map = recorder.watch('pages', new Map(Object.entries(before)));
    map.get('a');
    expect(recorder.take().values).toEqual({ pages: ['a', '1'] });
    expect(recorder.take()).toEqual({ values: {}, whole: {} });
  });
});
