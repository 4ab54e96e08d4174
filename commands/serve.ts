import { existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readEmbeddings } from '../pipeline/net/embeddings.ts';
import { readChatSettings } from '../runtime/assistant/environment.ts';
import { serve as listen } from '../runtime/main.ts';
import { readSettings, type SettingFlags } from '../runtime/settings/environment.ts';
import { siteFolders } from '../runtime/site/hosts.ts';
import { readTranslateSettings } from '../runtime/translation/environment.ts';
import { given } from '../schema/given.ts';
import type { CommandContext } from './context.ts';
import { untilSignal } from './until-signal.ts';

/** Flags of `docent serve`. */
export interface ServeFlags extends SettingFlags {
  readonly out: string;
  readonly port: number;
  readonly host: string;
}

/** `docent serve`: the live deployment, until a signal. */
export async function serve(options: ServeFlags, { to, version }: CommandContext): Promise<number> {
  const out = resolve(options.out);
  const hasDatabase = options.database !== undefined || existsSync(join(out, 'docent.db'));
  const settings = readSettings(options, process.env);
  if (settings.storage) mkdirSync(out, { recursive: true });
  else if (!existsSync(out) || siteFolders(out).length === 0) {
    // Whoever has made a key may send the first deployment; any other folder is probably a wrong one.
    if (!hasDatabase) {
      to.err(
        `There is no deployment in ${options.out}. Run "docent build" first, or choose --out. For deployments from elsewhere, create a key with "docent keys create".`,
      );
      return 1;
    }
    mkdirSync(out, { recursive: true });
    to.err(`There is no deployment in ${options.out} yet: waiting for "docent deploy" or a build.`);
  }
  const { port, host } = options;
  const embeddings = readEmbeddings(process.env);
  const server = await listen({
    ...settings,
    ...readChatSettings(process.env),
    ...readTranslateSettings(process.env),
    ...given({ embeddings }),
    environment: process.env,
    out,
    port,
    host,
    version,
    log: (line) => to.err(line),
  });
  to.out(`Serving ${options.out} at ${server.url}`);
  await untilSignal();
  await server.close();
  return 0;
}
