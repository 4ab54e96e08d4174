import { existsSync, readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { messageOf } from '../../schema/errors.ts';
import { readSettings } from '../settings/environment.ts';
import { readers } from '../settings/readers.ts';
import { siteFolders } from '../site/hosts.ts';
import { isPostgres, withoutPassword } from '../store/address.ts';
import { versionAt } from '../store/look.ts';
import { migrate } from '../store/migrate.ts';
import { openStore, type Store } from '../store/open.ts';

/** Which database a command works on. */
export interface DatabaseFlags {
  readonly out: string;
  readonly database?: string;
}

/** The address of the database of a server with these flags. */
export function addressOf({ database, out }: DatabaseFlags): string {
  return (
    readSettings({ ...(database ? { database } : {}) }, {}).database ?? resolve(out, 'docent.db')
  );
}

/**
 * The address that a flag of a command gives.
 * @throws an `Error` that names the flag when it is none
 */
export function readAddress(flag: string, text: string): string {
  try {
    const address = readers.database(text);
    return isPostgres(address) ? address : resolve(address);
  } catch (error) {
    throw new Error(`Unexpected value of ${flag}: ${messageOf(error)}`);
  }
}

/** Opens and migrates the database for one command, and closes it again. */
export async function withStore<T>(
  address: string,
  work: (store: Store) => Promise<T>,
): Promise<T> {
  const store = openStore(address);
  try {
    await migrate(store);
    return await work(store);
  } finally {
    await store.close();
  }
}

/**
 * Refuses an address without a database: a folder that was mistyped must not get one. A command that is a
 * sensible first step may make one where the server would.
 * @throws an `Error` that says which command makes it
 */
export async function assertDatabase(
  flags: DatabaseFlags,
  { isFirst = false } = {},
): Promise<void> {
  const address = addressOf(flags);
  if ((await versionAt(address)) !== undefined) return;
  if (isFirst && mayBeMade(flags, address)) return;
  if (isFirst && flags.database === undefined && !existsSync(dirname(address))) {
    throw new Error(
      `There is no folder ${dirname(address)}. Create it if a new server is to keep its data there, or check --out.`,
    );
  }
  throw noDatabase(address);
}

/** What is said of an address without a database. */
export function noDatabase(address: string, check = '--out, --database or DATABASE_URL'): Error {
  const what = isPostgres(address)
    ? `The database ${withoutPassword(address)} does not contain the tables of Docent.`
    : existsSync(address)
      ? `The file ${address} is not a database of Docent.`
      : `There is no database ${address}.`;
  return new Error(
    `${what} "docent serve" creates one at its first start, after "docent build". Check ${check}.`,
  );
}

function mayBeMade({ out, database }: DatabaseFlags, address: string): boolean {
  if (isPostgres(address)) return true;
  if (database !== undefined || existsSync(address)) return false;
  const folder = resolve(out);
  if (existsSync(join(dirname(folder), 'docs.json'))) return true;
  if (!existsSync(folder)) return false;
  return readdirSync(folder).length === 0 || siteFolders(folder).length > 0;
}
