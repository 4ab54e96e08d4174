import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { SignClient } from '@walletconnect/sign-client';
import { build } from 'esbuild';
import { makeTempDir } from '../temp.ts';
import type { LocalChain } from './chain.ts';
import { account, sendTransaction } from './wallet.ts';

type Client = Awaited<ReturnType<typeof SignClient.init>>;

/** A wallet outside the browser, which speaks to pages through the relay. */
export interface RemoteWallet {
  /** What it was asked for, with the chain. */
  readonly asked: string[];
  /** Whether its reader refuses everything. */
  refuses: boolean;
  /** Reads what a page shows, and answers the page's proposal; false when its reader has refused. */
  pair(address: string): Promise<boolean>;
  /** Topics of its sessions. */
  sessions(): readonly string[];
  /** Tells the page of an event of EIP-1193. */
  tell(name: string, data: unknown): Promise<void>;
  /** Ends all sessions. */
  leave(): Promise<void>;
  close(): Promise<void>;
}

let loading: Promise<{ readonly SignClient: typeof SignClient }> | undefined;

/** What the package has for `require` needs parts of `viem` that are not kept, so its modules are bundled. */
function library(): NonNullable<typeof loading> {
  loading ??= bundled();
  return loading;
}

async function bundled(): NonNullable<typeof loading> {
  const folder = makeTempDir();
  const outfile = join(folder, 'library.mjs');
  try {
    await build({
      stdin: {
        contents: "export { SignClient } from '@walletconnect/sign-client';",
        resolveDir: import.meta.dirname,
      },
      bundle: true,
      platform: 'node',
      format: 'esm',
      mainFields: ['module', 'main'],
      banner: {
        js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
      },
      logLevel: 'error',
      outfile,
    });
    return await import(/* @vite-ignore */ outfile);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Starts a wallet that offers these chains, and sends transactions to the local one. */
export async function startRemoteWallet(
  relay: string,
  chain: LocalChain,
  offered: readonly number[] = [chain.id],
): Promise<RemoteWallet> {
  const stored = new Map<string, unknown>();
  const client: Client = await (await library()).SignClient.init({
    projectId: 'wallet',
    relayUrl: relay,
    logger: 'silent',
    telemetryEnabled: false,
    customStoragePrefix: String(Math.random()),
    metadata: { name: 'Remote wallet', description: '', url: 'https://wallet.example', icons: [] },
    storage: {
      getKeys: async () => [...stored.keys()],
      getEntries: async () => [...stored],
      getItem: async (key: string) => stored.get(key),
      setItem: async (key: string, value: unknown) => void stored.set(key, value),
      removeItem: async (key: string) => void stored.delete(key),
    },
  });
  // It would ask a host of the protocol who the page is.
  client.core.verify.resolve = async () => undefined as never;
  const wallet: RemoteWallet = {
    asked: [],
    refuses: false,
    async pair(uri) {
      const answered = new Promise<boolean>((resolve, reject) => {
        client.once('session_proposal', ({ id }) => {
          const chains = offered.map((one) => `eip155:${one}`);
          const space = {
            chains,
            accounts: chains.map((one) => `${one}:${account.address}`),
            methods: ['eth_sendTransaction'],
            events: ['accountsChanged', 'chainChanged'],
          };
          const answer = wallet.refuses
            ? client.reject({ id, reason: { code: 5000, message: 'User rejected.' } })
            : client.approve({ id, namespaces: { eip155: space } });
          answer.then(() => resolve(!wallet.refuses), reject);
        });
      });
      await client.pair({ uri });
      return answered;
    },
    sessions: () => client.session.getAll().map(({ topic }) => topic),
    async tell(name, data) {
      for (const topic of wallet.sessions()) {
        await client.emit({ topic, chainId: `eip155:${offered[0]}`, event: { name, data } });
      }
    },
    async leave() {
      const reason = { code: 6000, message: 'User disconnected.' };
      for (const topic of wallet.sessions()) await client.disconnect({ topic, reason });
    },
    async close() {
      client.core.heartbeat.stop();
      await client.core.relayer.transportClose();
    },
  };
  client.on('session_request', async ({ id, topic, params: { chainId, request } }) => {
    wallet.asked.push(`${chainId} ${request.method}`);
    const answer = wallet.refuses
      ? { error: { code: 5000, message: 'User rejected.' } }
      : { result: await sendTransaction(chain, request.params[0]) };
    await client.respond({ topic, response: { id, jsonrpc: '2.0', ...answer } });
  });
  return wallet;
}
