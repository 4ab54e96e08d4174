import { existsSync, renameSync, rmSync } from 'node:fs';
import { copyStore, type TableSum } from '../store/copy.ts';
import { migrate } from '../store/migrate.ts';
import { openStore } from '../store/open.ts';

/**
 * `docent backup`: writes a consistent copy of the database, whichever kind it is, into an SQLite file,
 * while the server runs. `docent db move --from FILE` brings it back.
 */
export async function backup(address: string, file: string): Promise<readonly TableSum[]> {
  if (existsSync(file)) {
    throw new Error(`The file ${file} already exists. Choose another name, or move it away.`);
  }
  // Written beside and then renamed: a backup that was broken off never looks like one.
  const unfinished = `${file}.unfinished`;
  for (const rest of [unfinished, `${unfinished}-wal`, `${unfinished}-shm`]) {
    rmSync(rest, { force: true });
  }
  const sums = await move(address, unfinished);
  renameSync(unfinished, file);
  return sums;
}

/** `docent db move`: copies everything into another, empty database and verifies it. */
export async function move(from: string, to: string): Promise<readonly TableSum[]> {
  const source = openStore(from);
  try {
    await migrate(source);
    const target = openStore(to);
    try {
      await migrate(target);
      return await copyStore(source, target);
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}
