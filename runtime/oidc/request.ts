import type { CustomFetch } from 'openid-client';
import { fetch as undiciFetch } from 'undici';
import { createGuardedAgent, readAtMost } from '../../pipeline/net/fetch.ts';
import { messageOf } from '../../schema/errors.ts';
import { type AddressPolicy, blockedUrl } from '../../schema/network.ts';

/** The provider can't be reached now, or has an error of its own. */
export class ProviderAwayError extends Error {
  override readonly name = 'ProviderAwayError';
}

const limits = { maxBytes: 256 * 1024, timeout: 8_000, connectTimeout: 3_000 } as const;

/**
 * How the provider is asked. Its own host is the operator's word and may be anywhere; other hosts, which
 * only its description names, are those that webhooks may call as well.
 */
export function createRequests(issuer: string, policy: AddressPolicy): CustomFetch {
  const { hostname } = new URL(issuer);
  const atHome: AddressPolicy = {
    ...{ allow: ['0.0.0.0/0', '::/0'], plainHosts: [hostname], ports: [] },
  };
  return async (url, { method, headers, body }) => {
    const rules = new URL(url).hostname === hostname ? atHome : policy;
    const blocked = blockedUrl(url, rules);
    if (blocked) throw new ProviderAwayError(`${url} may not be called: ${blocked}`);
    const agent = createGuardedAgent(rules, { connectTimeout: limits.connectTimeout });
    try {
      const answer = await undiciFetch(url, {
        ...{ method, headers, dispatcher: agent, redirect: 'manual' },
        ...(body instanceof URLSearchParams ? { body: body.toString() } : {}),
        signal: AbortSignal.timeout(limits.timeout),
      });
      const bytes = await readAtMost(answer.body ?? [], limits.maxBytes, url);
      if (answer.status >= 500) throw new Error(`status ${answer.status}`);
      return new Response(answer.status === 204 ? null : (bytes as BodyInit), {
        status: answer.status,
        headers: [...answer.headers],
      });
    } catch (error) {
      throw new ProviderAwayError(`${url}: ${reasonOf(error)}`);
    } finally {
      await agent.destroy();
    }
  };
}

/** What is behind "fetch failed". */
function reasonOf(error: unknown): string {
  const { cause } = error as { readonly cause?: unknown };
  return messageOf(cause ?? error);
}
