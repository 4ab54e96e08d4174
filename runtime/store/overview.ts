import { sql } from 'kysely';
import { dayLength } from './assistant-days.ts';
import type { Db } from './open.ts';

/** How often readers of a project searched since a day, and with what outcome. */
export async function searchSums(db: Db, projectId: string, day: number) {
  const row = await db
    .selectFrom('searches')
    .select((eb) => [
      eb.fn.sum<number | null>('asked').as('asked'),
      eb.fn.sum<number | null>('clicked').as('clicked'),
      eb.fn.sum<number | null>('empty').as('empty'),
    ])
    .where('project_id', '=', projectId)
    .where('day', '>=', day)
    .executeTakeFirstOrThrow();
  return numbers(row);
}

/** The answers to readers since a day, and how many of them cite a page. */
export async function answerSums(db: Db, projectId: string, day: number) {
  const row = await db
    .selectFrom('messages')
    .innerJoin('conversations', 'conversations.id', 'messages.conversation_id')
    .select((eb) => [
      eb.fn.countAll<number>().as('answers'),
      sql<number | null>`sum(case when messages.sources = '[]' then 0 else 1 end)`.as('cited'),
    ])
    .where('conversations.project_id', '=', projectId)
    .where('conversations.last_message_at', '>=', day * dayLength)
    .where('messages.role', '=', 'assistant')
    .where('messages.created_at', '>=', day * dayLength)
    .executeTakeFirstOrThrow();
  return numbers(row);
}

/** Ratings of pages since a day; comments count until they are resolved. */
export async function feedbackSums(db: Db, projectId: string, day: number) {
  const row = await db
    .selectFrom('feedback')
    .select([
      sql<number | null>`sum(case when rating = 'positive' then 1 else 0 end)`.as('positive'),
      sql<number | null>`sum(case when rating = 'negative' then 1 else 0 end)`.as('negative'),
      sql<number | null>`sum(case when comment is not null and resolved = 0 then 1 else 0 end)`.as(
        'unresolved',
      ),
    ])
    .where('project_id', '=', projectId)
    .where('created_at', '>=', day * dayLength)
    .executeTakeFirstOrThrow();
  return numbers(row);
}

/** How the webhooks of a project are doing. */
export async function webhookSums(db: Db, projectId: string) {
  const row = await db
    .selectFrom('webhooks')
    .select([
      sql<number | null>`sum(active)`.as('active'),
      sql<number | null>`sum(case when active = 1 and failures > 0 then 1 else 0 end)`.as(
        'failing',
      ),
      sql<number | null>`sum(case when disabled_reason is null then 0 else 1 end)`.as('disabled'),
    ])
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow();
  return numbers(row);
}

/** PostgreSQL returns sums as text, and both return null for no rows. */
function numbers<Name extends string>(
  row: Readonly<Record<Name, number | null>>,
): Readonly<Record<Name, number>> {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, Number(value ?? 0)]),
  ) as Record<Name, number>;
}
