import type { Config } from '../../schema/config/config.ts';
import type { Problem } from '../../schema/errors.ts';
import type { Page } from '../../schema/site.ts';
import { type Cache, keyOf } from '../cache/cache.ts';
import type { Locate } from '../config/locate.ts';
import { type IconUse, iconProblem, iconUses, placedIconProblems } from '../site/icon-problems.ts';

/**
 * Icons of `docs.json` and of front matter that are not drawn as their names say. The sets are read only
 * when other icons are named than in the last build.
 */
export async function checkIcons(
  config: Config,
  pages: Iterable<Page>,
  locate: Locate,
  { cache, codeVersion }: { readonly cache: Cache; readonly codeVersion: string },
): Promise<readonly Problem[]> {
  const uses = iconUses(config, pages);
  if (uses.length === 0) return [];
  const { library } = config.icons;
  const keys = [...new Set(uses.map(({ icon, type }) => JSON.stringify([icon, type ?? ''])))];
  const key = keyOf(codeVersion, library, keys.sort().join('\n'));
  const said = await cache.through('icons', key, () =>
    keys.flatMap((use) => {
      const [icon, type] = JSON.parse(use) as [string, string];
      const problem = iconProblem(icon, library, type === '' ? undefined : type);
      return problem ? [[use, problem] as const] : [];
    }),
  );
  const known = new Map(said);
  const find = ({ icon, type }: IconUse) => known.get(JSON.stringify([icon, type ?? '']));
  return placedIconProblems(uses, find, locate);
}
