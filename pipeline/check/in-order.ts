import type { Problem } from '../../schema/errors.ts';

/** By file and place, each once: threads and stages find them in their own order. */
export function inOrder(problems: readonly Problem[]): Problem[] {
  const seen = new Map<string, Problem>();
  for (const problem of problems) {
    const { file, place, ruleId, reason } = problem;
    const key = JSON.stringify([file, place?.start.offset ?? -1, ruleId, reason]);
    if (!seen.has(key)) seen.set(key, problem);
  }
  const configFirst = (file: string) => (file === 'docs.json' ? '' : file);
  return [...seen.values()].sort(
    (a, b) =>
      compare(configFirst(a.file), configFirst(b.file)) ||
      (a.place?.start.offset ?? -1) - (b.place?.start.offset ?? -1) ||
      compare(a.ruleId, b.ruleId) ||
      compare(a.reason, b.reason),
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
