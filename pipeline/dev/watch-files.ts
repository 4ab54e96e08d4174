import type { Stats } from 'node:fs';
import { relative, sep } from 'node:path';
import { type FSWatcher, watch as watchFiles } from 'chokidar';
import { isConfigFile } from '../../schema/config/file.ts';
import { navigationPages } from '../config/navigation-pages.ts';
import { ignoreFiles, readSource, type SourceTree } from '../source/read.ts';
import { translationsFolder } from '../translate/records.ts';
import { treeNow } from './sources.ts';
import { type DevState, until, wake } from './state.ts';

/** Milliseconds in which changes are taken together; a run that translates writes page after page. */
const settle = { sources: 4, translations: 250 } as const;

/** Milliseconds by which the clock of a disk may differ, or be rounded. */
const clockError = 2000;

/** Notes what changes in the site's folder, and among its translations. */
export async function watchSources(
  state: DevState,
  onError: (error: Error) => void,
): Promise<{ readonly close: () => Promise<void> }> {
  // Listing the folder would be in the way of the first page.
  await until(state, () => state.requests === 0);
  const { dir, out } = state.setting;
  const watchers = [
    watchSite(state, dir, onError),
    ...(out === undefined ? [] : [watchTexts(state, out)]),
  ];
  for (const watcher of watchers) watcher.on('error', (error) => onError(error as Error));
  const close = async () => void (await Promise.all(watchers.map((watcher) => watcher.close())));
  let listing = watchers.length;
  for (const watcher of watchers) {
    watcher.once('ready', () => {
      listing -= 1;
      wake(state);
    });
  }
  await until(state, () => listing === 0);
  return { close };
}

/** Milliseconds until the changes that have come can be taken, if there are any. */
export function settledIn({ changes }: DevState): number | undefined {
  if (changes.files.size === 0 && !changes.translations) return undefined;
  const wait = changes.translations ? settle.translations : settle.sources;
  return Math.max(0, changes.at + wait - performance.now());
}

function watchSite(state: DevState, dir: string, onError: (error: Error) => void): FSWatcher {
  const watcher = watchFiles(dir, {
    alwaysStat: true,
    ignored: (path) => isIgnored(relative(dir, path), state.ignore),
  });
  const pathOf = (path: string) => relative(dir, path).split(sep).join('/');
  /** The files that there were when the watcher came to them. */
  const listed = new Map<string, number>();
  let isReady = false;
  watcher.on('all', (event, path, stats?: Stats) => {
    if (event === 'addDir' || path === dir) return;
    if (!isReady && event === 'add') listed.set(pathOf(path), stats?.ctimeMs ?? Number.MAX_VALUE);
    else note(state, pathOf(path), event !== 'change');
  });
  watcher.once('ready', () => {
    isReady = true;
    noteMissed(state, listed).catch(onError);
  });
  return watcher;
}

function note(state: DevState, path: string, isListing: boolean): void {
  const { changes } = state;
  changes.files.add(path);
  // Anything but a change of content means that the list of files is another one.
  if (isListing) changes.listing = true;
  changes.at = performance.now();
  wake(state);
}

/** Notes what has changed after the site was read and before the watcher was there. */
async function noteMissed(state: DevState, listed: ReadonlyMap<string, number>): Promise<void> {
  const { startedAt } = state;
  noteWritten(state, listed);
  // A text that was not read yet can't differ from what it was.
  await until(state, () => state.tree?.heads !== true);
  const tree = treeNow(state);
  // A watch that was closed has no need of the texts.
  if (!tree || tree.heads) return;
  const isNew = (changedAt: number) => changedAt > startedAt - clockError;
  const known = new Set([...listed.keys()].map((path) => path.normalize('NFC')));
  const mayDiffer =
    [...listed.values()].some(isNew) ||
    [...tree.texts.keys(), ...tree.assets.keys()].some((path) => !known.has(path));
  if (!mayDiffer) return;
  const now = await readSource(state.setting.dir, {
    navigationPages: state.config?.config ? navigationPages(state.config.config) : new Set(),
    memo: state.memo,
    ignore: state.ignore,
  });
  for (const path of differences(treeNow(state) ?? tree, now)) note(state, path, true);
}

/** Notes what was written since the start, by the time of the disk. */
function noteWritten(state: DevState, listed: ReadonlyMap<string, number>): void {
  const texts = state.tree?.texts;
  for (const [path, changedAt] of listed) {
    // The start is known to a millisecond: a site that was written just before it is not another one.
    if (changedAt < state.startedAt + 1) continue;
    note(state, path, !isConfigFile(path) && texts?.has(path.normalize('NFC')) !== true);
  }
}

function differences(before: SourceTree, now: SourceTree): readonly string[] {
  const hashes = ({ texts, assets }: SourceTree) =>
    new Map([...assets.values(), ...texts.values()].map(({ path, hash }) => [path, hash]));
  const [was, is] = [hashes(before), hashes(now)];
  const all = new Set([...was.keys(), ...is.keys()]);
  return [...all].filter((path) => was.get(path) !== is.get(path));
}

/** Watches the records of translations; the memory of a run next to them is not shown. */
function watchTexts(state: DevState, out: string): FSWatcher {
  const watcher = watchFiles(translationsFolder(out), {
    ignoreInitial: true,
    ignored: (path, stats) => stats?.isFile() === true && !path.endsWith('.json'),
  });
  watcher.on('all', () => {
    state.changes.translations = true;
    state.changes.at = performance.now();
    wake(state);
  });
  return watcher;
}

/** Dot folders and the outputs are never part of a site. */
function isIgnored(path: string, outputs: readonly string[]): boolean {
  const folders = path.split(sep);
  if (outputs.some((folder) => `${folders.join('/')}/`.startsWith(`${folder}/`))) return true;
  return folders.some(
    (name) =>
      name === 'node_modules' ||
      (/^\.[^.]/.test(name) && name !== '.well-known' && !ignoreFiles.includes(name)),
  );
}
