import { blocksOf, commentJobs, jobsOf } from './jobs.ts';
import type { PageToTranslate, TranslateOptions } from './options.ts';
import { textOf } from './plain.ts';
import { prove, proveCode } from './prove.ts';
import { answer, openWork, targetOf, type Work } from './work.ts';

export { formsOf, type Term } from './glossary.ts';
export { translateLabels } from './labels.ts';
export { mapMemory, type TranslationMemory } from './memory.ts';
export type { PageToTranslate, TranslateOptions } from './options.ts';
export { patient } from './patient.ts';
export { previewPage } from './preview.ts';

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
  const blocks = await blocksOf(page, options);
  const work = await openWork(page, [...jobs, ...commentJobs(blocks, options)], options);
  await answer(work, work.jobs);
  const text = await prove(work);
  const { comments: find } = options;
  return resultOf(work, find ? await proveCode(work, text, { blocks, find }) : text);
}

function resultOf(work: Work, text: string): TranslatedPage {
  const { page, jobs, replies, remembered } = work;
  const { requests, inputTokens, outputTokens } = work.asking.counts;
  const faults = jobs.flatMap((job) => {
    const reply = replies.get(job);
    if (reply?.type === 'translated') return [];
    return [{ source: job.segment.source, fault: reply?.fault ?? 'it was not translated' }];
  });
  const title = jobs.find(({ field }) => field?.key === 'title');
  const pieces = title && targetOf(work, title);
  return {
    text,
    title: title && pieces ? textOf(pieces, title.segment) : page.title,
    status: faults.length === 0 ? 'completed' : 'failed',
    stats: {
      segments: jobs.length,
      remembered: remembered.size,
      fallback: faults.length,
      ...{ requests, inputTokens, outputTokens },
    },
    faults,
  };
}

function unreadable({ text, title }: PageToTranslate): TranslatedPage {
  const spent = { requests: 0, inputTokens: 0, outputTokens: 0 };
  const stats = { segments: 0, remembered: 0, fallback: 0, ...spent };
  const faults = [{ source: '', fault: 'the page cannot be read; see its problems' }];
  return { text, title, status: 'failed', stats, faults };
}
