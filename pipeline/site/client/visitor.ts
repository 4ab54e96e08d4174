import { recall, remember } from './memory.ts';

/** Identifies the reader anonymously: a random name stored in this browser. */
export function visitorId(): string {
  const known = recall('visitor');
  if (/^v_[0-9a-f]{32}$/.test(known)) return known;
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const made = `v_${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
  remember('visitor', made);
  return made;
}
