import { type ReadSite, type ReadSiteOptions, readSite } from '../build/read-site.ts';
import { codeVersion } from '../cache/version.ts';
import { isSameFrame, openFrame } from './frame.ts';
import { noticeTools } from './notice.ts';
import { emptyPreview, openPreview, renumber, viewOf } from './preview.ts';
import type { Preview } from './shown.ts';
import { treeNow } from './sources.ts';
import { type DevState, wake } from './state.ts';
import { tellPages } from './tell.ts';

/**
 * Shows a site as soon as its configuration and its front matter are read: that is all that the frame of a
 * page is made of. A page itself is read when it is asked for.
 */
export async function look(state: DevState): Promise<void> {
  const read = await readFor(state, { heads: true });
  const number = (state.shown?.number ?? 0) + 1;
  show(state, await previewOf(state, read, number));
}

/** Reads the site with what is known of it already. */
export async function readFor(
  state: DevState,
  more: Pick<ReadSiteOptions, 'heads' | 'pause'>,
): Promise<ReadSite> {
  const known = treeNow(state);
  const { git, config } = state;
  // A tree of heads doesn't do for all pages as a whole.
  const tree = more.heads || !known?.heads ? known : undefined;
  const read = await readSite({
    dir: state.setting.dir,
    cache: state.cache,
    memo: state.memo,
    codeVersion: codeVersion(),
    mode: 'preview',
    ignore: state.ignore,
    translations: state.translations,
    ...(tree ? { tree } : {}),
    ...(git ? { git } : {}),
    ...(config ? { before: config } : {}),
    ...more,
  });
  state.tree = read.tree;
  state.git = read.git;
  if (isWhole(read)) state.config = read.config;
  wake(state);
  return read;
}

/** With a part of its configuration left out a site may be another one altogether. */
export function isWhole(read: ReadSite): read is ReadSite & Required<Pick<ReadSite, 'site'>> {
  return read.site !== undefined && read.config.valid;
}

async function previewOf(state: DevState, read: ReadSite, number: number): Promise<Preview> {
  if (isWhole(read)) {
    const { site } = read;
    const frame = await openFrame(state, site, { plain: true });
    return openPreview(state, { site, read, frame, number });
  }
  return nothingToShow(state, read, number);
}

/** The preview of what can't be shown. */
export function nothingToShow(state: DevState, read: ReadSite, number: number): Preview {
  const { dir, editor } = state.setting;
  return emptyPreview(
    read,
    number,
    noticeTools(dir, () => treeNow(state) ?? read.tree, editor),
  );
}

/** Puts a preview in the place of the one that is shown, and tells open pages what has changed on them. */
export function show(state: DevState, next: Preview): void {
  const before = state.shown;
  state.shown = next;
  if (before) {
    const files = changeOfFiles(before, next);
    const isReload = isAnotherFrame(before, next) || files === 'reload';
    tellPages(state, (address) => {
      if (isReload) return 'reload';
      if (viewOf(before, address) === viewOf(next, address)) return files;
      return files ? 'reload' : 'update';
    });
  }
  wake(state);
}

/**
 * The same, when nothing has changed but how much is known: the number stays unless a document that was served is
 * another one now, because a page that is still being loaded would load again for nothing.
 */
export function showMore(state: DevState, next: Preview): void {
  const { shown: before } = state;
  if (before && isServedDifferently(before, next)) renumber(state, next);
  show(state, next);
}

function isServedDifferently(before: Preview, next: Preview): boolean {
  if (isAnotherFrame(before, next)) return true;
  return [...(before.site?.addresses ?? [])].some(
    ([address, path]) =>
      before.site?.documents.has(path) && viewOf(before, address) !== viewOf(next, address),
  );
}

/**
 * What pages have to do about images, styles and other files that keep their address: the same elements refer to other
 * contents. Styles can be replaced in an open page.
 */
function changeOfFiles(before: Preview, next: Preview): 'styles' | 'reload' | undefined {
  const [was, is] = [before.site?.site.assets, next.site?.site.assets];
  if (!was || !is) return undefined;
  const changed = [...is.values()].filter(({ path, hash }) => {
    const known = was.get(path);
    return known !== undefined && known.hash !== hash;
  });
  if (changed.length === 0) return undefined;
  return changed.every(({ path }) => path.endsWith('.css')) ? 'styles' : 'reload';
}

function isAnotherFrame(before: Preview, next: Preview): boolean {
  const [was, is] = [before.site, next.site];
  if (!was || !is)
    return was !== is || JSON.stringify(before.problems) !== JSON.stringify(next.problems);
  return !isSameFrame(was.frame, is.frame);
}
