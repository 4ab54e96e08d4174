import type { Config } from '../../schema/config/config.ts';
import type { Footer } from '../../schema/config/footer.ts';
import { languageEntries } from '../../schema/config/language-entries.ts';
import type { LanguageBars } from '../../schema/config/navigation.ts';
import type { Problem } from '../../schema/errors.ts';
import { joinPointer } from '../../schema/pointer.ts';
import type { Locate } from '../config/locate.ts';
import { socialPlatforms } from '../site/social-platforms.ts';
import { nearest } from '../source/nearest.ts';

/** More than anyone links to. */
const mostNames = 200;

/** Names of networks that are nearly those with an icon; any other name is the author's own. */
export function checkNetworks({ footer, navigation }: Config, locate: Locate): Problem[] {
  const ofLanguages = languageEntries(navigation).flatMap(({ entry, parts }) => {
    const { footer: own }: LanguageBars = entry;
    return networkProblems(own, ['navigation', ...parts], locate);
  });
  return [...networkProblems(footer, [], locate), ...ofLanguages];
}

function networkProblems(
  footer: Footer | undefined,
  parts: readonly (string | number)[],
  locate: Locate,
): Problem[] {
  return Object.keys(footer?.socials ?? {})
    .slice(0, mostNames)
    .flatMap((name) => {
      if (Object.hasOwn(socialPlatforms, name.toLowerCase())) return [];
      const near = nearest(name, Object.keys(socialPlatforms));
      if (near === undefined) return [];
      return [
        {
          severity: 'warning',
          source: 'config',
          ruleId: 'unknown-key',
          ...locate(joinPointer([...parts, 'footer', 'socials', name])),
          reason: `Unknown network ${JSON.stringify(name)} in footer.socials; did you mean ${JSON.stringify(near)}?`,
          actual: name,
          expected: [near],
          note: `Rename it to ${JSON.stringify(near)}; until then it has no icon of its own.`,
        },
      ];
    });
}
