import { type RawBuilder, sql } from 'kysely';
import { dayLength } from '../runtime/store/assistant-days.ts';
import type { Store } from '../runtime/store/open.ts';

/** How many older copies of each row there will be, and how much older each one is than the one before. */
interface Copies {
  readonly copies: number;
  readonly milliseconds: number;
}

/**
 * Fills a database in seconds: each delivery of a project with its event, and each conversation with its
 * messages, is copied within the database. The events of the deliveries follow each other without a gap.
 */
export async function addOlderCopies(
  store: Store,
  projectId: string,
  of: { readonly deliveries: Copies; readonly conversations: Copies },
): Promise<void> {
  await store.transaction(async (trx) => {
    const run = (statement: RawBuilder<unknown>) => statement.execute(trx);
    const { copies } = of.deliveries;
    const older = earlier(of.deliveries);
    // Locks the project first: a count that had to wait for a server adding events would miss them.
    await run(sql`update projects set event_seq = event_seq where id = ${projectId}`);
    await run(sql`update projects set event_seq = event_seq + ${whole(copies)} *
        (select count(*) from deliveries where project_id = ${projectId})
      where id = ${projectId}`);
    await run(sql`with recursive ${numbersTo(copies)} insert into events
      select project_id, (select event_seq from projects where id = ${projectId}) + 1 -
          row_number() over (order by n, seq), ${copyOf('id')}, type, data, ${older('created_at')}
      from events cross join numbers
      where id in (select event_id from deliveries where project_id = ${projectId})`);
    await run(sql`with recursive ${numbersTo(copies)} insert into deliveries
      select ${copyOf('id')}, project_id, webhook_id, ${copyOf('event_id')}, event_type, state, failures,
        next_at, lease_until, ${older('created_at')}, ${older('finished_at')}
      from deliveries cross join numbers where project_id = ${projectId}`);
    await copyConversations(run, projectId, of.conversations);
  });
}

async function copyConversations(
  run: (statement: RawBuilder<unknown>) => Promise<unknown>,
  projectId: string,
  of: Copies,
): Promise<void> {
  const older = earlier(of);
  const list = sql`with recursive ${numbersTo(of.copies)}`;
  const own = sql`(select id from conversations where project_id = ${projectId})`;
  // Rows that refer to others are copied first, while only what is to be copied is there.
  const messages = sql`select ${copyOf('id')} as id, ${copyOf('conversation_id')} as conversation_id, role, content,
    status, sources, tokens, estimated, ${older('created_at')} as created_at, cited
    from messages cross join numbers where conversation_id in ${own}`;
  const pages = sql`select project_id, page_path, ${copyOf('conversation_id')} as conversation_id
    from conversation_pages cross join numbers where project_id = ${projectId}`;
  for (const [table, rows] of [
    ['copied_messages', messages],
    ['copied_pages', pages],
  ] as const) {
    await run(sql`create temporary table ${sql.table(table)} as ${list} ${rows}`);
  }
  await run(sql`${list} insert into conversations
    select ${copyOf('id')}, project_id, visitor_id, first_message, message_count, tokens_used, satisfied,
      ${older('created_at')}, ${older('last_message_at')}, closed_at, unanswered
    from conversations cross join numbers where project_id = ${projectId}`);
  await run(sql`insert into messages select * from copied_messages`);
  await run(sql`insert into conversation_pages select * from copied_pages`);
  await run(sql`drop table copied_messages`);
  await run(sql`drop table copied_pages`);
  // Two messages of each conversation, and answers that take as long as those of the samples: 1,900 ms, of which
  // 300 ms pass before the first word.
  await run(sql`delete from assistant_days where project_id = ${projectId}`);
  await run(sql`insert into assistant_days
    select project_id, day, count(*), 2 * count(*), sum(tokens_used), count(*), 1900 * count(*), count(*),
      300 * count(*)
    from (select conversations.*, created_at / ${whole(dayLength)} as day from conversations
      where project_id = ${projectId}) as dated group by project_id, day`);
}

function numbersTo(last: number): RawBuilder<unknown> {
  return sql`numbers (n) as (select ${whole(1)} where ${whole(last)} > 0 union all
    select n + 1 from numbers where n < ${whole(last)})`;
}

/**
 * An id like another, which no original has: its time lies before 2005, and its random part begins with the number
 * of the copy.
 */
function copyOf(column: string): RawBuilder<unknown> {
  const id = sql.ref(column);
  const number = sql`substr(cast(10000 + n as text), 2, 4)`;
  return sql`substr(${id}, 1, 4) || '00' || substr(${id}, 7, 8) || ${number} || substr(${id}, 19)`;
}

function earlier({ milliseconds }: Copies): (column: string) => RawBuilder<unknown> {
  return (column) => sql`${sql.ref(column)} - n * ${whole(milliseconds)}`;
}

/** PostgreSQL takes a parameter for a small number. */
function whole(value: number): RawBuilder<unknown> {
  return sql`cast(${value} as bigint)`;
}
