import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { format } from './format.ts';

/** Milliseconds after which a folder that no process has finished is left from one that was killed. */
const unfinished = 3_600_000;

/**
 * The folder of a deployment's pieces that were written again, next to its sections: a deployment never
 * changes. Other processes may write the same at the same time, and older ones read another format.
 */
export async function rewritten(
  sections: string,
  deployment: string,
  write: (to: string) => Promise<void> | void,
): Promise<string> {
  const all = join(sections, 'pieces');
  const name = `${deployment}-${format}`;
  const folder = join(all, name);
  if (existsSync(folder)) return folder;
  const half = `${folder}.${process.pid}`;
  rmSync(half, { recursive: true, force: true });
  await write(half);
  for (const other of readdirSync(all)) {
    const isOwn = other.startsWith(`${deployment}-`);
    if (/\.\d+$/.test(other) ? isForgotten(join(all, other)) : !isOwn) {
      rmSync(join(all, other), { recursive: true, force: true });
    }
  }
  try {
    renameSync(half, folder);
  } catch (error) {
    rmSync(half, { recursive: true, force: true });
    // Another process was first.
    if (!existsSync(folder)) throw error;
  }
  return folder;
}

/** Whether the process that began a folder has long ended. */
function isForgotten(folder: string): boolean {
  const modified = statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return Date.now() - modified > unfinished;
}
