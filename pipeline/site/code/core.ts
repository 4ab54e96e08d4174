import type { HighlighterCore, LanguageInput } from 'shiki';
import { createHighlighterCore } from 'shiki/core';
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript';
import type { CodeTheme } from './tokens.ts';

/** Opens what reads code by grammars, with the site's own. */
export function openCore(
  theme: CodeTheme,
  grammars: readonly LanguageInput[],
): Promise<HighlighterCore> {
  return createHighlighterCore({
    themes: [...theme.passes],
    langs: [...grammars],
    // A pattern that has no JavaScript form is passed over.
    engine: createJavaScriptRegexEngine({ forgiving: true }),
    warnings: false,
  });
}
