import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { type DocentClient, DocentConnectionError } from '../packages/client/client.ts';
import { createIds } from '../runtime/store/ids.ts';
import { newSecret } from '../runtime/webhooks/secrets.ts';
import { given } from '../schema/given.ts';
import type { Terminal } from '../terminal.ts';
import type { CommandContext } from './context.ts';
import {
  type Forwarded,
  forward,
  lineOf,
  type Received,
  readAddress,
  recordOf,
} from './forward.ts';
import { explained, openProject, type ServerFlags } from './server.ts';
import { untilSignal } from './until-signal.ts';

/** Flags of `docent listen`. */
export interface ListenFlags extends ServerFlags {
  readonly forward: string;
  readonly events?: readonly string[];
  readonly after?: string;
  readonly secret?: string;
  readonly interval: number;
  readonly json?: boolean;
}

/** Keys of a terminal, as they arrive. */
export type Keys = Readable & { readonly setRawMode?: (raw: boolean) => unknown };

/** `docent listen`: sends the events of a server to a local address, until a signal. */
export async function listen(
  options: ListenFlags,
  { to, stop }: Pick<CommandContext, 'to' | 'stop'>,
  keys: Keys = process.stdin,
): Promise<number> {
  const address = readAddress('--forward', options.forward);
  const { client, projectId } = await openProject(options, { mayBeDev: true });
  const secret = options.secret ?? newSecret();
  const sender = openSender(address, secret, (sent, received) => {
    const time = new Date();
    const record = recordOf(sent, received, time);
    to.out(options.json ? JSON.stringify(record) : lineOf(sent, received, time));
  });
  const stopped = new AbortController();
  const closeKeys = readKeys(keys, {
    again: () => {
      if (!sender.sendAgain()) to.err('There is no event to send again yet.');
    },
    end: () => stopped.abort(),
  });
  const ends = stop.aborted ? Promise.resolve() : once(stop, 'abort');
  void Promise.race([ends, untilSignal()]).then(() => stopped.abort());
  try {
    const from = { client, projectId, types: options.events?.join(',') };
    const after = options.after ?? (await newest(from));
    to.err(`Events of ${options.to} are sent to ${address}, signed with ${secret}`);
    if (keys.setRawMode) to.err('Press r to send the last one again, Ctrl+C to end.');
    const { interval } = options;
    await follow(from, { after, interval, to, send: sender.send, signal: stopped.signal });
    await sender.settled();
    return 0;
  } catch (error) {
    throw explained(error, options.to);
  } finally {
    closeKeys();
  }
}

/** An event as the server lists it. */
type ListedEvent = Pick<Forwarded, 'type'> & { readonly id: string };

/** Sends events to an address one after the other, in the order of the server. */
function openSender(
  address: string,
  secret: string,
  onSent: (sent: Forwarded, received: Received) => void,
) {
  const newId = createIds();
  let last: Forwarded | undefined;
  let sending: Promise<void> = Promise.resolve();
  const deliver = (sent: Forwarded): Promise<void> => {
    sending = sending.then(async () => onSent(sent, await forward(address, sent, secret)));
    return sending;
  };
  return {
    send(event: ListedEvent): Promise<void> {
      const ids = { deliveryId: newId('dlv'), eventId: event.id, type: event.type };
      last = { ...ids, body: JSON.stringify(event) };
      return deliver(last);
    },
    /** Sends the last event again; false if there is none. */
    sendAgain(): boolean {
      if (last) void deliver(last);
      return last !== undefined;
    },
    settled: () => sending,
  };
}

/** Sends all events after another one, and new ones as they are recorded, until the signal. */
async function follow(
  from: Source,
  options: {
    readonly after: string | undefined;
    /** Seconds between two requests. */
    readonly interval: number;
    readonly to: Pick<Terminal, 'err'>;
    readonly send: (event: ListedEvent) => Promise<void>;
    readonly signal: AbortSignal;
  },
): Promise<void> {
  const { interval, to, send, signal } = options;
  let { after } = options;
  let isLost = false;
  while (!signal.aborted) {
    try {
      for await (const event of eventsAfter(from, after, signal)) {
        await send(event);
        after = event.id;
      }
      if (isLost) to.err('The server answers again.');
      isLost = false;
    } catch (error) {
      if (signal.aborted) break;
      if (!(error instanceof DocentConnectionError)) throw error;
      if (!isLost) to.err(`${error.message}. Trying again; no event is lost.`);
      isLost = true;
    }
    await pause(interval * 1000, signal);
  }
}

interface Source {
  readonly client: DocentClient;
  readonly projectId: string;
  readonly types: string | undefined;
}

/** Events that were recorded after another one, all if there is none; the oldest first. */
function eventsAfter(
  { client, projectId, types }: Source,
  after: string | undefined,
  signal?: AbortSignal,
) {
  const query = {
    ...given({ types, after }),
  };
  return client.listEvents(projectId, { ...query, perPage: 200 }, signal ? { signal } : {});
}

/** Id of the event that was recorded last. */
async function newest(source: Source): Promise<string | undefined> {
  let id: string | undefined;
  for await (const event of eventsAfter(source, undefined)) id = event.id;
  return id;
}

/** Calls back for keys; returns what ends that. */
function readKeys(
  keys: Keys,
  on: { readonly again: () => void; readonly end: () => void },
): () => void {
  const onData = (data: Buffer | string) => {
    for (const key of String(data)) {
      if (key === 'r') on.again();
      // In raw mode, Ctrl+C is a key.
      if (key === '\u0003' || key === 'q') on.end();
    }
  };
  keys.setRawMode?.(true);
  keys.on('data', onData);
  return () => {
    keys.off('data', onData);
    keys.setRawMode?.(false);
    keys.pause();
  };
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    const end = () => {
      clearTimeout(timer);
      resolve();
    };
    signal.addEventListener('abort', end, { once: true });
  });
}
