import { removeDeployments } from './output/remove.ts';
import { removeStore } from './search/table.ts';
import { storeOf } from './search/versions.ts';

/** Removes what was built up to a deployment: pages, sources, and the index when nothing newer is live. */
export async function removeSite(
  out: string,
  last: string,
  options: { readonly now: () => number },
): Promise<void> {
  const isEmpty = await removeDeployments(out, last, options);
  if (isEmpty) await removeStore(storeOf(out));
}
