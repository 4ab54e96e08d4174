import { parsePage } from '../source/parse.ts';
import { type Reply, repair } from './ask.ts';
import { type CodeBlock, changedBlocks, type FindComments } from './comments.ts';
import type { Fault } from './fault.ts';
import { fieldsOf, lineOf, sameRest } from './fields.ts';
import { type Job, readShape } from './jobs.ts';
import { judgeTogether, wrongLanguage } from './language.ts';
import { squeezed, textOf } from './plain.ts';
import { type PageShape, plainOf, signatureOf } from './runs.ts';
import { type Edit, splice } from './splice.ts';
import { fewestToWeigh, letters, wordsIn } from './target.ts';
import { refuse, targetOf, type Work } from './work.ts';

/**
 * Assembles the page until it is the same page in other words: invalid parts are fixed once, then
 * they fall back to the source. Returns the text.
 */
export async function prove(work: Work): Promise<string> {
  const before = shapeOn(work, work.page.text);
  for (let round = 0; ; round++) {
    const { text, faults } = assemble(work, before);
    if (faults.size === 0) return text;
    if (round < 2) await mend(work, faults);
    else for (const [job, fault] of faults) await refuse(work, job, fault);
  }
}

/** Takes comments back from code that is not what it was. Gives the text. */
export async function proveCode(
  work: Work,
  text: string,
  code: { readonly blocks: readonly CodeBlock[]; readonly find: FindComments },
): Promise<string> {
  const { path, format } = work.page;
  const { root } = parsePage({ path, text }, { format, latex: work.options.latex === true });
  const changed = new Set(await changedBlocks(root, code.blocks, code.find));
  if (changed.size === 0) return text;
  for (const job of work.jobs) {
    if (job.block && changed.has(job.block)) {
      await refuse(work, job, { kind: 'changes-code' });
    }
  }
  return prove(work);
}

/** The page with what is translated, and what is wrong with it. */
function assemble(
  work: Work,
  before: PageShape | undefined,
): { readonly text: string; readonly faults: Map<Job, Fault> } {
  const { page, options } = work;
  const done = work.jobs.filter((job) => work.replies.get(job)?.type === 'translated');
  const text = splice(page.text, editsOf(work, done));
  const faults = faultsOf(work, before, { text, done });
  if (faults === undefined) {
    const broken = new Map<Job, Fault>();
    for (const job of spoilers(work, before, done)) {
      broken.set(job, { kind: 'breaks-page' });
    }
    return { text, faults: broken };
  }
  if (faults.size > 0 || options.pseudo) return { text, faults };
  const pairs = done.map((job) => ({
    job,
    source: wordsIn(job.segment.items),
    target: wordsIn(targetOf(work, job) ?? []),
  }));
  const prose = pairs.map(({ target }) => target).join('\n');
  const wrong = wrongLanguage(prose, options.to, work.detector);
  if (wrong !== undefined) for (const job of done) faults.set(job, wrong);
  else {
    const short = pairs.filter(({ source }) => letters(source) < fewestToWeigh);
    const fault = judgeTogether(short, options, work.detector);
    if (fault !== undefined) for (const { job } of short) faults.set(job, fault);
  }
  return { text, faults };
}

function editsOf(work: Work, jobs: readonly Job[]): Edit[] {
  return jobs.flatMap((job) => {
    const pieces = targetOf(work, job);
    return pieces ? [job.edit(pieces)] : [];
  });
}

function shapeOn({ page, options }: Work, text: string): PageShape | undefined {
  const { latex, comments } = options;
  return readShape(page, text, { latex: latex === true, withoutCode: comments !== undefined });
}

/** Segments that read otherwise than meant; undefined when the page's form itself is another. */
function faultsOf(
  work: Work,
  before: PageShape | undefined,
  { text, done }: { readonly text: string; readonly done: readonly Job[] },
): Map<Job, Fault> | undefined {
  const source = work.page.text;
  const after = shapeOn(work, text);
  if (!before || !after || before.form !== after.form) return undefined;
  if (before.runs.length !== after.runs.length || !sameRest(source, text)) return undefined;
  const faults = new Map<Job, Fault>();
  const byRun = new Map(done.flatMap((job) => (job.run === undefined ? [] : [[job.run, job]])));
  for (const [index, run] of before.runs.entries()) {
    const now = after.runs[index];
    const job = byRun.get(index);
    const pieces = job && targetOf(work, job);
    const plain = job && pieces ? squeezed(pieces, job.segment) : plainOf(run.nodes);
    const isSame =
      now !== undefined &&
      signatureOf(run, source) === signatureOf(now, text) &&
      plain === plainOf(now.nodes);
    if (isSame) continue;
    // An unchanged run was affected by its neighbour.
    if (!job) return undefined;
    faults.set(job, { kind: 'reads-otherwise' });
  }
  for (const job of wrongFields(work, text, done)) {
    faults.set(job, { kind: 'no-field' });
  }
  return faults;
}

/** Fields of the front matter that YAML reads otherwise than meant. */
function wrongFields(work: Work, text: string, done: readonly Job[]): Job[] {
  const values = fieldsOf(text);
  const old = fieldsOf(work.page.text);
  return done.filter((job) => {
    if (!job.field) return false;
    const at = old.findIndex(({ start }) => start === job.field?.start);
    const pieces = targetOf(work, job);
    return lineOf(values[at]?.value ?? '') !== (pieces && textOf(pieces, job.segment));
  });
}

/** The segments that break the page's form, found by halves. */
function spoilers(work: Work, before: PageShape | undefined, jobs: readonly Job[]): readonly Job[] {
  if (jobs.length <= 1) return jobs;
  const middle = Math.ceil(jobs.length / 2);
  const found = [jobs.slice(0, middle), jobs.slice(middle)].flatMap((half) => {
    const text = splice(work.page.text, editsOf(work, half));
    const isWell = faultsOf(work, before, { text, done: half }) !== undefined;
    return isWell ? [] : spoilers(work, before, half);
  });
  // Each half alone is well: only together do they break it.
  return found.length > 0 ? found : jobs;
}

async function mend(work: Work, faults: ReadonlyMap<Job, Fault>): Promise<void> {
  const again: { question: Job; reply: Reply & { type: 'fault' } }[] = [];
  for (const [job, fault] of faults) {
    const reply = work.replies.get(job);
    const answer = reply?.type === 'translated' ? reply.target : '';
    await refuse(work, job, fault);
    if (work.repaired.has(job)) continue;
    work.repaired.add(job);
    again.push({ question: job, reply: { type: 'fault', fault, answer } });
  }
  await repair(again, work.replies, work.asking);
}
