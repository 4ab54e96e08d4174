import { createHighlighterCore } from 'shiki/core';
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript';
import { bundledLanguages } from 'shiki/langs';
import { bundledThemes } from 'shiki/themes';
import { describe, expect, test } from 'vitest';
import { createTokenizer } from '../../../../pipeline/site/code/tokens.ts';

const theme = 'github-light-default';

async function core(...languages: (keyof typeof bundledLanguages)[]) {
  return createHighlighterCore({
    themes: [await bundledThemes[theme]()],
    langs: languages.map((name) => bundledLanguages[name]),
    engine: createJavaScriptRegexEngine({ forgiving: true }),
  });
}

/** Texts in which the same line means another thing after other lines. */
const texts = {
  javascript: [
    'const a = 1;\n// const a = 1;\nconst b = `\nconst a = 1;\n`;\nconst a = 1;',
    '/*\nconst a = 1;\n*/\nconst a = 1;',
    'const a = 1;\n\n/*',
    'const a = 1;',
    '#!/usr/bin/env node\nconst a = 1;',
    'const a = 1;\n#!/usr/bin/env node',
  ],
  python: [
    '"""\nx = 1\n"""\nx = 1',
    'x = 1\n"""\nx = 1',
    'def f():\n    """x = 1"""\n    x = 1\r\nx = 1',
  ],
  bash: ["cat <<'EOF'\nif true; then\nEOF\nif true; then\n  x\nfi", 'if true; then\nEOF\nfi'],
} as const;

describe('createTokenizer', () => {
  test('gives what the grammar gives for the whole text, whatever texts were before', async () => {
    const languages = ['javascript', 'python', 'bash'] as const;
    const highlighter = await core(...languages);
    const tokenize = createTokenizer(highlighter);
    const rounds = [...languages, ...[...languages].reverse()];
    for (const language of rounds) {
      for (const text of texts[language]) {
        const { tokens } = highlighter.codeToTokens(text, { lang: language, theme });
        const expected = tokens.map((line) =>
          line.map(({ content, color = '', fontStyle = 0 }) => ({
            content,
            color: color.toLowerCase(),
            fontStyle,
          })),
        );
        expect(tokenize(text, language, theme), text).toEqual(expected);
      }
    }
  });

  test('asks the grammar for a line once in each state', async () => {
    const highlighter = await core('javascript');
    const tokenize = createTokenizer(highlighter);
    const grammar = highlighter.getLanguage('javascript');
    const asked: string[] = [];
    const { tokenizeLine2 } = grammar;
    grammar.tokenizeLine2 = (line, ...rest) => {
      asked.push(line);
      return tokenizeLine2.call(grammar, line, ...rest);
    };
    tokenize('a();\nb();\na();\n/*\na();\n*/\na();', 'javascript', theme);
    tokenize('a();\nb();', 'javascript', theme);
    // The first line of a text, a line of code, and a line of a comment are three different things.
    expect(asked).toEqual(['a();', 'b();', 'a();', '/*', 'a();', '*/']);
  });
});
