import { type AddressPolicy, blockedUrl } from '../../schema/network.ts';

/**
 * How to allow an address that was rejected for `reason`; '' if it is impossible. Settings are the
 * operator's: the owner of the webhook may have to ask for them.
 */
export function addressRemedy(url: string, policy: AddressPolicy, reason: string): string {
  if (!URL.canParse(url)) return '';
  const { protocol, hostname, port, username, password } = new URL(url);
  if (username || password) return ' Put a secret into the path instead.';
  if (protocol !== 'https:' && protocol !== 'http:') return '';
  const host = hostname.toLowerCase();
  const settings: string[] = [];
  const withPort = { ...policy, ports: [...policy.ports, Number(port || 443)] };
  const isPlain = protocol === 'http:' && !policy.plainHosts.includes(host);
  const isLocal = /is a local name$/.test(blockedUrl(`https://${host}/`, policy) ?? '');
  if (isPlain || isLocal) settings.push(`DOCENT_WEBHOOK_PLAIN_HOSTS to ${host}`);
  else if (blockedUrl(url, policy) !== blockedUrl(url, withPort)) {
    settings.push(`DOCENT_WEBHOOK_PORTS to ${port}`);
  }
  const allowed = { ...withPort, plainHosts: [...policy.plainHosts, host] };
  const found = /address (\S+) is not public/.exec(`${reason}; ${blockedUrl(url, allowed) ?? ''}`);
  if (found) settings.push(`DOCENT_WEBHOOK_ALLOW to ${found[1]}`);
  else if (isLocal) settings.push('DOCENT_WEBHOOK_ALLOW to its address');
  if (settings.length === 0) return '';
  const instead = protocol === 'http:' ? 'Use https, or let' : 'Let';
  return ` ${instead} the operator set ${settings.join(' and ')}.`;
}

const extraAuthority =
  'the certificate is not signed by a trusted authority; start the server with NODE_EXTRA_CA_CERTS set to a file with the certificate of the authority';
const noTls = 'the receiver does not speak TLS at this port; use the port that does';

/** Error codes of TLS connections, and their remedies. */
const ofTls: Readonly<Record<string, string>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: extraAuthority,
  SELF_SIGNED_CERT_IN_CHAIN: extraAuthority,
  UNABLE_TO_GET_ISSUER_CERT: extraAuthority,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: extraAuthority,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: `${extraAuthority}, or make the receiver send its full chain`,
  CERT_HAS_EXPIRED: 'renew the certificate of the receiver',
  CERT_NOT_YET_VALID: 'the certificate is not valid yet; check the clocks of both machines',
  ERR_TLS_CERT_ALTNAME_INVALID:
    'the certificate is for another name; use a name in the certificate',
  ERR_SSL_WRONG_VERSION_NUMBER: noTls,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: noTls,
};

/** A network error code with its remedy, if known. */
export function withRemedy(code: string): string {
  const remedy = Object.hasOwn(ofTls, code) ? ofTls[code] : undefined;
  return remedy === undefined ? code : `${code}: ${remedy}`;
}
