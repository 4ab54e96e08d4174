import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { buildSite } from '../pipeline/build.ts';
import { readPageRecords } from '../pipeline/output/read.ts';
import { type Piece, piecesOf } from '../pipeline/search/pieces.ts';
import { openSearch, PieceCache, storeOf } from '../pipeline/search/query.ts';
import { recordHash, recordsKey } from '../pipeline/search/records-key.ts';
import { rowsOf } from '../pipeline/search/rows.ts';
import { writeSections } from '../pipeline/search/write.ts';
import type { PageRecord } from '../schema/build.ts';
import { generateSite, seeded } from './generate.ts';

/** Prints what the index costs a cold build, and how fast questions are answered at 20,000 rows. */
export async function benchSearch(): Promise<void> {
  const temp = mkdtempSync(join(tmpdir(), 'docent-bench-search-'));
  try {
    const mem0 = resolve(import.meta.dirname, '../../../shared/corpora/mem0');
    const generated = join(temp, 'site');
    generateSite(generated, 1000);
    await benchShare('1000 pages', generated, temp);
    if (existsSync(mem0)) await benchShare('mem0', mem0, temp);
    await benchQueries(join(temp, 'queries'));
  } finally {
    rmSync(temp, { recursive: true, force: true });
  }
}

async function benchShare(name: string, dir: string, temp: string): Promise<void> {
  const out = join(temp, 'out');
  rmSync(out, { recursive: true, force: true });
  const before = process.cpuUsage();
  const { deployment, stats } = await buildSite({
    dir,
    out,
    project: 'bench',
    version: '0',
    now: Date.now,
    newId: (prefix) => `${prefix}_${randomUUID().replaceAll('-', '').toUpperCase().slice(0, 26)}`,
    threads: 1,
  });
  const build = process.cpuUsage(before);
  if (!deployment) throw new Error(`${name} can't be built`);
  const records = readPageRecords(out, deployment.id);
  const start = performance.now();
  const cpu = process.cpuUsage();
  const pieces = cut(records);
  const { written } = await writeSections({
    store: storeOf(join(temp, 'index')),
    deployment: deployment.id,
    key: recordsKey(records.map((record) => recordHash(JSON.stringify(record)))),
    records: () => records,
  });
  const used = process.cpuUsage(cpu);
  const wall = performance.now() - start;
  const share = (used.user + used.system) / (build.user + build.system);
  console.log(
    `search, ${name}: ${written} rows indexed in ${wall.toFixed(0)} ms, ${pieces.length} pieces; ${(share * 100).toFixed(1)} % of the processor time of a cold build (${stats.duration} ms)`,
  );
}

/** 4,000 pages of five sections; words as frequent as in a language. */
async function benchQueries(out: string): Promise<void> {
  const random = seeded(7);
  const letters = 'bcdfghklmnprstvw';
  const vowels = 'aeiou';
  const letter = (from: string) => from[Math.floor(random() * from.length)] ?? '';
  const vocabulary = Array.from({ length: 12_000 }, () => {
    const length = 2 + Math.floor(random() * 3);
    return Array.from({ length }, () => letter(letters) + letter(vowels)).join('');
  });
  const word = () => vocabulary[Math.floor(vocabulary.length * random() ** 3)] ?? '';
  const words = (count: number) => Array.from({ length: count }, word).join(' ');
  // Records are in the order of their paths.
  const paths = Array.from({ length: 4000 }, (_, page) => `p${page}`).sort();
  const records: PageRecord[] = paths.map((path) => ({
    path,
    url: `/${path}`,
    file: `${path}.mdx`,
    title: words(3),
    description: words(10),
    language: 'en',
    sourceHash: '',
    words: 400,
    origin: 'file',
    hidden: false,
    search: true,
    assistant: true,
    boost: 1,
    keywords: [],
    groups: [],
    protected: false,
    breadcrumbs: [],
    headings: [],
    links: [],
    sections: Array.from({ length: 5 }, (_section, at) => {
      const heading = words(3);
      return { id: `s${at}`, heading, trail: [heading], text: words(90), code: words(10) };
    }),
  }));
  const cutting = performance.now();
  for (const { path, content } of cut(records)) {
    const file = join(out, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content());
  }
  const cutIn = performance.now() - cutting;
  const store = storeOf(out);
  const byPath = new Map(records.map((record) => [record.path, record]));
  const index = await openSearch({
    deployment: 'bench',
    read: async (path, isPrivate) =>
      isPrivate ? undefined : readFile(join(out, path), 'utf8').catch(() => undefined),
    store,
    cache: new PieceCache(),
    rewrite: () => {
      throw new Error('The site was built by an older version: build it again.');
    },
    records: () => records,
    record: (path) => byPath.get(path),
    log: console.log,
  });
  const first = performance.now();
  await index.search({ query: words(3), typing: true });
  console.log(
    `search, 20,000 rows: cut into pieces in ${(cutIn / 1000).toFixed(1)} s, first search ${(performance.now() - first).toFixed(1)} ms`,
  );
  for (const [kind, make] of [
    ['one word, being typed', () => word().slice(0, 3 + Math.floor(random() * 4))],
    ['three words', () => words(3)],
    ['a question of twelve words', () => words(12)],
    ['a misspelt word', () => `${word()}x${word().slice(0, 3)}`],
  ] as const) {
    const times: number[] = [];
    for (let round = 0; round < 500; round++) {
      const query = make();
      const start = performance.now();
      await index.search({ query, typing: true });
      times.push(performance.now() - start);
    }
    times.sort((a, b) => a - b);
    const at = (share: number) => times[Math.floor((times.length - 1) * share)]?.toFixed(1);
    console.log(
      `search, 20,000 rows, ${kind}: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, worst ${at(1)} ms`,
    );
  }
}

function cut(records: readonly PageRecord[]): readonly Piece[] {
  return piecesOf(rowsOf(records), { basePath: '', sourceLanguage: 'en', reader: 'reader.js' });
}
