import { listDeployments, type SiteReader } from '../../pipeline/output/read.ts';
import type { ManifestFile } from '../../schema/build.ts';

/** Scripts and styles have a hash in their name: what has the name is what a page asked for. */
const scriptAddress = /\/_docent\/.*\.(?:css|js)$/;

/** Number of deployments in which a script is looked for, newest first. */
const mostEarlier = 3;

/**
 * A deployment that also has the scripts and styles of earlier ones that are on this disk. A page that a reader opened
 * before it went live loads its search or its diagrams by names that only its own deployment has.
 */
export function withEarlierScripts(
  site: SiteReader,
  disk: { readonly out: string; readonly open: (id: string) => SiteReader },
): SiteReader {
  const owners = new WeakMap<ManifestFile, SiteReader>();
  const earlier = (address: string): ManifestFile | undefined => {
    for (const reader of earlierThan(site.deployment.id, disk)) {
      const file = reader.file(address);
      if (!file?.immutable || file.protected) continue;
      owners.set(file, reader);
      return file;
    }
    return undefined;
  };
  return {
    deployment: site.deployment,
    get config() {
      return site.config;
    },
    get routes() {
      return site.routes;
    },
    proxyRules: () => site.proxyRules(),
    page: (path) => site.page(path),
    record: (path) => site.record(path),
    pages: () => site.pages(),
    file: (address) =>
      site.file(address) ?? (scriptAddress.test(address) ? earlier(address) : undefined),
    content: (file, portion) => (owners.get(file) ?? site).content(file, portion),
  };
}

function* earlierThan(
  live: string,
  { out, open }: Parameters<typeof withEarlierScripts>[1],
): Iterable<SiteReader> {
  const others = listDeployments(out).filter(({ id, failed }) => id !== live && !failed);
  for (const { id } of others.slice(-mostEarlier).reverse()) {
    try {
      yield open(id);
    } catch {
      // It is being removed, or of another version: the script is not found.
    }
  }
}
