import type { Model } from '../model.ts';
import { parsePage } from '../source/parse.ts';
import {
  type Asking,
  ask,
  batchesOf,
  type Counts,
  type Question,
  type Reply,
  repair,
} from './ask.ts';
import { type CodeBlock, changedBlocks, codeBlocksOf, type FindComments } from './comments.ts';
import { type Field, fieldEdit, fieldsOf, sameRest } from './fields.ts';
import { type Term, usesForm } from './glossary.ts';
import {
  type Detector,
  type Judgement,
  judge,
  openDetector,
  wordsOf,
  wrongLanguage,
} from './language.ts';
import { memoryKey, type TranslationMemory } from './memory.ts';
import { type PageShape, plainOf, shapeOf, signatureOf } from './runs.ts';
import { type Item, plainSegment, type Segment, segmentsOf } from './segments.ts';
import { type Edit, markdownOf, splice } from './splice.ts';
import { faultOfWords, type Piece, readTarget, wordsIn } from './target.ts';

export { formsOf, type Term } from './glossary.ts';
export { mapMemory, type TranslationMemory } from './memory.ts';
export { patient } from './patient.ts';

/** A page to translate. */
export interface PageToTranslate {
  readonly path: string;
  readonly text: string;
  readonly format: 'mdx' | 'md';
  readonly title: string;
}

/** How to translate. */
export interface TranslateOptions {
  readonly from: string;
  readonly to: string;
  readonly style: 'formal' | 'informal';
  readonly glossary: readonly Term[];
  readonly model: Model;
  readonly memory: TranslationMemory;
  /** `styling.latex` of the site. */
  readonly latex?: boolean;
  /** Finds comments in code, where they are to be translated as well (S1-64). */
  readonly comments?: FindComments | undefined;
  /** Accepts any words: the model only shows what a translation would look like. */
  readonly pseudo?: boolean;
  readonly signal?: AbortSignal;
}

/** Numbers of one page. */
export interface TranslateStats {
  readonly segments: number;
  /** Known from before. */
  readonly remembered: number;
  /** Kept in the source language, because no usable translation could be had. */
  readonly fallback: number;
  readonly requests: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** A page in another language. */
export interface TranslatedPage {
  /** The author's text with the prose replaced; segments that failed are in the source language. */
  readonly text: string;
  /** Title in the target language; the source's when it has none of its own. */
  readonly title: string;
  /** `failed` when any segment is in the source language (S1-72). */
  readonly status: 'completed' | 'failed';
  readonly stats: TranslateStats;
  /** Why segments failed. */
  readonly faults: readonly { readonly source: string; readonly fault: string }[];
}

/**
 * Translates one page. Everything but its prose stays byte for byte, which is proven on the result:
 * what can't be proven falls back to the source.
 * @throws ModelUnavailableError when the model does not answer
 */
export async function translatePage(
  page: PageToTranslate,
  options: TranslateOptions,
): Promise<TranslatedPage> {
  const jobs = jobsOf(page, options);
  if (jobs === undefined) return unreadable(page);
  const detector = await detectorOnce();
  const blocks = await blocksOf(page, options);
  const work = new Work(page, [...jobs, ...commentJobs(blocks, options)], options, detector);
  await work.translate();
  if (options.comments) await work.proveCode(blocks, options.comments);
  return work.result();
}

/** The page's code with comments, when these are translated. */
async function blocksOf(page: PageToTranslate, options: TranslateOptions): Promise<CodeBlock[]> {
  const { comments, latex } = options;
  if (!comments) return [];
  const { path, text, format } = page;
  const { root } = parsePage({ path, text }, { format, latex: latex === true });
  return codeBlocksOf(root, text, comments);
}

/** Comments as segments: each is one line, and stays one. */
function commentJobs(
  blocks: readonly CodeBlock[],
  options: Pick<TranslateOptions, 'glossary'>,
): Job[] {
  return blocks.flatMap((block) =>
    block.words.flatMap(({ start, end, value }): Job[] => {
      const segment = plainSegment(value, options.glossary);
      if (segment === undefined) return [];
      const edit = (pieces: readonly Piece[]) => ({ start, end, text: textOf(pieces, segment) });
      return [{ segment, block, edit }];
    }),
  );
}

let shared: Promise<Detector> | undefined;

function detectorOnce(): Promise<Detector> {
  shared ??= openDetector();
  return shared;
}

/** Translates labels that are no page: groups, tabs, anchors (S1-66). What fails is left out. */
export async function translateLabels(
  labels: readonly string[],
  options: TranslateOptions,
): Promise<ReadonlyMap<string, string>> {
  const detector = await detectorOnce();
  const jobs: Job[] = [...new Set(labels)].flatMap((label) => {
    const segment = plainSegment(label, options.glossary);
    return segment ? [{ segment, edit: () => ({ start: 0, end: 0, text: '' }) }] : [];
  });
  const page = { path: '', text: '', format: 'md' as const, title: '' };
  const work = new Work(page, jobs, options, detector);
  await work.ask(jobs);
  const found = new Map<string, string>();
  for (const job of jobs) {
    const target = work.targetOf(job);
    if (target !== undefined) found.set(labelOf(job.segment.items), plainText(target, job.segment));
  }
  return found;
}

/** What a page would cost: segments, those remembered, estimated tokens of the rest. */
export async function previewPage(
  page: PageToTranslate,
  options: Omit<TranslateOptions, 'model'> & { readonly model: { readonly name: string } },
): Promise<{ readonly segments: number; readonly remembered: number; readonly letters: number }> {
  const jobs = jobsOf(page, options) ?? [];
  let remembered = 0;
  let letters = 0;
  for (const { segment } of jobs) {
    const key = memoryKey(segment, { ...options, model: options.model.name });
    if ((await options.memory.get(key)) !== undefined) remembered++;
    else letters += segment.source.length;
  }
  return { segments: jobs.length, remembered, letters };
}

/** A segment with the place its translation goes to. */
interface Job extends Question {
  readonly field?: Field;
  /** The code that the segment is a comment of. */
  readonly block?: CodeBlock;
  /** Position among the runs of the body. */
  readonly run?: number;
  readonly edit: (pieces: readonly Piece[]) => Edit;
}

function jobsOf(
  page: PageToTranslate,
  options: Pick<TranslateOptions, 'glossary' | 'latex'>,
): Job[] | undefined {
  const shape = readShape(page, page.text, { latex: options.latex === true });
  if (shape === undefined) return undefined;
  const jobs: Job[] = [];
  for (const field of fieldsOf(page.text)) {
    const segment = plainSegment(field.value, options.glossary);
    if (segment === undefined) continue;
    const edit = (pieces: readonly Piece[]) => fieldEdit(field, textOf(pieces, segment), page.text);
    jobs.push({ segment, field, edit });
  }
  let before: string | undefined;
  for (const [run, segment] of segmentsOf(shape, page.text, options.glossary).entries()) {
    if (segment === undefined) continue;
    const { start, end } = segment;
    const edit = (pieces: readonly Piece[]) => ({ start, end, text: markdownOf(pieces, segment) });
    jobs.push({ segment, run, edit, ...(before === undefined ? {} : { before }) });
    before = segment.source.slice(-200);
  }
  return jobs;
}

function readShape(
  page: PageToTranslate,
  text: string,
  options: { readonly latex: boolean; readonly withoutCode?: boolean },
): PageShape | undefined {
  const { latex, withoutCode = false } = options;
  const { root, problems } = parsePage({ path: page.path, text }, { format: page.format, latex });
  if (problems.some((problem) => problem.severity === 'error')) return undefined;
  return shapeOf(root, text, { withoutCode });
}

function unreadable(page: PageToTranslate): TranslatedPage {
  const stats = {
    segments: 0,
    remembered: 0,
    fallback: 0,
    requests: 0,
    inputTokens: 0,
    outputTokens: 0,
  };
  const faults = [{ source: '', fault: 'the page cannot be read; see its problems' }];
  return { text: page.text, title: page.title, status: 'failed', stats, faults };
}

/** The translation of one page on its way. */
class Work {
  private readonly page: PageToTranslate;
  private readonly jobs: readonly Job[];
  private readonly options: TranslateOptions;
  private readonly detector: Detector;
  private readonly replies = new Map<Question, Reply>();
  private readonly remembered = new Set<Job>();
  private readonly repaired = new Set<Job>();
  /** Words of the page in small letters. */
  private readonly common = new Set<string>();
  private readonly counts: Counts;
  private readonly asking: Asking;
  private readonly read = new WeakMap<Reply, readonly Piece[]>();
  private readonly shape: PageShape | undefined;
  private readonly latex: boolean;
  private text: string;

  constructor(
    page: PageToTranslate,
    jobs: readonly Job[],
    options: TranslateOptions,
    detector: Detector,
  ) {
    this.page = page;
    this.jobs = jobs;
    this.options = options;
    this.detector = detector;
    this.text = page.text;
    this.latex = options.latex === true;
    this.shape = this.readShape(page.text);
    for (const { segment } of jobs) {
      for (const word of wordsOf(wordsIn(segment.items))) {
        if (/^\p{Ll}/u.test(word)) this.common.add(word);
      }
    }
    const mostRequests = batchesOf(jobs).length * 6 + 20;
    this.counts = { requests: 0, mostRequests, inputTokens: 0, outputTokens: 0 };
    const { from, to, style, model, signal } = options;
    this.asking = {
      model,
      assignment: { from, to, style, title: page.title },
      check: (question, target) => this.judge(question.segment, target),
      onAnswer: (question, target) => options.memory.set(this.keyOf(question), target),
      counts: this.counts,
      signal,
    };
  }

  async translate(): Promise<void> {
    await this.ask(this.jobs.filter((job) => !this.replies.has(job)));
    // What is wrong on the page is mended once, then it falls back to the source.
    for (let round = 0; ; round++) {
      const faults = this.verify();
      if (faults.size === 0) break;
      if (round < 2) await this.mend(faults);
      else for (const [job, fault] of faults) await this.refuse(job, fault);
    }
  }

  /** Fills replies from memory, and asks the model for the rest. */
  async ask(jobs: readonly Job[]): Promise<void> {
    const missing: Job[] = [];
    const twins = new Map<string, Job>();
    const later: [Job, Job][] = [];
    for (const job of jobs) {
      const key = this.keyOf(job);
      const known = await this.options.memory.get(key);
      const twin = twins.get(key);
      const judged = known === undefined ? undefined : this.judge(job.segment, known);
      if (known !== undefined && (judged === undefined || judged.isDoubt)) {
        this.replies.set(job, { type: 'translated', target: known });
        this.remembered.add(job);
      } else if (twin !== undefined) later.push([job, twin]);
      else {
        twins.set(key, job);
        missing.push(job);
      }
    }
    const replies = await ask(missing, this.asking);
    for (const job of missing) {
      const reply = replies.get(job);
      if (reply) this.replies.set(job, reply);
      if (reply?.type === 'fault') this.repaired.add(job);
    }
    for (const [job, twin] of later) {
      const reply = this.replies.get(twin);
      if (reply) this.replies.set(job, reply);
    }
  }

  /** Takes comments back from code that is not what it was. */
  async proveCode(blocks: readonly CodeBlock[], find: FindComments): Promise<void> {
    const { path, format } = this.page;
    const { root } = parsePage({ path, text: this.text }, { format, latex: this.latex });
    const changed = new Set(await changedBlocks(root, blocks, find));
    for (const job of this.jobs) {
      if (job.block && changed.has(job.block)) await this.refuse(job, 'it changes the code around');
    }
    if (changed.size > 0) await this.translate();
  }

  targetOf(job: Job): readonly Piece[] | undefined {
    const reply = this.replies.get(job);
    if (reply?.type !== 'translated') return undefined;
    let pieces = this.read.get(reply);
    if (pieces === undefined) {
      const found = readTarget(reply.target, job.segment);
      if ('fault' in found) return undefined;
      pieces = found;
      this.read.set(reply, found);
    }
    return pieces;
  }

  result(): TranslatedPage {
    const faults = this.jobs.flatMap((job) => {
      const reply = this.replies.get(job);
      if (reply?.type === 'translated') return [];
      return [{ source: job.segment.source, fault: reply?.fault ?? 'it was not translated' }];
    });
    const title = this.jobs.find(({ field }) => field?.key === 'title');
    const pieces = title && this.targetOf(title);
    return {
      text: this.text,
      title: title && pieces ? textOf(pieces, title.segment) : this.page.title,
      status: faults.length === 0 ? 'completed' : 'failed',
      stats: {
        segments: this.jobs.length,
        remembered: this.remembered.size,
        fallback: faults.length,
        requests: this.counts.requests,
        inputTokens: this.counts.inputTokens,
        outputTokens: this.counts.outputTokens,
      },
      faults,
    };
  }

  private keyOf(question: Question): string {
    const { from, to, style, model } = this.options;
    return memoryKey(question.segment, { from, to, style, model: model.name });
  }

  private judge(segment: Segment, target: string): Judgement | undefined {
    const pieces = readTarget(target, segment);
    const sure = (fault: string | undefined) =>
      fault === undefined ? undefined : { fault, isDoubt: false };
    if ('fault' in pieces) return sure(pieces.fault);
    if (this.options.pseudo) return undefined;
    const { from, to } = this.options;
    const pair = { source: wordsIn(segment.items), target: wordsIn(pieces) };
    const unused = segment.terms.find((term) => !usesForm(pair.target, term, to));
    return (
      sure(faultOfWords(pieces, segment, target)) ??
      judge(pair, { from, to, common: this.common }, this.detector) ??
      sure(unused && `it does not use the given translation of "${unused.term}"`)
    );
  }

  private edits(jobs: Iterable<Job>): Edit[] {
    const edits: Edit[] = [];
    for (const job of jobs) {
      const pieces = this.targetOf(job);
      if (pieces) edits.push(job.edit(pieces));
    }
    return edits;
  }

  /** Puts the page together and looks whether it is still the same page in other words. */
  private verify(): Map<Job, string> {
    const done = this.jobs.filter((job) => this.replies.get(job)?.type === 'translated');
    this.text = splice(this.page.text, this.edits(done));
    const faults = this.faultsOf(this.text, done);
    if (faults === undefined) {
      const broken = new Map<Job, string>();
      for (const job of this.spoilers(done)) {
        broken.set(job, 'it changes the structure of the page; write plain words');
      }
      return broken;
    }
    if (faults.size > 0 || this.options.pseudo) return faults;
    const prose = done.map((job) => wordsIn(this.targetOf(job) ?? [])).join('\n');
    const wrong = wrongLanguage(prose, this.options.to, this.detector);
    if (wrong !== undefined) for (const job of done) faults.set(job, wrong);
    return faults;
  }

  private readShape(text: string): PageShape | undefined {
    return readShape(this.page, text, {
      latex: this.latex,
      withoutCode: this.options.comments !== undefined,
    });
  }

  /** Segments that read otherwise than meant; undefined when the page's form itself is another. */
  private faultsOf(text: string, done: readonly Job[]): Map<Job, string> | undefined {
    const before = this.shape;
    const after = this.readShape(text);
    if (!before || !after || before.form !== after.form) return undefined;
    if (before.runs.length !== after.runs.length || !sameRest(this.page.text, text)) {
      return undefined;
    }
    const faults = new Map<Job, string>();
    const byRun = new Map(done.flatMap((job) => (job.run === undefined ? [] : [[job.run, job]])));
    for (const [index, run] of before.runs.entries()) {
      const now = after.runs[index];
      const job = byRun.get(index);
      const pieces = job && this.targetOf(job);
      const plain = job && pieces ? squeezed(pieces, job.segment) : plainOf(run.nodes);
      const isSame =
        now !== undefined &&
        signatureOf(run, this.page.text) === signatureOf(now, text) &&
        plain === plainOf(now.nodes);
      if (isSame) continue;
      // A run that nobody touched was changed by its neighbour.
      if (!job) return undefined;
      faults.set(job, 'written into the page it reads otherwise; use fewer signs');
    }
    const values = fieldsOf(text);
    const old = fieldsOf(this.page.text);
    for (const job of done) {
      if (!job.field) continue;
      const at = old.findIndex(({ start }) => start === job.field?.start);
      const pieces = this.targetOf(job);
      const wanted = pieces && textOf(pieces, job.segment);
      if (values[at]?.value.trim() !== wanted) faults.set(job, 'it can not be written as a field');
    }
    return faults;
  }

  /** The segments that break the page's form, found by halves. */
  private spoilers(jobs: readonly Job[]): readonly Job[] {
    if (jobs.length <= 1) return jobs;
    const middle = Math.ceil(jobs.length / 2);
    const found = [jobs.slice(0, middle), jobs.slice(middle)].flatMap((half) => {
      const text = splice(this.page.text, this.edits(half));
      return this.faultsOf(text, half) === undefined ? this.spoilers(half) : [];
    });
    // Each half alone is well: only together do they break it.
    return found.length > 0 ? found : jobs;
  }

  private async mend(faults: ReadonlyMap<Job, string>): Promise<void> {
    const again: { question: Job; reply: Reply & { type: 'fault' } }[] = [];
    for (const [job, fault] of faults) {
      const reply = this.replies.get(job);
      const answer = reply?.type === 'translated' ? reply.target : '';
      await this.refuse(job, fault);
      if (this.repaired.has(job)) continue;
      this.repaired.add(job);
      again.push({ question: job, reply: { type: 'fault', fault, answer } });
    }
    await repair(again, this.replies, this.asking);
  }

  private async refuse(job: Job, fault: string): Promise<void> {
    this.replies.set(job, { type: 'fault', fault, answer: '' });
    this.remembered.delete(job);
    await this.options.memory.drop(this.keyOf(job));
  }
}

/** A translation of plain words. */
function textOf(pieces: readonly Piece[], segment: Segment): string {
  return plainText(pieces, segment).replace(/\s+/g, ' ').trim();
}

function plainText(pieces: readonly Piece[], segment: Segment): string {
  return pieces
    .map((piece) => {
      if (piece.type === 'text') return piece.value;
      if (piece.type === 'pair') return plainText(piece.pieces, segment);
      const item = segment.items.find((other) => other.type === 'kept' && other.id === piece.id);
      return item?.type === 'kept' ? item.raw : '';
    })
    .join('');
}

function labelOf(items: readonly Item[]): string {
  return items
    .map((item) =>
      item.type === 'text' ? item.value : item.type === 'kept' ? item.raw : labelOf(item.items),
    )
    .join('');
}

/** What a run will say once the translation is written into the page, as `plainOf` counts it. */
function squeezed(pieces: readonly Piece[], segment: Segment): string {
  const kept = new Map<number, string>();
  const visit = (item: Item): void => {
    if (item.type === 'kept') kept.set(item.id, item.plain);
    else if (item.type === 'pair') item.items.forEach(visit);
  };
  segment.items.forEach(visit);
  const read = (parts: readonly Piece[]): string =>
    parts
      .map((piece) => {
        if (piece.type === 'text') return piece.value.replace(/\s+/g, '');
        return piece.type === 'kept' ? (kept.get(piece.id) ?? '') : read(piece.pieces);
      })
      .join('');
  return read(pieces);
}
