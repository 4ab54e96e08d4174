import type { Connection } from '../../../../schema/connection.ts';

/** What a reader has filled in, by the kind and the name of a field. */
export interface ConnectionValues {
  readonly server: number;
  readonly variables: ReadonlyMap<string, string>;
  readonly parameters: ReadonlyMap<string, string>;
  readonly query: ReadonlyMap<string, string>;
}

/** The address that a console connects to; fields that are empty stay in braces. */
export function socketAddress(connection: Connection, values: ConnectionValues): string {
  const server = connection.servers[values.server]?.url ?? '';
  const base = filled(server, values.variables, (value) => value).replace(/\/+$/, '');
  // A value may hold slashes: what is a part of the path has to stay one.
  const path = filled(connection.address, values.parameters, encodeURIComponent);
  const query = [...values.query]
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
  const rest = path === '' || path.startsWith('/') ? path : `/${path}`;
  const mark = rest.includes('?') || base.includes('?') ? '&' : '?';
  return `${base}${rest}${query.length > 0 ? `${mark}${query.join('&')}` : ''}`;
}

function filled(
  text: string,
  values: ReadonlyMap<string, string>,
  encode: (value: string) => string,
): string {
  return text.replace(/\{([^{}]+)\}/g, (whole, name: string) => {
    const value = values.get(name) ?? '';
    return value === '' ? whole : encode(value);
  });
}

/** Whether browsers refuse an address because the page itself came over https. */
export function isMixed(address: string, page: Pick<Location, 'protocol'>): boolean {
  if (page.protocol !== 'https:' || !URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  const isLocal = /^(localhost|.*\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
  return protocol === 'ws:' && !isLocal;
}

/** A text as it is shown: JSON over several lines. */
export function formatted(text: string): string {
  if (!/^\s*[[{]/.test(text)) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
