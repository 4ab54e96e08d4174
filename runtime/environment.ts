import ipaddr from 'ipaddr.js';
import type { AddressPolicy } from '../schema/network.ts';

/** What the operator says about a server, as flags or as variables of the environment. */
export interface SettingFlags {
  readonly database?: string;
  readonly trustProxy?: string;
  readonly platformHost?: string;
  readonly baseHost?: string;
  readonly serviceName?: string;
  readonly webhookAllow?: string;
  readonly webhookPlainHosts?: string;
  readonly webhookPorts?: string;
}

/** Settings of a server that come from outside, read once when it starts. */
export interface Settings {
  readonly database?: string;
  readonly proxies: readonly string[];
  readonly service: string;
  readonly policy: AddressPolicy;
  readonly platformHost?: string;
  readonly baseHost?: string;
  readonly secretKey?: string;
}

/**
 * Flags with their defaults, and the one secret that is no flag: others would see it in the list of
 * processes.
 * @throws an `Error` of one sentence for a wrong value
 */
export function readSettings(
  flags: SettingFlags,
  environment: Readonly<Record<string, string | undefined>>,
): Settings {
  const secretKey = environment.DOCENT_SECRET_KEY;
  if (secretKey && secretKey.length < 16) {
    throw new Error('DOCENT_SECRET_KEY is too short: give it 16 characters or more.');
  }
  const read = <T>(name: string, text: string | undefined, reader: (text: string) => T) => {
    if (text === undefined || text === '') return undefined;
    try {
      return reader(text);
    } catch (error) {
      throw new Error(`Unexpected value of ${name}: ${(error as Error).message}`);
    }
  };
  const { database: address, serviceName, trustProxy } = flags;
  const database = read('--database or DATABASE_URL', address, readers.database);
  const platformHost = read(
    '--platform-host or DOCENT_PLATFORM_HOST',
    flags.platformHost,
    readers.host,
  );
  const baseHost = read('--base-host or DOCENT_BASE_HOST', flags.baseHost, readers.host);
  return {
    proxies: read('--trust-proxy or DOCENT_TRUST_PROXY', trustProxy, readers.ranges) ?? [],
    service:
      read('--service-name or DOCENT_SERVICE_NAME', serviceName, readers.serviceName) ?? 'Docent',
    policy: {
      allow:
        read('--webhook-allow or DOCENT_WEBHOOK_ALLOW', flags.webhookAllow, readers.ranges) ?? [],
      plainHosts:
        read(
          '--webhook-plain-hosts or DOCENT_WEBHOOK_PLAIN_HOSTS',
          flags.webhookPlainHosts,
          readers.hosts,
        ) ?? [],
      ports:
        read('--webhook-ports or DOCENT_WEBHOOK_PORTS', flags.webhookPorts, readers.ports) ?? [],
    },
    ...(platformHost ? { platformHost } : {}),
    ...(baseHost ? { baseHost } : {}),
    ...(database ? { database } : {}),
    ...(secretKey ? { secretKey } : {}),
  };
}

/** How the texts of flags and variables are read; each throws a sentence that names what is wrong. */
export const readers = {
  /** `10.0.0.0/8, 192.168.1.7` → ranges and addresses. */
  ranges: (text: string): readonly string[] =>
    parts(text).map((part) => {
      if (ipaddr.isValidCIDR(part)) return part;
      if (ipaddr.isValid(part)) return `${part}/${ipaddr.parse(part).kind() === 'ipv4' ? 32 : 128}`;
      throw new Error(`"${part}" is neither an address nor a range such as 10.0.0.0/8.`);
    }),

  host,

  hosts: (text: string): readonly string[] => parts(text).map(host),

  ports: (text: string): readonly number[] =>
    parts(text).map((part) => {
      const port = Number(part);
      if (/^\d+$/.test(part) && port >= 1 && port <= 65_535) return port;
      throw new Error(`"${part}" is no port from 1 to 65535.`);
    }),

  /** A name that can stand in a header: `X-Docent-Event`. */
  serviceName: (text: string): string => {
    if (/^[A-Za-z][A-Za-z0-9-]{0,38}$/.test(text)) return text;
    throw new Error(`"${text}" is no name of letters, digits and hyphens, 39 at most.`);
  },

  database: (text: string): string => {
    const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(text)?.[1]?.toLowerCase();
    if (scheme === undefined) return text;
    if ((scheme === 'postgres' || scheme === 'postgresql') && URL.canParse(text)) return text;
    throw new Error('Expected postgres://user@host/name or a file.');
  },
} as const;

function host(text: string): string {
  const name = text.toLowerCase().replace(/\.$/, '');
  if (/^[a-z0-9_]([a-z0-9_.-]*[a-z0-9_])?$/.test(name)) return name;
  throw new Error(`"${text}" is no host name such as hooks.test; leave out scheme and port.`);
}

function parts(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
