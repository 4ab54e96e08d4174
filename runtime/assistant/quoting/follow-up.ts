import type { ModelMessage } from '../../../pipeline/net/model.ts';
import type { WeighedWord } from './question-words.ts';

/** "And for diffs?", "what about it?": words that take up what was asked before. */
const beginning =
  /^\W*(and|but|or|also|then|so|what about|how about|same (for|with)|und|oder|aber|wie (ist|sieht) es|et|mais|ou|y|pero|o|e|ma|en|maar|og|och|ja|entä|i|a|ve|peki|та|а|і|那么?|那麼|还有|還有|而|如果|では|じゃあ|それで|それなら|그럼|그러면|그리고|แล้ว|còn|dan|bagaimana dengan|و|ماذا عن|ומה)(?=[\s,\p{Script=Han}\p{Script=Hangul}\p{Script=Katakana}\p{Script=Thai}]|$)/iu;

/** A question about something that was named before. */
const pronoun =
  /\b(it|its|they|them)\b|\b(that|this|those|these|one)\W*$|它|它们|这个|那个|それ|これ|그것|이것/i;

/** Words of a question that is too short to have a subject of its own. */
const few = 4;

/** The question that a follow-up takes up: the last one before it with a subject of its own. */
export function subjectOf(
  question: string,
  history: readonly ModelMessage[],
): { readonly subject: string; readonly isSure: boolean } | undefined {
  const isSure = followsUp(question);
  if (!isSure && question.trim().split(/\s+/).length > few) return undefined;
  const before = history.filter(({ role }) => role === 'user').map(({ content }) => content);
  const subject = before.findLast((one) => !followsUp(one)) ?? before.at(-1);
  return subject === undefined ? undefined : { subject, isSure };
}

function followsUp(question: string): boolean {
  return beginning.test(question) || pronoun.test(question);
}

/** How much the words of the question before count against those of the follow-up. */
const lessened = 0.4;

/** Lets the words of the follow-up decide; what was named before is no longer asked for by its name. */
export function favourNew(words: readonly WeighedWord[], question: string): readonly WeighedWord[] {
  const own = question.toLowerCase();
  return words.map((word) =>
    own.includes(word.word) || own.includes(word.written.toLowerCase())
      ? word
      : { ...word, weight: word.weight * lessened, isName: false },
  );
}
