import type { Config } from '../../../schema/config/config.ts';
import { isPicture } from '../../../schema/css.ts';
import type { Problem } from '../../../schema/errors.ts';
import type { LocateValue } from '../locate-value.ts';
import { isDrawable } from './card.ts';
import { readGround } from './ground.ts';

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
        reason: `The picture "${background}" can't be drawn on social cards, expected a .png, .jpg, .gif or .svg file of the site.`,
        actual: background,
        note: "Put such a file next to the pages; until then the cards have the theme's ground.",
      });
    }
  } else if (background !== undefined && readGround(background, '#ffffff') === undefined) {
    problems.push({
      severity: 'warning',
      source: 'site',
      ruleId: 'thumbnails-background',
      ...locate('/thumbnails/background'),
      reason: `A colour of "${background}" can't be drawn on social cards, expected hex colours, rgb(), hsl(), oklch() or common names.`,
      actual: background,
      note: "The cards have the theme's ground instead.",
    });
  }
  if (fonts.family !== undefined && !hasFace(fonts.family, config)) {
    problems.push({
      severity: 'note',
      source: 'site',
      ruleId: 'thumbnails-font',
      ...locate('/thumbnails/fonts/family'),
      reason: `Social cards can't be set in "${fonts.family}", expected a family of \`fonts\` whose \`source\` is a .ttf or .otf file of the site.`,
      actual: fonts.family,
      note: 'The cards are set in Inter; put the font file into the repository to have yours.',
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
