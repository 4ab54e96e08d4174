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

/**
 * Renders pages, in threads when there are many; `onResult` is called for each in any order, and waited
 * for, so that finished pages don't pile up.
 */
export async function renderAll(input: {
  readonly site: Site;
  readonly setting: RenderSetting;
  readonly jobs: readonly RenderJob[];
  /** Asked when these are done: what could not be begun before. */
  readonly later?: () => readonly RenderJob[];
  readonly threads?: Threads;
  /** Remembers coloured code: asked in this thread, and given what other threads have coloured. */
  readonly tools: SharedTools;
  readonly onResult: (result: RenderResult) => void | Promise<void>;
}): Promise<void> {
  const { site, setting, tools, onResult } = input;
  let { jobs } = input;
  let next = 0;
  let renderer: Renderer | undefined;
  const here = async (): Promise<void> => {
    renderer ??= createRenderer(site, setting, tools);
    for (let job = jobs[next++]; job; job = jobs[next++]) {
      await onResult(withOwnStrings(await renderJob(renderer, site, job)));
      // Lets results of the threads in.
      await setImmediate();
    }
  };
  const given = new Map<Thread, Promise<unknown>>();
  const giveSite = (thread: Thread): Promise<unknown> => {
    const known = given.get(thread);
    if (known) return known;
    const giving = thread.ask({ type: 'site', site: withoutTexts(site), setting });
    given.set(thread, giving);
    return giving;
  };
  const there = async (thread: Thread): Promise<void> => {
    const given = giveSite(thread);
    // Awaited below; if a thread stops unexpectedly, its pages fail as well.
    given.catch(() => {});
    const give = () => {
      const some = jobs.slice(next, next + batch).map((job) => withTexts(job, site));
      next += some.length;
      return some.length > 0 ? thread.ask({ type: 'render', jobs: some }) : undefined;
    };
    // The thread has its next pages while the last ones are written, but never more.
    let following = give();
    for (let answer = following; answer; answer = following) {
      following = give();
      // Awaited only when its turn comes; if it fails, so does the one before.
      following?.catch(() => {});
      const { results, coloured } = await answer;
      for (const [key, value] of coloured) tools.cache.set(key, value);
      for (const result of results) await onResult(result);
    }
    await given;
  };
  const all = async (): Promise<void> => {
    next = 0;
    const worth = jobs.length < worthThreads ? 0 : Math.ceil(jobs.length / batch) - 1;
    const threads = input.threads?.start(worth) ?? [];
    // All of them are awaited, even after a failure: nothing may be written after the build has
    // cleaned up.
    const parts = [...threads.map(there), here()].map((part) =>
      part.catch((error: unknown) => {
        next = jobs.length;
        throw error;
      }),
    );
    for (const part of await Promise.allSettled(parts)) {
      if (part.status === 'rejected') throw part.reason;
    }
  };
  await all();
  jobs = input.later?.() ?? [];
  if (jobs.length > 0) await all();
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
