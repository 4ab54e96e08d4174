import type { FormFlow } from '../../../../schema/form.ts';

/** The metadata of a provider can't be used; the message names the status, or the field that is wrong. */
export class DiscoveryError extends Error {
  override readonly name = 'DiscoveryError';
}

/**
 * The way to sign in that a provider's metadata describes (OpenID Connect Discovery 1.0).
 * @throws DiscoveryError, and what `fetch` throws
 */
export async function discover(
  url: string,
  scopes: FormFlow['scopes'],
  signal: AbortSignal,
): Promise<FormFlow> {
  const response = await fetch(url, {
    headers: { accept: 'application/json' },
    credentials: 'omit',
    signal,
  });
  if (!response.ok) throw new DiscoveryError(`HTTP ${response.status}`);
  const metadata: unknown = await response.json().catch(() => undefined);
  if (typeof metadata !== 'object' || metadata === null) throw new DiscoveryError('JSON');
  const fields = metadata as Readonly<Record<string, unknown>>;
  const offered = fields.response_types_supported;
  if (Array.isArray(offered) && !offered.includes('code')) {
    throw new DiscoveryError('response_types_supported');
  }
  return {
    type: 'authorizationCode',
    authorizationUrl: addressIn(fields, 'authorization_endpoint', url),
    tokenUrl: addressIn(fields, 'token_endpoint', url),
    scopes,
  };
}

/** An address that is as safe as that of the metadata; the token goes there. */
function addressIn(
  fields: Readonly<Record<string, unknown>>,
  field: string,
  metadata: string,
): string {
  const text = fields[field];
  const address = typeof text === 'string' && URL.canParse(text) ? new URL(text) : undefined;
  const safe = new URL(metadata).protocol === 'https:' ? ['https:'] : ['https:', 'http:'];
  if (!address || !safe.includes(address.protocol)) throw new DiscoveryError(field);
  return address.href;
}
