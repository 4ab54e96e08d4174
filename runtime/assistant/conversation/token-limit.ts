import { ApiError } from '../../../schema/errors.ts';
import { periodAt, planOf, tokensOf } from '../../../schema/plans.ts';
import type { ProjectFacts } from '../../store/projects.ts';
import type { OrgRow } from '../../store/tables.ts';
import { usedIn } from '../../store/usage.ts';
import type { AskTools } from './asking.ts';

/** The month's tokens are used up: nothing is asked of the model any more. */
export async function refuseOverLimit(
  { store, now, models }: AskTools,
  org: OrgRow | undefined,
  project: ProjectFacts,
): Promise<void> {
  const limit = tokensOf(planOf(org?.plan ?? ''), models.chatTokens);
  if (limit === null) return;
  const period = periodAt(now(), org?.billing_anchor_day ?? null);
  const used = await usedIn(store.db, project.org_id, 'tokens', period);
  if (used < limit) return;
  throw new ApiError('LIMIT_EXCEEDED', `The ${limit} tokens for this month are used up.`, {
    details: [{ path: '', code: 'tokens', message: `${used} of ${limit}`, remaining: 0 }],
    headers: { 'Retry-After': String(Math.max(1, Math.ceil((period.end - now()) / 1000))) },
  });
}
