import { createClient } from '../packages/client/client.ts';
import type { CommandContext } from './context.ts';
import { readAddress } from './forward.ts';
import { explained } from './server.ts';
import { storeKey } from './stored-keys.ts';

/** Flags of `docent login`. */
export interface LoginFlags {
  readonly to: string;
  readonly key?: string;
}

/** `docent login`: stores the key of a server, once the server has accepted it. */
export async function login(
  { to: server, key: given }: LoginFlags,
  { to }: Pick<CommandContext, 'to'>,
  ask: () => Promise<string | undefined>,
): Promise<number> {
  const baseUrl = readAddress('--to', server);
  const key = (given ?? (await ask()))?.trim();
  if (!key) throw new Error('There is no key. Pass it on standard input, or with --key.');
  try {
    const me = await createClient({ baseUrl, key }).getMe();
    const file = storeKey(server, key, process.env);
    const scopes = me.key?.scopes.join(', ');
    to.out(`Stored the key of ${me.organization.name} for ${server} in ${file} (${scopes}).`);
    return 0;
  } catch (error) {
    throw explained(error, server);
  }
}
