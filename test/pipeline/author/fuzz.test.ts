import fc from 'fast-check';
import { expect, test } from 'vitest';
import { renderMdx } from '../site/render-mdx.ts';

const leaf = fc.constantFrom(
  '1',
  '"a"',
  'null',
  'undefined',
  '[]',
  '({})',
  'this',
  'globalThis',
  'React',
  'Card',
  'props',
  'user',
  'missing',
  'new Date(0)',
  'Symbol.iterator',
  '(() => 1)',
  '<b>x</b>',
  '<Card title="t" />',
  '<></>',
);

/** Expressions that are JavaScript, and mostly make no sense. */
const { expression } = fc.letrec<{ expression: string }>((tie) => ({
  expression: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    leaf,
    fc.tuple(tie('expression'), tie('expression')).map(([a, b]) => `[${a}, ${b}]`),
    fc.tuple(tie('expression'), tie('expression')).map(([a, b]) => `(${a})?.[${b}]`),
    fc.tuple(tie('expression'), tie('expression')).map(([a, b]) => `(${a})(${b})`),
    fc.tuple(tie('expression'), tie('expression')).map(([a, b]) => `(${a}) + (${b})`),
    fc
      .tuple(tie('expression'), tie('expression'))
      .map(([a, b]) => `({ a: ${a}, __proto__: ${b} })`),
    tie('expression').map((a) => `Object.assign(Object.prototype, ${a})`),
    tie('expression').map((a) => `React.createElement(${a}, ${a}, ${a})`),
    tie('expression').map((a) => `<Card {...(${a})} title={${a}}>{${a}}</Card>`),
    tie('expression').map((a) => `<p className={${a}} style={${a}} onClick={${a}}>{${a}}</p>`),
    tie('expression').map((a) => `((x) => { throw ${a} })()`),
    tie('expression').map((a) => `(Array.prototype.map = ${a})`),
    tie('expression').map((a) => `(JSON.stringify = ${a})`),
    tie('expression').map((a) => `new Proxy({}, { get: () => ${a} })`),
  ),
}));

test('whatever an expression is, the page is rendered and the host stays whole', {
  timeout: 180_000,
}, async () => {
  const before = Object.getOwnPropertyNames(Object.prototype).join();
  await fc.assert(
    fc.asyncProperty(expression, async (source) => {
      const body = await renderMdx(`before\n\n<i>{${source}}</i>\n\nafter`);
      expect(body.html).toContain('<p>before</p>');
      expect(body.html).toContain('<p>after</p>');
      expect(body.html).not.toMatch(/<script|\son\w+=/);
      expect(Object.getOwnPropertyNames(Object.prototype).join()).toBe(before);
      for (const { file, severity, place } of body.problems) {
        expect(file).toBe('page.mdx');
        if (severity === 'error') expect(place?.start.line).toBe(3);
      }
    }),
    { numRuns: 300 },
  );
});
