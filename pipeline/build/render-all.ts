import { setImmediate } from 'node:timers/promises';
import type { Page, Site } from '../../schema/site.ts';
import { ownStrings } from './own-strings.ts';
import { createRenderer, type Renderer } from './render.ts';
import { type RenderJob, type RenderResult, renderJob } from './render-job.ts';
import type { RenderSetting } from './render-setting.ts';
import type { SharedTools } from './shared-tools.ts';
import type { TextedJob } from './threads/thread-task.ts';
import { type Thread, type Threads, worthThreads } from './threads/threads.ts';

/** Pages that go to a thread at once. */
const batch = 6;

/** What rendering takes. */
interface RenderAllInput {
  readonly site: Site;
  readonly setting: RenderSetting;
  readonly jobs: readonly RenderJob[];
  /** Asked when these are done: what could not be begun before. */
  readonly later?: () => readonly RenderJob[];
  readonly threads?: Threads;
  /** Remembers coloured code: asked in this thread, and given what other threads have coloured. */
  readonly tools: SharedTools;
  readonly onResult: (result: RenderResult) => void | Promise<void>;
}

/**
 * Renders pages, in threads when there are many; `onResult` is called for each in any order, and waited
 * for, so that finished pages don't pile up.
 */
export async function renderAll(input: RenderAllInput): Promise<void> {
  const work: Work = { ...input, next: 0, renderer: undefined, given: new Map() };
  await renderJobs(work);
  work.jobs = input.later?.() ?? [];
  if (work.jobs.length > 0) await renderJobs(work);
}

/** Pages on their way through rendering. */
interface Work extends Omit<RenderAllInput, 'jobs' | 'later'> {
  jobs: readonly RenderJob[];
  /** The first job that is not begun. */
  next: number;
  /** Of this thread, when it renders. */
  renderer: Renderer | undefined;
  /** Threads that have the site, or are about to. */
  readonly given: Map<Thread, Promise<unknown>>;
}

/** Renders all jobs, here and in as many threads as they are worth. */
async function renderJobs(work: Work): Promise<void> {
  const { jobs } = work;
  work.next = 0;
  const worth = jobs.length < worthThreads ? 0 : Math.ceil(jobs.length / batch) - 1;
  const threads = work.threads?.start(worth) ?? [];
  const parts = [...threads.map((thread) => renderThere(work, thread)), renderHere(work)];
  // All of them are awaited, even after a failure: nothing may be written after the build has
  // cleaned up.
  const ended = await Promise.allSettled(
    parts.map((part) =>
      part.catch((error: unknown) => {
        work.next = jobs.length;
        throw error;
      }),
    ),
  );
  for (const part of ended) if (part.status === 'rejected') throw part.reason;
}

/** Renders in this thread until no job is left. */
async function renderHere(work: Work): Promise<void> {
  const { site, setting, tools, jobs, onResult } = work;
  work.renderer ??= createRenderer(site, setting, tools);
  for (let job = jobs[work.next++]; job; job = jobs[work.next++]) {
    await onResult(withOwnStrings(await renderJob(work.renderer, site, job)));
    // Lets results of the threads in.
    await setImmediate();
  }
}

/** Renders in another thread until no job is left. */
async function renderThere(work: Work, thread: Thread): Promise<void> {
  const { tools, onResult } = work;
  const given = giveSite(work, thread);
  // Awaited below; if a thread stops unexpectedly, its pages fail as well.
  given.catch(() => {});
  // The thread has its next pages while the last ones are written, but never more.
  let following = giveJobs(work, thread);
  for (let answer = following; answer; answer = following) {
    following = giveJobs(work, thread);
    // Awaited only when its turn comes; if it fails, so does the one before.
    following?.catch(() => {});
    const { results, coloured } = await answer;
    for (const [key, value] of coloured) tools.cache.set(key, value);
    for (const result of results) await onResult(result);
  }
  await given;
}

function giveSite({ site, setting, given }: Work, thread: Thread): Promise<unknown> {
  const known = given.get(thread);
  if (known) return known;
  const giving = thread.ask({ type: 'site', site: withoutTexts(site), setting });
  given.set(thread, giving);
  return giving;
}

/** The next pages for a thread; undefined when none are left. */
function giveJobs(work: Work, thread: Thread) {
  const { jobs, next, site } = work;
  const some = jobs.slice(next, next + batch).map((job) => withTexts(job, site));
  work.next += some.length;
  return some.length > 0 ? thread.ask({ type: 'render', jobs: some }) : undefined;
}

/** The strings of facts are cut out of the text and the HTML of a page; those that threads send are copies. */
function withOwnStrings(result: RenderResult): RenderResult {
  const { rendered } = result;
  if (!rendered) return result;
  return { ...result, rendered: { ...rendered, facts: ownStrings(rendered.facts) } };
}

/** A site as threads hold it: the texts come with the jobs. */
function withoutTexts(site: Site): Site {
  const bare = new Map<Page['file'], Page['file']>();
  const pages = new Map<string, Page>();
  for (const [path, page] of site.pages) {
    const file = bare.get(page.file) ?? { ...page.file, text: '' };
    bare.set(page.file, file);
    pages.set(path, { ...page, file });
  }
  return { ...site, pages };
}

function withTexts(job: RenderJob, site: Site): TextedJob {
  const page = site.pages.get(job.path);
  const source = page?.translationOf === undefined ? undefined : site.pages.get(page.translationOf);
  return {
    ...job,
    text: page?.file.text ?? '',
    ...(source ? { sourceText: source.file.text } : {}),
  };
}
