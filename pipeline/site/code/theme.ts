import { closest } from 'fastest-levenshtein';
import { bundledThemes } from 'shiki/themes';
import type { Config } from '../../../schema/config/config.ts';
import type { Place, Problem } from '../../../schema/errors.ts';
import { given } from '../../../schema/given.ts';
import { contrast, fitColor, toLch } from '../themes/color.ts';
import { inDarkMode, type StyleRule } from '../themes/modes.ts';
import type { Palette } from '../themes/palette.ts';
import { readVariablesTheme, variablesTheme } from './css-variables.ts';
import {
  boxes,
  type CodeTheme,
  inBox,
  type Rule,
  registration,
  shapes,
  slot,
  slotNumber,
} from './tokens.ts';

interface Theme {
  readonly name: string;
  readonly type: string;
  readonly ground: string;
  readonly ink: string;
  readonly rules: readonly Rule[];
}

const defaultPair = { light: 'github-light-default', dark: 'github-dark-default' };

/** Reads the themes that `styling.codeblocks` names. */
export async function readCodeTheme(styling: Config['styling']): Promise<CodeTheme> {
  const { mode, theme } = styling.codeblocks;
  const names =
    theme ?? (mode === 'dark' ? { light: defaultPair.dark, dark: defaultPair.dark } : defaultPair);
  if (names.light === variablesTheme || names.dark === variablesTheme) return readVariablesTheme();
  const light = await readTheme(names.light, defaultPair.light);
  const dark = await readTheme(names.dark, defaultPair.dark);
  const fixed = theme !== undefined || mode === 'dark';
  return shareRules(light, dark) ? merged(light, dark, fixed) : separate(light, dark, fixed);
}

/** Whether a name is one of the bundled themes. */
function isCodeTheme(name: string): boolean {
  return Object.hasOwn(bundledThemes, name);
}

async function readTheme(name: string, fallback: string): Promise<Theme> {
  const known = isCodeTheme(name) ? name : fallback;
  const load = bundledThemes[known as keyof typeof bundledThemes];
  const theme = (await load()).default;
  const settings = theme.settings ?? theme.tokenColors ?? [];
  const plain = settings.find((setting) => !setting.scope)?.settings;
  return {
    name: known,
    type: theme.type ?? 'light',
    ground:
      hex(theme.colors?.['editor.background']) ?? (theme.type === 'dark' ? '#171a17' : '#ffffff'),
    ink: hex(theme.colors?.['editor.foreground'] ?? plain?.foreground) ?? '#888888',
    rules: settings.flatMap((setting) => {
      if (!setting.scope) return [];
      const color = hex(setting.settings?.foreground);
      const { fontStyle } = setting.settings ?? {};
      return [
        {
          scope: Array.isArray(setting.scope) ? setting.scope : setting.scope.split(','),
          ...given({ color, fontStyle }),
        },
      ];
    }),
  };
}

/** `#rgb`, `#rrggbb` or `#rrggbbaa` as `#rrggbb`. */
function hex(color: string | undefined): string | undefined {
  if (color === undefined || !/^#[0-9a-f]{3,8}$/i.test(color)) return undefined;
  if (color.length <= 5) {
    return `#${[...color.slice(1, 4)].map((digit) => digit + digit).join('')}`.toLowerCase();
  }
  return color.slice(0, 7).toLowerCase();
}

function shareRules(light: Theme, dark: Theme): boolean {
  return (
    light.rules.length === dark.rules.length &&
    light.rules.every((rule, index) => {
      const other = dark.rules[index];
      return (
        rule.scope.join() === other?.scope.join() &&
        (rule.color === undefined) === (other.color === undefined) &&
        rule.fontStyle === other.fontStyle
      );
    })
  );
}

/** One pass over the code; a token's colour names the pair of colours it has in the two modes. */
function merged(light: Theme, dark: Theme, fixed: boolean): CodeTheme {
  const pairs: [string, string][] = [];
  const numberOf = (pair: [string, string]): number => {
    const known = pairs.findIndex((other) => other[0] === pair[0] && other[1] === pair[1]);
    return known >= 0 ? known : pairs.push(pair) - 1;
  };
  const rules = light.rules.map((rule, index) => {
    const other = dark.rules[index]?.color;
    return rule.color === undefined || other === undefined
      ? rule
      : { ...rule, color: slot(numberOf([rule.color, other])) };
  });
  return {
    key: `${light.name}+${dark.name}`,
    passes: [registration('docent', light, rules)],
    ...(fixed ? { grounds: { light: light.ground, dark: dark.ground } } : {}),
    classOf: ([color = '']) => {
      const number = slotNumber(color);
      return number === undefined ? '' : `t${number}`;
    },
    styleSheet: (palettes) => {
      const look = { light, dark, fixed, palettes };
      return sheet(
        look,
        pairs.map(([day], index): StyleRule => [inBox(`.t${index}`), token(day, 'light', look)]),
        pairs.map(
          ([, night], index): StyleRule => [inBox(`.t${index}`), token(night, 'dark', look)],
        ),
      );
    },
  };
}

/** Themes with different rules need a pass each; a token then has a class of each. */
function separate(light: Theme, dark: Theme, fixed: boolean): CodeTheme {
  const tables = [light, dark].map((theme) => [
    ...new Set(theme.rules.flatMap((rule) => rule.color ?? [])),
  ]);
  const passes = [light, dark].map((theme, pass) =>
    registration(
      pass === 0 ? 'docent-light' : 'docent-dark',
      theme,
      theme.rules.map((rule) =>
        rule.color === undefined
          ? rule
          : { ...rule, color: slot(tables[pass]?.indexOf(rule.color) ?? 0) },
      ),
    ),
  );
  return {
    key: `${light.name}|${dark.name}`,
    passes,
    ...(fixed ? { grounds: { light: light.ground, dark: dark.ground } } : {}),
    classOf: ([day = '', night = '']) => {
      const [light, dark] = [slotNumber(day), slotNumber(night)];
      const inLight = light === undefined ? '' : `l${light}`;
      if (dark !== undefined) return `${inLight} d${dark}`.trim();
      // The dark theme leaves the token in its ink, whatever the light one does.
      return inLight && `${inLight} dn`;
    },
    styleSheet: (palettes) => {
      const look = { light, dark, fixed, palettes };
      const [days = [], nights = []] = tables;
      return sheet(
        look,
        days.map((color, index): StyleRule => [inBox(`.l${index}`), token(color, 'light', look)]),
        [
          [inBox('.dn'), 'color:inherit'],
          ...nights.map(
            (color, index): StyleRule => [inBox(`.d${index}`), token(color, 'dark', look)],
          ),
        ],
      );
    },
  };
}

interface Look {
  readonly light: Theme;
  readonly dark: Theme;
  /** Whether code is on the grounds of its themes. */
  readonly fixed: boolean;
  readonly palettes: { readonly light: Palette; readonly dark: Palette };
}

function sheet(look: Look, light: readonly StyleRule[], dark: readonly StyleRule[]): string {
  const { fixed } = look;
  const day: StyleRule[] = [...(fixed ? [[boxes, frame('light', look)] as const] : []), ...light];
  const night: StyleRule[] = [...(fixed ? [[boxes, frame('dark', look)] as const] : []), ...dark];
  const rules = day.map(([selector, declarations]) => `${selector}{${declarations}}`).join('');
  // Paper is light: a theme that is dark in both modes leaves code on paper without colours.
  const onPaper = !fixed || isLight(look.light.ground);
  const same = JSON.stringify(day) === JSON.stringify(night);
  return [shapes, onPaper ? rules : `@media screen{${rules}}`, same ? '' : inDarkMode(night)].join(
    '\n',
  );
}

/** Tokens of the site's palette that boxes of code use, besides their ground and ink. */
const framed = [
  'bg',
  'hover',
  'active',
  'border',
  'line',
  'heading',
  'muted',
  'accent-text',
  'accent-mark',
  'check-bg',
  'check-ink',
  'danger-bg',
  'danger-ink',
  'info-ink',
  'tip-ink',
] as const;

/** A named theme brings its own ground and ink, and everything on it is fitted to that ground. */
function frame(mode: 'light' | 'dark', look: Look): string {
  const { ground, ink } = look[mode];
  const palette = look.palettes[mode];
  return [
    `--code:${ground}`,
    `--text:${readable(ink, groundsOf(mode, look))}`,
    ...framed.map((name) => `--${name}:${palette[name]}`),
    `color-scheme:${isLight(ground) ? 'light' : 'dark'}`,
    'color:var(--text)',
  ].join(';');
}

function token(color: string, mode: 'light' | 'dark', look: Look): string {
  return `color:${readable(color, groundsOf(mode, look))}`;
}

/** Of a line as it is, and of one that is marked, added or removed. */
function groundsOf(mode: 'light' | 'dark', { [mode]: theme, fixed, palettes }: Look): string[] {
  const palette = palettes[mode];
  const lines = [palette.active, palette['check-bg'], palette['danger-bg']];
  return [fixed ? theme.ground : palette.code, ...lines].filter((ground) => ground !== undefined);
}

/** The colour itself where it can be read, else the nearest that can. */
function readable(color: string, grounds: readonly string[]): string {
  if (grounds.every((ground) => contrast(color, ground) >= 4.5)) return color;
  return fitColor(toLch(color), grounds, 4.5, isLight(grounds[0] ?? '#ffffff') ? -1 : 1);
}

function isLight(color: string): boolean {
  return toLch(color).l > 0.6;
}

/** Names in `styling.codeblocks.theme` that the highlighter does not have. */
export function codeThemeProblems(
  config: Config,
  locate: (pointer: string) => { readonly file: string; readonly place?: Place } = () => ({
    file: 'docs.json',
  }),
): Problem[] {
  const { theme } = config.styling.codeblocks;
  if (theme === undefined) return [];
  const names = Object.keys(bundledThemes);
  return [...new Set([theme.light, theme.dark])].flatMap((name) => {
    if (isCodeTheme(name) || name === variablesTheme) return [];
    const near = closest(name, names);
    return [
      {
        severity: 'warning',
        source: 'site',
        ruleId: 'unknown-code-theme',
        ...locate('/styling/codeblocks/theme'),
        reason: `Unknown highlighter theme "${name}"; did you mean "${near}"?`,
        actual: name,
        expected: [near],
        note: 'The default theme is used until the name is corrected.',
      } satisfies Problem,
    ];
  });
}
