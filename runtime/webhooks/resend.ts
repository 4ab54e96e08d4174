import { resendDeliveries, resendSkipped, type WhichDeliveries } from '../store/deliveries.ts';
import { lockOrg, lockWebhooks } from '../store/locks.ts';
import type { Store } from '../store/open.ts';
import { addUsage } from '../store/usage.ts';
import { type EventMonth, eventMonth } from './month.ts';

/** How many deliveries are due again, or why none is. */
export type Resent =
  | { readonly type: 'resent'; readonly count: number }
  | { readonly type: 'inactive' }
  | { readonly type: 'used-up'; readonly month: EventMonth };

/**
 * Makes deliveries due again, with the same ids. Those that a month had no room for count towards the
 * current one, the oldest first; the others were counted when their events happened.
 */
export async function resend(
  store: Store,
  { orgId, now, ...which }: WhichDeliveries & { readonly orgId: string; readonly now: number },
): Promise<Resent> {
  return store.transaction(async (trx) => {
    const org = await lockOrg(trx, orgId);
    const [webhook] = await lockWebhooks(trx, [which.webhookId]);
    if (webhook?.active !== 1) return { type: 'inactive' };
    const tried = await resendDeliveries(trx, { ...which, now });
    const month = await eventMonth(trx, org, now);
    const { resent, left } = await resendSkipped(trx, { ...which, now, most: month.remaining });
    if (resent > 0) {
      await addUsage(trx, orgId, { meter: 'events', period: month.period, units: resent, now });
    }
    const count = tried + resent;
    return count === 0 && left ? { type: 'used-up', month } : { type: 'resent', count };
  });
}
