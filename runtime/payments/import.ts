import {
  type CheckoutSession,
  type PaymentLink,
  type PaymentTransaction,
  paymentObjects,
} from '../../schema/api/payments.ts';
import { messageOf } from '../../schema/errors.ts';
import { validate } from '../../schema/validate.ts';
import { refuseBadValue } from '../http/body.ts';
import { lockOrg } from '../store/locks.ts';
import type { Store } from '../store/open.ts';
import { findOrg } from '../store/orgs.ts';
import type {
  PaymentLinkRow,
  PaymentSessionRow,
  PaymentTransactionRow,
} from '../store/payment-tables.ts';
import { foldSearch, linkIds, sessionStatuses, upsertRows } from '../store/payments.ts';

/** What an import brought, or why it brought nothing. */
export interface ImportResult {
  readonly imported: number;
  /** One sentence for every bad line, with its number. */
  readonly mistakes: readonly string[];
}

/**
 * `docent payments import`: one JSON object per line, inserted or replaced by `id`. If
 * one line is invalid, nothing is imported.
 */
export async function importPayments(
  store: Store,
  org: string,
  text: string,
): Promise<ImportResult> {
  const owner = await findOrg(store.db, org);
  if (!owner) throw new Error(`There is no organization "${org}". See "docent orgs list".`);
  const mistakes: string[] = [];
  const links = new Map<string, PaymentLinkRow>();
  const sessions: SessionLine[] = [];
  const transactions = new Map<string, PaymentTransactionRow>();
  let line = 0;
  for (const written of text.split('\n')) {
    line++;
    if (written.trim() === '') continue;
    const { value, mistake } = readLine(written);
    if (!value) {
      mistakes.push(`Line ${line}: ${mistake}`);
      continue;
    }
    switch (value.object) {
      case 'payment_link':
        links.set(value.id, linkRow(owner.id, value));
        break;
      case 'checkout_session':
        sessions.push({
          org_id: owner.id,
          id: value.id,
          payment_link_id: value.payment_link_id,
          status: value.status,
          created_at: Date.parse(value.created_at),
          line,
        });
        break;
      case 'transaction':
        transactions.set(value.id, {
          org_id: owner.id,
          id: value.id,
          status: value.status,
          chain_id: value.chain_id,
          created_at: Date.parse(value.created_at),
        });
        break;
    }
  }
  return store.transaction(async (trx) => {
    // Another import must not end a session between this look at it and its row.
    await lockOrg(trx, owner.id);
    const known = sessions.length > 0 ? await linkIds(trx, owner.id) : new Set<string>();
    const stored = await sessionStatuses(trx, owner.id, [...new Set(sessions.map(({ id }) => id))]);
    const rows = new Map<string, PaymentSessionRow>();
    for (const { line: at, ...row } of sessions) {
      if (!known.has(row.payment_link_id) && !links.has(row.payment_link_id)) {
        mistakes.push(`Line ${at}: there is no payment link "${row.payment_link_id}"`);
      }
      const before = rows.get(row.id)?.status ?? stored.get(row.id) ?? 'active';
      if (before !== 'active' && before !== row.status) {
        mistakes.push(
          `Line ${at}: session "${row.id}" is ${before} and can't become ${row.status}`,
        );
        continue;
      }
      rows.set(row.id, row);
    }
    if (mistakes.length > 0) return { imported: 0, mistakes };
    await upsertRows(trx, {
      links: [...links.values()],
      sessions: [...rows.values()],
      transactions: [...transactions.values()],
    });
    return { imported: links.size + rows.size + transactions.size, mistakes };
  });
}

/** A session as a line of the file says it: a completed or expired one stays so. */
type SessionLine = PaymentSessionRow & { readonly line: number };

type Line = PaymentLink | CheckoutSession | PaymentTransaction;

function readLine(text: string): { value?: Line; mistake?: string } {
  let value: unknown;
  try {
    value = JSON.parse(text);
    refuseBadValue(value);
  } catch (error) {
    return { mistake: messageOf(error) };
  }
  const name = (value as { object?: unknown } | null)?.object;
  const schema =
    typeof name === 'string' && Object.hasOwn(paymentObjects, name)
      ? paymentObjects[name as keyof typeof paymentObjects]
      : undefined;
  if (!schema) {
    return {
      mistake: `Unexpected object ${JSON.stringify(name)}, expected one of ${Object.keys(paymentObjects).join(', ')}`,
    };
  }
  const [violation] = validate(schema, value);
  return violation ? { mistake: violation.reason } : { value: value as Line };
}

function linkRow(orgId: string, link: PaymentLink): PaymentLinkRow {
  const createdAt = Date.parse(link.created_at);
  return {
    org_id: orgId,
    id: link.id,
    name: link.name,
    short_code: link.short_code,
    search: `${foldSearch(link.name)}\n${foldSearch(link.short_code)}`,
    active: (link.active ?? true) ? 1 : 0,
    current_uses: link.current_uses ?? 0,
    created_at: createdAt,
    updated_at: link.updated_at === undefined ? createdAt : Date.parse(link.updated_at),
  };
}
