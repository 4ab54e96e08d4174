import { many } from '../words.ts';
import { Badge, type Tone } from './small.tsx';

interface Counts {
  readonly errors: number;
  readonly warnings: number;
  readonly notes: number;
}

/** How each kind of problem looks: a note is no alarm, since its page works as it was written. */
export const severityTones = { error: 'bad', warning: 'wait', note: 'info' } as const;

/** The kinds of problems by their names. */
export const severityNames = { error: 'Error', warning: 'Warning', note: 'Note' } as const;

/** The tone of the worst of them, and all of them in words: `1 error, 2 notes`. */
export function foundIn({ errors, warnings, notes }: Counts): readonly [tone: Tone, words: string] {
  const words = [
    errors > 0 && many(errors, 'error'),
    warnings > 0 && many(warnings, 'warning'),
    notes > 0 && many(notes, 'note'),
  ].filter(Boolean);
  if (words.length === 0) return ['good', 'No problems'];
  const tone = errors > 0 ? 'bad' : warnings > 0 ? 'wait' : 'info';
  return [tone, words.join(', ')];
}

/** What a build found wrong, the same words wherever it is said. */
export function Found({ counts }: { readonly counts: Counts }) {
  const [tone, words] = foundIn(counts);
  return <Badge tone={tone}>{words}</Badge>;
}
