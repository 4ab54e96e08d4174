import { pageAddress } from './address.ts';
import type { Manifest, ManifestPage } from './build.ts';
import { hopFrom } from './redirect.ts';

/** Paths of the pages that a deployment changes for readers, and addresses that nothing answers any more. */
export interface SiteChanges {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
  /** With the base path of the deployment. */
  readonly lost: readonly string[];
}

/** What is known of a page that readers have. */
export type KnownPage = Pick<ManifestPage, 'title' | 'contentHash'>;

/** What readers of the pages `before` would notice of another deployment. */
export function siteChanges(
  before: ReadonlyMap<string, KnownPage>,
  next: Pick<Manifest, 'pages' | 'redirects'>,
  basePath: string,
): SiteChanges {
  const added: string[] = [];
  const changed: string[] = [];
  for (const [path, { title, contentHash }] of Object.entries(next.pages)) {
    const old = before.get(path);
    if (!old) added.push(path);
    else if (old.title !== title || old.contentHash !== contentHash) changed.push(path);
  }
  const removed = [...before.keys()].filter((path) => !Object.hasOwn(next.pages, path));
  const lost = removed
    .map((path) => pageAddress(path, basePath))
    .filter((address) => !hopFrom(next.redirects, address));
  return { added, changed, removed, lost };
}
