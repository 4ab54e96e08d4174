import { describe, expect, test } from 'vitest';
import { evaluate, scopeOf, UnknownName } from '../../../pipeline/site/evaluate.ts';
import { NeedsCompiling } from '../../../pipeline/site/members.ts';
import { parseExpression } from '../../../pipeline/source/expression.ts';

function value(source: string, names: Record<string, unknown> = {}): unknown {
  const tree = parseExpression(source);
  if (!tree) throw new Error(`No expression: ${source}`);
  return evaluate(tree, scopeOf(names), {
    element: (name, props, children) => ({ name, props, children }),
    fragment: (children) => ({ children }),
  });
}

describe('evaluate', () => {
  test.each([
    ['1 + 2 * 3', 7],
    ['"a" + 1', 'a1'],
    ['`a${1 + 1}b`', 'a2b'],
    ['-x', -4],
    ['!x', false],
    ['x > 3 ? "big" : "small"', 'big'],
    ['nothing ?? "else"', 'else'],
    ['user.name?.first ?? "you"', 'you'],
    ['list[1]', 'b'],
    ['list.length', 2],
    ['list.map((item, i) => item + i).join("-")', 'a0-b1'],
    ['"a,b".split(",").length', 2],
    ['[...list, "c"].includes("c")', true],
    ['(({ a, ...rest }) => rest.b + a)({ a: 1, b: 2 })', 3],
    ['((n) => { const m = n + 1; return m * 2; })(3)', 8],
    ['typeof x', 'number'],
    ['undefined', undefined],
    ['x.toFixed(1)', '4.0'],
  ])('gives the value of %s', (source, expected) => {
    expect(value(source, { x: 4, nothing: null, user: {}, list: ['a', 'b'] })).toEqual(expected);
  });

  test('makes objects without a way to their prototype', () => {
    const made = value('({ __proto__: 1, a: 2, ["b" + 1]: 3 })') as Record<string, unknown>;
    expect(Object.keys(made)).toEqual(['__proto__', 'a', 'b1']);
    expect(Object.getPrototypeOf(made)).toBe(Object.prototype);
  });

  test('never reaches what a value inherits', () => {
    expect(value('"".constructor')).toBeUndefined();
    expect(value('({}).constructor')).toBeUndefined();
    expect(value('list.constructor', { list: [] })).toBeUndefined();
    expect(() => value('(() => 1).constructor("return 1")()')).toThrow();
    expect(() => value('"".constructor.constructor("return process")()')).toThrow();
  });

  test.each([
    'Math.max(1, 2)',
    'new Date()',
    'x = 1',
    'list.push(1)',
    '/a/.test("a")',
    'async () => 1',
    'function () {}',
    'useState(0)',
    '(() => { for (;;) {} })()',
  ])('leaves %s to the engine', (source) => {
    expect(() => value(source, { x: 1, list: [] })).toThrow(NeedsCompiling);
  });

  test('says which name nobody declares', () => {
    expect(() => value('a.b')).toThrow(UnknownName);
    expect(() => value('a.b')).toThrow('"a" is not defined');
  });

  test('makes elements from JSX, spreads and children in order', () => {
    expect(
      value('<Card title="x" wide {...rest}>a {n} <b/></Card>', { n: 1, rest: { y: 2 } }),
    ).toEqual({
      name: 'Card',
      props: { title: 'x', wide: true, y: 2 },
      children: ['a ', 1, ' ', { name: 'b', props: {}, children: [] }],
    });
  });

  test('ends a function that calls itself for ever', () => {
    expect(() => value('((f) => f(f))((f) => f(f))')).toThrow();
  });
});
