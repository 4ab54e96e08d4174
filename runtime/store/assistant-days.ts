import type { AssistantDayRow } from './assistant-tables.ts';
import type { Db, Trx } from './open.ts';

/** Milliseconds of a day. */
export const dayLength = 86_400_000;

/** The days of a project from one to another (both included) that have any message. */
export async function usageByDay(
  db: Db,
  projectId: string,
  days: { readonly from: number; readonly to: number },
): Promise<AssistantDayRow[]> {
  return db
    .selectFrom('assistant_days')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('day', '>=', days.from)
    .where('day', '<=', days.to)
    .orderBy('day')
    .execute();
}

/** How many conversations begun in a span are rated, and how many of them well. */
export async function ratingsIn(
  db: Db,
  projectId: string,
  span: { readonly from: number; readonly to: number },
): Promise<{ rated: number; satisfied: number }> {
  const row = await db
    .selectFrom('conversations')
    .select((eb) => [
      eb.fn.count<number>('satisfied').as('rated'),
      eb.fn.sum<number | null>('satisfied').as('satisfied'),
    ])
    .where('project_id', '=', projectId)
    .where('created_at', '>=', span.from)
    .where('created_at', '<', span.to)
    .executeTakeFirstOrThrow();
  return { rated: Number(row.rated), satisfied: Number(row.satisfied ?? 0) };
}

type Sums = Partial<Omit<AssistantDayRow, 'project_id' | 'day'>>;

export async function addToDay(
  trx: Trx,
  projectId: string,
  now: number,
  sums: Sums,
): Promise<void> {
  const row: AssistantDayRow = {
    project_id: projectId,
    day: Math.floor(now / dayLength),
    conversations: sums.conversations ?? 0,
    messages: sums.messages ?? 0,
    tokens: sums.tokens ?? 0,
    answers: sums.answers ?? 0,
    duration: sums.duration ?? 0,
    first_texts: sums.first_texts ?? 0,
    first_text_duration: sums.first_text_duration ?? 0,
  };
  await trx
    .insertInto('assistant_days')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['project_id', 'day']).doUpdateSet((eb) => ({
        conversations: eb('assistant_days.conversations', '+', row.conversations),
        messages: eb('assistant_days.messages', '+', row.messages),
        tokens: eb('assistant_days.tokens', '+', row.tokens),
        answers: eb('assistant_days.answers', '+', row.answers),
        duration: eb('assistant_days.duration', '+', row.duration),
        first_texts: eb('assistant_days.first_texts', '+', row.first_texts),
        first_text_duration: eb('assistant_days.first_text_duration', '+', row.first_text_duration),
      })),
    )
    .execute();
}
