import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { gzipSync } from 'node:zlib';
import { buildSite } from '../pipeline/build.ts';
import { openBuiltSearch } from '../pipeline/open-search.ts';
import { publishTo } from '../pipeline/output/publish-to.ts';
import { readCurrent, readDeploymentFile, readPageRecords } from '../pipeline/output/read.ts';
import { type PiecesNote, piecesFolder } from '../pipeline/search/format.ts';
import {
  enoughConfidence,
  type FoundAnswer,
  type SearchQuestion,
} from '../pipeline/search/query.ts';
import { knownItems, type Question } from './known-items.ts';

interface Outcome extends Question {
  /** Rank of the first right page among ten, 0 if there is none. */
  readonly rank: number;
  readonly confidence: number;
  readonly found: readonly string[];
  readonly answer: FoundAnswer;
}

const usage =
  'Usage: npm run bench:retrieval [-- <site or output folder> <questions.jsonl> [--misses]]';

/** What is measured without arguments: sites and, where there are some, their questions. */
const sets: readonly { readonly site: string; readonly questions?: string }[] = [
  { site: '../shared/corpora/mem0', questions: '../shared/corpora/mem0.questions.jsonl' },
  { site: '../shared/corpora/dify', questions: '../shared/corpora/dify.questions.jsonl' },
  { site: 'docs' },
  { site: '../shared/corpora/supermemory', questions: 'bench/unseen/supermemory.jsonl' },
  { site: '../shared/corpora/fastmcp', questions: 'bench/unseen/fastmcp.jsonl' },
];

/** What answers questions. */
type Search = (question: SearchQuestion) => Promise<FoundAnswer>;

/**
 * Prints how well a site's search answers a set of questions, without any model: the server's and that of a
 * static host, which have to answer every question alike.
 */
async function main(args: readonly string[]): Promise<number> {
  const [site, file] = args.filter((arg) => !arg.startsWith('--'));
  if (site === undefined) return measureAll(args);
  if (file === undefined || !existsSync(site) || !existsSync(file)) {
    console.error(usage);
    return 2;
  }
  if (isUnseen(file)) {
    console.error(`${file} is only measured as a whole: nothing may be tuned to it.`);
    return 2;
  }
  const { search } = await searchesOf(resolve(site));
  const outcomes = await askAll(search, questionsIn(file));
  console.log('server');
  report(outcomes.map((one) => one.server));
  console.log('\nstatic host');
  report(outcomes.map((one) => one.host));
  const others = outcomes.filter((one) => !isDeepStrictEqual(one.server, one.host));
  console.log(
    `\nAnswered alike: ${outcomes.length - others.length} of ${outcomes.length} questions.`,
  );
  for (const { server } of others) console.log(`differs: ${server.q}`);
  console.log(await firstQuestionOf(search, questionsIn(file)));
  if (args.includes('--misses')) {
    for (const { server: one } of outcomes) {
      if (one.pages.length > 0 && one.rank !== 1) {
        console.log(`${one.rank || '–'}  ${one.q}\n     ${one.found.slice(0, 3).join('  ')}`);
      }
    }
  }
  return others.length === 0 ? 0 : 1;
}

/** Sets that are kept apart: their misses are never looked at, so that they tell what other sites would. */
function isUnseen(file: string): boolean {
  return resolve(file).includes('/unseen/');
}

function questionsIn(file: string): Question[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line): Question => JSON.parse(line));
}

/** Prints a table of all sets at hand, the unseen ones and what each site's own names find. */
async function measureAll(args: readonly string[]): Promise<number> {
  if (args.includes('--misses')) {
    console.error('--misses needs a site and its questions; unseen sets have none.');
    return 2;
  }
  let differing = 0;
  const unseen: Outcome[] = [];
  for (const { site, questions: file } of sets) {
    if (!existsSync(site)) {
      console.log(`There is no ${site}.`);
      continue;
    }
    const { search, records, language } = await searchesOf(resolve(site));
    const questions = file ? questionsIn(file) : [];
    const outcomes = await askAll(search, [...questions, ...knownItems(records, language)]);
    const differs = outcomes.filter((one) => !isDeepStrictEqual(one.server, one.host)).length;
    differing += differs;
    console.log(`\n${site}`);
    console.log(row('kind', 'questions', 'hit@1', 'hit@5', 'MRR@10', 'refused'));
    const asked = outcomes.slice(0, questions.length).map(({ server }) => server);
    if (file && isUnseen(file)) unseen.push(...asked);
    if (file) printSet(isUnseen(file) ? 'unseen' : 'questions', asked);
    const known = outcomes.slice(questions.length).map(({ server }) => server);
    for (const kind of new Set(known.map((one) => one.kind))) {
      const own = known.filter((one) => one.kind === kind);
      console.log(line(kind, own));
    }
    console.log(`${differs} of ${outcomes.length} are answered differently on a static host.`);
    if (questions.length > 0) console.log(await firstQuestionOf(search, questions));
  }
  console.log('\nunseen, both sites (goal: hit@5 0.85, MRR 0.75)');
  printSet('unseen', unseen);
  return differing === 0 ? 0 : 1;
}

function printSet(name: string, outcomes: readonly Outcome[]): void {
  const answerable = outcomes.filter(({ pages }) => pages.length > 0);
  const others = outcomes.filter(({ pages }) => pages.length === 0);
  const refused = (some: readonly Outcome[]) =>
    some.filter(({ confidence }) => confidence < enoughConfidence).length;
  console.log(line(name, answerable) + `${refused(answerable)}`.padStart(11));
  if (others.length > 0) {
    console.log(row('  no answer', `${others.length}`, '', '', '', `${refused(others)}`));
  }
}

interface Searches {
  readonly server: Search;
  readonly host: ReturnType<typeof hostOf>;
}

async function askAll({ server, host }: Searches, questions: readonly Question[]) {
  const outcomes: { server: Outcome; host: Outcome }[] = [];
  for (const question of questions) {
    outcomes.push({
      server: await askOne(server, question),
      host: await askOne(host.search, question),
    });
  }
  return outcomes;
}

async function firstQuestionOf({ host }: Searches, questions: readonly Question[]) {
  const first: number[] = [];
  for (const { q } of questions) first.push(await host.firstQuestion(q));
  first.sort((a, b) => a - b);
  const kilobytes = (share: number) =>
    ((first[Math.floor((first.length - 1) * share)] ?? 0) / 1000).toFixed(1);
  return `A first question loads ${kilobytes(0.5)} KB (median), ${kilobytes(1)} KB at most, from a host that compresses with gzip (bar: a median of 60 KB).`;
}

async function askOne(search: Search, question: Question): Promise<Outcome> {
  const answer = await search({ query: question.q, limit: 10 });
  const found = answer.results.map(({ path }) => path);
  const rank = found.findIndex((path) => question.pages.includes(path)) + 1;
  return { ...question, rank, confidence: answer.confidence, found, answer };
}

/** The search of an output folder, or of a site that is built in the system's temporary folder. */
async function searchesOf(folder: string) {
  const out = await outputsOf(folder);
  const id = readCurrent(out);
  const deployment = id && readDeploymentFile(out, id, 'deployment');
  if (!id || !deployment) throw new Error(`There is no deployment in ${out}.`);
  const index = await openBuiltSearch(out, id, { log: console.log });
  const site = join(mkdtempSync(join(tmpdir(), 'docent-site-')), 'site');
  await publishTo(site, { out, id });
  const pieces = join(site, piecesFolder);
  return {
    search: { server: index.search, host: hostOf(pieces) },
    records: readPageRecords(out, id),
    language: deployment.sourceLanguage,
  };
}

/** Reads the files of the site as a browser does: with the module that lies among them. */
function hostOf(folder: string) {
  const bytes = (name: string) => readFileSync(join(folder, name));
  const note: PiecesNote = JSON.parse(String(bytes('index.json')));
  const open = async (onLoad: (name: string) => void): Promise<Search> => {
    const reader = await import(pathToFileURL(join(folder, note.reader)).href);
    const known = new Map<string, unknown>();
    return reader.openPieces(note, async (name: string) => {
      if (!known.has(name)) {
        onLoad(name);
        known.set(name, JSON.parse(String(bytes(name))));
      }
      return known.get(name);
    }).search;
  };
  let opened: Promise<Search> | undefined;
  const search: Search = async (question) => {
    opened ??= open(() => {});
    return (await opened)(question);
  };
  return {
    search,
    /** How many bytes the first question of a visit loads. */
    firstQuestion: async (query: string): Promise<number> => {
      const names = ['index.json', note.reader];
      await (await open((name) => names.push(name)))({ query, limit: 8, typing: true });
      return names.reduce((sum, name) => sum + gzipSync(bytes(name)).length, 0);
    },
  };
}

async function outputsOf(folder: string): Promise<string> {
  if (readCurrent(folder) !== undefined) return folder;
  const name = createHash('sha256').update(folder).digest('hex').slice(0, 12);
  const out = join(tmpdir(), `docent-retrieval-${name}`);
  const { problems } = await buildSite({
    dir: folder,
    out,
    project: 'bench',
    version: '0',
    now: Date.now,
    newId: newUlid,
  });
  const error = problems.find(({ severity }) => severity === 'error');
  if (error) console.log(`${error.file}: ${error.reason}`);
  return out;
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
