import type { PageChange } from './live-reload.ts';
import type { DevState } from './state.ts';

/**
 * Tells open pages what has changed on them: `changeOf` says what that is at an address, undefined for nothing.
 * They ask for it at once, so a pass through all pages waits for them as for pages that were asked for.
 */
export function tellPages(
  state: DevState,
  changeOf: (address: string) => PageChange | undefined,
): void {
  for (const { address, send } of state.clients) {
    const change = address === undefined ? 'reload' : changeOf(address);
    if (!change) continue;
    send(change);
    state.requestAt = performance.now();
  }
}
