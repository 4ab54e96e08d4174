import { createHighlighterCore } from 'shiki/core';
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript';
import { bundledLanguages } from 'shiki/langs';
import { grammarOf } from './languages.ts';

/** Finds the words of comments in code: ranges of its text, at most one per line, without `//` and the like. */
export type CommentFinder = (
  code: string,
  language: string,
) => Promise<readonly { readonly start: number; readonly end: number }[]>;

/** Makes a finder that knows comments as the highlighter's grammars do. */
export async function createCommentFinder(): Promise<CommentFinder> {
  const name = 'plain';
  const core = await createHighlighterCore({
    themes: [{ name, type: 'light', settings: [] }],
    langs: [],
    engine: createJavaScriptRegexEngine({ forgiving: true }),
    warnings: false,
  });
  return async (code, language) => {
    const grammar = grammarOf(language);
    if (grammar === undefined || !/[/#\-;%'!<*]/.test(code)) return [];
    try {
      if (!core.getLoadedLanguages().includes(grammar)) {
        await core.loadLanguage(bundledLanguages[grammar as keyof typeof bundledLanguages]);
      }
    } catch {
      return [];
    }
    const { tokens } = core.codeToTokens(code, {
      lang: grammar,
      theme: name,
      includeExplanation: true,
      tokenizeTimeLimit: 0,
    });
    const found: { start: number; end: number }[] = [];
    for (const line of tokens) {
      let open: { start: number; end: number } | undefined;
      for (const token of line) {
        let at = token.offset;
        for (const { content, scopes } of token.explanation ?? []) {
          const names = scopes.map((scope) => scope.scopeName);
          const isWord =
            names.some((scope) => scope.startsWith('comment')) &&
            !names.some((scope) => scope.startsWith('punctuation.definition.comment'));
          const end = at + content.length;
          if (isWord && open && open.end === at) open.end = end;
          else if (isWord) {
            open = { start: at, end };
            found.push(open);
          }
          at = end;
        }
      }
    }
    return found;
  };
}
