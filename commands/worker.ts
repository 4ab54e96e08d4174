import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { openBackend } from '../runtime/backend.ts';
import { readSettings, type SettingFlags } from '../runtime/settings/environment.ts';
import { readTranslateSettings } from '../runtime/translation/environment.ts';
import type { CommandContext } from './context.ts';
import { untilSignal } from './until-signal.ts';

/** Flags of `docent worker`. */
export interface WorkerFlags extends SettingFlags {
  readonly out: string;
}

/** `docent worker`: jobs of servers that have object storage in common, until a signal. */
export async function worker(
  options: WorkerFlags,
  { to, version }: CommandContext,
): Promise<number> {
  const settings = readSettings(options, process.env);
  if (!settings.storage) {
    to.err(
      'A worker needs DOCENT_STORAGE: what it builds reaches the servers through object storage. Without it, "docent serve" does the jobs itself.',
    );
    return 1;
  }
  const out = resolve(options.out);
  mkdirSync(out, { recursive: true });
  const backend = await openBackend({
    ...settings,
    ...readTranslateSettings(process.env),
    ...{ environment: process.env, out, version },
    log: (line) => to.err(line),
  });
  to.out('Working on jobs.');
  await untilSignal();
  await backend.close();
  return 0;
}
