import { createGuardedAgent, type Resolve } from '../../pipeline/net/fetch.ts';
import type { SiteReader } from '../../pipeline/output/read.ts';
import { mayHave } from '../../schema/access.ts';
import { ApiError } from '../../schema/errors.ts';
import { type AddressPolicy, blockedUrl } from '../../schema/network.ts';
import type { ProxyOperation } from '../../schema/proxy.ts';
import { readBytes } from '../http/body.ts';
import { errorResponse } from '../http/errors.ts';
import { proxyLimits } from '../http/limits.ts';
import { createRateLimiter, type RateCounts } from '../http/rate-limit.ts';
import type { Reading } from '../site/access.ts';
import type { ApiProxy, ApiProxyRequest } from '../site/api-proxy.ts';
import type { Client } from '../site/client.ts';
import type { ProxyTimes } from './deadline.ts';
import { requestHeaders } from './headers.ts';
import { sendOn } from './send.ts';
import { createSlots } from './slots.ts';
import { findOperations, readTarget } from './target.ts';

/** Opens the proxy of a server; `perMinute` counts the requests of one address. */
export function createProxy(options: {
  readonly enabled: boolean;
  readonly policy: AddressPolicy;
  readonly perMinute: number;
  /** Where they are counted; in this process when it is left out. */
  readonly counts?: RateCounts;
  readonly newRequestId: () => string;
  readonly log: (line: string) => void;
  /** Replaced in tests. */
  readonly resolve?: Resolve;
  readonly times?: ProxyTimes;
}): ApiProxy {
  const { enabled, policy, times = proxyLimits.times, resolve } = options;
  const agent = createGuardedAgent(policy, {
    connectTimeout: proxyLimits.connect,
    ...(resolve ? { resolve } : {}),
  });
  const count = createRateLimiter(
    { name: 'proxy', perMinute: options.perMinute, burst: 0 },
    options.counts,
  );
  const slots = createSlots(proxyLimits);

  const forward = async ({
    request,
    site,
    client,
    session,
  }: ApiProxyRequest): Promise<Response> => {
    if (!enabled) throw forbidden('This server does not send requests to APIs.');
    refuseOtherPages(request, client);
    await count(client.address);
    const url = readTarget(request.headers.get('x-docent-target'));
    const { method } = request;
    const operations = await readable(operationsOf(site, { method, url }), { site, session });
    const blocked = blockedUrl(url.href, policy);
    if (blocked) throw forbidden(`This server does not call ${url.origin}: ${blocked}.`);
    const headers = requestHeaders(request, operations);
    const done = slots.take(client.address);
    let body: Uint8Array | undefined;
    try {
      const bytes = await readBytes(request, proxyLimits.body);
      if (bytes.length > 0) body = bytes;
    } catch (error) {
      done();
      throw error instanceof ApiError ? error : invalidBody();
    }
    return sendOn({ url, method, headers, body, agent, times, signal: request.signal, done });
  };

  return {
    offers: (site) => enabled && site.proxyRules() !== undefined,
    answer: async (asked) => {
      try {
        return await forward(asked);
      } catch (error) {
        if (!(error instanceof ApiError)) options.log(`Unexpected error: ${String(error)}`);
        const accept = asked.request.headers.get('accept');
        return errorResponse(error, { requestId: options.newRequestId(), accept });
      }
    },
    close: () => agent.destroy(),
  };
}

/**
 * Pages of other sites may not use the readers of this one. They can't set the header of the target
 * without asking first, which is never answered; browsers also say where a request is from.
 */
function refuseOtherPages({ headers }: Request, client: Client): void {
  const site = headers.get('sec-fetch-site');
  const origin = headers.get('origin');
  const isOwn =
    site !== null
      ? site === 'same-origin'
      : origin === null ||
        (URL.canParse(origin) && new URL(origin).host === new URL(client.origin).host);
  if (!isOwn) throw forbidden('Only pages of this site may send requests through this server.');
}

function operationsOf(
  site: SiteReader,
  asked: { readonly method: string; readonly url: URL },
): readonly ProxyOperation[] {
  const { method, url } = asked;
  const rules = site.proxyRules();
  if (!rules) throw forbidden('This site sends no requests through its server.');
  const found = findOperations(rules, asked);
  if (typeof found !== 'string') return found;
  throw forbidden(
    {
      server: `No API description of this site has a server for ${url.origin}${url.pathname}.`,
      path: `No operation of this site has the path ${url.pathname} at ${url.origin}.`,
      method: `No operation of this site is ${method} ${url.pathname}.`,
    }[found],
  );
}

/** The operations whose page the reader may read; 401 or 403 if there is none. */
async function readable(
  operations: readonly ProxyOperation[],
  { site, session }: { readonly site: SiteReader; readonly session: Reading['session'] },
): Promise<readonly ProxyOperation[]> {
  // Who writes a site sees all of it: `docent dev` has no sessions.
  if (site.deployment.id === 'dev') return operations;
  const reader = operations.some((one) => one.protected) ? await session() : undefined;
  const found = operations.filter((operation) => mayHave(operation, reader));
  if (found.length > 0) return found;
  if (reader === undefined) throw new ApiError('AUTH_ERROR', 'You must sign in to send this.');
  throw forbidden('You are not in a group that may send this.');
}

function forbidden(message: string): ApiError {
  return new ApiError('FORBIDDEN', message);
}

function invalidBody(): ApiError {
  return new ApiError('VALIDATION_ERROR', 'The request body was cut off.');
}
