import { chmodSync, closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes the file of a database, and existing related files, readable and writable only by the
 * owner, and removes write permission on its folder from everyone else: whoever can write there can
 * replace the file.
 */
export function keepPrivate(file: string): void {
  const folder = dirname(file);
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  const { mode } = statSync(folder);
  // With the sticky bit, as /tmp has it, users can only remove their own files.
  if (mode & 0o002 && !(mode & 0o1000)) allow(folder, mode & 0o775);
  // SQLite creates the files next to it with the mode of this one.
  closeSync(openSync(file, 'a', 0o600));
  for (const part of ['', '-wal', '-shm']) if (existsSync(file + part)) allow(file + part, 0o600);
}

/** What belongs to another user, or lies where there are no rights, stays as it is. */
function allow(path: string, mode: number): void {
  try {
    chmodSync(path, mode);
  } catch (error) {
    if (!['EPERM', 'ENOTSUP', 'EROFS'].includes((error as NodeJS.ErrnoException).code ?? '')) {
      throw error;
    }
  }
}
