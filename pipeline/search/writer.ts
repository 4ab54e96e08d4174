import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Lets one writer after the other at an index, of this process or another. */
export async function withWriter<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const before = writers.get(folder) ?? Promise.resolve();
  const mine = before.then(async () => {
    const file = `${folder}.lock`;
    mkdirSync(dirname(folder), { recursive: true });
    const until = Date.now() + patience;
    while (!takeLock(file)) {
      if (Date.now() > until)
        throw new Error(`another process has been writing it for too long (${file})`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    try {
      return await work();
    } finally {
      rmSync(file, { force: true });
    }
  });
  const settled = mine.then(
    () => {},
    () => {},
  );
  writers.set(folder, settled);
  void settled.then(() => {
    if (writers.get(folder) === settled) writers.delete(folder);
  });
  return mine;
}

const writers = new Map<string, Promise<void>>();
/** Milliseconds. */
const patience = 120_000;

/** A lock whose process has ended is free. */
function takeLock(file: string): boolean {
  try {
    writeFileSync(file, `${process.pid}`, { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  try {
    const owner = Number(readFileSync(file, 'utf8'));
    // Just made, and not yet signed.
    if (owner === 0 && Date.now() - statSync(file).mtimeMs < 5000) return false;
    if (owner > 0) {
      process.kill(owner, 0);
      return false;
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EPERM') return false;
  }
  rmSync(file, { force: true });
  return false;
}
