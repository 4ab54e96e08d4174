import { existsSync } from 'node:fs';
import { openDeployment, readCurrent } from '../../pipeline/output/read.ts';
import { nearest } from '../../schema/validation/nearest.ts';
import { siteFolders } from '../site/hosts.ts';
import { findOrg } from '../store/orgs.ts';
import { allProjects } from '../store/projects.ts';
import type { CommandTools } from './keys.ts';

/**
 * Groups that an account may be in: those that the sites of its organization name, in `auth.groups` or in
 * front matter. Undefined when no site is live.
 */
export async function knownGroups(
  { store }: Pick<CommandTools, 'store'>,
  { org, out }: { readonly org: string; readonly out: string },
): Promise<readonly string[] | undefined> {
  const found = await findOrg(store.db, org);
  const projects = await allProjects(store.db);
  const groups = new Set<string>();
  let isLive = false;
  for (const folder of existsSync(out) ? siteFolders(out) : []) {
    const id = readCurrent(folder);
    const owner = projects.find(({ deployment_id }) => deployment_id === id);
    // What no server has taken in yet will be the default organization's, or one of this organization.
    if (id === undefined || (owner && owner.org_id !== found?.id)) continue;
    const site = openDeployment(folder, id);
    isLive = true;
    for (const group of Object.keys(site.config.auth.groups)) groups.add(group);
    for await (const page of site.pages()) for (const group of page.groups) groups.add(group);
  }
  for (const { org_id, deployment_id, config_json } of projects) {
    if (org_id !== found?.id || deployment_id === null) continue;
    isLive = true;
    for (const group of groupsIn(config_json)) groups.add(group);
  }
  return isLive ? [...groups].sort() : undefined;
}

/**
 * Refuses groups that no site of the organization names: they would open nothing. What can't be known yet
 * is a sentence for the operator.
 */
export async function checkGroups(
  tools: Pick<CommandTools, 'store'>,
  asked: {
    readonly org: string;
    readonly out: string;
    readonly groups: readonly string[];
    readonly anyGroup: boolean;
  },
): Promise<readonly string[]> {
  const { groups, anyGroup } = asked;
  if (groups.length === 0 || anyGroup) return [];
  const known = await knownGroups(tools, asked);
  if (known === undefined) {
    return [
      `No site is live yet, so these groups could not be checked: ${groups.map((name) => `"${name}"`).join(', ')}.`,
    ];
  }
  const unknown = groups.find((group) => !known.includes(group));
  if (unknown === undefined) return [];
  const near = nearest(unknown, known);
  const hint = near === undefined ? '' : `; did you mean "${near}"?`;
  const expected = known.length === 0 ? 'the site has no groups' : `expected ${known.join(', ')}`;
  throw new Error(
    `Unknown group "${unknown}", ${expected}${hint}${hint === '' ? '.' : ''} Add it to auth.groups in docs.json and build first, or use --any-group.`,
  );
}

/** Groups in the text of a `docs.json`, which the outputs of another machine are made from. */
function groupsIn(text: string): readonly string[] {
  const { auth } = JSON.parse(text || '{}') as { auth?: { groups?: unknown } };
  return typeof auth?.groups === 'object' && auth.groups !== null ? Object.keys(auth.groups) : [];
}
