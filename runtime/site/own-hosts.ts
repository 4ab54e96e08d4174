import ipaddr from 'ipaddr.js';

/** Whether a request names this machine, by its host header. */
export type IsOwnHost = (host: string) => boolean;

/**
 * The names of a server: those of the machine itself, the address it listens on, and the name it was
 * given with `--host`. A page of another site can have its own name lead here (DNS rebinding); it can't
 * have one of these, nor an address, which is why one that listens everywhere answers to any address.
 */
export function ownHosts(listening: string): IsOwnHost {
  const own = plainHost(listening);
  const everywhere = own === '0.0.0.0' || own === '::';
  return (host) => {
    const name = plainHost(host);
    if (name === own || name === 'localhost' || name.endsWith('.localhost')) return true;
    if (!ipaddr.isValid(name)) return false;
    return everywhere || ipaddr.process(name).range() === 'loopback';
  };
}

/** A host without port, brackets and the dot at its end, in lower case. */
export function plainHost(host: string): string {
  const name = host.trim().toLowerCase();
  if (ipaddr.isValid(name)) return name;
  return name
    .replace(/:\d*$/, '')
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '');
}
