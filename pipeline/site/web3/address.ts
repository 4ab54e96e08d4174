import { keccak_256 } from '@noble/hashes/sha3.js';

/** Whether a text has the form of an address: 20 bytes in hex. */
export function isAddress(text: string): boolean {
  return /^0x[0-9a-f]{40}$/i.test(text);
}

/** Whether a text has the form of a transaction's hash: 32 bytes in hex. */
export function isHash(text: string): boolean {
  return /^0x[0-9a-f]{64}$/i.test(text);
}

/** An address in the upper and lower case of EIP-55, which protects against typing errors. */
export function withChecksum(address: string): string {
  const digits = address.slice(2).toLowerCase();
  const hash = keccak_256(new TextEncoder().encode(digits));
  const cased = [...digits].map((digit, index) => {
    const byte = hash[index >> 1] ?? 0;
    const half = index % 2 === 0 ? byte >> 4 : byte & 15;
    return half >= 8 ? digit.toUpperCase() : digit;
  });
  return `0x${cased.join('')}`;
}

/** Whether the case of an address is a checksum that is wrong; an address in one case has none. */
export function hasWrongChecksum(address: string): boolean {
  const digits = address.slice(2);
  const isOneCase = digits === digits.toLowerCase() || digits === digits.toUpperCase();
  return !isOneCase && withChecksum(address) !== address;
}

/** The beginning and the end of a long hex value. */
export function shortened(hex: string): string {
  return `${hex.slice(0, 6)}…${hex.slice(-4)}`;
}
