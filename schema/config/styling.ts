import { given } from '../given.ts';
import type { JsonSchema } from '../json-schema.ts';
import { choice, flag, list, object, text } from './field.ts';
import type { ByMode } from './mode.ts';
import { byModeSchema, readByMode } from './mode.ts';
import type { ThemeName } from './themes.ts';

/** Styling of pages. */
export interface Styling {
  readonly eyebrows: 'section' | 'breadcrumbs';
  /** Absent: only pages that plainly use math get it. */
  readonly latex?: boolean;
  readonly codeblocks: {
    /** `system` follows the page's mode, `dark` is always dark; absent if `theme` is set. */
    readonly mode: 'system' | 'dark';
    /** Names of bundled highlighter themes. */
    readonly theme?: ByMode;
    /** Paths of TextMate grammars (JSON) in the repository. */
    readonly customLanguages: readonly string[];
  };
}

/** Schema of `styling`. */
export const stylingSchema: JsonSchema = object('Styling of pages.', {
  eyebrows: choice('What is shown above the title.', ['section', 'breadcrumbs'], {
    default: 'section',
  }),
  latex: flag(
    'Renders `$…$` as math; `false` never does (default: on pages that clearly contain formulas).',
  ),
  codeblocks: {
    description: 'Follow the mode of the page, always dark, or named highlighter themes.',
    default: 'system',
    examples: ['dark', { theme: { light: 'github-light', dark: 'github-dark' } }],
    anyOf: [
      choice('Mode of code blocks.', ['system', 'dark']),
      object('Themes and grammars.', {
        theme: byModeSchema(
          'Highlighter theme: a name, or one for each mode.',
          text('Name of a bundled theme, or `css-variables`.', { minLength: 1 }),
        ),
        languages: object('Languages.', {
          custom: list('Custom grammars: TextMate JSON files.', text('Path.')),
        }),
      }),
    ],
  },
});

/** What an author may write as `styling`. */
export interface WrittenStyling {
  readonly eyebrows?: Styling['eyebrows'];
  readonly latex?: boolean;
  readonly codeblocks?:
    | string
    | {
        readonly theme?: string | ByMode;
        readonly languages?: { readonly custom?: readonly string[] };
      };
}

/** `styling` with its defaults: the theme `atlas` has dark code where nothing is written. */
export function readStyling(written: WrittenStyling = {}, theme: ThemeName = 'mint'): Styling {
  const { codeblocks } = written;
  const own = typeof codeblocks === 'object' ? codeblocks : {};
  const named = own.theme === 'system' || own.theme === 'dark' ? undefined : own.theme;
  const wanted = typeof codeblocks === 'object' ? own.theme : codeblocks;
  const dark = wanted === 'dark' || (wanted === undefined && theme === 'atlas');
  return given({
    eyebrows: written.eyebrows ?? 'section',
    latex: written.latex,
    codeblocks: given({
      mode: dark ? ('dark' as const) : ('system' as const),
      theme: named === undefined ? undefined : readByMode(named),
      customLanguages: own.languages?.custom ?? [],
    }),
  });
}
