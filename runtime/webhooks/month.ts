import { ApiError } from '../../schema/errors.ts';
import { type Period, periodAt, planOf } from '../../schema/plans.ts';
import type { Db } from '../store/open.ts';
import type { OrgRow } from '../store/tables.ts';
import { usedIn } from '../store/usage.ts';

/** What is left of an organization's month of events. */
export interface EventMonth {
  readonly period: Period;
  /** Null when the plan has no limit. */
  readonly limit: number | null;
  readonly remaining: number;
}

/** The month of an organization at that moment; whoever uses it up holds the organization's lock. */
export async function eventMonth(
  db: Db,
  org: OrgRow | undefined,
  now: number,
): Promise<EventMonth> {
  const { events: limit } = planOf(org?.plan ?? '');
  const period = periodAt(now, org?.billing_anchor_day);
  if (limit === null) return { period, limit, remaining: Number.POSITIVE_INFINITY };
  const used = org === undefined ? 0 : await usedIn(db, org.id, 'events', period);
  return { period, limit, remaining: Math.max(0, limit - used) };
}

/** Says that a month is used up, and when the next one begins. */
export function monthUsedUp({ limit, period }: EventMonth, now: number): ApiError {
  return new ApiError('LIMIT_EXCEEDED', `All ${limit} webhook events for this month are used up.`, {
    details: [{ path: '', code: 'events', message: `${limit} of ${limit}` }],
    headers: { 'Retry-After': String(Math.ceil((period.end - now) / 1000)) },
  });
}
