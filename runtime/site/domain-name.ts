import { domainToASCII } from 'node:url';

/** A host name as headers carry it: lower-case punycode. Undefined for what is none, addresses too. */
export function domainName(text: string): string | undefined {
  const ascii = domainToASCII(text.trim().replace(/\.$/, '')).toLowerCase();
  const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
  const isName = ascii.length <= 253 && new RegExp(`^${label}(?:\\.${label})+$`).test(ascii);
  return isName && !/^[\d.]+$/.test(ascii) ? ascii : undefined;
}
