import { lookup as resolve } from 'node:dns';
import { isIP } from 'node:net';
import { Agent, fetch as undiciFetch } from 'undici';
import { given } from '../../schema/given.ts';
import { type AddressPolicy, blockedAddress, blockedUrl } from '../../schema/network.ts';

/** A request that was not sent, or whose connection was not made, because of where it leads. */
export class BlockedAddressError extends Error {
  override readonly name = 'BlockedAddressError';
}

/** How names become addresses; replaced in tests. */
export type Resolve = typeof resolve;

/**
 * An undici dispatcher that connects to vetted addresses only. The vetting sits in the connector's own
 * look-up: what is checked is what is connected to, so an answer that changes between two look-ups
 * gains nothing. Milliseconds.
 */
export function createGuardedAgent(
  policy: AddressPolicy,
  options: {
    readonly connectTimeout: number;
    readonly connections?: number;
    readonly ca?: string;
    readonly resolve?: Resolve;
  },
): Agent {
  const look = options.resolve ?? resolve;
  return new Agent({
    connections: options.connections ?? null,
    pipelining: 1,
    keepAliveTimeout: 10_000,
    connect: {
      timeout: options.connectTimeout,
      ...given({ ca: options.ca }),
      lookup: (hostname, lookupOptions, callback) => {
        look(hostname, { ...lookupOptions, all: true }, (error, addresses) => {
          if (error) return callback(error, []);
          const blocked = addresses
            .map(({ address }) => blockedAddress(address, policy))
            .find(Boolean);
          // One bad address refuses the whole name: a mixed answer is an attack or a mistake.
          if (blocked) return callback(new BlockedAddressError(`${hostname}: ${blocked}`), []);
          if (lookupOptions.all) return callback(null, addresses);
          const [first] = addresses;
          if (!first) return callback(new Error(`${hostname} has no address`), []);
          callback(null, first.address, first.family);
        });
      },
    },
  });
}

/** Why every address of a URL's host can't be called now, or undefined; for the moment a URL is registered. */
export async function vetUrl(
  url: string,
  policy: AddressPolicy,
  look: Resolve = resolve,
): Promise<string | undefined> {
  const wrong = blockedUrl(url, policy);
  if (wrong) return wrong;
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
  if (isIP(host)) return blockedAddress(host, policy);
  return new Promise((done) => {
    look(host, { all: true }, (error, addresses) => {
      if (error) return done(`host "${host}" can't be resolved (${error.code ?? error.message})`);
      done(addresses.map(({ address }) => blockedAddress(address, policy)).find(Boolean));
    });
  });
}

/** What a request may do and cost; `timeout` in ms. */
export interface FetchOptions {
  readonly policy: AddressPolicy;
  readonly maxBytes: number;
  readonly timeout: number;
  readonly ca?: string;
  readonly resolve?: Resolve;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Fetches a text from an address that an author wrote: `fetchBytes`, read as UTF-8. */
export async function fetchText(url: string, options: FetchOptions): Promise<string> {
  const { bytes } = await fetchBytes(url, options);
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
}

/**
 * Fetches a file from an address that an author wrote, at most `maxBytes` long and within `timeout` ms.
 * Redirects are followed up to three times, each vetted like the first; `url` is where they ended.
 */
export async function fetchBytes(
  url: string,
  options: FetchOptions,
): Promise<{ readonly bytes: Uint8Array; readonly url: string }> {
  const agent = createGuardedAgent(options.policy, {
    connectTimeout: Math.min(3000, options.timeout),
    ...given({ ca: options.ca, resolve: options.resolve }),
  });
  const signal = AbortSignal.timeout(options.timeout);
  try {
    let address = url;
    for (let hop = 0; hop <= 3; hop++) {
      const blocked = blockedUrl(address, options.policy);
      if (blocked) throw new BlockedAddressError(blocked);
      const response = await undiciFetch(address, {
        dispatcher: agent,
        redirect: 'manual',
        signal,
        ...(options.headers ? { headers: options.headers } : {}),
      });
      const location = response.headers.get('location');
      if (response.status >= 300 && response.status < 400 && location) {
        await response.body?.cancel();
        address = new URL(location, address).href;
        continue;
      }
      if (!response.ok) throw new Error(`${address} answered ${response.status}`);
      const bytes = await readAtMost(response.body ?? [], options.maxBytes, address);
      return { bytes, url: address };
    }
    throw new Error(`${url} redirects more than three times`);
  } finally {
    await agent.destroy();
  }
}

/** The bytes of an answer; throws when there are more than `maxBytes`. */
export async function readAtMost(
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  maxBytes: number,
  url: string,
): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body) {
    size += part.byteLength;
    if (size > maxBytes) throw new Error(`${url} is larger than ${maxBytes} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}
