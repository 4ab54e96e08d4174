import type { HighlighterCore, LanguageInput, ThemedToken } from 'shiki';
import { bundledLanguages } from 'shiki/langs';
import { escapeHtml } from '../../../schema/html.ts';
import type { RenderCache } from '../components/page-context.ts';
import { grammarOf, namesOf } from './languages.ts';
import type { CodeTheme } from './tokens.ts';

/** Colours code; grammars are loaded when a page first needs them. */
export interface Highlighter {
  /**
   * HTML of a text, its lines split by `\n` as in the text. When the grammar is not loaded yet, the
   * text comes back plain and the language is in `missing`.
   */
  highlight(code: string, language: string, missing: Set<string>): string;
  load(languages: Iterable<string>): Promise<void>;
}

/** Beyond these, colours cost more than they give. */
const maximalLines = 2000;
const maximalLine = 5000;

/** Version of the markup, part of every cache key. */
const version = 3;

/** Makes a highlighter; `grammars` are the site's own (`styling.codeblocks.customLanguages`). */
export async function createHighlighter(
  theme: CodeTheme,
  cache: RenderCache,
  grammars: readonly LanguageInput[] = [],
): Promise<Highlighter> {
  let core: HighlighterCore | undefined;
  let opened: Promise<HighlighterCore> | undefined;
  // After an edit, most code of a page is remembered: nothing is loaded to colour it.
  const open = async (): Promise<HighlighterCore> => {
    opened ??= import('./core.ts').then(({ openCore }) => openCore(theme, grammars));
    core = await opened;
    return core;
  };
  const loaded = new Set(grammars.length > 0 ? (await open()).getLoadedLanguages() : []);
  const refused = new Set<string>();
  const lazy = new Map<string, readonly string[]>();
  // A grammar colours languages inside its own only when those happen to be loaded. So that a text
  // never depends on the texts before it, what it names is loaded with it.
  const embedded = (grammar: string, code: string): string[] => {
    const names = lazy.get(grammar) ?? [];
    if (names.length === 0) return [];
    const always = alwaysEmbedded[grammar] ?? [];
    const words = new Set(code.toLowerCase().match(/[a-z][\w+#-]*/g));
    return names.filter(
      (name) =>
        always.includes(name) || namesOf(name).some((word) => words.has(word.toLowerCase())),
    );
  };
  const knownGrammar = (language: string): string | undefined =>
    loaded.has(language) ? language : grammarOf(language);

  return {
    highlight(code, language, missing) {
      const grammar = knownGrammar(language);
      if (grammar === undefined || refused.has(grammar) || isHuge(code)) return escapeHtml(code);
      const key = `code:${version}:${theme.key}:${grammar}:${code}`;
      const known = cache.get(key);
      if (known !== undefined) return known;
      const wanted = loaded.has(grammar) ? embedded(grammar, code) : [grammar];
      const absent = wanted.filter((name) => !loaded.has(name) && !refused.has(name));
      if (!core || absent.length > 0) {
        for (const name of absent) missing.add(name);
        return escapeHtml(code);
      }
      const html = colour(core, theme, code, grammar);
      cache.set(key, html);
      return html;
    },
    async load(languages) {
      for (const language of languages) {
        const grammar = knownGrammar(language);
        if (grammar === undefined || loaded.has(grammar)) continue;
        const reader = await open();
        try {
          const { default: grammars } =
            await bundledLanguages[grammar as keyof typeof bundledLanguages]();
          for (const one of grammars) lazy.set(one.name, one.embeddedLangsLazy ?? []);
          const own = grammars.at(-1);
          if (own) lazy.set(grammar, own.embeddedLangsLazy ?? []);
          await reader.loadLanguage(grammars);
          for (const name of reader.getLoadedLanguages()) loaded.add(name);
          loaded.add(grammar);
        } catch {
          // A grammar that does not load leaves its code plain.
          refused.add(grammar);
        }
      }
    },
  };
}

/** Languages that need not be named to be there. */
const alwaysEmbedded: Readonly<Record<string, readonly string[]>> = {
  mdx: ['tsx', 'yaml'],
  markdown: ['html', 'yaml'],
  md: ['html', 'yaml'],
};

function isHuge(code: string): boolean {
  let lines = 0;
  let start = 0;
  while (start <= code.length) {
    const end = code.indexOf('\n', start);
    const length = (end < 0 ? code.length : end) - start;
    if (length > maximalLine || ++lines > maximalLines) return true;
    if (end < 0) return false;
    start = end + 1;
  }
  return false;
}

function colour(core: HighlighterCore, theme: CodeTheme, code: string, grammar: string): string {
  const [first = [], second] = theme.passes.map((pass) =>
    // Without a limit of time: a busy machine must not change what a page looks like.
    core.codeToTokensBase(code, { lang: grammar, theme: pass.name ?? '', tokenizeTimeLimit: 0 }),
  );
  return first
    .map((line, row) =>
      second
        ? lineOf(split(line, second[row] ?? []), theme)
        : lineOf(
            line.map((token) => [token]),
            theme,
          ),
    )
    .join('\n');
}

/** Two tokenisations of one line cut at the ends of both. */
function split(left: readonly ThemedToken[], right: readonly ThemedToken[]): ThemedToken[][] {
  const pieces: ThemedToken[][] = [];
  let [i, j, x, y] = [0, 0, 0, 0];
  while (true) {
    const a = left[i];
    const b = right[j];
    if (!a || !b) return pieces;
    const length = Math.min(a.content.length - x, b.content.length - y);
    const content = a.content.slice(x, x + length);
    pieces.push([
      { ...a, content },
      { ...b, content },
    ]);
    x += length;
    y += length;
    if (x >= a.content.length) [i, x] = [i + 1, 0];
    if (y >= b.content.length) [j, y] = [j + 1, 0];
  }
}

/** Neighbours with the same class share an element; spaces take any class. */
function lineOf(tokens: readonly (readonly ThemedToken[])[], theme: CodeTheme): string {
  let html = '';
  let open = '';
  let text = '';
  const close = () => {
    if (text === '') return;
    html += open === '' ? escapeHtml(text) : `<span class="${open}">${escapeHtml(text)}</span>`;
    text = '';
  };
  for (const piece of tokens) {
    const content = piece[0]?.content ?? '';
    if (content.trim() === '') {
      text += content;
      continue;
    }
    const name = className(piece, theme);
    if (name !== open) {
      close();
      open = name;
    }
    text += content;
  }
  close();
  return html;
}

function className(piece: readonly ThemedToken[], theme: CodeTheme): string {
  const base = theme.classOf(piece.map((token) => token.color?.toLowerCase() ?? ''));
  const style = piece[0]?.fontStyle ?? 0;
  if (style <= 0) return base;
  const extra = `${style & 1 ? ' ti' : ''}${style & 2 ? ' tb' : ''}${style & 4 ? ' tu' : ''}`;
  return (base + extra).trim();
}
