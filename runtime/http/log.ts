import type { RequestEntry } from './router.ts';

/** A request as a line of the log: JSON for machines, short for a terminal. No secret, no body. */
export function requestLine(entry: RequestEntry, style: 'json' | 'terminal', now: number): string {
  if (style === 'json') return JSON.stringify({ time: new Date(now).toISOString(), ...entry });
  const { method, route, status, ms, requestId, error } = entry;
  return `${status} ${method} ${route} ${ms} ms ${requestId}${error ? `\n${error}` : ''}`;
}
