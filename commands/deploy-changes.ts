import { readDeploymentFile } from '../pipeline/output/read.ts';
import type { Manifest } from '../schema/build.ts';
import { type SiteChanges, siteChanges } from '../schema/site-changes.ts';
import { count } from '../terminal.ts';
import type { LivePages } from './compare-with-live.ts';

/** What readers of the live site would notice. */
export function changesOf(
  before: LivePages,
  sending: { readonly out: string; readonly id: string },
  basePath: string,
): SiteChanges {
  return siteChanges(before, manifestOf(sending), basePath);
}

function manifestOf({
  out,
  id,
}: {
  readonly out: string;
  readonly id: string;
}): Omit<Manifest, 'files'> {
  const manifest = readDeploymentFile(out, id, 'manifest');
  if (manifest) return manifest;
  throw new Error(`Can't read the deployment ${id} in ${out}. Run the command again.`);
}

/** Pages of each kind that are listed by name. */
const mostNamed = 10;

/** The same in lines, each kind with the first of its pages. */
export function changeLines({ added, changed, removed, lost }: SiteChanges): string[] {
  const counts = [
    `${count(added.length, 'page')} added`,
    `${changed.length} changed`,
    `${removed.length} removed`,
  ];
  const named = (sign: string, paths: readonly string[]) => [
    ...paths.slice(0, mostNamed).map((path) => `  ${sign} ${path}`),
    ...(paths.length > mostNamed ? [`  ${sign} and ${paths.length - mostNamed} more`] : []),
  ];
  return [
    counts.join(', '),
    ...named('+', added),
    ...named('~', changed),
    ...named('-', removed),
    ...(lost.length === 0
      ? []
      : [`${count(lost.length, 'address')} lost, without a redirect:`, ...named('!', lost)]),
  ];
}
