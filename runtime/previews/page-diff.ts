import { diffArrays } from 'diff';
import type { SiteReader } from '../../pipeline/output/read.ts';
import { escapeHtml } from '../../schema/html.ts';

/** Bytes of a page that is compared, and edits after which two pages are called different as a whole. */
const longest = 300_000;
const mostEdits = 400;
/** Blocks that are shown. */
const mostShown = 60;

/** The blocks of a page that differ from the live one, as HTML; undefined where the two can't be compared. */
export async function pageDiff(
  { site, address }: { readonly site: SiteReader; readonly address: string },
  before: { readonly site: SiteReader; readonly address: string },
): Promise<string | undefined> {
  const [now, then] = await Promise.all([
    blocksOf(site, address),
    blocksOf(before.site, before.address),
  ]);
  const parts = now && then && diffArrays(then, now, { maxEditLength: mostEdits });
  if (!parts) return undefined;
  const changed = parts.flatMap(({ added, removed, value }) =>
    added || removed ? value.map((text) => [added ? 'ins' : 'del', text] as const) : [],
  );
  const shown = changed
    .slice(0, mostShown)
    .map(([name, text]) => `<${name}>${escapeHtml(text)}</${name}>`);
  const more = changed.length - mostShown;
  if (more > 0) shown.push(`<p>and ${more} more</p>`);
  return shown.join('');
}

/** The Markdown of a page, in paragraphs. */
async function blocksOf(site: SiteReader, address: string): Promise<string[] | undefined> {
  const { basePath } = site.deployment;
  const isRoot = address === (basePath || '/');
  const twin = site.file(isRoot ? `${basePath}/index.md` : `${address}.md`);
  if (!twin || twin.bytes > longest) return undefined;
  const content = await site.content(twin);
  if (!(content instanceof Uint8Array)) return undefined;
  const text = new TextDecoder().decode(content).trim();
  // Links differ by the base path alone.
  return text.replaceAll(`${basePath}/`, '/').split(/\n{2,}/);
}
