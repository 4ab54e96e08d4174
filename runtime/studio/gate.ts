import ipaddr from 'ipaddr.js';
import { clientOf, isOwnForm } from '../site/client.ts';

/** Headers of whoever passes on requests of others. */
const passedOn = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'via'] as const;

/** Why a request may not even be led to the studio, as a sentence: it comes from another machine. */
export function distanceOf(request: Request, remote: string | undefined): string | undefined {
  // A proxy or tunnel on this machine asks in the name of anyone.
  if (isLoopback(remote) && !passedOn.some((name) => request.headers.has(name))) return undefined;
  return 'The studio answers this machine only. Open it in a browser on the machine that runs docent dev.';
}

/**
 * Why a request may not use the studio, as a sentence; undefined if it may. No one signs in there, and it
 * writes files: it answers this machine alone, and lets no page of another origin ask it anything. The pages of
 * the site are at another origin: what their scripts do is not the author's doing.
 */
export function refusalOf(request: Request, remote: string | undefined): string | undefined {
  const distance = distanceOf(request, remote);
  if (distance !== undefined) return distance;
  const foreign =
    'The studio answers its own pages only. Open it at the address that docent dev has printed.';
  const { headers, method } = request;
  const client = clientOf(request, remote, []);
  const origin = headers.get('origin');
  if (origin !== null && origin !== client.origin) return foreign;
  if (method !== 'GET' && method !== 'HEAD')
    return isOwnForm(request, client) ? undefined : foreign;
  // A link to it may be anywhere, but nothing else may be loaded from it.
  const isOpened =
    headers.get('sec-fetch-mode') === 'navigate' && headers.get('sec-fetch-dest') !== 'iframe';
  const site = headers.get('sec-fetch-site') ?? 'none';
  return isOpened || site === 'same-origin' || site === 'none' ? undefined : foreign;
}

function isLoopback(remote: string | undefined): boolean {
  if (remote === undefined || !ipaddr.isValid(remote)) return false;
  return ipaddr.process(remote).range() === 'loopback';
}
