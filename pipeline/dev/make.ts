import type { Page, Site } from '../../schema/site.ts';
import { asksForScripts } from '../build/signs.ts';
import { pagePathOf } from '../source/path.ts';
import { completeFrame, pageOf } from './preview.ts';
import { noteProblems, type Preview } from './shown.ts';
import type { DevState } from './state.ts';

/**
 * Makes the body of a page, unless there is one: what its document is made of. Pages are made one after
 * the other, because a renderer notes what one of them asks for.
 */
export function makePage(state: DevState, preview: Preview, path: string): Promise<void> {
  const { site: shown } = preview;
  if (!shown) return Promise.resolve();
  const known = shown.making.get(path);
  if (known) return known;
  if (shown.rendered && !shown.pages.has(path)) return Promise.resolve();
  const making = state.making.then(() => makeNow(state, preview, path));
  // One that failed is made again when it is asked for again, and is not in the way of others.
  state.making = making.catch(() => void shown.making.delete(path));
  shown.making.set(path, making);
  return making;
}

async function makeNow(state: DevState, preview: Preview, path: string): Promise<void> {
  const { site: shown } = preview;
  const before = shown && pageOf(shown, path);
  if (!before) return;
  const { page, problems } = shown.pages.has(path)
    ? { page: before, problems: shown.readProblems.get(path) ?? [] }
    : shown.whole(before);
  shown.pages.set(path, page);
  noteProblems(shown.readProblems, path, problems);
  if (shown.frame.isPlain && needsScripts(shown.site, page)) await completeFrame(state, preview);
  const { facts, body } = await shown.renderer.body(page);
  shown.facts.set(path, facts);
  // Translations have the problems of their sources.
  noteProblems(shown.renderProblems, path, page.translation ? [] : facts.problems);
  shown.bodies.set(path, body);
}

/** Whether the text of a page, or one that it includes, may ask for more than what all pages load. */
function needsScripts({ snippets, pages }: Site, { file, uses }: Page): boolean {
  const included = uses.map((path) => snippets.get(path) ?? pages.get(pagePathOf(path))?.file);
  return [file, ...included].some((one) => one !== undefined && asksForScripts(one));
}
