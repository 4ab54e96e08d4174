import { describe, expect, test } from 'vitest';
import { converse } from '../../../../runtime/assistant/conversation/converse.ts';
import { createMeter } from '../../../../runtime/assistant/model/meter.ts';
import { answerWords } from '../../../../runtime/assistant/quoting/answer-words.ts';
import { type ReaderPlace, stranger } from '../../../../runtime/assistant/site/site.ts';
import type { ChatEvent, Citation } from '../../../../schema/chat.ts';
import { languages } from '../../../../schema/languages.ts';
import { answerOf } from '../../../support/event-stream.ts';
import { siteOf, type TestPage } from '../world.ts';

const pages: readonly TestPage[] = [
  {
    path: 'queues',
    title: 'Queues',
    markdown: `# Queues

> Everything about queues.

Queues have limits, and queues can be watched.

## Limits

| Plan | Messages |
| --- | --- |
| Free | 100 |
| Pro | 5,000 |

## Concept

Workers ask for messages. A queue is a list of messages that workers take in order.

## Pause a queue

A paused queue keeps its messages.

To pause a queue, run this command:

\`\`\`sh
acme queue pause
\`\`\`

## Response

\`\`\`json
{ "queue": { "pause": true, "messages": [] } }
\`\`\`
`,
  },
  {
    path: 'exports',
    title: 'Exports',
    version: 'v1',
    otherVersion: true,
    markdown: `# Exports

## Format of pages

Pages are exported as Markdown.

## Format of images

Images are exported as PNG.
`,
  },
];

async function ask(
  question: string,
  {
    before = [],
    language = 'en',
    from,
  }: { before?: readonly string[]; language?: string; from?: ReaderPlace } = {},
): Promise<{ readonly answer: string; readonly sources: readonly Citation[] }> {
  const events: ChatEvent[] = [];
  const history = before.flatMap((content) => [
    { role: 'user' as const, content },
    { role: 'assistant' as const, content: '…' },
  ]);
  const turn = {
    ...{ conversationId: 'c', messageId: 'm', question, history, language },
    ...{ site: siteOf(pages), visitor: stranger, settings: { name: 'A' }, from },
  };
  const signal = new AbortController().signal;
  for await (const event of converse(turn, { meter: createMeter(), signal, log: () => {} })) {
    events.push(event);
  }
  const sources = events.flatMap((event) => (event.type === 'citations' ? event.sources : []));
  return { answer: answerOf(events), sources };
}

/** The first passage below its heading. */
const firstOf = (answer: string) => answer.split(/\n\n###[^\n]*\n\n/)[1] ?? '';

describe('an answer without a model', () => {
  test('gives the command to a question for steps', async () => {
    const { answer, sources } = await ask('How do I pause a queue?');
    expect(firstOf(answer)).toContain('acme queue pause');
    expect(sources).toEqual([
      { path: 'queues', title: 'Queues', url: '/docs/queues#pause-a-queue' },
    ]);
  });

  test('names the version of a page when the reader is on another one, or on none', async () => {
    const question = 'What is the format of images?';
    const link = (version: string) => `### [Exports › Format of images${version}](`;
    expect((await ask(question, { from: { version: 'v2' } })).answer).toContain(link(' (v1)'));
    expect((await ask(question, { from: { version: 'v1' } })).answer).toContain(link(''));
    expect((await ask(question)).answer).toContain(link(' (v1)'));
  });

  test('gives the definition to a question for a meaning', async () => {
    const { answer } = await ask('What is a queue?');
    expect(firstOf(answer)).toContain('A queue is a list of messages');
  });

  test('gives the row of a table to a question for a value', async () => {
    const { answer } = await ask('How many messages does the Pro plan have?');
    expect(firstOf(answer)).toContain('| Pro | 5,000 |');
  });

  test('never begins with data', async () => {
    const { answer } = await ask('queue messages pause');
    expect(firstOf(answer)).not.toMatch(/^```json/);
  });

  test('quotes at most two passages of a page', async () => {
    const { answer } = await ask('queue messages');
    expect(answer.match(/^### /gm)?.length).toBeLessThanOrEqual(2);
  });

  test('takes the subject of a follow-up from the question before it', async () => {
    const before = ['What is the export format of pages?'];
    expect(firstOf((await ask('And of images?', { before })).answer)).toContain('PNG');
    const again = [...before, 'And of images?'];
    expect(firstOf((await ask('and the pages?', { before: again })).answer)).toContain('Markdown');
  });

  test('is none where a name of the question is on no page, and says which', async () => {
    const { answer, sources } = await ask('How do I pause a queue in Kotlin?');
    expect(answer).toContain('found nothing');
    expect(answer).toContain('No page mentions **Kotlin**.');
    expect(answer).toContain('These pages come closest:\n\n- [Queues](/docs/queues');
    expect(sources).toEqual([]);
  });

  test('is none where no passage has what is asked for', async () => {
    const { answer, sources } = await ask('What do images cost for resellers?');
    expect(answer).toContain('found nothing');
    expect(sources).toEqual([]);
  });
});

test('every language has words of its own for answers and refusals', () => {
  const all = Object.keys(languages).map((code) => answerWords(code));
  for (const part of ['quoting', 'nothing', 'broken', 'missing', 'nearest'] as const) {
    expect(new Set(all.map((words) => words[part])).size).toBe(24);
  }
  for (const { missing } of all) expect(missing).toContain('{words}');
  expect(answerWords('pt-BR')).toEqual(answerWords('pt'));
  expect(answerWords('zh-Hant')).toEqual(answerWords('zh-TW'));
});
