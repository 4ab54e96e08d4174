import { blocksOf, commentJobs, jobsOf } from './jobs.ts';
import { memoryKey } from './memory.ts';
import type { PageToTranslate, TranslateOptions } from './options.ts';
import { propJobs } from './props.ts';

/** What a page would cost: segments, those remembered, letters of the rest. */
export async function previewPage(
  page: PageToTranslate,
  options: Omit<TranslateOptions, 'model'> & { readonly model: { readonly name: string } },
): Promise<{ readonly segments: number; readonly remembered: number; readonly letters: number }> {
  const own = jobsOf(page, options);
  const blocks = own ? await blocksOf(page, options) : [];
  const jobs = [...(own ?? []), ...propJobs(page, options), ...commentJobs(blocks, options)];
  let remembered = 0;
  let letters = 0;
  for (const { segment } of jobs) {
    const key = memoryKey(segment, { ...options, model: options.model.name });
    if (!options.force && (await options.memory.get(key)) !== undefined) remembered++;
    else letters += segment.source.length;
  }
  return { segments: jobs.length, remembered, letters };
}
