import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { buildSite } from '../pipeline/build.ts';
import { readCurrent, readDeploymentFile, readPageRecords } from '../pipeline/output/read.ts';
import { enoughConfidence, type SearchIndex, searchRows } from '../pipeline/search/query.ts';
import { rowsOf } from '../pipeline/search/rows.ts';
import type { Deployment } from '../schema/build.ts';

/** A line of a set of questions; any of the pages is right, none means nothing answers it. */
interface Question {
  readonly q: string;
  readonly pages: readonly string[];
  readonly kind: string;
  /** Language of the question when it is not English. */
  readonly lang?: string;
}

interface Outcome extends Question {
  /** Rank of the first right page among ten, 0 when there is none. */
  readonly rank: number;
  readonly confidence: number;
  readonly found: readonly string[];
}

const usage =
  'Usage: npm run bench:retrieval -- <site or output folder> <questions.jsonl> [--misses]';

/** Prints how well a site's search answers a set of questions, without any model. */
async function main(args: readonly string[]): Promise<number> {
  const [site, file] = args.filter((arg) => !arg.startsWith('--'));
  if (site === undefined || file === undefined || !existsSync(site) || !existsSync(file)) {
    console.error(usage);
    return 2;
  }
  const questions = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line): Question => JSON.parse(line));
  const index = await indexOf(resolve(site));
  const outcomes: Outcome[] = [];
  for (const question of questions) outcomes.push(await askOne(index, question));
  report(outcomes);
  if (args.includes('--misses')) {
    for (const one of outcomes) {
      if (one.pages.length > 0 && one.rank !== 1) {
        console.log(`${one.rank || '–'}  ${one.q}\n     ${one.found.slice(0, 3).join('  ')}`);
      }
    }
  }
  return 0;
}

async function askOne(index: SearchIndex, question: Question): Promise<Outcome> {
  const { results, confidence } = await index.search({ query: question.q, limit: 10 });
  const found = results.map(({ path }) => path);
  const rank = found.findIndex((path) => question.pages.includes(path)) + 1;
  return { ...question, rank, confidence, found };
}

/** The index of an output folder, or of a site that is built beside the system's other scratch files. */
async function indexOf(folder: string): Promise<SearchIndex> {
  let out = folder;
  if (readCurrent(folder) === undefined) {
    const name = createHash('sha256').update(folder).digest('hex').slice(0, 12);
    out = join(tmpdir(), `docent-retrieval-${name}`);
    const { problems } = await buildSite({
      dir: folder,
      out,
      project: 'bench',
      version: '0',
      now: Date.now,
      newId: newUlid,
    });
    const error = problems.find(({ severity }) => severity === 'error');
    if (error) throw new Error(`The site can't be built: ${error.file}: ${error.reason}`);
  }
  const id = readCurrent(out);
  const deployment = id && readDeploymentFile<Deployment>(out, id, 'deployment');
  if (!id || !deployment) throw new Error(`There is no deployment in ${out}.`);
  return searchRows(rowsOf(readPageRecords(out, id)), {
    sourceLanguage: deployment.sourceLanguage,
  });
}

/** As long and as ordered as the ids of real builds. */
function newUlid(prefix: string): string {
  const time = Date.now().toString(36).toUpperCase().padStart(10, '0');
  return `${prefix}_${time}${randomUUID().replaceAll('-', '').toUpperCase().slice(0, 16)}`;
}

function report(outcomes: readonly Outcome[]): void {
  const answerable = outcomes.filter(({ pages }) => pages.length > 0);
  const kinds = [...new Set(answerable.map(({ kind }) => kind))].sort();
  console.log(row('kind', 'questions', 'hit@1', 'hit@5', 'MRR@10'));
  for (const kind of kinds)
    console.log(
      line(
        kind,
        answerable.filter((one) => one.kind === kind),
      ),
    );
  const languages = [...new Set(answerable.map(({ lang }) => lang ?? 'en'))].sort();
  if (languages.length > 1) {
    for (const one of languages) {
      const own = answerable.filter(({ lang = 'en' }) => lang === one);
      console.log(line(`in ${one}`, own));
    }
  }
  console.log(line('all', answerable));
  console.log('');
  const refusable = outcomes.filter(({ pages }) => pages.length === 0);
  console.log(row('threshold', 'false ref.', 'of', 'false acc.', 'of'));
  const steps = new Set([0.3, 0.4, 0.5, 0.6, 0.7, enoughConfidence]);
  for (const threshold of [...steps].sort()) {
    const refused = answerable.filter(({ confidence }) => confidence < threshold).length;
    const accepted = refusable.filter(({ confidence }) => confidence >= threshold).length;
    console.log(
      row(
        `${threshold}${threshold === enoughConfidence ? ' (used)' : ''}`,
        `${refused}`,
        `${answerable.length}`,
        `${accepted}`,
        `${refusable.length}`,
      ),
    );
  }
  const pairs = answerable.flatMap((a) => refusable.map((b) => order(a.confidence, b.confidence)));
  if (pairs.length > 0) {
    const share = pairs.reduce((sum, value) => sum + value, 0) / pairs.length;
    console.log(`An answerable question is the surer of a pair in ${(share * 100).toFixed(0)} %.`);
  }
}

function order(a: number, b: number): number {
  return a > b ? 1 : a === b ? 0.5 : 0;
}

function line(name: string, outcomes: readonly Outcome[]): string {
  const share = (test: (rank: number) => number) =>
    (
      outcomes.reduce((sum, { rank }) => sum + test(rank), 0) / Math.max(1, outcomes.length)
    ).toFixed(3);
  return row(
    name,
    `${outcomes.length}`,
    share((rank) => (rank === 1 ? 1 : 0)),
    share((rank) => (rank > 0 && rank <= 5 ? 1 : 0)),
    share((rank) => (rank > 0 ? 1 / rank : 0)),
  );
}

function row(first: string, ...rest: readonly string[]): string {
  return first.padEnd(16) + rest.map((text) => text.padStart(11)).join('');
}

process.exitCode = await main(process.argv.slice(2));
