import { domainName } from '../site/domain-name.ts';
import { giveDomain, listClaims, removeProof } from '../store/domains.ts';
import { allProjects } from '../store/projects.ts';
import type { CommandTools } from './keys.ts';

/** `docent domains approve`: a site is served at a host name of its own. */
export async function approveDomain(
  { store, now }: CommandTools,
  { domain: text, project: wanted }: { readonly domain: string; readonly project?: string },
): Promise<string> {
  const domain = nameOf(text);
  const all = await allProjects(store.db);
  const found = all.filter((row) =>
    wanted === undefined ? row.custom_domain === domain : [row.id, row.slug].includes(wanted),
  );
  const [project] = found;
  if (!project) {
    throw new Error(
      wanted === undefined
        ? `No project requests ${domain}. Choose one with --project.`
        : `There is no project "${wanted}".`,
    );
  }
  if (found.length > 1) {
    const ids = found.map(({ id }) => id).join(', ');
    throw new Error(`Several projects are called "${wanted}". Use one of their ids: ${ids}.`);
  }
  await giveDomain(store, { domain, projectId: project.id, now: now() });
  return `${domain} belongs to ${project.slug} (${project.id}).`;
}

/** `docent domains list`: one line a domain. */
export async function describeDomains({ store }: CommandTools): Promise<string[]> {
  const words = { operator: 'approved', dns: 'verified' } as const;
  return (await listClaims(store.db)).map(
    ({ domain, slug, project, proof }) =>
      `${domain}  ${proof ? words[proof] : 'unproven'}  ${slug}  ${project}`,
  );
}

/** `docent domains remove`: takes an approval back. A record of the DNS may prove the name again. */
export async function removeDomain({ store }: CommandTools, text: string): Promise<void> {
  const domain = nameOf(text);
  if (!(await removeProof(store.db, domain))) {
    throw new Error(`${domain} is not verified. "docent domains list" shows all host names.`);
  }
}

function nameOf(text: string): string {
  const name = domainName(text);
  if (name === undefined) {
    throw new Error(`Unexpected domain "${text}", expected a host name such as docs.example.com.`);
  }
  return name;
}
