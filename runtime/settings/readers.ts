import ipaddr from 'ipaddr.js';

/** Where messages are handed over. */
export interface MailServer {
  readonly host: string;
  readonly port: number;
  /** Whether the connection is encrypted before anything is said. */
  readonly secure: boolean;
  readonly user?: string;
  readonly password?: string;
}

/** How the texts of flags and variables are read; each throws a sentence that names what is wrong. */
export const readers = {
  /** `10.0.0.0/8, 192.168.1.7` → ranges and addresses. */
  ranges: (text: string): readonly string[] =>
    parts(text).map((part) => {
      if (ipaddr.isValidCIDR(part)) return part;
      if (ipaddr.isValid(part)) return `${part}/${ipaddr.parse(part).kind() === 'ipv4' ? 32 : 128}`;
      throw new Error(`"${part}", expected an address or a range such as 10.0.0.0/8.`);
    }),

  onOff: (text: string): boolean => {
    if (text === 'on' || text === 'off') return text === 'on';
    throw new Error(`"${text}", expected on or off.`);
  },

  host,

  hosts: (text: string): readonly string[] => parts(text).map(host),

  ports: (text: string): readonly number[] =>
    parts(text).map((part) => {
      const port = Number(part);
      if (/^\d+$/.test(part) && port >= 1 && port <= 65_535) return port;
      throw new Error(`"${part}", expected a port from 1 to 65535.`);
    }),

  /** A name that is valid in a header: `X-Docent-Event`. */
  serviceName: (text: string): string => {
    if (/^[A-Za-z][A-Za-z0-9-]{0,38}$/.test(text)) return text;
    throw new Error(
      `${JSON.stringify(text)}, expected a name of at most 39 letters, digits and hyphens.`,
    );
  },

  /** A key that seals secrets. */
  secretKey: (text: string): string => {
    if (text.length >= 16) return text;
    throw new Error(`${text.length} characters, expected 16 or more.`);
  },

  /** `s3://bucket/prefix`; the prefix may be left out. */
  bucket: (text: string): { readonly bucket: string; readonly prefix: string } => {
    const match = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([\w!.*'()/-]*))?$/.exec(text);
    const prefix = (match?.[2] ?? '').replace(/^\/+|\/+$/g, '');
    if (match?.[1]) return { bucket: match[1], prefix };
    throw new Error(`"${text}", expected an address such as s3://bucket/docs.`);
  },

  /** An address without a path. */
  endpoint: (text: string): string => {
    if (/^https?:\/\/[^/?#@\s]+\/?$/.test(text) && URL.canParse(text))
      return text.replace(/\/$/, '');
    throw new Error(`"${text}", expected an address such as https://s3.example.com.`);
  },

  /** An address whose provider can't be impersonated: over plain HTTP only on this machine. */
  issuer: (text: string): string => {
    const url = URL.canParse(text) ? new URL(text) : undefined;
    const isHere = url && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname);
    const isSafe = url?.protocol === 'https:' || (isHere && url.protocol === 'http:');
    if (url && isSafe && !url.search && !url.hash && !url.username && !url.password) return text;
    throw new Error(`"${text}", expected an address such as https://login.example.com.`);
  },

  clientId: (text: string): string => {
    if (/^[\w.:/@~+-]{1,255}$/.test(text)) return text;
    throw new Error(`"${text}", expected the client id that the provider shows.`);
  },

  clientSecret: (text: string): string => {
    if (/^\S{8,500}$/.test(text)) return text;
    throw new Error(`${text.length} characters, expected 8 to 500 without spaces.`);
  },

  label: (text: string): string => {
    if (/^[\p{L}\p{N}][\p{L}\p{M}\p{N} .&'()+-]{0,39}$/u.test(text)) return text;
    throw new Error(`"${text}", expected a name of at most 40 letters, digits and spaces.`);
  },

  organization: (text: string): string => {
    if (/^[\w-]{1,100}$/.test(text)) return text;
    throw new Error(`"${text}", expected an id or slug from "docent orgs list".`);
  },

  /** Signing in makes no one an owner. */
  joinRole: (text: string): 'viewer' | 'translator' | 'editor' => {
    if (text === 'viewer' || text === 'translator' || text === 'editor') return text;
    throw new Error(`"${text}", expected viewer, translator or editor.`);
  },

  smtp,

  /** An address, with or without a name. */
  sender: (text: string): string => {
    if (/^(?:[^\p{Cc}<>"]+<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/u.test(text)) return text;
    throw new Error(`"${text}", expected an address such as Example Docs <docs@example.com>.`);
  },

  name: (text: string): string => {
    if (/^[a-z0-9-]{1,60}$/.test(text)) return text;
    throw new Error(`"${text}", expected a name such as eu-central-1.`);
  },

  database: (text: string): string => {
    const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(text)?.[1]?.toLowerCase();
    if (scheme === undefined) return text;
    if ((scheme === 'postgres' || scheme === 'postgresql') && URL.canParse(text)) return text;
    // What follows the scheme may hold a password.
    throw new Error(`"${scheme}://…", expected postgres://user:password@host/name or a file.`);
  },
} as const;

/** A mail server; `smtps:` is encrypted from the start. */
function smtp(text: string): MailServer {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const [user, password] = [url?.username, url?.password].map(decoded);
  const isMail = url && /^smtps?:$/.test(url.protocol) && url.hostname !== '';
  const hasMore = url && (url.search || url.hash || !/^\/?$/.test(url.pathname));
  if (!isMail || hasMore || user === undefined || password === undefined) {
    // It may hold a password.
    throw new Error('expected an address such as smtps://user:password@smtp.example.com.');
  }
  const secure = url.protocol === 'smtps:';
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || (secure ? 465 : 587),
    secure,
    ...(user === '' ? {} : { user, password }),
  };
}

/** A part of an address without its escapes; undefined if they are wrong. */
function decoded(text = ''): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function host(text: string): string {
  const name = text.toLowerCase().replace(/\.$/, '');
  if (/^[a-z0-9_]([a-z0-9_.-]*[a-z0-9_])?$/.test(name)) return name;
  throw new Error(`"${text}", expected a host name such as hooks.test, without scheme and port.`);
}

function parts(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
