import { existsSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { buildSite } from '../pipeline/build.ts';
import { readCurrent } from '../pipeline/output/read.ts';
import { judge, type Outcome, openAnswers } from '../runtime/assistant/questions/ask-questions.ts';
import { readQuestions } from '../runtime/assistant/questions/read-questions.ts';
import { createIds } from '../runtime/store/ids.ts';

/** What the assistant without a model has to reach on each site, in percent. */
const bars = { right: 70, wrong: 10 } as const;

/**
 * Sets of questions and their sites. The answers were improved on the first four (those of sections were written
 * for sections drawn at random); of the others only the sums are looked at.
 */
const sets = [
  { name: 'mem0', site: 'mem0', isUnseen: false },
  { name: 'mem0-sections', site: 'mem0', isUnseen: false },
  { name: 'dify', site: 'dify', isUnseen: false },
  { name: 'dify-sections', site: 'dify', isUnseen: false },
  { name: 'fastmcp', site: 'fastmcp', isUnseen: true },
  { name: 'supermemory', site: 'supermemory', isUnseen: true },
] as const;

const usage = 'Usage: npm run bench:answers [-- <folder with output folders>] [--misses]';

/**
 * Prints how the assistant without a model answers 60 questions on each site, with what must be in the
 * answer, and how many of the questions that no page answers it refuses.
 */
async function main(args: readonly string[]): Promise<number> {
  if (args.includes('--help')) {
    console.log(usage);
    return 0;
  }
  const outputs = args.find((arg) => !arg.startsWith('-')) ?? join(tmpdir(), 'docent-answers');
  console.log(
    row('questions', 'right', 'elsewhere', 'wrong', 'refused', 'no answer', 'characters'),
  );
  for (const { name, site, isUnseen } of sets) {
    const out = join(outputs, site);
    if (readCurrent(out) === undefined && !(await build(site, out))) {
      console.log(`Skipped ${name}: there is no such site next to the checkout.`);
      continue;
    }
    const outcomes = await ask(name, out);
    const answerable = outcomes.filter(({ question }) => question.answered !== false);
    const others = outcomes.filter(({ question }) => question.answered === false);
    const right = answerable.filter(isRight);
    const elsewhere = right.filter(({ wrong }) => wrong !== undefined);
    const refused = answerable.filter(({ sources }) => sources.length === 0);
    const answered = answerable.filter(({ sources }) => sources.length > 0);
    const wrong = answered.length - right.length;
    const percent = (count: number) => `${((100 * count) / answerable.length).toFixed(0)} %`;
    const characters = answered.reduce((sum, { text }) => sum + text.length, 0);
    console.log(
      row(
        isUnseen ? `${name} (unseen)` : name,
        ...[right, elsewhere].map((of) => percent(of.length)),
        ...[percent(wrong), percent(refused.length)],
        `${others.filter((one) => one.wrong === undefined).length} of ${others.length}`,
        (characters / Math.max(1, answered.length)).toFixed(0),
      ),
    );
    if (args.includes('--misses') && !isUnseen) {
      for (const outcome of outcomes.filter((one) => !isRight(one))) {
        console.log(`  ${outcome.question.question}\n      ${outcome.wrong}`);
      }
    }
  }
  console.log(
    `Bars: right ${bars.right} %, wrong at most ${bars.wrong} %, questions without an answer all refused ("no answer").`,
  );
  return 0;
}

/**
 * Right is an answer that holds what must be in it. A site says much on more than one page: an answer from a page
 * that is not expected is right as well, and counted as `elsewhere`.
 */
function isRight({ question, wrong, ...answer }: Outcome): boolean {
  if (wrong === undefined) return true;
  const { pages: _pages, ...asked } = question;
  return question.words !== undefined && judge(asked, answer).wrong === undefined;
}

async function ask(name: string, out: string): Promise<readonly Outcome[]> {
  const file = resolve(import.meta.dirname, '../../bench/answers', `${name}.jsonl`);
  const { questions, problems } = readQuestions(readFileSync(file, 'utf8'), file);
  for (const { reason, place } of problems) console.log(`${file}:${place?.start.line} ${reason}`);
  const { ask } = await openAnswers(out, console.log);
  const outcomes: Outcome[] = [];
  for (const question of questions) outcomes.push(judge(question, await ask(question)));
  return outcomes;
}

async function build(name: string, out: string): Promise<boolean> {
  const dir = resolve(import.meta.dirname, '../../../shared/corpora', name);
  if (!existsSync(dir)) return false;
  const newId = createIds();
  await buildSite({
    ...{ dir, out, project: 'bench', version: '0', now: Date.now },
    newId: (prefix) => newId(prefix as Parameters<typeof newId>[0]),
  });
  return true;
}

function row(first: string, ...rest: readonly string[]): string {
  return first.padEnd(24) + rest.map((text) => text.padStart(12)).join('');
}

process.exitCode = await main(process.argv.slice(2));
