import { createTwoFilesPatch } from 'diff';
import type { Manifest, ManifestPage } from '../../schema/build.ts';
import type { EventData, EventType, SiteEvent } from '../../schema/events.ts';

/** One deployment as the diff sees it. */
export interface DiffSide {
  readonly manifest: Manifest;
  /** Source text of a file of the deployment; undefined when it can't be read. */
  readonly sourceOf: (file: string) => string | undefined;
}

/** The pages of a site as the diff sees them. */
export interface DiffPages extends Pick<DiffSide, 'sourceOf'> {
  readonly manifest: {
    readonly pages: Readonly<
      Record<string, Pick<ManifestPage, 'title' | 'file' | 'sourceHash' | 'contentHash'>>
    >;
  };
}

/** What an event needs besides its data. */
export interface EventFrame {
  readonly project: string;
  readonly deployment: string;
  /** When the build started, and when it ended. */
  readonly startedAt: string;
  readonly timestamp: string;
  /** A fresh id with the prefix: `newId('evt')` → `evt_01J…`. */
  readonly newId: (prefix: 'evt') => string;
}

/** Bytes of a diff in an event. */
const diffLimit = 10_000;
const cut = '\\ Diff truncated: it is longer than 10 kB.\n';

/**
 * `page.*` events between two deployments, in path order; all pages are created if there is no
 * previous deployment.
 */
export function pageEvents(
  before: DiffPages | undefined,
  after: DiffPages,
  frame: EventFrame,
): SiteEvent[] {
  const old = before?.manifest.pages ?? {};
  const now = after.manifest.pages;
  const events: SiteEvent[] = [];
  for (const { path, was, is } of differingPages(old, now)) {
    const data = {
      pagePath: path,
      pageTitle: (is ?? was)?.title ?? path,
      deploymentId: frame.deployment,
    };
    if (was === undefined) events.push(siteEvent('page.created', data, frame));
    else if (is === undefined) events.push(siteEvent('page.deleted', data, frame));
    else {
      const diff =
        was.sourceHash === is.sourceHash
          ? ''
          : unifiedDiff(is.file, before?.sourceOf(was.file) ?? '', after.sourceOf(is.file) ?? '');
      events.push(siteEvent('page.updated', { ...data, diff }, frame));
    }
  }
  return events;
}

type Pages = DiffPages['manifest']['pages'];

/** A page as it was and as it is; undefined if missing. */
interface PageChange {
  readonly path: string;
  readonly was?: Pages[string] | undefined;
  readonly is?: Pages[string];
}

/** The pages that are not the same in both, in path order. */
function differingPages(old: Pages, now: Pages): PageChange[] {
  const changes: PageChange[] = [];
  for (const [path, was] of Object.entries(old)) {
    if (!Object.hasOwn(now, path)) changes.push({ path, was });
  }
  for (const [path, is] of Object.entries(now)) {
    const was = Object.hasOwn(old, path) ? old[path] : undefined;
    const isSame =
      was !== undefined &&
      was.sourceHash === is.sourceHash &&
      was.title === is.title &&
      was.contentHash === is.contentHash;
    if (!isSame) changes.push({ path, was, is });
  }
  return changes.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** One event in its envelope. */
export function siteEvent<T extends EventType>(
  type: T,
  data: EventData[T],
  frame: EventFrame,
): SiteEvent<T> {
  return {
    id: frame.newId('evt'),
    type,
    projectId: frame.project,
    timestamp: frame.timestamp,
    data,
  };
}

/** Unified diff of a file's source, cut at a line so that it stays within 10 kB. */
export function unifiedDiff(file: string, before: string, after: string): string {
  if (before === after) return '';
  // A text rewritten from end to end needs no shortest script: past this many edits, old against new.
  const patch =
    createTwoFilesPatch(`a/${file}`, `b/${file}`, before, after, undefined, undefined, {
      context: 3,
      maxEditLength: 1000,
    }) ?? replaced(file, before, after);
  const text = patch.replace(/^=+\n/, '');
  if (Buffer.byteLength(text) <= diffLimit) return text;
  const bytes = Buffer.from(text).subarray(0, diffLimit - Buffer.byteLength(cut));
  return bytes.subarray(0, bytes.lastIndexOf(10) + 1).toString('utf8') + cut;
}

function replaced(file: string, before: string, after: string): string {
  const side = (sign: string, text: string) => {
    const lines = text.split('\n');
    return { count: lines.length, text: lines.map((line) => `${sign}${line}\n`).join('') };
  };
  const old = side('-', before);
  const now = side('+', after);
  return `--- a/${file}\n+++ b/${file}\n@@ -1,${old.count} +1,${now.count} @@\n${old.text}${now.text}`;
}
