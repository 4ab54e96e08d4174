import type { FormerAddress } from '../../schema/build.ts';
import { formerAddresses } from './former.ts';
import { withLikelyAnchors } from './likely-anchors.ts';
import { withLikelyPages } from './likely-pages.ts';
import { lostAnchors, lostPages, type Since } from './lost.ts';
import { renamedSince } from './renames.ts';
import { type LostAddresses, lostAddresses } from './report.ts';
import type { LiveSite, NextSite } from './types.ts';

/** The addresses of a site, compared with those that its readers have. */
export interface ComparedAddresses extends LostAddresses {
  /** To be kept with the next deployment. */
  readonly former: readonly FormerAddress[];
}

/** Which addresses of the live deployment a site would lose, and where their content probably is. */
export async function compareAddresses(
  live: LiveSite,
  next: NextSite,
  { dir, since }: { readonly dir: string; readonly since: Since },
): Promise<ComparedAddresses> {
  const gone = lostPages(live, next, since);
  const renamed = gone.length > 0 ? await renamedSince(dir, live.commit) : new Map();
  const pages = withLikelyPages(gone, { live, next, renamed });
  const anchors = withLikelyAnchors(lostAnchors(live, next, since), { live, next });
  return {
    ...lostAddresses(pages, anchors, next),
    former: formerAddresses(live, next, { pages, anchors }),
  };
}
