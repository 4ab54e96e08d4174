/** A part of a page that stays in the source language, as reported to its author. */
export interface Failure {
  /** The text as it is written on the page; '' when the page as a whole has failed. */
  readonly source: string;
  readonly reason: string;
  /** Where it starts, counted from 1; absent for a page as a whole. */
  readonly line?: number;
  readonly column?: number;
}

/** Letters of a text that are shown. */
const mostShown = 80;

/** A failure with its place: `guides/setup.mdx:12:1: the translation is empty: "Install it."`. */
export function failureLine(file: string, { source, reason, line, column }: Failure): string {
  const place = line === undefined ? file : `${file}:${line}:${column}`;
  if (source === '') return `${place}: ${reason}`;
  const shown = source.length > mostShown ? `${source.slice(0, mostShown)}…` : source;
  return `${place}: ${reason}: "${shown}"`;
}

/** Why a page has failed, in one line: its first failure, and how many more there are. */
export function failureOfPage(file: string, [first, ...more]: readonly Failure[]): string {
  if (first === undefined) return `${file}: the page could not be translated`;
  const others = more.length === 0 ? '' : ` (and ${more.length} more)`;
  return failureLine(file, first) + others;
}
