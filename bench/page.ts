import { randomUUID } from 'node:crypto';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { buildSite } from '../pipeline/build.ts';
import { publishTo } from '../pipeline/output/publish-to.ts';
import { piecesFolder } from '../pipeline/search/format.ts';
import { openPieces } from '../pipeline/search/reader.ts';
import { generateSite } from './generate.ts';

/** What a page may load before any click, and the first search of a static host, in bytes (gzip). */
const bars = { page: 32 * 1024, search: 60 * 1024 } as const;

interface Weight {
  readonly gzip: number;
  readonly brotli: number;
}

/** Prints what a browser loads for a page, and for the first search on a static host. */
export async function benchPage(): Promise<void> {
  const temp = mkdtempSync(join(tmpdir(), 'docent-bench-page-'));
  try {
    const generated = join(temp, 'generated');
    generateSite(generated, 1000);
    const site = await build(generated, join(temp, 'out'));
    weighPages('1000 pages', site);
    await weighSearch('1000 pages', site, 'expired token');
    const mem0 = resolve(import.meta.dirname, '../../../shared/corpora/mem0');
    if (!existsSync(mem0)) return;
    const real = await build(mem0, join(temp, 'out-mem0'));
    weighPages('mem0', real);
    await weighSearch('mem0', real, 'delete memories');
  } finally {
    rmSync(temp, { recursive: true, force: true });
  }
}

/** Builds a site and answers where its files are. */
export async function build(dir: string, out: string): Promise<string> {
  const { deployment } = await buildSite({
    dir,
    out,
    project: 'bench',
    version: '0',
    now: Date.now,
    newId: (prefix) => `${prefix}_${randomUUID().replaceAll('-', '').toUpperCase().slice(0, 26)}`,
  });
  if (!deployment) throw new Error(`${dir} can't be built`);
  const site = `${out}-site`;
  await publishTo(site, { out, id: deployment.id });
  return site;
}

/** The document, and every sheet and script that it names; fonts and images are the author's choice. */
function weighPages(name: string, site: string): void {
  const weigh = weigher(site);
  const pages = globSync('**/index.html', { cwd: site })
    .filter((path) => !readFileSync(join(site, path), 'utf8').includes('http-equiv="refresh"'))
    .map((path) => {
      const html = readFileSync(join(site, path), 'utf8');
      const parts = {
        html: weigh(path),
        css: total(namedIn(html, /<link rel="stylesheet" href="\/([^"]+)"/g).map(weigh)),
        js: total(scriptsOf(html).map(weigh)),
      };
      return { parts, whole: total(Object.values(parts)) };
    })
    .sort((a, b) => a.whole.gzip - b.whole.gzip);
  const page = pages[Math.floor(pages.length / 2)];
  if (!page) throw new Error(`${name} has no pages`);
  const parts = Object.entries(page.parts).map(([kind, { gzip }]) => `${kind} ${kib(gzip)}`);
  report(`page, ${name}, median of ${pages.length}`, { whole: page.whole, bar: bars.page, parts });
}

/** What is loaded from opening the dialog to the first results: modules, words, and pieces of the index. */
async function weighSearch(name: string, site: string, query: string): Promise<void> {
  const weigh = weigher(site);
  const entries = ['search-dialog', 'words'].flatMap((name) =>
    globSync(`_docent/${name}-*.js`, { cwd: site }),
  );
  const onPage = new Set(scriptsOf(readFileSync(join(site, '404.html'), 'utf8')));
  const modules = modulesOf(site, entries);
  const texts = [...modules].map((path) => readFileSync(join(site, path), 'utf8'));
  const [english] = namedIn(texts.join('\n'), /import\("\.\/(en-[^"]+)"\)/g);
  const note = `${piecesFolder}/index.json`;
  const index = JSON.parse(readFileSync(join(site, note), 'utf8'));
  const pieces = new Set<string>();
  const { search } = openPieces(index, async (piece) => {
    // The dialog fetches each once.
    pieces.add(`${piecesFolder}/${piece}`);
    return JSON.parse(readFileSync(join(site, piecesFolder, piece), 'utf8'));
  });
  const { results } = await search({ query, limit: 8, typing: true });
  if (results.length === 0) throw new Error(`Nothing was found for "${query}"`);
  const parts = {
    dialog: total(
      [...modules, `_docent/${english}`].filter((path) => !onPage.has(path)).map(weigh),
    ),
    reader: total([note, `${piecesFolder}/${index.reader}`].map(weigh)),
    [`${pieces.size} pieces`]: total([...pieces].map(weigh)),
  };
  report(`first search, ${name}`, {
    whole: total(Object.values(parts)),
    bar: bars.search,
    parts: Object.entries(parts).map(([kind, { gzip }]) => `${kind} ${kib(gzip)}`),
  });
}

/** Modules with everything that they import statically. */
function modulesOf(site: string, entries: readonly string[]): ReadonlySet<string> {
  const found = new Set(entries);
  for (const path of found) {
    const text = readFileSync(join(site, path), 'utf8');
    for (const imported of namedIn(text, /(?:from|import)"\.\/([^"]+)"/g)) {
      found.add(`_docent/${imported}`);
    }
  }
  return found;
}

/** Scripts that a document names. */
function scriptsOf(html: string): readonly string[] {
  return namedIn(html, /<script[^>]* src="\/([^"]+)"/g);
}

function namedIn(text: string, pattern: RegExp): readonly string[] {
  return [...text.matchAll(pattern)].flatMap(([, name]) => name ?? []);
}

function weigher(site: string): (path: string) => Weight {
  const known = new Map<string, Weight>();
  return (path) => {
    const bytes = () => readFileSync(join(site, path));
    const weight = known.get(path) ?? {
      gzip: gzipSync(bytes()).length,
      brotli: brotliCompressSync(bytes()).length,
    };
    known.set(path, weight);
    return weight;
  };
}

function total(weights: readonly Weight[]): Weight {
  return {
    gzip: weights.reduce((sum, { gzip }) => sum + gzip, 0),
    brotli: weights.reduce((sum, { brotli }) => sum + brotli, 0),
  };
}

function report(
  name: string,
  { whole, bar, parts }: { whole: Weight; bar: number; parts: readonly string[] },
): void {
  console.log(
    `${name}: ${kib(whole.gzip)} KiB with gzip (${parts.join(', ')}), ${kib(whole.brotli)} with brotli; at most ${bar / 1024}`,
  );
}

function kib(bytes: number): string {
  return (bytes / 1024).toFixed(1);
}
