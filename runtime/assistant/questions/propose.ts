import type { AskedTurn } from '../../store/asked-turns.ts';
import { groupQuestions } from './group.ts';
import type { SiteQuestion } from './read-questions.ts';

/**
 * Proposes questions for a site's file from what readers asked: those of conversations that they rated, and
 * those that were refused. The most frequent ones are first.
 */
export async function proposeQuestions(
  turns: readonly AskedTurn[],
): Promise<readonly SiteQuestion[]> {
  const telling = turns.filter(({ satisfied, pages }) => satisfied !== null || pages.length === 0);
  // Conversations of several sites, of which the language is not known here.
  return (await groupQuestions(telling, 'en')).map(proposalOf);
}

function proposalOf(turns: readonly AskedTurn[]): SiteQuestion {
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
