import type { AskedTurn } from '../../store/asked-turns.ts';
import type { SiteQuestion } from './read-questions.ts';

/** Questions that were asked in about the same words. */
interface Group {
  readonly words: ReadonlySet<string>;
  readonly turns: AskedTurn[];
}

/** Share of their words that two questions of a group have in common. */
const alike = 0.7;

/** Groups that a question is compared with. */
const compared = 100;

/**
 * Proposes questions for a site's file from what readers asked: those of conversations that they rated, and
 * those that were refused. The most frequent ones are first.
 */
export function proposeQuestions(turns: readonly AskedTurn[]): readonly SiteQuestion[] {
  const groups: Group[] = [];
  const byWord = new Map<string, Group[]>();
  for (const turn of turns) {
    if (turn.satisfied === null && turn.pages.length > 0) continue;
    const words = wordsOf([...turn.before, turn.question].join(' '));
    const near = [...words].flatMap((word) => (byWord.get(word) ?? []).slice(-compared));
    const group = near.find((one) => shareOf(one.words, words) >= alike);
    if (group) {
      group.turns.push(turn);
      continue;
    }
    const added = { words, turns: [turn] };
    groups.push(added);
    for (const word of words) {
      const others = byWord.get(word);
      if (others) others.push(added);
      else byWord.set(word, [added]);
    }
  }
  return groups.toSorted((a, b) => b.turns.length - a.turns.length).map(proposalOf);
}

function proposalOf({ turns }: Group): SiteQuestion {
  // A question that readers found answered says most about its pages.
  const [best] = turns.toSorted((a, b) => weightOf(b) - weightOf(a));
  const { question, before, pages, satisfied } = best as AskedTurn;
  const times = turns.length === 1 ? 'asked once' : `asked ${turns.length} times`;
  const rated =
    satisfied === null
      ? 'not answered'
      : satisfied
        ? 'rated helpful'
        : 'rated not helpful: check what is expected';
  return {
    question,
    ...(pages.length === 0 ? { answered: false } : { pages }),
    ...(before.length === 0 ? {} : { after: before }),
    note: `${times}, ${rated}`,
  };
}

function weightOf({ satisfied, pages }: AskedTurn): number {
  return (satisfied ? 2 : 0) + (pages.length > 0 ? 1 : 0);
}

function wordsOf(text: string): ReadonlySet<string> {
  const words =
    text
      .toLowerCase()
      .slice(0, 2000)
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  const long = words.filter((word) => word.length > 2);
  return new Set(long.length > 0 ? long : words);
}

function shareOf(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const both = [...a].filter((word) => b.has(word)).length;
  return both / Math.max(a.size, b.size, 1);
}
