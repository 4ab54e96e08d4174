import type { Page, SourceFile } from '../../schema/site.ts';
import { diagramKinds } from '../site/diagrams/kinds.ts';
import { splitFrontmatter } from '../source/frontmatter-range.ts';
import { pagePathOf } from '../source/path.ts';
import { makePage } from './make.ts';
import { pageOf, renumber, viewOf } from './preview.ts';
import { noteProblems, type Preview, type ShownSite } from './shown.ts';
import { readChanged } from './sources.ts';
import { type DevState, wake } from './state.ts';
import { tellPages } from './tell.ts';

/**
 * Shows pages of which the text alone has changed, at once: nothing is read or rendered but these. False when other
 * pages may have to change with them.
 */
export async function patchPages(state: DevState, changed: Iterable<string>): Promise<boolean> {
  const { tree, shown: preview } = state;
  const shown = preview?.site;
  if (!tree || !preview || !shown) return false;
  const fresh = readChanged(tree, changed);
  const pages = fresh && changedPages(shown, fresh);
  if (!pages) return false;
  for (const [path, file] of fresh) state.saved.set(path, file);
  const before = new Map(
    [...state.clients].map(({ address }) => [address, viewOf(preview, address)]),
  );
  replace(state, preview, pages);
  await Promise.all(pages.map(({ page }) => makePage(state, preview, page.path)));
  tellPages(state, (address) =>
    before.has(address) && before.get(address) !== viewOf(preview, address) ? 'update' : undefined,
  );
  wake(state);
  return true;
}

type Read = ReturnType<ShownSite['whole']>;

/** The pages of changed files, read again; undefined when more than their texts is another one. */
function changedPages(
  shown: ShownSite,
  fresh: ReadonlyMap<string, SourceFile>,
): readonly Read[] | undefined {
  const pages: Read[] = [];
  for (const file of fresh.values()) {
    const known = pageOf(shown, pagePathOf(file.path));
    if (known?.file.path !== file.path || known.operation || !hasSameHead(known, file)) {
      return undefined;
    }
    const before = shown.pages.has(known.path) || shown.rendered ? known : shown.whole(known).page;
    // What it imported is not what it imports now.
    const read = shown.whole({ ...before, uses: [] }, file);
    if (read.page.uses.join() !== before.uses.join() || isFollowed(shown, before)) return undefined;
    pages.push(read);
  }
  return pages;
}

/** Whether the page has the same front matter, and adds nothing to what all pages load. */
function hasSameHead({ file, bodyOffset }: Page, { text }: SourceFile): boolean {
  const code = /^export\s/m;
  const rare = /<(?:Address|Transaction|ConnectWallet|Contract(?:Read|Write))\b/i;
  return (
    splitFrontmatter(text).bodyOffset === bodyOffset &&
    text.slice(0, bodyOffset) === (file.head ?? file.text).slice(0, bodyOffset) &&
    !code.test(text) &&
    !code.test(file.text) &&
    rare.test(text) === rare.test(file.text) &&
    diagramKinds(text).join() === diagramKinds(file.text).join()
  );
}

/** Whether other pages show what a page says: translations how far they are behind, others as a snippet. */
function isFollowed({ followed, pages }: ShownSite, { path, file }: Page): boolean {
  if (followed.has(path) || followed.has(file.path)) return true;
  return [...pages.values()].some(({ uses }) => uses.includes(file.path));
}

function replace(state: DevState, preview: Preview, pages: readonly Read[]): void {
  const { site: shown } = preview;
  if (!shown) return;
  renumber(state, preview);
  for (const { page, problems } of pages) {
    shown.pages.set(page.path, page);
    noteProblems(shown.readProblems, page.path, problems);
    shown.bodies.delete(page.path);
    shown.making.delete(page.path);
  }
}
