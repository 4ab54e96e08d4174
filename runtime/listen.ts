import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { createApp } from './app.ts';
import { answerBrokenRequests, headLimit } from './http/broken-requests.ts';
import { initialLimits, type Limits } from './settings/limits.ts';
import { ownHosts } from './site/own-hosts.ts';
import type { Services } from './site/services.ts';
import { createIds } from './store/ids.ts';

/** Where a server listens. */
export interface Listening {
  /** 0 takes a free one. */
  readonly port: number;
  readonly host: string;
  /** Rates, retries and time limits; the initial ones when it is left out. */
  readonly limits?: Limits;
}

/** A running server. */
export interface RunningServer {
  /** Such as `http://127.0.0.1:3000`. */
  readonly url: string;
  /** Takes no new requests, lets the running ones end, and is done after ten seconds at the latest. */
  close(): Promise<void>;
}

/** Milliseconds a shutdown waits for running answers; tasks have as long, and ten seconds are all there is. */
const patience = 4_000;

/**
 * Milliseconds an idle connection stays open: longer than the minute of load balancers, which would lose a request that
 * they send while it closes. A process that was busy for so long closes it as well, with the next request in it.
 */
const idleTime = 75_000;

/**
 * Listens with these services.
 * @throws an `Error` of one sentence when the port is taken or forbidden
 */
export async function listen(services: Services, where: Listening): Promise<RunningServer> {
  const app = createApp({ ...services, isOwnHost: ownHosts(where.host) });
  const { headerTimeout, bodyTimeout } = where.limits ?? initialLimits;
  const server = createAdaptorServer({
    fetch: app.fetch,
    serverOptions: {
      // A whole request has no more time than its parts: Node.js wants them in this order.
      headersTimeout: Math.min(headerTimeout, bodyTimeout),
      requestTimeout: bodyTimeout,
      connectionsCheckingInterval: 500,
      keepAliveTimeout: idleTime,
      maxHeaderSize: headLimit,
    },
  }) as Server;
  const newId = createIds(Date.now);
  answerBrokenRequests(server, () => newId('req'));
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(explain(error, where)));
    server.listen(where.port, where.host, resolve);
  });
  const { port, family, address } = server.address() as AddressInfo;
  const host = ['0.0.0.0', '::'].includes(address) ? 'localhost' : where.host;
  return {
    url: `http://${family === 'IPv6' && host.includes(':') ? `[${host}]` : host}:${port}`,
    close: () =>
      new Promise((resolve) => {
        const timer = setTimeout(() => server.closeAllConnections(), patience);
        server.close(() => {
          clearTimeout(timer);
          resolve();
        });
        server.closeIdleConnections();
      }),
  };
}

function explain(
  error: NodeJS.ErrnoException,
  where: { readonly port: number; readonly host: string },
): Error {
  if (error.code === 'EADDRINUSE') {
    return new Error(
      `Port ${where.port} on ${where.host} is already in use. Choose another one with --port, or stop the process that uses it.`,
      { cause: error },
    );
  }
  if (error.code === 'EACCES') {
    return new Error(
      `Listening on port ${where.port} is not allowed. Choose one above 1023 with --port.`,
      { cause: error },
    );
  }
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
    return new Error(`This machine has no address "${where.host}". Choose another with --host.`, {
      cause: error,
    });
  }
  return error;
}
