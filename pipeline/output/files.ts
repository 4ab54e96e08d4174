import {
  closeSync,
  copyFile,
  copyFileSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeFile,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';

/** The folder of outputs can't be used: the message is one sentence for a person. */
export class OutputError extends Error {
  override readonly name = 'OutputError';
  readonly code: string;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

const sentences = (choose: string): Readonly<Record<string, string>> => ({
  ENOSPC: `there is no space left on the disk. Free some, or ${choose}.`,
  EDQUOT: `the disk quota is used up. Free some space, or ${choose}.`,
  EACCES: `permission denied. Change its permissions, or ${choose}.`,
  EPERM: `permission denied. Change its permissions, or ${choose}.`,
  EROFS: `the file system is read-only. Make it writable, or ${choose}.`,
  EBUSY: `it is in use, or a mount point. Use a folder inside it, or ${choose}.`,
  ENOTDIR: `there is a file where a folder is needed. Remove it, or ${choose}.`,
  EEXIST: `there is a file where a folder is needed. Remove it, or ${choose}.`,
  ENAMETOOLONG: 'a file name is too long for the file system. Shorten the path of the page.',
  EMFILE: 'the process has too many open files. Raise the limit (ulimit -n).',
});

/** Runs what touches `<out>`; a refusal of the file system becomes one clear sentence. */
export async function withClearErrors<T>(out: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw clearError(error, out, 'choose another folder with --out');
  }
}

/** One sentence for a refusal of the file system, any other error as it is. */
export function clearError(error: unknown, folder: string, choose: string): unknown {
  const { code = '', path = folder } = error as NodeJS.ErrnoException;
  const why = sentences(choose)[code];
  return why === undefined
    ? error
    : new OutputError(code, `Can't write ${path}: ${why}`, { cause: error });
}

/** Writes lines in parts: the records of a large site would otherwise be in memory two more times. */
export function writeLines(file: string, lines: Iterable<string>): void {
  const handle = openSync(file, 'w');
  try {
    let part = '';
    for (const line of lines) {
      part += `${line}\n`;
      if (part.length < 1_000_000) continue;
      writeFileSync(handle, part);
      part = '';
    }
    writeFileSync(handle, part);
  } finally {
    closeSync(handle);
  }
}

/** How many files are written at once: enough to hide what a disk waits for. */
const atOnce = 24;

/** Writes files below one folder. */
export type FolderWriter = ReturnType<typeof folderWriter>;

/** Writes files below one folder, making each folder once. */
export function folderWriter() {
  const made = new Set<string>();
  // Synchronously: creating a folder takes less time than waiting for it.
  const makeFolder = (folder: string): void => {
    if (made.has(folder)) return;
    try {
      mkdirSync(folder);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ENOENT') {
        makeFolder(dirname(folder));
        mkdirSync(folder);
      } else if (code !== 'EEXIST') throw error;
    }
    made.add(folder);
  };
  const makeParent = (file: string): void => makeFolder(dirname(file));
  const waiting: (() => void)[] = [];
  const running = new Set<Promise<unknown>>();
  let closed = false;
  const run = async <T>(to: string, work: () => Promise<T>): Promise<T> => {
    while (running.size >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
    if (closed) throw new Error(`${to} is written after the end`);
    makeParent(to);
    const done = work();
    running.add(done);
    try {
      return await done;
    } finally {
      running.delete(done);
      waiting.shift()?.();
    }
  };
  return {
    /** Waits for a turn, makes the folder of a file, and does what writes it. */
    run,
    write: (file: string, content: string | Uint8Array): Promise<void> =>
      run(file, () => writeFileLater(file, content)),
    copy: (from: string, to: string): Promise<void> => run(to, () => copyFileLater(from, to)),
    /** Hard link, or a copy where the file system has none; false when the origin is gone. */
    link(from: string, to: string): boolean {
      makeParent(to);
      try {
        linkSync(from, to);
        return true;
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        if (code === 'ENOENT') return false;
        // EMLINK: too many links already; EPERM, EXDEV, ENOTSUP: no hard links here.
        if (code !== 'EMLINK' && code !== 'EPERM' && code !== 'EXDEV' && code !== 'ENOTSUP') {
          throw error;
        }
        copyFileSync(from, to);
        return true;
      }
    },
    /** Begins nothing more; resolves when what was begun has ended, well or not. */
    async close(): Promise<void> {
      closed = true;
      for (const wake of waiting.splice(0)) wake();
      await Promise.allSettled(running);
    },
  };
}

/** Less work in this thread than the promises of `node:fs`, which open a handle for each file. */
const writeFileLater = promisify(writeFile) as (
  file: string,
  content: string | Uint8Array,
) => Promise<void>;
const copyFileLater = promisify(copyFile) as (from: string, to: string) => Promise<void>;

/** Writes a file that is either whole or not there, and on the disk when this returns. */
export function writeDurably(file: string, content: string): void {
  const half = `${file}.${process.pid}.half`;
  try {
    const handle = openSync(half, 'w');
    try {
      writeFileSync(handle, content);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    renameSync(half, file);
  } catch (error) {
    rmSync(half, { force: true });
    throw error;
  }
  syncFolder(dirname(file));
}

/** Makes a rename in a folder survive a power cut. */
export function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } catch {
    // Some file systems can't sync a folder; then the rename is as durable as it gets.
  } finally {
    closeSync(handle);
  }
}
