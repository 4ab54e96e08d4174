import { existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Progress } from '../backup/write.ts';
import { keyPlace } from '../secrets/instance-key.ts';
import { isPostgres, withoutPassword } from '../store/address.ts';
import { copyStore, type TableSum, type Watch } from '../store/copy.ts';
import { openAlone } from '../store/in-use.ts';
import { versionAt } from '../store/look.ts';
import { migrate, migrations } from '../store/migrate.ts';
import { openStore, type Store } from '../store/open.ts';
import { countRows } from '../store/snapshot.ts';
import { addressOf, type DatabaseFlags, noDatabase, readAddress } from './where.ts';

/** Flags of `docent db move`. */
export interface MoveFlags extends DatabaseFlags {
  readonly from?: string;
  readonly to: string;
}

/** What `docent db move` has done. */
export interface Moved {
  readonly sums: readonly TableSum[];
  /** File with the key of the database, if it is in one. */
  readonly keyFile?: string;
  readonly from: string;
}

/**
 * `docent db move`: copies everything into another, empty database and verifies it. The one that it came from
 * stays as it is.
 */
export async function move(flags: MoveFlags, progress: Progress): Promise<Moved> {
  const from = flags.from === undefined ? addressOf(flags) : readAddress('--from', flags.from);
  const to = readAddress('--to', flags.to);
  if (from === to)
    throw new Error('--to and the source are the same database. Choose another one.');
  const check = flags.from === undefined ? undefined : '--from';
  const version = await versionAt(from, check);
  if (version === undefined) throw noDatabase(from, check);
  if (version > migrations.length) {
    throw new Error(
      `The database has version ${version}, but this program supports only ${migrations.length}. Move it with a newer program.`,
    );
  }
  await assertFree(to);
  const source = await openAlone(from);
  try {
    const counts = Object.values(await countRows(source));
    if (counts.every((rows) => rows === 0)) {
      throw new Error(`The database ${withoutPassword(from)} is empty. There is nothing to move.`);
    }
    const watch: Watch = (done, total) => progress({ stage: 'Copying the database', done, total });
    const sums = await intoNew(to, async (target) => {
      // At the version of the source, which is not changed; then on to that of the program.
      await migrate(target, migrations.slice(0, version));
      const copied = await copyStore(source, target, { watch });
      await migrate(target);
      return copied;
    });
    const { file } = keyPlace(resolve(flags.out));
    return { sums, from: withoutPassword(from), ...(existsSync(file) ? { keyFile: file } : {}) };
  } finally {
    await source.close();
  }
}

/** Opens the target; a file gets its name when everything is in it. */
async function intoNew<T>(to: string, work: (target: Store) => Promise<T>): Promise<T> {
  const file = isPostgres(to) ? undefined : `${to}.unfinished`;
  const clear = () => {
    for (const end of ['', '-wal', '-shm']) if (file) rmSync(file + end, { force: true });
  };
  clear();
  const target = file ? openStore(file, { alone: true }) : await openAlone(to);
  try {
    const done = await work(target);
    await target.close();
    if (file) renameSync(file, to);
    return done;
  } catch (error) {
    await target.close().catch(() => {});
    clear();
    throw error;
  }
}

async function assertFree(to: string): Promise<void> {
  if (isPostgres(to)) {
    await versionAt(to, '--to');
    return;
  }
  if (existsSync(to) && statSync(to).size > 0) {
    throw new Error(`The file ${to} already exists. Choose another name, or move it away.`);
  }
  if (!existsSync(dirname(to))) {
    throw new Error(`There is no folder ${dirname(to)}. Check --to, or create the folder.`);
  }
}
