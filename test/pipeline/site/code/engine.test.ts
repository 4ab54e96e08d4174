import { createHighlighterCore } from 'shiki/core';
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript';
import { bundledLanguages } from 'shiki/langs';
import { bundledThemes } from 'shiki/themes';
import { expect, test } from 'vitest';
import { createEngine } from '../../../../pipeline/site/code/engine.ts';

const samples = {
  tsx: `const a = f(g([1, \`x\${h({ b: "c" })}\`]), <A b={(c) => <D>{c}</D>}>{"e"} f</A>); // (g)`,
  python:
    '@d(1)\nasync def f(a: list[int] = [g(x) for x in (1, 2)]) -> str:\n    return f"{a[0]!r:>{w}} é"',
  bash: `for f in $(ls "\${A:-$(pwd)}"); do echo "$f" | sed -e 's/(a)/b/'; done # done`,
  json: '{ "a": [1, { "b": "\\u00e9" }], "c": null }',
  markdown: '# a `b` *c **d***\n\n```js\nf(g(1));\n```\n\n> [e](f "g")',
  yaml: 'a: &b\n  - c: "d" # e\n  - <<: *b\n    f: |\n      g',
};

test('gives the tokens of the highlighter’s own engine', async () => {
  const theme = (await bundledThemes['github-light-default']()).default;
  const languages = Object.keys(samples) as (keyof typeof samples)[];
  const langs = languages.map((name) => bundledLanguages[name]);
  const [ours, theirs] = await Promise.all(
    [createEngine(), createJavaScriptRegexEngine({ forgiving: true })].map((engine) =>
      createHighlighterCore({ themes: [theme], langs, engine, warnings: false }),
    ),
  );
  for (const lang of languages) {
    const options = {
      lang,
      theme: 'github-light-default',
      includeExplanation: true,
      // On a busy machine a line may take longer than the library waits for it.
      tokenizeTimeLimit: 0,
    } as const;
    const expected = theirs?.codeToTokens(samples[lang], options).tokens;
    expect(expected?.flat().length, lang).toBeGreaterThan(8);
    expect(ours?.codeToTokens(samples[lang], options).tokens, lang).toEqual(expected);
  }
});

/** A pattern that counts its searches. */
function counted(source: string): { readonly regexp: RegExp; searches(): number } {
  let searches = 0;
  class Counted extends RegExp {
    override exec(text: string) {
      searches++;
      return super.exec(text);
    }
  }
  return { regexp: new Counted(source, 'dg'), searches: () => searches };
}

test('searches a text once for all scanners with the pattern', () => {
  const engine = createEngine();
  const { regexp, searches } = counted('b');
  const scanners = [engine.createScanner([regexp]), engine.createScanner(['x', regexp])];
  const text = engine.createString('aabab');
  const found = (scanner = scanners[0], start = 0, string = text) =>
    scanner?.findNextMatchSync(string, start, 0)?.captureIndices[0]?.start;
  expect([found(), found(scanners[1], 1), found(scanners[1], 2)]).toEqual([2, 2, 2]);
  expect(searches()).toBe(1);
  expect(found(scanners[0], 3)).toBe(4);
  // Before where the last search began.
  expect(found(scanners[0], 1)).toBe(2);
  expect(searches()).toBe(3);
  expect([found(scanners[0], 5), found(scanners[1], 5)]).toEqual([undefined, undefined]);
  expect(searches()).toBe(4);
  expect(found(scanners[0], 0, engine.createString('b'))).toBe(0);
});

test('searches again for a pattern that looks where the search begins', () => {
  const engine = createEngine();
  const scanner = engine.createScanner(['\\Gb']);
  const text = engine.createString('abb');
  const found = (start: number) =>
    scanner.findNextMatchSync(text, start, 0)?.captureIndices[0]?.start;
  expect([found(0), found(1), found(2)]).toEqual([undefined, 1, 2]);
});

test('takes the first of two patterns found in one place, and passes over what it can’t read', () => {
  const engine = createEngine();
  const scanner = engine.createScanner(['(', 'b(c)?', 'b', 'a?b']);
  const match = scanner.findNextMatchSync(engine.createString('xxb'), 0, 0);
  expect(match?.index).toBe(1);
  expect(match?.captureIndices[0]).toEqual({ start: 2, end: 3, length: 1 });
  // A group that took no part.
  expect(match?.captureIndices[1]?.length).toBe(0);
});
