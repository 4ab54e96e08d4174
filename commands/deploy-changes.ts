import type { LiveFiles } from '../packages/client/models.ts';
import { addressOf } from '../pipeline/addresses/folders.ts';
import type { Manifest } from '../schema/build.ts';
import { hopFrom } from '../schema/redirect.ts';

/** Paths of the pages that a deployment changes for readers, and addresses that nothing answers any more. */
export interface DeployChanges {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
  readonly lost: readonly string[];
}

/** What readers of the live deployment would notice. */
export function deployChanges(live: LiveFiles, next: Manifest, basePath: string): DeployChanges {
  const before = new Map(live.pages.map((page) => [page.path, page]));
  const added: string[] = [];
  const changed: string[] = [];
  for (const [path, { title, contentHash }] of Object.entries(next.pages)) {
    const old = before.get(path);
    if (!old) added.push(path);
    else if (old.title !== title || old.contentHash !== contentHash) changed.push(path);
  }
  const removed = [...before.keys()].filter((path) => !Object.hasOwn(next.pages, path));
  const lost = removed
    .map((path) => basePath + addressOf(path))
    .filter((address) => !hopFrom(next.redirects, address));
  return { added, changed, removed, lost };
}
