import type { UntranslatedPart } from '../../schema/site.ts';
import type { Job } from './jobs.ts';
import { readProps } from './props.ts';
import type { Edit } from './splice.ts';
import { targetOf, type Work } from './work.ts';

/**
 * What of a finished page is in the source language, in its order: `prose` is the work on the page's text, `props` the
 * one on the properties of its components, which came first.
 */
export function untranslatedIn(
  text: string,
  prose: Work,
  props: Work | undefined,
): UntranslatedPart[] {
  const edits: Edit[] = [];
  const failed: Job[] = [];
  for (const job of prose.jobs) {
    const pieces = isTranslated(prose, job) ? targetOf(prose, job) : undefined;
    if (pieces) edits.push(job.edit(pieces));
    else failed.push(job);
  }
  const parts = [...moved(failed, edits), ...(props ? propsIn(text, props) : [])];
  return parts.sort((a, b) => a.start - b.start);
}

function isTranslated(work: Work, job: Job): boolean {
  return work.replies.get(job)?.type === 'translated';
}

/** Ranges of jobs, where they are once the edits around them are made. */
function moved(jobs: readonly Job[], edits: readonly Edit[]): UntranslatedPart[] {
  const sorted = edits.toSorted((a, b) => a.start - b.start);
  let at = 0;
  let shift = 0;
  return jobs
    .toSorted((a, b) => a.range.start - b.range.start)
    .map(({ range, field }) => {
      for (let edit = sorted[at]; edit && edit.end <= range.start; edit = sorted[++at]) {
        shift += edit.text.length - (edit.end - edit.start);
      }
      const place = { start: range.start + shift, end: range.end + shift };
      return field ? { ...place, field: field.key } : place;
    });
}

/**
 * Properties without a translation. A translation of the words around may have moved them: they are found by what they
 * say, which is the same wherever a page says it.
 */
function propsIn(text: string, work: Work): UntranslatedPart[] {
  const failed = new Set<string>();
  for (const job of work.jobs) {
    if (job.prop && !isTranslated(work, job)) failed.add(nameOf(job.prop));
  }
  if (failed.size === 0) return [];
  return (readProps(work.page, text, work.options) ?? [])
    .filter((prop) => failed.has(nameOf(prop)))
    .map(({ name, start, end }) => ({ start, end, prop: name }));
}

function nameOf({ name, value }: { readonly name: string; readonly value: string }): string {
  return `${name} ${value}`;
}
