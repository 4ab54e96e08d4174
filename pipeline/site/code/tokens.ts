import type { HighlighterCore } from 'shiki';
import { EncodedTokenMetadata, INITIAL, type StateStackImpl } from 'shiki/textmate';

/** A run of one style. */
export interface Token {
  readonly content: string;
  /** As the theme has it, in lower case; empty for the text's own. */
  readonly color: string;
  /** Bits: 1 italic, 2 bold, 4 underlined. */
  readonly fontStyle: number;
}

/** Where a grammar is between two lines, and what it has made of lines from there. */
interface State {
  readonly stack: StateStackImpl;
  readonly lines: Map<string, { readonly tokens: readonly Token[]; readonly next: State }>;
}

type Grammar = ReturnType<HighlighterCore['getLanguage']>;

/** Lines remembered before all are forgotten. */
const mostLines = 20_000;

/**
 * Makes a tokenizer whose work on a line is remembered: what a grammar makes of a line depends on the
 * line and on the state that the lines before have left it in, and code is full of lines that were
 * there before (closing brackets, imports, the same call).
 */
export function createTokenizer(
  core: HighlighterCore,
): (code: string, language: string, theme: string) => readonly (readonly Token[])[] {
  // A grammar that learns another language is a new object.
  let states = new WeakMap<Grammar, Map<string, Map<string, State[]>>>();
  let remembered = 0;

  const stateOf = (stack: StateStackImpl, grammar: Grammar, theme: string): State => {
    const ofGrammar = states.get(grammar) ?? new Map<string, Map<string, State[]>>();
    states.set(grammar, ofGrammar);
    const ofTheme = ofGrammar.get(theme) ?? new Map<string, State[]>();
    ofGrammar.set(theme, ofTheme);
    const key = keyOf(stack);
    const alike = ofTheme.get(key) ?? [];
    ofTheme.set(key, alike);
    const known = alike.find((state) => state.stack.equals(stack));
    if (known) return known;
    const state: State = { stack, lines: new Map() };
    alike.push(state);
    return state;
  };

  return (code, language, themeName) => {
    const { colorMap } = core.setTheme(themeName);
    const grammar = core.getLanguage(language);
    if (remembered > mostLines) {
      states = new WeakMap();
      remembered = 0;
    }
    let state = stateOf(INITIAL as StateStackImpl, grammar, themeName);
    return code.split(/\r?\n/).map((line) => {
      if (line === '') return [];
      let found = state.lines.get(line);
      if (found === undefined) {
        const { tokens, ruleStack } = grammar.tokenizeLine2(line, state.stack, 0);
        const next = stateOf(ruleStack as StateStackImpl, grammar, themeName);
        found = { tokens: readTokens(line, tokens, colorMap), next };
        state.lines.set(line, found);
        remembered++;
      }
      state = found.next;
      return found.tokens;
    });
  };
}

/** What `equals` does not compare, and most of what it does: few states share a key. */
function keyOf(stack: StateStackImpl): string {
  if (stack === INITIAL) return '';
  return `${stack.depth} ${stack.beginRuleCapturedEOL} ${stack.endRule}`;
}

/** Pairs of a start and a style, as the grammar gives them. */
function readTokens(line: string, pairs: Uint32Array, colorMap: readonly string[]): Token[] {
  const tokens: Token[] = [];
  for (let index = 0; index < pairs.length; index += 2) {
    const content = line.slice(pairs[index], pairs[index + 2]);
    if (content === '') continue;
    const style = pairs[index + 1] ?? 0;
    tokens.push({
      content,
      color: (colorMap[EncodedTokenMetadata.getForeground(style)] ?? '').toLowerCase(),
      fontStyle: EncodedTokenMetadata.getFontStyle(style),
    });
  }
  return tokens;
}
