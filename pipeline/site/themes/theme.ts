import type { Config } from '../../../schema/config/config.ts';
import type { Problem } from '../../../schema/errors.ts';
import type { HostedFonts } from '../../../schema/site.ts';
import type { LocateValue } from '../locate-value.ts';
import { thumbnailProblems } from '../social/problems.ts';
import { sitePalettes } from './palette.ts';

/** What the theme has to say about a site's settings: grounds and faces that it can't work with. */
export function themeProblems(
  config: Config,
  locate: LocateValue = () => ({ file: 'docs.json' }),
): readonly Problem[] {
  const grounds = sitePalettes(config).problems.map(({ pointer, ...problem }) => ({
    ...problem,
    ...locate(pointer),
  }));
  return [...grounds, ...thumbnailProblems(config, locate)];
}

/** Fonts of other hosts that could not be copied, so that every reader's browser asks for them. */
export function fontProblems(
  config: Config,
  hosted: HostedFonts,
  locate: LocateValue = () => ({ file: 'docs.json' }),
): readonly Problem[] {
  const { heading, body, ...all } = config.fonts;
  const fonts = [
    ['/fonts/source', all.source],
    ['/fonts/heading/source', heading?.source],
    ['/fonts/body/source', body?.source],
  ] as const;
  return fonts.flatMap(([pointer, source]): Problem[] =>
    source && /^https?:/i.test(source) && hosted.sources[source] === undefined
      ? [
          {
            severity: 'warning',
            source: 'site',
            ruleId: 'font-linked',
            ...locate(pointer),
            reason: `Can't copy the font source "${source}", so it is linked: every reader's browser requests it from another server.`,
            actual: source,
            note: 'Add the font file to the repository and use its path as `source`.',
          },
        ]
      : [],
  );
}
