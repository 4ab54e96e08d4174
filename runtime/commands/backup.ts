import { resolve } from 'node:path';
import { withClearErrors } from '../backup/files.ts';
import type { BackupManifest } from '../backup/manifest.ts';
import { type Restored, restoreBackup } from '../backup/restore.ts';
import { type Progress, writeBackup } from '../backup/write.ts';
import { keyPlace } from '../secrets/instance-key.ts';
import { withoutPassword } from '../store/address.ts';
import { versionAt } from '../store/look.ts';
import type { Printed } from './printed.ts';
import { addressOf, type DatabaseFlags, noDatabase } from './where.ts';

/** What these commands need besides their flags. */
export interface Surroundings {
  /** Docent's own version. */
  readonly version: string;
  /** DOCENT_SECRET_KEY. */
  readonly secretKey: string | undefined;
  readonly progress: Progress;
}

/** Flags of `docent backup`. */
export interface BackupFlags extends DatabaseFlags {
  readonly outputs?: boolean;
  readonly withoutKey?: boolean;
  readonly json?: boolean;
}

/** Flags of `docent restore`. */
export interface RestoreFlags extends DatabaseFlags {
  readonly replace?: boolean;
  readonly json?: boolean;
}

/** `docent backup`. */
export async function takeBackup(
  flags: BackupFlags,
  to: string,
  { version, secretKey, progress }: Surroundings,
): Promise<BackupManifest> {
  const address = addressOf(flags);
  const schema = await versionAt(address);
  if (schema === undefined) throw noDatabase(address);
  const out = resolve(flags.out);
  return withClearErrors(() =>
    writeBackup(to, {
      ...{ address, schema, out, place: keyPlace(out, secretKey), version, progress },
      withoutKey: flags.withoutKey === true,
      withOutputs: flags.outputs === true,
      now: Date.now,
    }),
  );
}

/** `docent restore`. */
export async function restore(
  flags: RestoreFlags,
  from: string,
  { version, secretKey, progress }: Surroundings,
): Promise<Restored> {
  const out = resolve(flags.out);
  const place = keyPlace(out, secretKey);
  return withClearErrors(() =>
    restoreBackup(from, {
      ...{ address: addressOf(flags), out, place, version, progress, now: Date.now },
      replace: flags.replace === true,
    }),
  );
}

/** What `docent backup` prints. */
export function describeBackup(
  to: string,
  manifest: BackupManifest,
  { json, out }: BackupFlags,
): Printed {
  if (json) return { lines: [JSON.stringify({ path: resolve(to), ...manifest }, null, 2)] };
  const { file } = keyPlace(resolve(out));
  const keys: Readonly<Record<BackupManifest['key'], string>> = {
    included: 'The backup contains the key: whoever can read it can read the secrets of webhooks.',
    environment:
      'The backup does not contain the key. Store DOCENT_SECRET_KEY elsewhere: a restore needs it.',
    excluded: `The backup does not contain the key. Store ${file}, or DOCENT_SECRET_KEY, elsewhere: a restore needs it.`,
    none: 'There is no key yet: the first start of the server creates it.',
  };
  return { lines: [`Wrote ${summary(manifest)} to ${to}.`, keys[manifest.key]] };
}

/** What `docent restore` prints. */
export function describeRestore(
  { manifest, keyAdvice, aside }: Restored,
  flags: RestoreFlags,
): Printed {
  const address = withoutPassword(addressOf(flags));
  if (flags.json) {
    const done = {
      database: address,
      out: resolve(flags.out),
      keyAdvice: keyAdvice ?? null,
      aside,
    };
    return { lines: [JSON.stringify({ ...done, manifest }, null, 2)] };
  }
  return {
    lines: [
      `Restored ${summary(manifest)} to ${address}, as of ${manifest.createdAt}.`,
      ...aside.map((path) => `The previous data is in ${path}.`),
      ...(manifest.outputs === null
        ? ['The backup contains no output folder. Build the site before you start the server.']
        : []),
      ...(keyAdvice === undefined ? [] : [keyAdvice]),
    ],
  };
}

function summary({ rows, outputs }: BackupManifest): string {
  const counts = Object.values(rows);
  const sum = counts.reduce((total, count) => total + count, 0);
  const files = outputs === null ? '' : ` and ${outputs.files} output files`;
  return `${sum} rows of ${counts.length} tables${files}`;
}
