import { createHash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { keptOutputs } from '../../pipeline/kept-outputs.ts';
import { listDeployments, readCurrent } from '../../pipeline/output/read.ts';
import { checkOf, findInstanceKey, type KeyPlace } from '../secrets/instance-key.ts';
import { siteFolders } from '../site/hosts.ts';
import { readKeyCheck } from '../store/key-check.ts';
import { migrations } from '../store/migrate.ts';
import { openStore } from '../store/open.ts';
import { snapshot } from '../store/snapshot.ts';
import { createCopier, filesBelow, hashOf, sumLine, sync } from './files.ts';
import { type BackupManifest, type KeyPart, names } from './manifest.ts';

/** Reports the progress of long work. */
export type Progress = (step: { stage: string; done: number; total?: number }) => void;

export interface BackupOptions {
  readonly address: string;
  /** How many migrations the database has taken. */
  readonly schema: number;
  readonly out: string;
  readonly place: KeyPlace;
  readonly withoutKey?: boolean;
  readonly withOutputs?: boolean;
  readonly version: string;
  readonly now: () => number;
  readonly progress: Progress;
}

/**
 * Writes a backup into a new folder, which appears when it is complete. Servers and builds go on meanwhile:
 * the database comes first, so that the outputs hold every deployment it knows.
 */
export async function writeBackup(to: string, options: BackupOptions): Promise<BackupManifest> {
  if (existsSync(to)) {
    throw new Error(`${to} already exists. Choose another name, or move it away.`);
  }
  if (options.schema > migrations.length) {
    throw new Error(
      `The database has version ${options.schema}, but this program supports only ${migrations.length}. Back it up with a newer program.`,
    );
  }
  const folder = resolve(to);
  const unfinished = `${folder}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(dirname(folder), { recursive: true });
  mkdirSync(unfinished, { mode: 0o700 });
  try {
    const manifest = await fill(unfinished, options);
    renameSync(unfinished, folder);
    sync(dirname(folder));
    return manifest;
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    throw error;
  }
}

async function fill(folder: string, options: BackupOptions): Promise<BackupManifest> {
  const { address, schema, out, place, progress } = options;
  const sums = createSums(join(folder, names.sums));
  try {
    progress({ stage: 'Copying the database', done: 0 });
    const file = join(folder, names.database);
    const rows = await snapshot(address, file, {
      version: schema,
      watch: (done, total) => progress({ stage: 'Copying the database', done, total }),
    });
    const copy = createCopier({ mode: 0o600 });
    const add = async (from: string, path: string) => {
      const { hash, bytes } = await copy(from, join(folder, path));
      sums.add(hash, path);
      return bytes;
    };
    const key = await keyPart(file, options);
    sums.add(await hashOf(file), names.database);
    if (key === 'included') await add(place.file, names.key);
    const outputs = options.withOutputs ? await copyOutputs(folder, { out, add, progress }) : null;
    const manifest: BackupManifest = {
      format: 1,
      version: options.version,
      schema,
      createdAt: new Date(options.now()).toISOString(),
      rows,
      key,
      outputs,
      sums: sums.close(),
    };
    const last = join(folder, names.manifest);
    writeFileSync(last, `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 });
    sync(last);
    sync(folder);
    return manifest;
  } finally {
    sums.close();
  }
}

/** What to do with the key; a backup with the key of another database would be noticed too late. */
async function keyPart(
  database: string,
  { place, withoutKey, out }: BackupOptions,
): Promise<KeyPart> {
  const store = openStore(database, { alone: true });
  const known = await store.db.introspection
    .getTables()
    .then((tables) =>
      tables.some(({ name }) => name === 'key_check') ? readKeyCheck(store.db) : undefined,
    )
    .finally(() => store.close());
  if (withoutKey) return 'excluded';
  const found = findInstanceKey(place);
  if (found !== undefined && (known === undefined || known === checkOf(found))) {
    return place.secretKey ? 'environment' : 'included';
  }
  if (found === undefined && known === undefined) return 'none';
  const problem = found
    ? `The key in ${place.secretKey ? 'DOCENT_SECRET_KEY' : place.file} is not the key of this database.`
    : `The key of this database is missing: there is no file ${place.file}, and DOCENT_SECRET_KEY is not set.`;
  throw new Error(
    `${problem} Use the same --out and DOCENT_SECRET_KEY as the server (--out is ${out}), or exclude the key with --without-key and store it elsewhere.`,
  );
}

async function copyOutputs(
  folder: string,
  {
    out,
    add,
    progress,
  }: {
    readonly out: string;
    readonly add: (from: string, path: string) => Promise<number>;
    readonly progress: Progress;
  },
): Promise<{ files: number; bytes: number }> {
  const sites = existsSync(out) ? siteFolders(out) : [];
  if (sites.length === 0) {
    throw new Error(`There is no deployment in ${out}. Check --out, or omit --outputs.`);
  }
  let files = 0;
  let bytes = 0;
  for (const site of sites) {
    const kept = keptOutputs(site);
    const copyAll = async (path: string) => {
      for (const file of filesBelow(path)) {
        bytes += await add(file, join(names.outputs, relative(out, file)));
        files++;
        progress({ stage: 'Copying the output folder', done: files });
      }
    };
    // A build may take an old deployment away, and the folder of the index changes with each.
    for (const path of [...kept.deployments, ...kept.others]) {
      await copyAll(path).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error;
        throw new Error(
          `A build changed ${path} while it was copied. Run the command again when no build is running.`,
          { cause: error },
        );
      });
    }
    const copied = join(folder, names.outputs, relative(out, site));
    const current = readCurrent(copied);
    if (!listDeployments(copied).some(({ id }) => id === current)) {
      throw new Error(
        `A build changed ${site} while it was copied. Run the command again when no build is running.`,
      );
    }
  }
  return { files, bytes };
}

/** Writes hashes as they come: there may be hundreds of thousands. */
function createSums(file: string) {
  const opened = openSync(file, 'wx', 0o600);
  const hash = createHash('sha256');
  let waiting = '';
  let result: string | undefined;
  const flush = () => {
    writeSync(opened, waiting);
    hash.update(waiting);
    waiting = '';
  };
  return {
    add: (sum: string, path: string) => {
      waiting += sumLine(sum, path);
      if (waiting.length > 64 * 1024) flush();
    },
    /** Hash of the hashes. */
    close: (): string => {
      if (result !== undefined) return result;
      flush();
      fsyncSync(opened);
      closeSync(opened);
      result = hash.digest('hex');
      return result;
    },
  };
}
