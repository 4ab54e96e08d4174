import type { Config } from '../../../schema/config/config.ts';
import { isPicture } from '../../../schema/css.ts';
import type { Problem } from '../../../schema/errors.ts';
import type { LocateValue } from '../locate-value.ts';
import { readGround } from './ground.ts';
import { isDrawable } from './limits.ts';

/** What `thumbnails` asks for and the cards can't have. */
export function thumbnailProblems(config: Config, locate: LocateValue): readonly Problem[] {
  const { background, fonts } = config.thumbnails;
  const problems: Problem[] = [];
  if (background !== undefined && isPicture(background)) {
    if (/^https?:/i.test(background) || !isDrawable(background)) {
      problems.push({
        severity: 'warning',
        source: 'site',
        ruleId: 'thumbnails-background',
        ...locate('/thumbnails/background'),
        reason: `Can't draw the image "${background}" on social cards, expected a .png, .jpg, .gif or .svg file of the site.`,
        actual: background,
        note: "Add such a file to the site; until then the cards have the theme's background.",
      });
    }
  } else if (background !== undefined && readGround(background, '#ffffff') === undefined) {
    problems.push({
      severity: 'warning',
      source: 'site',
      ruleId: 'thumbnails-background',
      ...locate('/thumbnails/background'),
      reason: `Can't draw a colour of "${background}" on social cards, expected hex colours, rgb(), hsl(), oklch() or common names.`,
      actual: background,
      note: "The cards have the theme's background instead.",
    });
  }
  if (fonts.family !== undefined && !hasFace(fonts.family, config)) {
    problems.push({
      severity: 'note',
      source: 'site',
      ruleId: 'thumbnails-font',
      ...locate('/thumbnails/fonts/family'),
      reason: `Can't use "${fonts.family}" on social cards, expected a family of \`fonts\` whose \`source\` is a .ttf or .otf file of the site.`,
      actual: fonts.family,
      note: 'The cards use Inter; add the font file to the repository to use your own font.',
    });
  }
  return problems;
}

function hasFace(family: string, { fonts }: Config): boolean {
  const wanted = family.toLowerCase();
  if (wanted === 'inter') return true;
  const { heading, body, ...all } = fonts;
  return [heading, body, all].some(
    (font) =>
      font?.family?.toLowerCase() === wanted &&
      font.source !== undefined &&
      !/^https?:/i.test(font.source) &&
      /\.(ttf|otf)$/i.test(font.source),
  );
}
