import pg from 'pg';
import type { Store } from './open.ts';

/** A connection of one server, which receives notifications of the others and holds locks. */
export interface ServerSession {
  /**
   * Takes the lock of a project, which may be taken several times by one server; false while another one has it.
   * It ends with the connection, and so with the process.
   */
  readonly tryLock: (projectId: string) => Promise<boolean>;
  readonly unlock: (projectId: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Milliseconds before a connection that broke is opened again. */
const pause = 1000;

/** Opens the session of a server on PostgreSQL; `onTold` gets the id of each project whose live deployment changes. */
export async function openServerSession(
  { address }: Pick<Store, 'address'>,
  {
    onTold,
    log,
  }: { readonly onTold: (projectId: string) => void; readonly log: (line: string) => void },
): Promise<ServerSession> {
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  const later = () => {
    if (!isOver) timer = setTimeout(() => void again(), pause).unref();
  };
  const open = async () => {
    const opened = new pg.Client({ connectionString: address, application_name: 'docent server' });
    opened.on('error', () => {
      if (client !== opened) return;
      client = undefined;
      later();
    });
    opened.on('notification', ({ payload }) => onTold(payload ?? ''));
    await opened.connect();
    const { rows } = await opened.query<{ channel: string }>(
      `select quote_ident('docent_' || current_schema()) as channel`,
    );
    await opened.query(`listen ${rows[0]?.channel}`);
    client = opened;
  };
  const again = async () => {
    try {
      await open();
      // What was said meanwhile was not heard.
      onTold('');
    } catch (error) {
      log(`Can't listen to the database: ${(error as Error).message}`);
      later();
    }
  };
  await open();
  let last: Promise<unknown> = Promise.resolve();
  /** One after the other, as the connection answers them. */
  const query = (name: string, projectId: string): Promise<boolean> => {
    const done = last.then(() => asked(name, projectId));
    last = done.catch(() => {});
    return done;
  };
  const asked = async (name: string, projectId: string): Promise<boolean> => {
    if (!client) throw new Error('The connection to the database is broken.');
    const { rows } = await client.query<{ done: boolean }>(
      `select ${name}(hashtext('docent deploy ' || current_schema() || $1), 3) as done`,
      [projectId],
    );
    return rows[0]?.done === true;
  };
  return {
    tryLock: (projectId) => query('pg_try_advisory_lock', projectId),
    unlock: async (projectId) => {
      // A connection that is gone holds nothing.
      await query('pg_advisory_unlock', projectId).catch(() => {});
    },
    close: async () => {
      isOver = true;
      clearTimeout(timer);
      await client?.end().catch(() => {});
    },
  };
}
