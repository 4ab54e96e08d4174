import { GitHostError, type Repository } from '../git/host.ts';
import type { Db } from '../store/open.ts';
import { type ProjectFacts, sharesRepository } from '../store/projects.ts';

/**
 * The repository of a project, to be read or written to. Decision: a server has one token for all its
 * organizations, so a repository that projects of several organizations name is refused: one could read
 * what belongs to another, and publish pages on its site.
 * @throws GitHostError if it must not be asked for
 */
export async function repositoryOf(db: Db, project: ProjectFacts): Promise<Repository> {
  const { repo_owner: owner, repo_name: name } = project;
  if (owner === null || name === null || !isRepository({ owner, name })) {
    throw new GitHostError(`"${owner}/${name}" is not a repository of GitHub.`, 404);
  }
  if (await sharesRepository(db, project)) {
    throw new GitHostError(sharedByOrganizations(project), 403);
  }
  return { owner, name };
}

/** Other names would lead to other addresses of the API, or to a repository by a second name. */
function isRepository({ owner, name }: Repository): boolean {
  return [owner, name].every((part) => /^(?!\.+$)[\w.-]+$/.test(part)) && !/\.git$/i.test(name);
}

/** Why a repository that projects of several organizations name is left alone. */
export function sharedByOrganizations({
  repo_owner: owner,
  repo_name: name,
}: Pick<ProjectFacts, 'repo_owner' | 'repo_name'>): string {
  return `Projects of several organizations of this server name ${owner}/${name}. Ask the operator which one it belongs to.`;
}
