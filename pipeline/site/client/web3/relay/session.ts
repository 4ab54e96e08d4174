import { SignClient } from '@walletconnect/sign-client';
import type { RelayData } from '../../../web3/page-data.ts';
import { MissingChainError } from '../failures.ts';
import { UnreachableError } from '../request.ts';
import { TabStorage } from './tab-storage.ts';

type Client = Awaited<ReturnType<typeof SignClient.init>>;
type Session = ReturnType<Client['session']['getAll']>[number];

/** What wallets are asked for; nodes answer everything else. */
const methods = ['eth_sendTransaction'];
const events = ['accountsChanged', 'chainChanged'];

/** Milliseconds until the relay has to answer. */
const patience = 20_000;

/** What happened in a wallet, in the names of EIP-1193. */
type Listen = (event: 'accountsChanged' | 'chainChanged', value: unknown) => void;

/** A wallet on another device, or in another app of this one. */
export interface RelaySession {
  /** The accounts on its chain; none before it is paired. */
  accounts(): readonly string[];
  chain(): number;
  /**
   * Pairs a wallet: calls `show` with the address that it has to read, and ends when it has answered.
   * A wallet that answers after `cancelled` is left again.
   * @throws UnreachableError when there is no relay, and what the wallet says when its reader refuses
   */
  pair(show: (address: string) => void, cancelled: AbortSignal): Promise<void>;
  /** @throws MissingChainError when the wallet does not offer the chain */
  switchTo(chain: number): void;
  /** Passes a request on to the wallet. */
  ask(method: string, params: unknown): Promise<unknown>;
  /** Ends the session in the wallet as well. */
  leave(): Promise<void>;
}

/** Opens the session of this tab at the relay, if it has one; `listen` hears of what happens in the wallet. */
export async function openSession(relay: RelayData, listen: Listen): Promise<RelaySession> {
  await shown();
  const client = await SignClient.init({
    projectId: relay.projectId,
    metadata: {
      name: relay.name,
      description: document.title,
      url: location.origin,
      icons: icons(),
    },
    storage: new TabStorage(),
    // Both would send what readers do to further hosts, or to their console.
    telemetryEnabled: false,
    logger: 'silent',
  });
  handleOnce(client);
  let chain: number | undefined;
  // The library forgets a session only after the relay has confirmed its end.
  const left = new Set<string>();
  const current = (): Session | undefined =>
    client.session.getAll().findLast(({ topic }) => !left.has(topic));
  const chainNow = (): number => {
    const offered = chainsOf(current());
    if (chain !== undefined && offered.includes(chain)) return chain;
    return relay.chains.find((id) => offered.includes(id)) ?? offered[0] ?? 0;
  };
  const accounts = (): readonly string[] => accountsOn(current(), chainNow());
  const end = (topic: string): Promise<void> => {
    left.add(topic);
    // What the protocol calls "user disconnected".
    return client.disconnect({ topic, reason: { code: 6000, message: 'User disconnected.' } });
  };
  const isCurrent = (topic: string): boolean => topic === current()?.topic;

  client.on('session_event', ({ topic, params: { event, chainId } }) => {
    if (!isCurrent(topic)) return;
    if (event.name === 'chainChanged') {
      chain = Number(event.data) || numberOf(chainId);
      listen('chainChanged', chainNow());
    } else if (event.name === 'accountsChanged' && Array.isArray(event.data)) {
      listen(
        'accountsChanged',
        event.data.map((one) => String(one).split(':').at(-1)),
      );
    }
  });
  client.on('session_update', ({ topic }) => {
    if (isCurrent(topic)) listen('accountsChanged', accounts());
  });
  for (const event of ['session_delete', 'session_expire'] as const) {
    client.on(event, () => listen('accountsChanged', accounts()));
  }

  return {
    accounts,
    chain: chainNow,
    async pair(show, cancelled) {
      const wanted = { chains: relay.chains.map((id) => `eip155:${id}`), methods, events };
      const connecting = client.connect({ optionalNamespaces: { eip155: wanted } });
      const { uri, approval } = await inTime(connecting);
      const answered = approval().then(async ({ topic }) => {
        if (cancelled.aborted) await end(topic);
      });
      if (uri !== undefined) show(uri);
      await Promise.race([answered, aborted(cancelled)]);
    },
    switchTo(wanted) {
      if (!chainsOf(current()).includes(wanted)) throw new MissingChainError(wanted);
      chain = wanted;
      listen('chainChanged', wanted);
    },
    async ask(method, params) {
      const session = current();
      // Wallets don't answer what nodes do.
      if (!session || !methods.includes(method)) throw new UnreachableError(method);
      return client.request({
        topic: session.topic,
        chainId: `eip155:${chainNow()}`,
        request: { method, params },
      });
    },
    async leave() {
      const session = current();
      if (session) await end(session.topic);
    },
  };
}

/**
 * One second after its start, the library handles what an earlier page has received and not handled. Without this, it
 * would handle a second time what it is still answering: the second end of a session is an error.
 */
function handleOnce({ core }: Client): void {
  const { relayer } = core;
  const { messages } = relayer;
  const received = new Set<string>();
  relayer.on('relayer_message', ({ message }: { readonly message: string }) => {
    received.add(message);
  });
  const unhandled = messages.getWithoutAck;
  messages.getWithoutAck = (topics) =>
    Object.fromEntries(
      Object.entries(unhandled(topics)).map(([topic, found]) => [
        topic,
        found.filter((message) => !received.has(message)),
      ]),
    );
}

/** A page that is prepared for a click must not answer for the one that is read. */
function shown(): Promise<void> {
  const { prerendering } = document as { prerendering?: boolean };
  if (!prerendering) return Promise.resolve();
  return new Promise((resolve) => {
    document.addEventListener('prerenderingchange', () => resolve(), { once: true });
  });
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  const late = aborted(AbortSignal.timeout(patience)).then(() => {
    throw new UnreachableError('relay');
  });
  return Promise.race([work, late]);
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** Accounts of a session as it writes them: `eip155:1:0x…`. */
function accountIds(session: Session | undefined): readonly string[] {
  const spaces = Object.values(session?.namespaces ?? {});
  return spaces.flatMap(({ accounts }) => accounts).filter((id) => id.startsWith('eip155:'));
}

function chainsOf(session: Session | undefined): readonly number[] {
  return [...new Set(accountIds(session).map(numberOf))];
}

function accountsOn(session: Session | undefined, chain: number): readonly string[] {
  const start = `eip155:${chain}:`;
  return accountIds(session).flatMap((id) =>
    id.startsWith(start) ? [id.slice(start.length)] : [],
  );
}

function numberOf(id: string): number {
  return Number(id.split(':')[1]);
}

/** The site's icon, which wallets show to their reader. */
function icons(): string[] {
  const link = document.querySelector<HTMLLinkElement>('link[rel~="icon"]');
  return link ? [link.href] : [];
}
