import pg from 'pg';
import { unusable, withoutPassword } from './address.ts';
import { openStore, type Store } from './open.ts';

/**
 * Marks a database as used by a server, until the returned function is called: nothing moves or
 * replaces it meanwhile. An SQLite file is in use as long as it is open. @throws an `Error` while
 * the database is being moved or restored
 */
export async function holdDatabase(
  store: Store,
  log: (line: string) => void,
): Promise<() => Promise<void>> {
  if (store.kind === 'sqlite') return async () => {};
  let client: pg.Client;
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  const take = async () => {
    client = await connect(store.address);
    // Acquired again if the connection breaks; the store's own connections report other errors.
    client.on('error', () => {
      void client.end().catch(() => {});
      if (!isOver) timer = setTimeout(() => void again(), 5000).unref();
    });
    if (await tryLock(client, 'pg_try_advisory_lock_shared')) return;
    await client.end();
    throw new Error('The database is being moved, restored or reset. Start the server afterwards.');
  };
  const again = async () => {
    await take().catch((error: Error) => {
      log(`Can't lock the database: ${error.message}`);
      if (!isOver) timer = setTimeout(() => void again(), 5000).unref();
    });
    if (isOver) await client.end().catch(() => {});
  };
  await take();
  return async () => {
    isOver = true;
    clearTimeout(timer);
    await client.end().catch(() => {});
  };
}

/**
 * Opens a database that no server uses, and keeps servers off until it is closed.
 * @throws an `Error` of one sentence when it is in use
 */
export async function openAlone(address: string): Promise<Store> {
  const store = openStore(address, { alone: true });
  if (store.kind === 'sqlite') return store;
  let client: pg.Client;
  try {
    client = await connect(address);
  } catch (error) {
    await store.close();
    throw unusable(address, error);
  }
  client.on('error', () => {});
  const close = async () => {
    await store.close();
    await client.end().catch(() => {});
  };
  if (await tryLock(client, 'pg_try_advisory_lock')) return { ...store, close };
  await close();
  throw new Error(
    `A server is using the database ${withoutPassword(address)}. Stop it, and run the command again.`,
  );
}

async function connect(address: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: address, application_name: 'docent hold' });
  await client.connect();
  return client;
}

/** Ends with its connection. Several of Docent's databases may be schemas of one database of PostgreSQL. */
async function tryLock(
  client: pg.Client,
  lock: 'pg_try_advisory_lock' | 'pg_try_advisory_lock_shared',
): Promise<boolean> {
  const { rows } = await client.query<{ held: boolean }>(
    `select ${lock}(hashtext('docent ' || current_schema()), 1) as held`,
  );
  return rows[0]?.held === true;
}
