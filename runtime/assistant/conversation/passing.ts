import { historyWindow, type Said } from '../model/prompt.ts';

/** Whose conversation it is, and about which preview. */
interface PassingRef {
  readonly conversationId: string;
  readonly visitorId: string;
  readonly key: string;
}

/** Conversations about previews, which leave no records: the last ones, in the memory of this process. */
export interface PassingConversations {
  /** What was said before; undefined for a conversation that is not known, or is not theirs. */
  readonly find: (ref: PassingRef) => readonly Said[] | undefined;
  /** Adds a question and its answer. */
  readonly add: (ref: PassingRef, said: readonly Said[]) => void;
}

/** Conversations that are kept; each is as long as what a model is shown of one. */
const mostKept = 200;

export function createPassing(most: number = mostKept): PassingConversations {
  /** The one that was asked in last is the last. */
  const kept = new Map<string, PassingRef & { readonly messages: readonly Said[] }>();
  const find: PassingConversations['find'] = ({ conversationId, visitorId, key }) => {
    const found = kept.get(conversationId);
    return found?.visitorId === visitorId && found.key === key ? found.messages : undefined;
  };
  return {
    find,
    add: (ref, said) => {
      const messages = historyWindow([...(find(ref) ?? []), ...said]);
      kept.delete(ref.conversationId);
      kept.set(ref.conversationId, { ...ref, messages });
      const [oldest] = kept.keys();
      if (kept.size > most && oldest !== undefined) kept.delete(oldest);
    },
  };
}
