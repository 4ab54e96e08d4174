import type { ByMode } from './mode.ts';

/** How pages are styled (document 3, styling). */
export interface Styling {
  readonly eyebrows: 'section' | 'breadcrumbs';
  readonly latex: boolean;
  readonly codeblocks: {
    /** `system` follows the page's mode, `dark` is always dark; absent when `theme` is given. */
    readonly mode: 'system' | 'dark';
    /** Names of bundled highlighter themes. */
    readonly theme?: ByMode;
    /** Paths of TextMate grammars (JSON) in the repository. */
    readonly customLanguages: readonly string[];
  };
}
