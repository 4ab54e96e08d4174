import { git } from '../source/git.ts';

/**
 * Files of a folder that Git takes for renamed since a commit: old path → new path. Empty without Git,
 * or when the commit is not known here.
 */
export async function renamedSince(
  dir: string,
  commit: string,
): Promise<ReadonlyMap<string, string>> {
  if (!/^[0-9a-f]{40,64}$/.test(commit)) return new Map();
  const answer = await git(dir, [
    ...['diff', '--no-ext-diff', '--no-textconv', '--name-status', '-z', '-M', '--diff-filter=R'],
    ...['--relative', commit, '--', '.'],
  ]);
  const parts = answer?.split('\0') ?? [];
  const renamed = new Map<string, string>();
  for (let at = 0; at + 2 < parts.length; at += 3) {
    const [, from = '', to = ''] = parts.slice(at, at + 3);
    renamed.set(from.normalize('NFC'), to.normalize('NFC'));
  }
  return renamed;
}
