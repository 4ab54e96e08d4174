import type { Problem } from '../../schema/errors.ts';
import type { Site } from '../../schema/site.ts';
import type { Locate } from '../config/locate.ts';

/** Links to the repository of a site whose repository is unknown: no page can show them. */
export function repositoryProblems(
  { config, repository }: Pick<Site, 'config' | 'repository'>,
  locate: Locate,
): readonly Problem[] {
  if (repository) return [];
  const { feedback } = config.addons;
  return (['editSuggestions', 'raiseIssues'] as const)
    .filter((field) => feedback[field])
    .map((field) => ({
      severity: 'warning',
      source: 'config',
      ruleId: 'unknown-repository',
      ...locate(`/addons/feedback/${field}`),
      reason: `addons.feedback.${field} has no effect, the site is not in a Git repository with a remote on GitHub, GitLab or Bitbucket`,
      actual: 'true',
      note: 'Build from a clone of the repository, or remove the field.',
    }));
}
