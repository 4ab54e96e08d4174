import { isPlanName, planNames } from '../../schema/plans.ts';
import { insertOrg, listOrgs } from '../store/orgs.ts';
import type { CommandTools } from './keys.ts';

/** `docent orgs create`: the id of the new organization. */
export async function createOrg(
  { store, now, newId }: CommandTools,
  org: {
    readonly slug: string;
    readonly name?: string;
    readonly plan?: string;
    readonly billingAnchorDay?: number;
  },
): Promise<string> {
  const plan = org.plan ?? 'enterprise';
  if (!/^[a-z0-9-]{1,100}$/.test(org.slug)) {
    throw new Error(`Unexpected name "${org.slug}", expected 1 to 100 of a-z, 0-9 and -.`);
  }
  if (!isPlanName(plan)) {
    throw new Error(`Unexpected plan "${plan}", expected one of ${planNames.join(', ')}.`);
  }
  const day = org.billingAnchorDay ?? null;
  if (day !== null && !(Number.isInteger(day) && day >= 1 && day <= 31)) {
    throw new Error(`Unexpected billing day ${day}, expected 1 to 31.`);
  }
  const id = newId('org');
  try {
    await insertOrg(store.db, {
      id,
      slug: org.slug,
      name: org.name ?? org.slug,
      plan,
      billing_anchor_day: day,
      created_at: now(),
    });
  } catch (error) {
    if (!store.isDuplicate(error)) throw error;
    throw new Error(`The organization "${org.slug}" already exists.`, { cause: error });
  }
  return id;
}

/** `docent orgs list`: one line an organization. */
export async function describeOrgs({ store }: CommandTools): Promise<string[]> {
  return (await listOrgs(store.db)).map(
    (org) => `${org.id}  ${org.slug}  ${org.plan}  ${new Date(org.created_at).toISOString()}`,
  );
}
