import type { NavNode, Page, Site } from '../../../schema/site.ts';
import { pageMarkdown } from './markdown.ts';
import {
  type Bodies,
  fileUrl,
  type MachineFile,
  markdownUrl,
  openPages,
  pageUrl,
  shortText,
} from './site.ts';

/**
 * `llms.txt` (an index of the pages by the groups of the navigation), one for each folder at the top
 * of the site, and `llms-full.txt` (the whole texts). Pages that are hidden, `noindex` or in no navigation are left out, as the matrix says; pages
 * in other languages follow those in the source language, each under its language.
 */
export function llmsFiles(site: Site, bodies: Bodies): readonly MachineFile[] {
  if (site.config.seo.noindex) return [];
  const pages = new Map<string, Page>();
  for (const page of openPages(site)) if (page.visibility.llms) pages.set(page.path, page);
  const chapters = chaptersOf(site, pages);
  const sections = sectionsOf(chapters);
  return [
    { path: 'llms.txt', content: index(site, chapters, sections) },
    { path: 'llms-full.txt', content: { parts: () => full(site, chapters, bodies) } },
    ...sections.map((section) => ({
      path: llmsPath(section),
      content: index(site, section.chapters, [], section),
    })),
  ];
}

/** The pages below one folder at the top of the site, with an `llms.txt` of their own. */
interface Section {
  readonly folder: string;
  /** What the navigation calls it, if it calls all of its pages the same. */
  readonly title: string;
  readonly chapters: readonly Chapter[];
  readonly count: number;
}

/** Folders with several pages, in the order of the navigation; none for a site that has one alone. */
function sectionsOf(chapters: readonly Chapter[]): readonly Section[] {
  const folders = new Map<string, Chapter[]>();
  for (const { title, pages } of chapters) {
    const own = new Map<string, Page[]>();
    for (const page of pages) {
      const [folder = '', ...rest] = page.path.split('/');
      if (rest.length === 0) continue;
      const list = own.get(folder);
      if (list) list.push(page);
      else own.set(folder, [page]);
    }
    for (const [folder, list] of own) {
      const known = folders.get(folder);
      if (known) known.push({ title, pages: list });
      else folders.set(folder, [{ title, pages: list }]);
    }
  }
  const sections = [...folders].map(([folder, own]) => {
    const names = new Set(own.map(({ title }) => title.split(' / ')[0] ?? ''));
    const [only = folder] = names;
    return {
      folder,
      title: names.size === 1 ? only : folder,
      chapters: own,
      count: own.reduce((sum, { pages }) => sum + pages.length, 0),
    };
  });
  const several = sections.filter(({ count }) => count > 1);
  return several.length > 1 ? several : [];
}

function llmsPath({ folder }: Section): string {
  return `${folder}/llms.txt`;
}

interface Chapter {
  readonly title: string;
  readonly pages: readonly Page[];
}

/** Pages in the order of the navigation, each once, under its tab and group; the rest at the end. */
function chaptersOf(site: Site, pages: ReadonlyMap<string, Page>): readonly Chapter[] {
  const chapters = new Map<string, Page[]>();
  const done = new Set<string>();
  const add = (title: string, path: string) => {
    const page = pages.get(path);
    if (!page || done.has(path)) return;
    done.add(path);
    const chapter = chapters.get(title);
    if (chapter) chapter.push(page);
    else chapters.set(title, [page]);
  };
  const walk = (node: NavNode, trail: readonly string[]): void => {
    if (node.type === 'link') return;
    if (node.type === 'page') {
      add(trail.join(' / '), node.path);
      return;
    }
    const named = node.type === 'group' || node.kind !== 'root';
    // Deep groups are folded into the third level, so that chapters stay few.
    const inner = named && trail.length < 3 ? [...trail, node.label] : trail;
    if (node.type === 'group' && node.root) add(inner.join(' / '), node.root);
    for (const child of node.children) walk(child, inner);
  };
  walk(site.navigation.root, []);
  for (const page of pages.values()) add('Other pages', page.path);
  return [...chapters].map(([title, list]) => ({ title: title || 'Pages', pages: list }));
}

function index(
  site: Site,
  chapters: readonly Chapter[],
  sections: readonly Section[],
  of?: Section,
): string {
  const lines = [`# ${oneLine(site.config.name)}${of ? `: ${oneLine(of.title)}` : ''}`, ''];
  if (site.config.description) lines.push(`> ${shortText(site.config.description)}`, '');
  if (of) lines.push(`All pages: ${fileUrl('llms.txt', site)}`, '');
  if (sections.length > 0) {
    lines.push('## Sections', '');
    for (const section of sections) {
      const { title, folder, count } = section;
      const name = oneLine(title).replace(/[[\]]/g, '\\$&');
      const label = title === folder ? name : `${name} (${folder})`;
      lines.push(`- [${label}](${fileUrl(llmsPath(section), site)}): ${count} pages`);
    }
    lines.push('');
  }
  for (const chapter of chapters) {
    lines.push(`## ${oneLine(chapter.title)}`, '');
    for (const page of chapter.pages) {
      const description = shortText(page.frontmatter.description ?? '');
      const label = oneLine(page.title).replace(/[[\]]/g, '\\$&');
      lines.push(
        `- [${label}](${markdownUrl(page, site)})${description ? `: ${description}` : ''}`,
      );
    }
    lines.push('');
  }
  return `${lines.join('\n').trimEnd()}\n`;
}

/** The texts of all pages, one after the other: together they would be much memory. */
function* full(site: Site, chapters: readonly Chapter[], bodies: Bodies): Iterable<Buffer> {
  const after = (text: string) => Buffer.from(`\n\n${text}`);
  yield Buffer.from(`# ${oneLine(site.config.name)}`);
  if (site.config.description) yield after(`> ${shortText(site.config.description)}`);
  for (const page of chapters.flatMap((chapter) => chapter.pages)) {
    const body = bodies.get(page.path);
    if (!body) continue;
    const description = page.frontmatter.description?.trim();
    const texts = [
      `# ${oneLine(page.title)}`,
      `Source: ${pageUrl(page, site)}`,
      ...(description ? [description] : []),
      pageMarkdown(page, body),
    ];
    yield after(texts.filter((part) => part !== '').join('\n\n'));
  }
  yield Buffer.from('\n');
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
