import type { Config, ThemeName } from '../../../schema/config/config.ts';
import type { Problem } from '../../../schema/errors.ts';
import { sitePalettes } from './palette.ts';

/** A theme: tokens (`palette.ts`, `styles.ts`) and a layout recipe. */
export interface Theme {
  readonly name: ThemeName;
  /** Widths in CSS pixels that the shell's rules are written for. */
  readonly recipe: {
    readonly header: 'bar';
    readonly sidebar: 'start';
    readonly contents: 'end';
  };
}

const mint: Theme = {
  name: 'mint',
  recipe: { header: 'bar', sidebar: 'start', contents: 'end' },
};

// Decision: one theme is finished; the other names of document 3 borrow it until theirs follow.
const finished: Partial<Record<ThemeName, Theme>> = { mint };

/** The theme of a site. */
export function themeOf(config: Config): Theme {
  return finished[config.theme] ?? mint;
}

/** What the theme has to say about a site's settings: unfinished theme, hard grounds, linked fonts. */
export function themeProblems(config: Config): readonly Problem[] {
  const problems: Problem[] = [...sitePalettes(config).problems];
  if (!finished[config.theme])
    problems.push({
      severity: 'note',
      source: 'site',
      ruleId: 'theme-borrowed',
      file: 'docs.json',
      reason: `The theme "${config.theme}" has no look of its own yet: pages are shown with "mint".`,
      actual: config.theme,
      note: 'Nothing to do; write "mint" to silence this note.',
    });
  const { heading, body, ...all } = config.fonts;
  for (const font of [all, heading, body])
    if (font?.source && /^https?:/i.test(font.source))
      problems.push({
        severity: 'warning',
        source: 'site',
        ruleId: 'font-linked',
        file: 'docs.json',
        reason: `The font source "${font.source}" is linked, so that every reader's browser asks another server for it.`,
        actual: font.source,
        note: 'Put the font file into the repository and name its path in `source`.',
      });
  return problems;
}
