import { given } from '../../../schema/given.ts';
import { inDarkMode } from '../themes/modes.ts';
import type { Palette } from '../themes/palette.ts';
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

/** Name of the theme whose colours are in the style sheets of a site. */
export const variablesTheme = 'css-variables';

/**
 * Code in the colours of custom properties that authors set, such as `--mint-token-keyword`: the names are those of the
 * related dialect. Tokens without one have the colour of text.
 */
export async function readVariablesTheme(): Promise<CodeTheme> {
  const { createCssVariablesTheme } = await import('shiki/core');
  const { tokenColors = [] } = createCssVariablesTheme({ variablePrefix: '--mint-' });
  const names: string[] = [];
  const rules = tokenColors.map(({ scope = [], settings }): Rule => {
    const [name] = /--mint-token-[\w-]+/.exec(settings.foreground ?? '') ?? [];
    if (name !== undefined && !names.includes(name)) names.push(name);
    const color = name === undefined ? undefined : slot(names.indexOf(name));
    const scopes = typeof scope === 'string' ? scope.split(',') : scope;
    return { scope: scopes, ...given({ color, fontStyle: settings.fontStyle }) };
  });
  const tokens = names.map((name, index) => `${inBox(`.t${index}`)}{color:var(${name},inherit)}`);
  return {
    key: variablesTheme,
    passes: [registration('docent', { type: 'light' }, rules)],
    classOf: ([color = '']) => {
      const number = slotNumber(color);
      return number === undefined ? '' : `t${number}`;
    },
    styleSheet: ({ light, dark }) =>
      [
        shapes,
        // The colours may be for a dark ground, which paper has not.
        `@media screen{${boxes}{${colors(light)};${mixed}}${tokens.join('')}}`,
        inDarkMode([[boxes, colors(dark)]]),
      ].join(''),
  };
}

/** Ground and text, those of the site where an author sets none. */
function colors({ code, text }: Palette): string {
  return `--code:var(--mint-color-background,${code});--text:var(--mint-color-text,${text})`;
}

/** A build knows none of the colours: what else is on the ground is mixed from it and the text. */
const mixed = [
  'color:var(--text)',
  ...[
    'heading',
    'accent-text',
    'accent-mark',
    'check-ink',
    'danger-ink',
    'info-ink',
    'tip-ink',
  ].map((name) => `--${name}:var(--text)`),
  '--bg:var(--code)',
  mix('muted', 'var(--text) 75%'),
  mix('line', 'var(--text) 40%'),
  mix('border', 'var(--text) 20%'),
  mix('active', 'var(--text) 14%'),
  mix('hover', 'var(--text) 10%'),
  mix('check-bg', '#2a9d4a 25%'),
  mix('danger-bg', '#d43c3c 25%'),
].join(';');

function mix(name: string, share: string): string {
  return `--${name}:color-mix(in srgb,${share},var(--code))`;
}
