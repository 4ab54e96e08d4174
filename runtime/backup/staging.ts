import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Where a restore stores files before it moves them into place. */
export function stagingOf(out: string): string {
  return join(out, '.restore-unfinished');
}

/** @throws an `Error` if a restore to this folder was interrupted: it may contain parts of two servers */
export function refuseUnfinished(out: string): void {
  if (!existsSync(stagingOf(out))) return;
  throw new Error(
    `A restore to ${out} is running or was interrupted. If none is running, run the same "docent restore" again, with --replace if it requires that.`,
  );
}
