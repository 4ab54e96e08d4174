import { renderSite } from '../build/render-site.ts';
import { openThreads } from '../build/threads/threads.ts';
import { codeVersion } from '../cache/version.ts';
import { openFrame } from './frame.ts';
import { isWhole, nothingToShow, readFor, show, showMore } from './look.ts';
import { openPreview } from './preview.ts';
import type { DevState } from './state.ts';
import { giveWay, stopIfChanged, untilServed } from './turns.ts';

/**
 * Reads and renders all pages, as a build does: what is wrong with the others, which anchors there are, and what the
 * search and the files over all pages are made of. Requests come first.
 *
 * @throws PassAbandoned when something changes meanwhile; what it has made is remembered
 */
export async function completePass(state: DevState, isShown: boolean): Promise<void> {
  const { cache, tools } = state;
  if (isShown) await untilServed(state);
  const number = state.shown?.number ?? 0;
  const read = await readFor(state, { pause: () => giveWay(state) });
  if (!isWhole(read)) {
    if (!isShown) show(state, nothingToShow(state, read, number + 1));
    return;
  }
  const { site } = read;
  const frame = await openFrame(state, site);
  await giveWay(state);
  const threads = openThreads(state.setting.threads);
  const rendered = await renderSite({
    site,
    setting: frame.setting,
    cache,
    codeVersion: codeVersion(),
    tools,
    threads,
    onPage: () => stopIfChanged(state),
  }).finally(() => threads.close());
  if (isShown) await giveWay(state);
  const given = { site, read, frame, rendered };
  if (isShown) showMore(state, openPreview(state, { ...given, number }));
  else show(state, openPreview(state, { ...given, number: number + 1 }));
  // A pass that made nothing has asked for nothing: what comes next must find its memory.
  await cache.save();
}
