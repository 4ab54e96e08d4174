import { rm } from 'node:fs/promises';
import { removeDeployments } from './output/remove.ts';
import { removeStore } from './search/table.ts';
import { storeOf } from './search/versions.ts';
import { translationsFolder } from './translate/records.ts';

/**
 * Removes what was built up to a deployment: pages, sources, and when nothing newer is live, the index and what
 * `docent translate` has kept.
 */
export async function removeSite(
  out: string,
  last: string,
  options: { readonly now: () => number },
): Promise<void> {
  const isEmpty = await removeDeployments(out, last, options);
  if (!isEmpty) return;
  await removeStore(storeOf(out));
  await rm(translationsFolder(out), { recursive: true, force: true });
}
