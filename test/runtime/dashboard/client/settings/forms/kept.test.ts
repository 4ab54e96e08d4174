import { expect, test } from 'vitest';
import { shared } from '../../../../../../runtime/dashboard/client/settings/forms/kept.ts';

test('a value that was read again has the objects of the one before where nothing has changed', () => {
  const text = '{"a":{"list":[{"x":1},{"x":2}]},"b":[1,2],"c":null}';
  const before = JSON.parse(text);
  expect(shared(before, JSON.parse(text))).toBe(before);

  const changed = JSON.parse(text.replace('"x":2', '"x":3'));
  const after = shared(before, changed) as typeof before;
  expect(after).toEqual({ ...before, a: { list: [{ x: 1 }, { x: 3 }] } });
  expect(
    [after.a.list[0], after.b].map((one) => [before.a.list[0], before.b].includes(one)),
  ).toEqual([true, true]);
  expect(before.a.list[1]).toEqual({ x: 2 });
});

test('another kind of value, fewer entries and another order of keys are changes', () => {
  for (const [before, after] of [
    [[], {}],
    [{ 0: 1 }, [1]],
    [[1, 2], [1]],
    [{ a: 1, b: 2 }, { a: 1 }],
    [
      { a: 1, b: 2 },
      { b: 2, a: 1 },
    ],
    [undefined, null],
  ]) {
    expect(shared(before, after)).toBe(after);
  }
});
