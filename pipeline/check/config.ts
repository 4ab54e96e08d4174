import type { Config } from '../../schema/config/config.ts';
import type { ErrorDetail, Problem } from '../../schema/errors.ts';
import type { Site } from '../../schema/site.ts';
import type { ReadConfigOptions } from '../config/include.ts';
import type { Locate } from '../config/locate.ts';
import type { NavigationLookup } from '../config/navigation/resolver.ts';
import { resolveNavigation } from '../config/navigation.ts';
import { type ReadConfigText, readConfig } from '../config/read.ts';
import { checkRedirects, resolveRedirects } from '../config/redirects.ts';
import { resolveVariables } from '../config/variables.ts';
import { themeProblems } from '../site/themes/theme.ts';
import { checkNetworks } from './networks.ts';
import { checkContractAddresses } from './web3.ts';

/** A thousand mistakes are enough to fix at a time. */
const most = 1000;

const mainFile = 'docs.json';

/**
 * Every error of a `docs.json` text that `docent check` finds without the pages, as the API names
 * them. A file of its own, so that a server needs none of what renders pages.
 */
export function checkConfig(
  text: string,
  readRef?: ReadConfigOptions['readRef'],
): readonly ErrorDetail[] {
  const { problems, pathAt } = configProblems(text, readRef);
  return problems
    .filter((problem) => problem.severity === 'error')
    .slice(0, most)
    .map((problem) => ({
      path: problem.file === mainFile && problem.place ? pathAt(problem.place.start.offset) : '',
      code: problem.ruleId,
      message: messageOf(problem),
    }));
}

/** What `docent check` says about a `docs.json` text without knowing the pages, and the path at an offset of it. */
export function configProblems(
  text: string,
  readRef?: ReadConfigOptions['readRef'],
): Pick<ReadConfigText, 'problems' | 'pathAt'> {
  const options = { file: mainFile, ...(readRef ? { readRef } : {}) };
  const { config, locate, problems, pathAt } = readConfig(text, options);
  if (config === undefined) return { problems, pathAt };
  const navigation = resolveNavigation(config, everything(), { locate });
  const found = [
    ...resolveVariables(config, { locate }).problems,
    ...checkRedirects(config, { locate }).problems,
    ...otherProblems(config, locate),
    ...navigation.problems,
  ];
  return { problems: [...problems, ...found], pathAt };
}

/**
 * A site that has whatever a navigation names: what is wrong in it then is wrong in `docs.json` alone. Paths of
 * operations are in their descriptions, so each is treated as a separate one.
 */
function everything(): NavigationLookup {
  let operations = 0;
  const path = () => {
    operations += 1;
    return `operation-${operations}`;
  };
  return {
    page: () => ({ hidden: false }),
    operation: path,
    operations: () => [{ path: path() }],
  };
}

function messageOf({ file, place, reason, note }: Problem): string {
  const where = file === mainFile ? '' : `${file}${place ? `:${place.start.line}` : ''}: `;
  return `${where}${reason}${note ? `${/[.?!]$/.test(reason) ? '' : '.'} ${note}` : ''}`;
}

/** What follows from the configuration alone: variables, redirects, colours. */
export function resolveConfigParts(
  config: Config,
  locate: Locate,
): Pick<Site, 'variables' | 'redirects'> & { readonly problems: readonly Problem[] } {
  const { values: variables, problems: ofVariables } = resolveVariables(config, { locate });
  const { redirects, problems: ofRedirects } = resolveRedirects(config, { locate });
  return {
    variables,
    redirects,
    problems: [...ofVariables, ...ofRedirects, ...otherProblems(config, locate)],
  };
}

function otherProblems(config: Config, locate: Locate): readonly Problem[] {
  return [
    ...themeProblems(config, locate),
    ...checkNetworks(config, locate),
    ...checkContractAddresses(config, locate),
  ];
}
