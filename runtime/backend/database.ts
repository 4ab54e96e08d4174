import { join } from 'node:path';
import { refuseUnfinished } from '../backup/staging.ts';
import { bootstrap } from '../secrets/api-keys.ts';
import { keyPlace, openInstanceKey } from '../secrets/instance-key.ts';
import { holdDatabase } from '../store/in-use.ts';
import { assertReachable, migrate } from '../store/migrate.ts';
import { openStore, type Store } from '../store/open.ts';
import type { BackendOptions, Clock } from './options.ts';

/** An open database with its tables, and the key of its secrets. */
export interface Database {
  readonly store: Store;
  readonly instanceKey: Uint8Array;
  readonly close: () => Promise<void>;
}

/** Opens the database and migrates it; the first start prints the first key. */
export async function openDatabase(
  { out, database, secretKey }: Pick<BackendOptions, 'out' | 'database' | 'secretKey'>,
  { now, newId, log }: Clock,
): Promise<Database> {
  refuseUnfinished(out);
  const store = openStore(database ?? join(out, 'docent.db'));
  let letGo = async () => {};
  const close = async () => {
    await store.close();
    await letGo();
  };
  try {
    await assertReachable(store);
    letGo = await holdDatabase(store, log);
    await migrate(store);
    const instanceKey = await openInstanceKey(store, keyPlace(out, secretKey));
    const first = await bootstrap({ store, now, newId });
    if (first) {
      log(
        'First start: created the organization "default" and its key. The key is shown only once:',
      );
      log(first.secret);
    }
    return { store, instanceKey, close };
  } catch (error) {
    await close();
    throw error;
  }
}
