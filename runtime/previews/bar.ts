import type { SiteReader } from '../../pipeline/output/read.ts';
import { mayHave } from '../../schema/access.ts';
import { pageAddress } from '../../schema/address.ts';
import type { DeploymentProblem } from '../../schema/build.ts';
import { escapeHtml } from '../../schema/html.ts';
import type { SiteChanges } from '../../schema/site-changes.ts';
import type { Reading } from '../site/access.ts';
import type { Session } from '../site/session.ts';
import type { OpenPreview } from './open.ts';
import { pageDiff } from './page-diff.ts';

/** Entries of each kind that are listed, and pages that are looked up for them at most. */
const mostListed = 50;
const mostLookedUp = 500;

/** A page of a preview, by its address with the base path of the preview. */
type ShownPage = OpenPreview & {
  readonly address: string;
  /** Whether it is at another host than the live site. */
  readonly isApart: boolean;
};

/**
 * The bar of a preview: that it is one, of which branch, and what differs from the live site, on this page by
 * paragraphs. It needs no script, and names no page that the reader may not read.
 */
export async function previewBar(
  { preview, reader, problems, changes, address, isApart }: ShownPage,
  live: SiteReader,
  { session }: Pick<Reading, 'session'>,
): Promise<string> {
  const { branch, commitSha, basePath } = reader.deployment;
  const { added, changed, removed, lost } = changes(live.deployment.id);
  const isClosed = live.config.auth.enabled || reader.config.auth.enabled;
  const who = isClosed ? await session() : undefined;
  const seen = { site: reader, origin: '', who, isClosed };
  // Without an address in its docs.json, the live site is at a host that is not known here.
  const before = { site: live, origin: isApart ? live.deployment.origin : '', who, isClosed };
  const gone = new Set(lost);
  const unanswered = removed.filter((path) => gone.has(pageAddress(path, basePath)));
  const parts = [
    await changesHere({ reader, address, changed }, before),
    // Their places may be in pages that not everyone may read.
    isClosed && !who ? '' : listOf('Problems', problems, problemLine),
    listOf('Added', visible(seen, added), (path) => linkTo(seen, path), added.length),
    listOf(
      'Changed',
      visible(seen, changed),
      (path) => `${linkTo(seen, path)} ${linkTo(before, path, 'live')}`,
      changed.length,
    ),
    listOf('Removed', visible(before, removed), (path) => linkTo(before, path), removed.length),
    listOf(
      'Lost addresses, without a redirect',
      visible(before, unanswered),
      (path) => `<code>${escapeHtml(pageAddress(path, ''))}</code>`,
      unanswered.length,
    ),
  ].filter(Boolean);
  const liveSite =
    before.origin === undefined
      ? ''
      : `<a href="${escapeHtml(before.origin + (live.deployment.basePath || '/'))}">Live site</a>`;
  const source = [branch, commitSha.slice(0, 7)].filter(Boolean).map(escapeHtml).join(' · ');
  const total = added.length + changed.length + removed.length;
  const sum =
    total === 0 ? 'no page differs' : `${total} ${total === 1 ? 'page differs' : 'pages differ'}`;
  return `<aside class="docent-preview" aria-label="Preview"><style>${style}</style><details><summary><b>Preview</b> <span>${escapeHtml(preview.name)} · ${sum}</span></summary><div>${
    source ? `<p>From ${source}. ` : '<p>'
  }${liveSite}</p>${
    total === 0 ? '<p>All pages are the same as on the live site.</p>' : ''
  }${parts.join('')}</div></details></aside>`;
}

interface Seen {
  readonly site: SiteReader;
  /** Scheme and host of links to it; '' for those of the page, undefined where there can be no link. */
  readonly origin: string | undefined;
  readonly who: Session | undefined;
  /** Whether some pages are not for everyone. */
  readonly isClosed: boolean;
}

function isVisible({ site, who, isClosed }: Seen, path: string): boolean {
  if (!isClosed) return true;
  const file = site.file(decodeURIComponent(pageAddress(path, site.deployment.basePath)));
  return file !== undefined && mayHave(file, who);
}

/** The first pages that the reader may read, as many as are listed. */
function visible(seen: Seen, paths: readonly string[]): readonly string[] {
  const found: string[] = [];
  for (const path of paths.slice(0, mostLookedUp)) {
    if (found.length === mostListed) break;
    if (isVisible(seen, path)) found.push(path);
  }
  return found;
}

/** What changed on the page itself; nothing if it is new, the same, or not for this reader as it is live. */
async function changesHere(
  {
    reader,
    address,
    changed,
  }: Pick<ShownPage, 'reader' | 'address'> & Pick<SiteChanges, 'changed'>,
  before: Seen,
): Promise<string> {
  const { basePath } = reader.deployment;
  const short = address.slice(basePath.length + 1);
  const here = [short || 'index', `${short}/index`].find((path) => changed.includes(path));
  if (here === undefined || !isVisible(before, here)) return '';
  const there = decodeURIComponent(pageAddress(here, before.site.deployment.basePath));
  const diff = await pageDiff({ site: reader, address }, { site: before.site, address: there });
  return diff ? `<h2>Changed on this page</h2>${diff}` : '';
}

function problemLine({ file, line, message }: DeploymentProblem): string {
  const place = [file, line].filter(Boolean).join(':');
  return `${place && `<code>${escapeHtml(place)}</code> `}${escapeHtml(message)}`;
}

/** A link to a page, or its address alone; `as` is said instead of that. */
function linkTo({ site, origin }: Seen, path: string, as?: 'live'): string {
  const shown = escapeHtml(pageAddress(path, ''));
  if (origin === undefined) return as ? '' : `<code>${shown}</code>`;
  const address = escapeHtml(origin + pageAddress(path, site.deployment.basePath));
  return as
    ? `<a href="${address}" aria-label="${escapeHtml(path)}, as it is live">${as}</a>`
    : `<a href="${address}">${shown}</a>`;
}

/** A heading with a number, and its first entries; nothing if there are none that can be shown. */
function listOf<Entry>(
  title: string,
  entries: readonly Entry[],
  lineOf: (entry: Entry) => string,
  total = entries.length,
): string {
  if (entries.length === 0) return '';
  const lines = entries.slice(0, mostListed).map((entry) => `<li>${lineOf(entry)}</li>`);
  if (total > lines.length) lines.push(`<li>and ${total - lines.length} more</li>`);
  return `<h2>${title} <span>${total}</span></h2><ul>${lines.join('')}</ul>`;
}

/** The page with the bar at its end. */
export async function withBar(page: Response, bar: string): Promise<Response> {
  const html = await page.text();
  const end = html.lastIndexOf('</body>');
  const headers = new Headers(page.headers);
  // It depends on the live site as well, and on who reads.
  for (const name of ['content-length', 'etag', 'last-modified']) headers.delete(name);
  headers.set('cache-control', 'private, no-store');
  const whole =
    html === '' ? null : end < 0 ? html + bar : html.slice(0, end) + bar + html.slice(end);
  return new Response(whole, { status: page.status, headers });
}

/** With the colors of the page's theme. */
const style = `
.docent-preview{position:fixed;inset-block-end:16px;inset-inline-start:16px;z-index:60;max-width:min(520px,calc(100vw - 32px));font:13px/1.5 var(--sans,system-ui,sans-serif);color:var(--text,CanvasText);background:var(--bg,Canvas);border:1px solid var(--border,GrayText);border-radius:10px;box-shadow:0 4px 16px rgb(0 0 0/.16)}
.docent-preview summary{display:flex;gap:8px;align-items:center;padding:8px 14px;cursor:pointer;list-style:none;border-radius:10px}
.docent-preview summary::-webkit-details-marker{display:none}
.docent-preview summary::before{content:"";flex:none;width:8px;height:8px;border-radius:50%;background:var(--warning-ink,#b45309)}
.docent-preview summary:focus-visible{outline:2px solid currentColor;outline-offset:-2px}
.docent-preview b{color:var(--heading,CanvasText)}
.docent-preview summary span{min-width:0;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.docent-preview div{max-height:min(50vh,480px);overflow:auto;padding:0 14px 12px;border-block-start:1px solid var(--line,var(--border,GrayText))}
.docent-preview h2{margin:12px 0 4px;font-size:13px;font-weight:600;color:var(--heading,CanvasText)}
.docent-preview h2 span{font-weight:400;color:var(--muted,CanvasText)}
.docent-preview p{margin:10px 0 0}
.docent-preview ul{margin:0;padding:0;list-style:none}
.docent-preview li{padding-block:2px;overflow-wrap:anywhere}
.docent-preview :is(ins,del){display:block;margin-block:4px;padding:4px 8px;max-height:240px;overflow:auto;white-space:pre-wrap;overflow-wrap:anywhere;text-decoration:none;border-inline-start:3px solid #16a34a;background:rgb(22 163 74/.12);border-radius:4px}
.docent-preview del{border-inline-start-color:#dc2626;background:rgb(220 38 38/.12)}
.docent-preview a{color:var(--accent-text,LinkText);text-decoration:underline;text-underline-offset:3px}
@media print{.docent-preview{display:none}}
`.trim();
