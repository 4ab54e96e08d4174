import type { FormerAddress } from '../../schema/build.ts';
import { returning } from './lost.ts';
import type { LiveSite, LostAnchor, LostPage, NextSite } from './types.ts';

/** The newest ones are kept: a site that makes up addresses at every build has no end of them. */
const mostKept = 20_000;

/** Addresses that were live before the next deployment and that no page of it has, oldest first. */
export function formerAddresses(
  live: LiveSite,
  next: NextSite,
  lost: { readonly pages: readonly LostPage[]; readonly anchors: readonly LostAnchor[] },
): FormerAddress[] {
  const all = new Map<string, FormerAddress>();
  const note = (address: FormerAddress) => {
    const { path, anchor } = address;
    const page = next.pages.get(path);
    if (anchor === undefined ? page : page?.hasId(anchor)) return;
    const name = `${path}#${anchor ?? ''}`;
    all.set(name, { ...all.get(name), ...address });
  };
  for (const address of live.former) note(address);
  const comesBack = returning(live, next);
  for (const [path, { title }] of live.pages) if (!comesBack(path)) note({ path, title });
  for (const { path, title, likely } of lost.pages) {
    note({ path, title, ...(likely ? { to: likely.to } : {}) });
  }
  for (const { path, anchor, heading, likely } of lost.anchors) {
    note({ path, anchor, title: heading, ...(likely ? { to: likely.to } : {}) });
  }
  return [...all.values()].slice(-mostKept);
}
