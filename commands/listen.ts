import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { type DocentClient, DocentConnectionError } from '../packages/client/client.ts';
import { createIds } from '../runtime/store/ids.ts';
import { newSecret } from '../runtime/webhooks/secrets.ts';
import type { CommandContext } from './context.ts';
import { type Forwarded, forward, lineOf, readAddress, recordOf } from './forward.ts';
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
  const { client, projectId } = await openProject(options);
  const secret = options.secret ?? newSecret();
  const newId = createIds();
  const stopped = new AbortController();
  let last: Forwarded | undefined;
  // One after the other, in the order of the server.
  let sending: Promise<void> = Promise.resolve();
  const deliver = (sent: Forwarded) => {
    sending = sending.then(async () => {
      const received = await forward(address, sent, secret);
      const time = new Date();
      const record = recordOf(sent, received, time);
      to.out(options.json ? JSON.stringify(record) : lineOf(sent, received, time));
    });
    return sending;
  };
  const closeKeys = readKeys(keys, {
    again: () => (last ? void deliver(last) : to.err('There is no event to send again yet.')),
    end: () => stopped.abort(),
  });
  const ends = stop.aborted ? Promise.resolve() : once(stop, 'abort');
  void Promise.race([ends, untilSignal()]).then(() => stopped.abort());
  try {
    const from = { client, projectId, types: options.events?.join(',') };
    let after = options.after ?? (await newest(from));
    to.err(`Events of ${options.to} are sent to ${address}, signed with ${secret}`);
    if (keys.setRawMode) to.err('Press r to send the last one again, Ctrl+C to end.');
    let isLost = false;
    while (!stopped.signal.aborted) {
      try {
        for await (const event of eventsAfter(from, after, stopped.signal)) {
          last = {
            ...{ deliveryId: newId('dlv'), eventId: event.id, type: event.type },
            body: JSON.stringify(event),
          };
          await deliver(last);
          after = event.id;
        }
        if (isLost) to.err('The server answers again.');
        isLost = false;
      } catch (error) {
        if (stopped.signal.aborted) break;
        if (!(error instanceof DocentConnectionError)) throw error;
        if (!isLost) to.err(`${error.message}. Trying again; no event is lost.`);
        isLost = true;
      }
      await pause(options.interval * 1000, stopped.signal);
    }
    await sending;
    return 0;
  } catch (error) {
    throw explained(error, options.to);
  } finally {
    closeKeys();
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
    ...(types === undefined ? {} : { types }),
    ...(after === undefined ? {} : { after }),
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
