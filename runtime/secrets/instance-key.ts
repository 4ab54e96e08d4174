import { createHash, randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { forgetAnswers } from '../store/idempotency.ts';
import {
  addKeyCheck,
  forgetSecrets,
  needKey,
  readKeyCheck,
  replaceKeyCheck,
} from '../store/key-check.ts';
import type { Store } from '../store/open.ts';
import { createVault, keyFor } from './vault.ts';

/** Where the key that secrets are sealed with comes from. */
export interface KeyPlace {
  /** DOCENT_SECRET_KEY; it comes before the file. */
  readonly secretKey?: string | undefined;
  /** Next to the outputs. */
  readonly file: string;
}

/** The place of the key of a folder of outputs. */
export function keyPlace(out: string, secretKey?: string): KeyPlace {
  return { file: join(out, 'instance.key'), ...(secretKey ? { secretKey } : {}) };
}

/**
 * The key of a database. A new database gets one, which is made once and kept in a file for its owner's eyes
 * only; one of an earlier version gets its key noted if that key reads its secrets.
 * @throws an `Error` that says what to do when the key is missing or belongs to another database
 */
export async function openInstanceKey(store: Store, place: KeyPlace): Promise<Uint8Array> {
  const known = await readKeyCheck(store.db);
  const found = findInstanceKey(place);
  const { webhooks, domains } = await needKey(store.db);
  const sealed = webhooks.filter(({ secret }) => secret !== '');
  const cost = costOf(sealed.length, domains.length);
  if (found === undefined) {
    if (known !== undefined || sealed.length + domains.length > 0) throw missingKey(place, cost);
  } else if (known === undefined) {
    const vault = createVault(found);
    if (sealed.length > 0 && !sealed.some(({ secret }) => vault.canOpen(secret))) {
      throw wrongKey(place, cost);
    }
  }
  const key = found ?? makeInstanceKey(place.file);
  if ((known ?? (await addKeyCheck(store.db, checkOf(key)))) !== checkOf(key)) {
    throw wrongKey(place, cost);
  }
  return key;
}

/** The key there is, from the environment or the file. */
export function findInstanceKey({ secretKey, file }: KeyPlace): Uint8Array | undefined {
  if (secretKey !== undefined && secretKey !== '') {
    if (secretKey.length < 16) {
      throw new Error('DOCENT_SECRET_KEY is too short, expected at least 16 characters.');
    }
    return createHash('sha256').update(secretKey).digest();
  }
  if (!existsSync(file)) return undefined;
  const key = Buffer.from(readFileSync(file, 'utf8').trim(), 'base64');
  if (key.length !== 32) {
    throw new Error(`${file} does not contain a 32-byte key. Restore it from a backup.`);
  }
  return key;
}

/** Tells one key from another, and says nothing about either. */
export function checkOf(key: Uint8Array): string {
  return Buffer.from(keyFor('key-check', key)).toString('hex').slice(0, 32);
}

/** A webhook whose secret is lost. */
export interface LostSecret {
  readonly id: string;
  readonly project: string;
  readonly url: string;
}

/** What a reset costs. */
export interface KeyReset {
  /** Whether there was no key to go on with, so that a new one is needed. */
  readonly made: boolean;
  readonly webhooks: readonly LostSecret[];
  readonly domains: readonly string[];
}

/**
 * Goes on with another key: the one there is, or a new one. Secrets that it can't read are forgotten. A dry
 * run only says what that costs.
 * @throws an `Error` when nothing is wrong with the key
 */
export async function resetInstanceKey(
  store: Store,
  place: KeyPlace,
  { dryRun = false } = {},
): Promise<KeyReset> {
  const found = findInstanceKey(place);
  const known = await readKeyCheck(store.db);
  if (found !== undefined && known === checkOf(found)) {
    throw new Error(
      `The key of this database is there (${nameOf(place)}): nothing is lost, and nothing was changed.`,
    );
  }
  const key = found ?? (dryRun ? randomBytes(32) : makeInstanceKey(place.file));
  const vault = createVault(key);
  return store.transaction(async (trx) => {
    const { webhooks, domains } = await needKey(trx);
    const lost: LostSecret[] = [];
    for (const { id, project_id: project, url, secret, old_secret: old } of webhooks) {
      const unreadable = {
        secret: !vault.canOpen(secret),
        oldSecret: old !== null && !vault.canOpen(old),
      };
      if (unreadable.secret) lost.push({ id, project, url });
      if (!dryRun && (unreadable.secret || unreadable.oldSecret)) {
        await forgetSecrets(trx, id, unreadable);
      }
    }
    if (!dryRun) {
      await forgetAnswers(trx);
      await replaceKeyCheck(trx, checkOf(key));
    }
    return { made: found === undefined, webhooks: lost, domains };
  });
}

/** Makes a key that survives a power failure: what is sealed with it is written down afterwards. */
function makeInstanceKey(file: string): Uint8Array {
  const folder = dirname(file);
  mkdirSync(folder, { recursive: true });
  const key = randomBytes(32);
  const unfinished = `${file}.${process.pid}`;
  writeDurably(unfinished, key.toString('base64'));
  try {
    linkSync(unfinished, file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // Another process made it in the same moment: use that one.
    if (code !== 'EEXIST') {
      // No hard links here.
      if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'ENOSYS') throw error;
      writeDurably(file, key.toString('base64'));
    }
  } finally {
    rmSync(unfinished, { force: true });
  }
  const there = openSync(folder, 'r');
  fsyncSync(there);
  closeSync(there);
  return findInstanceKey({ file }) ?? key;
}

function writeDurably(file: string, text: string): void {
  rmSync(file, { force: true });
  const opened = openSync(file, 'wx', 0o600);
  try {
    writeSync(opened, text);
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
}

function nameOf({ secretKey, file }: KeyPlace): string {
  return secretKey ? 'DOCENT_SECRET_KEY' : file;
}

function costOf(webhooks: number, domains: number): string {
  const lost = [
    ...(webhooks > 0 ? [`the secrets of ${webhooks} webhook${webhooks === 1 ? '' : 's'}`] : []),
    ...(domains > 0 ? [`the DNS records of ${domains} domain${domains === 1 ? '' : 's'}`] : []),
    'the sessions of readers',
  ];
  return `Without it ${lost.join(', ').replace(/, ([^,]*)$/, ' and $1')} are lost.`;
}

const otherwise =
  'If it is lost, "docent secrets reset" replaces it and lists what must be recreated.';

function missingKey({ file }: KeyPlace, cost: string): Error {
  return new Error(
    `The key of this database is missing: there is no file ${file}, and DOCENT_SECRET_KEY is not set. ${cost} Copy the file from the old server or its backup to that place, or set DOCENT_SECRET_KEY to the key of the old server. ${otherwise}`,
  );
}

function wrongKey(place: KeyPlace, cost: string): Error {
  return new Error(
    `The key in ${nameOf(place)} is not the key of this database. ${cost} ${
      place.secretKey
        ? `Set DOCENT_SECRET_KEY to the key of the old server, or unset it if that key was in the file ${place.file}.`
        : `Copy the file from the old server or its backup to that place, or set DOCENT_SECRET_KEY if the old server had that. Servers on one database need the same key.`
    } ${otherwise}`,
  );
}
