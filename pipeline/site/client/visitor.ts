import { recall, remember } from './memory.ts';

/** Who reads, as far as anybody knows: a random name that this browser keeps. */
export function visitorId(): string {
  const known = recall('visitor');
  if (/^v_[0-9a-f]{32}$/.test(known)) return known;
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const made = `v_${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
  remember('visitor', made);
  return made;
}
