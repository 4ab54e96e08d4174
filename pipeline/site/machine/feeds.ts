import { pageAddress } from '../../../schema/address.ts';
import { encodeUriPart } from '../../../schema/encode-uri.ts';
import type { Page, RenderedBody, Site, UpdateEntry } from '../../../schema/site.ts';
import { withoutMarks } from '../../source/inline-marks.ts';
import {
  type Bodies,
  changedAt,
  fileUrl,
  type MachineFile,
  openPages,
  originOf,
  pageFolder,
  pageUrl,
  xml,
} from './site.ts';

/** Feeds of all open pages with `Update` entries. */
export function feedFiles(site: Site, bodies: Bodies): readonly MachineFile[] {
  const files: MachineFile[] = [];
  for (const page of openPages(site)) {
    const body = bodies.get(page.path);
    const path = feedPath(page, body);
    if (path && body) files.push({ path, content: () => feed(page, body, path, site) });
  }
  return files;
}

/** Path of a page's feed (`changelog/rss.xml`), undefined if it has none. */
export function feedPath(page: Page, body: RenderedBody | undefined): string | undefined {
  return body && body.updates.length > 0 ? `${pageFolder(page.path)}rss.xml` : undefined;
}

function feed(page: Page, body: RenderedBody, path: string, site: Site): string {
  const { description: about = `${site.config.name}: ${page.title}` } = page.frontmatter;
  const description = withoutMarks(about);
  const title = page.title === site.config.name ? page.title : `${site.config.name}: ${page.title}`;
  const dates = body.updates
    .map((update) => dateOf(update, page))
    .filter((date) => date !== undefined);
  const latest = dates.length > 0 ? new Date(Math.max(...dates.map(Number))) : undefined;
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">',
    '  <channel>',
    `    <title>${xml(title)}</title>`,
    `    <link>${xml(pageUrl(page, site))}</link>`,
    `    <description>${xml(description)}</description>`,
    `    <language>${xml(page.language)}</language>`,
    `    <atom:link href="${xml(fileUrl(path, site))}" rel="self" type="application/rss+xml"/>`,
    ...(latest ? [`    <lastBuildDate>${latest.toUTCString()}</lastBuildDate>`] : []),
    '    <generator>Docent</generator>',
    ...body.updates.flatMap((update) => items(update, page, site)),
    '  </channel>',
    '</rss>',
  ];
  return `${lines.join('\n')}\n`;
}

/** An entry with a text for its feed is one item, another one as many as it has headings. */
function items(update: UpdateEntry, page: Page, site: Site): readonly string[] {
  const { id, label, description = '', rss, text, parts = [] } = update;
  const whole = { id, title: rss?.title ?? label, text: rss?.description ?? text };
  const all = rss || parts.length === 0 ? [whole] : parts;
  return all.flatMap((one) =>
    item({ ...one, text: one.text.trim() || description, update }, page, site),
  );
}

interface Item {
  /** Anchor of what it leads to. */
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly update: UpdateEntry;
}

function item(given: Item, page: Page, site: Site): readonly string[] {
  const { title, text, update } = given;
  const anchor = encodeUriPart(given.id);
  const link = `${pageUrl(page, site)}#${anchor}`;
  const date = dateOf(update, page);
  // The address is the identity where it is whole; without an origin it is only a name.
  const permanent = originOf(site) !== '';
  const id = permanent ? link : `${pageAddress(page.path, site.config.hosting.basePath)}#${anchor}`;
  return [
    '    <item>',
    `      <title>${xml(title)}</title>`,
    `      <link>${xml(link)}</link>`,
    `      <guid isPermaLink="${permanent}">${xml(id)}</guid>`,
    `      <description>${xml(text)}</description>`,
    ...update.tags.map((tag) => `      <category>${xml(tag)}</category>`),
    ...(date ? [`      <pubDate>${date.toUTCString()}</pubDate>`] : []),
    '    </item>',
  ];
}

/** The entry's own date, a label that is one, else the day the page last changed. */
function dateOf(update: UpdateEntry, page: Page): Date | undefined {
  for (const text of [update.date, labelDate(update.label), changedAt(page)]) {
    if (text === undefined) continue;
    const date = new Date(text);
    if (!Number.isNaN(date.getTime())) return date;
  }
  return undefined;
}

/** `2025-08-14`, `August 14, 2025`, `14 August 2025`: read as a day in UTC, whatever the machine's zone. */
function labelDate(label: string): string | undefined {
  const iso = /\b(\d{4})-(\d{2})-(\d{2})\b/.exec(label);
  if (iso) return iso[0];
  const words = /\b(?:([A-Z][a-z]+)\.? (\d{1,2})|(\d{1,2}) ([A-Z][a-z]+)),? (\d{4})\b/.exec(label);
  if (!words) return undefined;
  const month = months.indexOf((words[1] ?? words[4] ?? '').slice(0, 3)) + 1;
  const day = Number(words[2] ?? words[3]);
  if (month === 0 || day < 1 || day > 31) return undefined;
  return `${words[5]}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
