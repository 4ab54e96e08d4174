/** What a test of the assistant expects of an answer. */
export interface Expected {
  readonly question: string;
  /** The questions before it in its conversation, oldest first. */
  readonly after: readonly string[];
  /** Pages of which the answer must quote one. */
  readonly pages: readonly string[];
  /** What the answer must contain. */
  readonly words: readonly string[];
  /** Whether there is an answer. */
  readonly isAnswered: boolean;
}

/** The line for `tests/questions.jsonl`. */
export function questionLine({ question, after, pages, words, isAnswered }: Expected): string {
  return JSON.stringify({
    question,
    ...(after.length > 0 ? { after } : {}),
    ...(isAnswered && pages.length > 0 ? { pages } : {}),
    ...(isAnswered && words.length > 0 ? { words } : {}),
    ...(isAnswered ? {} : { answered: false }),
  });
}

/** The entries of a list that is typed with commas or on lines of its own. */
export function entriesOf(text: string): readonly string[] {
  const entries = text.split(/[,\n]/).map((entry) => entry.trim());
  return [...new Set(entries)].filter(Boolean);
}
