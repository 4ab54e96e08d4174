import {
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { OutputError } from './files.ts';
import { layoutOf } from './layout.ts';

/** Who holds a lock: the process by number, host and start, so that a reused number is told apart. */
interface Holder {
  readonly pid: number;
  readonly host: string;
  /** Start of the process in ticks since the machine started; '' where the system doesn't say. */
  readonly started: string;
  readonly since: string;
}

export interface LockOptions {
  readonly now: () => number;
  /** Milliseconds to wait for another build before giving up. */
  readonly wait?: number;
  /** Called once if another process holds the lock. */
  readonly onWait?: (sentence: string) => void;
}

/** Locks that this very process holds. */
const held = new Set<string>();

/**
 * Takes the lock of `<out>`, waiting for another build to end; a lock whose process is gone is taken
 * over. Resolves to the function that gives it back.
 */
export async function lock(file: string, options: LockOptions): Promise<() => void> {
  const wait = options.wait ?? 600_000;
  const deadline = performance.now() + wait;
  let told = false;
  mkdirSync(dirname(file), { recursive: true });
  for (;;) {
    if (take(file, options.now)) {
      held.add(file);
      removeLeftovers(file);
      return () => {
        held.delete(file);
        rmSync(file, { force: true });
      };
    }
    const holder = readHolder(file);
    if (holder === undefined) continue;
    if (isGone(file, holder)) {
      breakLock(file, holder);
      continue;
    }
    const who = `process ${holder.pid} on ${holder.host}, since ${holder.since}`;
    if (performance.now() >= deadline) {
      throw new OutputError(
        'LOCKED',
        `Another build (${who}) holds ${file}. Wait for it to finish. If it is no longer running, delete this file.`,
      );
    }
    if (!told) options.onWait?.(`Waiting for another build to finish (${who}).`);
    told = true;
    await sleep(50);
  }
}

/** Gives a lock of this process back whatever its threads do; the process must end then. */
export function dropLock(out: string): void {
  const file = layoutOf(out).lock;
  const holder = readHolder(file);
  if (holder?.pid === process.pid && holder.host === hostname()) rmSync(file, { force: true });
  const half = `${basename(file)}.${process.pid}.`;
  try {
    for (const name of readdirSync(out)) {
      if (name.startsWith(half)) rmSync(join(out, name), { force: true });
    }
  } catch {
    // Nothing was written there yet.
  }
}

/** A link appears together with its content, so a lock is never read half-written. */
function take(file: string, now: () => number): boolean {
  const own = `${file}.${process.pid}.${Math.trunc(performance.now() * 1000)}`;
  const holder: Holder = {
    pid: process.pid,
    host: hostname(),
    started: startOf(process.pid),
    since: new Date(now()).toISOString(),
  };
  try {
    writeFileSync(own, `${JSON.stringify(holder)}\n`);
    linkSync(own, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(own, { force: true });
  }
}

/** What others wrote on their way to the lock lives for a moment: older files are of processes that died. */
function removeLeftovers(file: string): void {
  const folder = dirname(file);
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(`${basename(file)}.`)) continue;
    const path = join(folder, name);
    const written = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
    if (written !== undefined && Date.now() - written > leftoverAge) rmSync(path, { force: true });
  }
}

const leftoverAge = 60_000;

function readHolder(file: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    return { pid: 0, host: hostname(), started: '', since: 'an unknown time' };
  }
}

function isGone(file: string, holder: Holder): boolean {
  if (holder.host !== hostname()) return false;
  if (holder.pid === process.pid) return !held.has(file);
  if (holder.pid <= 0) return true;
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
  return holder.started !== '' && startOf(holder.pid) !== holder.started;
}

/** Two builds may see the same dead lock: the one that moves a living lock aside puts it back. */
function breakLock(file: string, dead: Holder): void {
  const aside = `${file}.${process.pid}.dead`;
  try {
    renameSync(file, aside);
    const moved = readHolder(aside);
    if (moved && (moved.pid !== dead.pid || moved.since !== dead.since)) linkSync(aside, file);
  } catch {
    // Another process was faster.
  } finally {
    rmSync(aside, { force: true });
  }
}

/** Field 22 of `/proc/<pid>/stat`, after the name, which may itself contain spaces and brackets. */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}
