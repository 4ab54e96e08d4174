import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { messageOf } from '../../schema/errors.ts';
import { given } from '../../schema/given.ts';
import { checkOf, findInstanceKey, type KeyPlace } from '../secrets/instance-key.ts';
import { isPostgres, withoutPassword } from '../store/address.ts';
import { copyStore } from '../store/copy.ts';
import { openAlone } from '../store/in-use.ts';
import { readKeyCheck } from '../store/key-check.ts';
import { versionAt } from '../store/look.ts';
import { migrate, migrations } from '../store/migrate.ts';
import { openStore, type Store } from '../store/open.ts';
import { keepPrivate } from '../store/private-file.ts';
import { countRows } from '../store/snapshot.ts';
import { createCopier, readSums, sync } from './files.ts';
import { type BackupManifest, names, readManifest } from './manifest.ts';
import { stagingOf } from './staging.ts';
import type { Progress } from './write.ts';

export interface RestoreOptions {
  /** Where the database goes. */
  readonly address: string;
  readonly out: string;
  readonly place: KeyPlace;
  /** Keeps existing files under another name, and deletes rows in PostgreSQL. */
  readonly replace?: boolean;
  readonly version: string;
  readonly now: () => number;
  readonly progress: Progress;
}

/** What a restore has done. */
export interface Restored {
  readonly manifest: BackupManifest;
  /** What to do before the server can start, where the key is not in its place. */
  readonly keyAdvice?: string;
  /** Where files are that were replaced. */
  readonly aside: readonly string[];
}

/**
 * Restores a backup. Everything is copied next to its target and verified there, then moved. Until the last step is
 * done, no server starts with that folder.
 */
export async function restoreBackup(from: string, options: RestoreOptions): Promise<Restored> {
  const { address, place, progress } = options;
  const manifest = readManifest(from, { version: options.version, schema: migrations.length });
  const sums = verifiedSums(from, manifest);
  const parts = partsOf(sums);
  const out = resolve(options.out);
  const filled = await filledAt({ ...options, out }, from, parts);
  if (filled.length > 0 && !options.replace) {
    throw new Error(
      `There is existing data: ${filled.join(', ')}. Choose another target with --out or --database, or use --replace: existing files are kept under another name, rows in PostgreSQL are deleted.`,
    );
  }
  const postgres = await openTarget(address);
  const staging = stagingOf(out);
  const wasInterrupted = existsSync(staging);
  const staged = postgres ? join(staging, names.database) : `${address}.restored`;
  try {
    try {
      removeDatabase(staged);
      rmSync(staging, { recursive: true, force: true });
      mkdirSync(out, { recursive: true });
      mkdirSync(staging, { mode: 0o700 });
      await stage({ from, staging, staged, sums, progress });
      const keyAdvice = await prepare(staged, { staging, manifest, place });
      progress({ stage: 'Moving files into place', done: 0 });
      const done = { manifest, ...given({ keyAdvice }) };
      if (postgres) await fill(postgres, staged, options);
      return { ...done, aside: moveAll({ ...options, out }, { parts, staging, staged, postgres }) };
    } catch (error) {
      removeDatabase(staged);
      if (!(error instanceof InterruptedError)) {
        rmSync(staging, { recursive: true, force: true });
        if (wasInterrupted) mkdirSync(staging);
      }
      throw error;
    }
  } finally {
    await postgres?.close();
  }
}

/** Some files are already in place: the folder that keeps servers from starting stays. */
class InterruptedError extends Error {}

interface Parts {
  /** Names next to each other in the folder of outputs. */
  readonly outputs: readonly string[];
  readonly key: boolean;
}

/** The hashes of all files of a backup, verified by the manifest. */
function verifiedSums(from: string, manifest: BackupManifest): Map<string, string> {
  const file = join(from, names.sums);
  const bytes = existsSync(file) ? readFileSync(file) : Buffer.of();
  if (createHash('sha256').update(bytes).digest('hex') !== manifest.sums) throw damaged(file);
  return readSums(bytes.toString('utf8'));
}

function partsOf(sums: ReadonlyMap<string, string>): Parts {
  const outputs = new Set<string>();
  for (const path of sums.keys()) {
    const steps = path.split('/');
    const isOutput = steps[0] === names.outputs && steps.length > 1;
    if (!isOutput && path !== names.database && path !== names.key) throw damaged(path);
    if (steps.some((step) => ['', '.', '..'].includes(step))) throw damaged(path);
    if (isOutput) outputs.add(steps[1] ?? '');
  }
  if (!sums.has(names.database)) throw damaged(names.database);
  return { outputs: [...outputs], key: sums.has(names.key) };
}

/** What a restore would replace, in words. */
async function filledAt(
  { address, out, place }: Pick<RestoreOptions, 'address' | 'out' | 'place'>,
  from: string,
  parts: Parts,
): Promise<string[]> {
  const filled = parts.outputs.map((name) => join(out, name)).filter((path) => existsSync(path));
  if (parts.key && existsSync(place.file)) {
    const key = readFileSync(join(from, names.key), 'utf8');
    if (readFileSync(place.file, 'utf8').trim() !== key.trim()) filled.unshift(place.file);
  }
  if (isPostgres(address) ? await hasRows(address) : hasBytes(address)) {
    filled.unshift(withoutPassword(address));
  }
  return filled;
}

async function hasRows(address: string): Promise<boolean> {
  if ((await versionAt(address)) === undefined) return false;
  const store = openStore(address);
  try {
    return Object.values(await countRows(store)).some((rows) => rows > 0);
  } finally {
    await store.close();
  }
}

function hasBytes(file: string): boolean {
  return existsSync(file) && statSync(file).size > 0;
}

/** Keeps servers from starting. A file is closed again, which leaves all its rows in the one file that is moved. */
async function openTarget(address: string): Promise<Store | undefined> {
  if (isPostgres(address)) {
    await versionAt(address);
    return openAlone(address);
  }
  if (hasBytes(address)) await (await openAlone(address)).close();
  return undefined;
}

/** Copies everything and compares the copies with the hashes of the backup. */
async function stage({
  from,
  staging,
  staged,
  sums,
  progress,
}: {
  readonly from: string;
  readonly staging: string;
  readonly staged: string;
  readonly sums: ReadonlyMap<string, string>;
  readonly progress: Progress;
}): Promise<void> {
  keepPrivate(staged);
  const copyPrivate = createCopier({ mode: 0o600 });
  const copy = createCopier({ mode: 0o644 });
  let done = 0;
  for (const [path, expected] of sums) {
    const source = join(from, path);
    const isOutput = path.startsWith(`${names.outputs}/`);
    const to = path === names.database ? staged : join(staging, path);
    const { hash } = await (isOutput ? copy : copyPrivate)(source, to).catch(
      (error: NodeJS.ErrnoException) => {
        throw error.code === 'ENOENT' ? damaged(source) : error;
      },
    );
    if (hash !== expected) throw damaged(source);
    if (!isOutput) sync(to);
    progress({ stage: 'Copying and verifying', done: ++done, total: sums.size });
  }
}

/** Migrates the copy and looks for its key; what to do if that is missing. */
async function prepare(
  staged: string,
  {
    staging,
    manifest,
    place,
  }: { readonly staging: string; readonly manifest: BackupManifest; readonly place: KeyPlace },
): Promise<string | undefined> {
  const store = openStore(staged, { alone: true });
  let known: string | undefined;
  try {
    await migrate(store);
    known = await readKeyCheck(store.db);
  } finally {
    await store.close();
  }
  if (known === undefined) return undefined;
  if (manifest.key === 'included') {
    const key = findInstanceKey({ file: join(staging, names.key) });
    if (key === undefined || checkOf(key) !== known) throw damaged(names.key);
    return place.secretKey && checkOf(findInstanceKey(place) ?? key) !== known
      ? 'DOCENT_SECRET_KEY is set, but is not the key of this database. Unset it.'
      : undefined;
  }
  const key = findInstanceKey(place);
  if (key !== undefined && checkOf(key) === known) return undefined;
  return manifest.key === 'environment'
    ? 'The backup does not contain the key. Set DOCENT_SECRET_KEY to the value of the old server before you start this one.'
    : `The backup does not contain the key. Copy instance.key from the old server to ${place.file} before you start this one.`;
}

async function fill(postgres: Store, staged: string, options: RestoreOptions): Promise<void> {
  const source = openStore(staged, { alone: true });
  try {
    await migrate(postgres);
    await copyStore(source, postgres, {
      replace: options.replace === true,
      watch: (done, total) => options.progress({ stage: 'Filling the database', done, total }),
    });
  } finally {
    await source.close();
  }
}

/** Moves everything into place; the folder that keeps servers from starting is removed last. */
function moveAll(
  { address, out, place, now }: RestoreOptions,
  {
    parts,
    staging,
    staged,
    postgres,
  }: {
    readonly parts: Parts;
    readonly staging: string;
    readonly staged: string;
    readonly postgres: Store | undefined;
  },
): string[] {
  const stamp = new Date(now()).toISOString().replace(/[:.]/g, '-');
  const kept = join(out, `before-restore-${stamp}`);
  const aside = new Set<string>();
  const put = (part: string, to: string, old: string) => {
    if (existsSync(to)) {
      mkdirSync(dirname(old), { recursive: true, mode: 0o700 });
      renameSync(to, old);
      aside.add(old.startsWith(kept) ? kept : old);
    }
    renameSync(part, to);
  };
  try {
    if (!postgres) put(staged, address, `${address}.before-restore-${stamp}`);
    if (parts.key) put(join(staging, names.key), place.file, join(kept, names.key));
    for (const name of parts.outputs) {
      // One folder deeper: a server must not serve it as one of its sites.
      const old = join(kept, names.outputs, name);
      put(join(staging, names.outputs, name), join(out, name), old);
    }
    sync(out);
    sync(dirname(place.file));
    if (!postgres) sync(dirname(address));
    rmSync(staging, { recursive: true, force: true });
  } catch (error) {
    throw new InterruptedError(
      `The restore was interrupted: ${messageOf(error)}. Run it again with --replace.`,
      { cause: error },
    );
  }
  return [...aside];
}

function removeDatabase(file: string): void {
  for (const end of ['', '-wal', '-shm']) rmSync(file + end, { force: true });
}

function damaged(path: string): Error {
  return new Error(
    `The backup is damaged: ${path} is missing or was changed. Nothing was restored. Use another backup.`,
  );
}
