import type { Job } from './jobs.ts';
import type { TranslateOptions } from './options.ts';
import { labelOf, plainText } from './plain.ts';
import { plainSegment } from './segments.ts';
import { answer, openWork, targetOf } from './work.ts';

/** Translates labels that are no page: groups, tabs, anchors (S1-66). What fails is left out. */
export async function translateLabels(
  labels: readonly string[],
  options: TranslateOptions,
): Promise<ReadonlyMap<string, string>> {
  const jobs: Job[] = [...new Set(labels)].flatMap((label) => {
    const segment = plainSegment(label, options.glossary);
    return segment ? [{ segment, edit: () => ({ start: 0, end: 0, text: '' }) }] : [];
  });
  const work = await openWork({ path: '', text: '', format: 'md', title: '' }, jobs, options);
  await answer(work, jobs);
  const found = new Map<string, string>();
  for (const job of jobs) {
    const target = targetOf(work, job);
    if (target !== undefined) found.set(labelOf(job.segment.items), plainText(target, job.segment));
  }
  return found;
}
