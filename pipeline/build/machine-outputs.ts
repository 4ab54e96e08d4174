import { hash as digest } from 'node:crypto';
import { given } from '../../schema/given.ts';
import type { RenderedBody, Site } from '../../schema/site.ts';
import { keyOf } from '../cache/cache.ts';
import { hashOfParts } from '../output/file-parts.ts';
import type { Content, OutputFile } from '../output/output-file.ts';
import { emptyBody } from '../site/empty-body.ts';
import { machineFiles } from '../site/machine/files.ts';
import { llmsPaths } from '../site/machine/llms.ts';
import { redirectFiles } from '../site/machine/redirects.ts';
import { type MachineFile, pageFolder, wholeText } from '../site/machine/site.ts';
import type { RenderSetting } from './render-setting.ts';
import type { RenderedSite } from './render-site.ts';
import { type PartsBefore, textParts } from './text-parts.ts';

/** A file for machines on its way into a deployment. */
type MachineOutput = Pick<OutputFile, 'path' | 'content' | 'hash'>;

interface MachineInput extends PartsBefore {
  readonly site: Site;
  readonly setting: RenderSetting;
  readonly rendered: RenderedSite;
}

/** Makes all of them, once. */
type Make = () => readonly MachineFile[];

/** `llms.txt`, sitemap, feeds …: made only when something they are made of has changed. */
export function machineOutputs(input: MachineInput): MachineOutput[] {
  const { site, rendered, cache } = input;
  let made: readonly MachineFile[] | undefined;
  const make: Make = () => {
    made ??= makeFiles(input);
    return made;
  };
  if (input.setting.live !== undefined) return previewedOutputs(input, make);
  // Where a page or an asset is, a redirect has no page of its own.
  const redirectPaths = redirectFiles(site).map(({ path }) => path);
  const key = keyOf(rendered.siteKey(), JSON.stringify([site.redirects, redirectPaths]));
  const known = cache.get<KnownFiles>('machine', key);
  return known ? knownOutputs(known, input, make) : newOutputs(key, input, make);
}

function makeFiles({ site, rendered }: MachineInput): readonly MachineFile[] {
  // One at a time: the texts of all pages of a large site are much memory.
  const get = (path: string): RenderedBody => ({ ...emptyBody, ...rendered.textsOf(path) });
  const withUpdates = (path: string) =>
    rendered.facts.get(path)?.hasUpdates ? get(path) : undefined;
  return machineFiles(site, { texts: { get }, updated: { get: withUpdates } });
}

function contentIn(files: readonly MachineFile[], path: string): MachineFile['content'] {
  return files.find((file) => file.path === path)?.content ?? (() => '');
}

/** `docent dev` creates them on demand; their names are known beforehand. */
function previewedOutputs({ site, rendered }: MachineInput, make: Make): MachineOutput[] {
  const names = [...llmsPaths(site), 'sitemap.xml', 'robots.txt'];
  for (const [path, facts] of rendered.facts) if (facts.hasUpdates) names.push(feedName(path));
  return names.map((path) => ({ path, content: () => wholeText(contentIn(make(), path)) }));
}

/** Those of a site that is as it was: their contents are made only where they are missing. */
function knownOutputs(known: KnownFiles, input: MachineInput, make: Make): MachineOutput[] {
  input.cache.has('lists', known.listsKey);
  const contentOf = (path: string): Content => {
    const content = contentIn(make(), path);
    return typeof content === 'function' ? content() : { parts: textParts(content, input) };
  };
  return known.files.map((file) => ({ ...file, content: () => contentOf(file.path) }));
}

/** Those of a changed site, which is known once the hashes of all of them are. */
function newOutputs(key: string, input: MachineInput, make: Make): MachineOutput[] {
  const { site, rendered, cache } = input;
  const updated = [...site.pages.values()].filter(
    ({ path }) => rendered.facts.get(path)?.hasUpdates,
  );
  const listsKey = keyOf(
    rendered.listsKey(),
    JSON.stringify(site.redirects),
    rendered.textsKey(updated),
  );
  const lists = hashesOfLists(make(), cache, listsKey);
  const hashes = new Map<string, string>();
  const note = (path: string, hash: string): void => {
    hashes.set(path, hash);
    if (hashes.size < make().length) return;
    const files = make().map(({ path }) => ({ path, hash: hashes.get(path) ?? '' }));
    cache.set('machine', key, { files, listsKey } satisfies KnownFiles);
  };
  return make().map(({ path, content }) => {
    if (typeof content === 'function') {
      const hash = lists[path] ?? hashOf(content());
      note(path, hash);
      return { path, hash, content };
    }
    const parts = textParts(content, input);
    // Only one of the many files of a large site has the texts of a page that was edited.
    const known = parts.flatMap((part) => part.known ?? []);
    const hash = known.length === parts.length ? hashOfParts(known) : undefined;
    // A file of the author's takes its place, and this one is never made.
    if (hash !== undefined || site.assets.has(path)) note(path, hash ?? '');
    const onHash = (made: string) => note(path, made);
    return { path, ...given({ hash }), content: () => ({ parts, onHash }) };
  });
}

/** The files of a site that is as it was, and the key of those that are lists. */
interface KnownFiles {
  readonly files: readonly { readonly path: string; readonly hash: string }[];
  readonly listsKey: string;
}

/** Hashes of the files that are lists, which an edit of a page's text doesn't change. */
function hashesOfLists(
  files: readonly MachineFile[],
  cache: PartsBefore['cache'],
  key: string,
): Readonly<Record<string, string>> {
  const known = cache.get<Record<string, string>>('lists', key);
  if (known) return known;
  const made = Object.fromEntries(
    files.flatMap(({ path, content }) =>
      typeof content === 'function' ? [[path, hashOf(content())]] : [],
    ),
  );
  cache.set('lists', key, made);
  return made;
}

/** File of the feed of a page with updates. */
function feedName(path: string): string {
  return `${pageFolder(path)}rss.xml`;
}

function hashOf(content: string): string {
  return digest('sha256', content, 'hex');
}
