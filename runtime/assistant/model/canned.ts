import type { Model, ModelMessage, ModelUsage } from '../../../pipeline/net/model.ts';

/** Value of `DOCENT_CHAT_MODEL` that needs no model. */
export const cannedName = 'canned';

const free: ModelUsage = { input: 0, output: 0, estimated: false };

/**
 * A model that asks no one: it searches for the question, and answers with a fixed sentence and the first one
 * that was found. All events of an answer come from it as they do from a real model.
 */
export function cannedModel(): Model {
  return {
    name: `docent/${cannedName}`,
    complete: async () => ({ text: intro, usage: free, finish: 'stop' }),
    stream: async function* ({ messages }) {
      const question = messages.findLast(({ role }) => role === 'user')?.content ?? '';
      const found = messages.at(-1);
      if (found?.role !== 'tool') {
        const call = { id: 'canned', name: 'search_docs', arguments: '' };
        const toolCalls = [{ ...call, arguments: JSON.stringify({ query: question }) }];
        yield { type: 'end', toolCalls, finish: 'tool_calls', usage: free };
        return;
      }
      for (const text of answerFrom(found).match(/\S+\s*/g) ?? []) yield { type: 'text', text };
      yield { type: 'end', toolCalls: [], finish: 'stop', usage: free };
    },
  };
}

const intro = 'This is a canned answer, because no language model is connected.';

/** The fixed sentence, and the first sentence of the first passage with its mark. */
function answerFrom({ content }: ModelMessage): string {
  const [, id, text = ''] =
    /<document id="(\w+)"[^>]*>\n([\s\S]*?)\n<\/document>/.exec(content) ?? [];
  const line = text.split('\n').find((one) => /^[\p{L}\p{N}"'(`*_]/u.test(one)) ?? '';
  const sentence = /^.*?[.!?](?=\s|$)/.exec(line)?.[0] ?? line;
  return id !== undefined && sentence !== '' ? `${intro} ${sentence} [[${id}]]` : intro;
}
