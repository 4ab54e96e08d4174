import { crc32 } from 'node:zlib';
import { folderIn, pathIn } from '../../../schema/page-folder.ts';
import type { NavNode, Page, Site } from '../../../schema/site.ts';
import { withoutMarks } from '../../source/inline-marks.ts';
import { pageMarkdown } from './markdown.ts';
import {
  type Bodies,
  fileUrl,
  type MachineFile,
  markdownUrl,
  oneLine,
  openPages,
  pageUrl,
  shortText,
  type TextPart,
} from './site.ts';

/** Pages whose texts are in one `llms-full.txt`. No model reads more of them. */
const mostTexts = 5_000;

/**
 * `llms.txt` (an index of the pages by the groups of the navigation), one for each folder at the top
 * of the site, and `llms-full.txt` (the whole texts), for a large site one for each folder. Pages that are hidden,
 * `noindex` or in no navigation are left out, as the matrix says; pages in other languages follow those in the source
 * language, each under its language.
 */
export function llmsFiles(site: Site, bodies: Bodies): readonly MachineFile[] {
  if (site.config.seo.noindex) return [];
  const pages = pagesOf(site);
  const chapters = chaptersOf(site, pages);
  const sections = sectionsOf(chapters);
  const lines = new Map<Page, string>();
  // Most pages are in two files.
  const lineOf = (page: Page): string => {
    const line = lines.get(page) ?? pageLine(page, site);
    lines.set(page, line);
    return line;
  };
  return [
    { path: 'llms.txt', content: () => index(site, { chapters, lineOf }, sections) },
    ...fullTexts({ folder: '', chapters }).map((text) => fullTextFile(site, text, bodies)),
    ...sections.map((section) => ({
      path: pathIn(section.folder, 'llms.txt'),
      content: () => index(site, { chapters: section.chapters, lineOf }, [], section),
    })),
  ];
}

/** Paths of the files of `llmsFiles`, which follow from the pages alone. */
export function llmsPaths(site: Pick<Site, 'config' | 'pages'>): readonly string[] {
  if (site.config.seo.noindex) return [];
  const chapters = [{ title: '', pages: [...pagesOf(site).values()] }];
  return [
    'llms.txt',
    ...fullTexts({ folder: '', chapters }).map(({ folder }) => pathIn(folder, 'llms-full.txt')),
    ...sectionsOf(chapters).map(({ folder }) => pathIn(folder, 'llms.txt')),
  ];
}

function pagesOf(site: Pick<Site, 'config' | 'pages'>): ReadonlyMap<string, Page> {
  const pages = new Map<string, Page>();
  for (const page of openPages(site)) if (page.visibility.llms) pages.set(page.path, page);
  return pages;
}

/** The folders with an `llms.txt` of their own; none for a site that has one alone. */
function sectionsOf(chapters: readonly Chapter[]): readonly Section[] {
  const folders = foldersIn(chapters);
  return folders.length > 1 ? folders : [];
}

/** The pages below a folder, with files of their own. */
interface Section {
  /** Its path below the site's root. */
  readonly folder: string;
  /** What the navigation calls it, if it calls all of its pages the same. */
  readonly title: string;
  readonly chapters: readonly Chapter[];
  readonly count: number;
}

/** The folders in a folder that have several pages, in the order of the navigation. */
function foldersIn(chapters: readonly Chapter[], above = ''): readonly Section[] {
  const folders = new Map<string, Chapter[]>();
  for (const { title, pages } of chapters) {
    const own = new Map<string, Page[]>();
    for (const page of pages) {
      const name = folderIn(above, page.path);
      if (name === undefined) continue;
      const folder = pathIn(above, name);
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
      count: countOf(own),
    };
  });
  return sections.filter(({ count }) => count > 1);
}

function countOf(chapters: readonly Chapter[]): number {
  return chapters.reduce((sum, { pages }) => sum + pages.length, 0);
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
    const isNamed = node.label !== '' && (node.type === 'group' || node.kind !== 'root');
    // Deep groups are folded into the third level, so that chapters stay few.
    const inner = isNamed && trail.length < 3 ? [...trail, node.label] : trail;
    if (node.type === 'group' && node.root) add(inner.join(' / '), node.root);
    for (const child of node.children) walk(child, inner);
  };
  walk(site.navigation.root, []);
  for (const page of pages.values()) add('Other pages', page.path);
  return [...chapters].map(([title, list]) => ({ title: title || 'Pages', pages: list }));
}

/** What an index lists: pages in chapters, each with its line. */
interface Listed {
  readonly chapters: readonly Chapter[];
  readonly lineOf: (page: Page) => string;
}

function index(
  site: Site,
  { chapters, lineOf }: Listed,
  sections: readonly Section[],
  of?: Section,
): string {
  const lines = [`# ${oneLine(site.config.name)}${of ? `: ${oneLine(of.title)}` : ''}`, ''];
  if (site.config.description) lines.push(`> ${shortText(site.config.description)}`, '');
  if (of) lines.push(`All pages: ${fileUrl('llms.txt', site)}`, '');
  if (sections.length > 0) {
    lines.push('## Sections', '', ...sectionLines(site, sections, 'llms.txt'), '');
  }
  for (const chapter of chapters) {
    lines.push(`## ${oneLine(chapter.title)}`, '');
    for (const page of chapter.pages) lines.push(lineOf(page));
    lines.push('');
  }
  return `${lines.join('\n').trimEnd()}\n`;
}

function pageLine(page: Page, site: Site): string {
  const description = shortText(withoutMarks(page.frontmatter.description ?? ''));
  const label = oneLine(page.title).replace(/[[\]]/g, '\\$&');
  return `- [${label}](${markdownUrl(page, site)})${description ? `: ${description}` : ''}`;
}

/** A line for each section, with the address of its file. */
function sectionLines(site: Site, sections: readonly Section[], name: string): string[] {
  return sections.map(({ title, folder, count }) => {
    const named = oneLine(title).replace(/[[\]]/g, '\\$&');
    const label = title === folder ? named : `${named} (${folder})`;
    return `- [${label}](${fileUrl(pathIn(folder, name), site)}): ${count} pages`;
  });
}

/** A file with the texts of pages: those of a folder, or those of it that are not in the files of its folders. */
interface FullText extends Pick<Section, 'folder'> {
  readonly title?: string;
  readonly pages: readonly Page[];
  /** The folders with files of their own, where all pages are too many for one. */
  readonly below: readonly Section[];
}

function fullTexts(
  part: Pick<Section, 'folder' | 'chapters'> & Pick<FullText, 'title'>,
): readonly FullText[] {
  const { chapters, ...own } = part;
  const below = countOf(chapters) > mostTexts ? foldersIn(chapters, own.folder) : [];
  const elsewhere = new Set(below.map(({ folder }) => folder));
  const isHere = ({ path }: Page) => {
    const name = folderIn(own.folder, path);
    return name === undefined || !elsewhere.has(pathIn(own.folder, name));
  };
  const pages = chapters.flatMap((chapter) => chapter.pages).filter(isHere);
  return [{ ...own, pages, below }, ...below.flatMap(fullTexts)];
}

function fullTextFile(site: Site, text: FullText, bodies: Bodies): MachineFile {
  const { folder, title, pages, below } = text;
  const { name, description } = site.config;
  const head = [
    `# ${oneLine(name)}${title === undefined ? '' : `: ${oneLine(title)}`}`,
    ...(description ? [`> ${shortText(description)}`] : []),
    ...(below.length > 0 ? [sectionLines(site, below, 'llms-full.txt').join('\n')] : []),
  ].join('\n\n');
  const parts = neighbours(pages).map((pages, at, { length }): TextPart => {
    const ends = [at === 0 ? head : '', at === length - 1 ? '\n' : ''] as const;
    const text = () => [ends[0], ...pages.map((page) => textOf(page, site, bodies)), ends[1]];
    return { pages, ends, text: () => text().join('') };
  });
  return { path: pathIn(folder, 'llms-full.txt'), content: parts };
}

/** Pages whose texts are one part, on average, and at most: an edit makes all of them, and a build asks for each part. */
const pagesOfPart = { mean: 12, most: 24 };

/** Pages in parts that their paths decide: an edit makes one part again, and a new page changes those next to it. */
function neighbours(pages: readonly Page[]): readonly (readonly Page[])[] {
  const parts: Page[][] = [[]];
  let ended = false;
  for (const page of pages) {
    if (ended) parts.push([]);
    const count = parts.at(-1)?.push(page);
    ended = crc32(page.path) % pagesOfPart.mean === 0 || count === pagesOfPart.most;
  }
  return parts;
}

function textOf(page: Page, site: Site, bodies: Bodies): string {
  const body = bodies.get(page.path);
  if (!body) return '';
  const description = page.frontmatter.description?.trim();
  const parts = [
    `# ${oneLine(page.title)}`,
    `Source: ${pageUrl(page, site)}`,
    ...(description ? [description] : []),
    pageMarkdown(page, body, site),
  ];
  return `\n\n${parts.filter((text) => text !== '').join('\n\n')}`;
}
