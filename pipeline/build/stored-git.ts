import { openDeployment, readOutline } from '../output/read.ts';
import type { GitFacts } from '../source/git.ts';

/** What the history of a site's folder said when a deployment was built from it. */
export async function storedGit(out: string, id: string): Promise<GitFacts> {
  const { branch, commitSha, repository } = openDeployment(out, id).deployment;
  const dates = new Map<string, string>();
  for await (const { file, updatedAt } of readOutline(out, id)) {
    if (updatedAt !== undefined) dates.set(file, updatedAt);
  }
  return {
    dates,
    ...(branch === '' ? {} : { branch }),
    ...(commitSha === '' ? {} : { commitSha }),
    ...(repository === undefined ? {} : { repository }),
  };
}
