import type { Model, ModelMessage, ToolCall } from '../../../pipeline/net/model.ts';
import { ModelRefusedError, ModelUnavailableError } from '../../../pipeline/net/model-errors.ts';
import type { ChatEvent, Citation } from '../../../schema/chat.ts';
import { chatTools } from '../../../schema/chat.ts';
import type { ApiCode } from '../../../schema/codes.ts';
import {
  type CitingWriter,
  citedAnswer,
  createCitingWriter,
  pagesOf,
  type Sentence,
  type Unsupported,
} from '../citing/cite.ts';
import { createPassages, type Passages } from '../citing/passages.ts';
import type { Lane } from '../limits.ts';
import type { Meter } from '../model/meter.ts';
import { createPromptGuard, systemPrompt } from '../model/prompt.ts';
import { type Retrieved, runTool, type ToolOutcome } from '../model/tools.ts';
import { answerByQuoting } from '../quoting/extractive.ts';
import { cleaned, createCleaner } from '../site/clean.ts';
import { linkPolicy } from '../site/links.ts';
import type { Turn } from '../turn.ts';

/** What a turn uses. */
export interface TurnPorts {
  /** Absent: the answer quotes. */
  readonly model?: Model | undefined;
  readonly meter: Meter;
  /** Where answers that quote wait for their turn: finding passages is work for this process alone. */
  readonly lane?: Lane;
  /** Ends the answer: with `stopped` as its reason, what there is counts as complete. */
  readonly signal: AbortSignal;
  readonly log: (line: string) => void;
  /** What happens to sentences that no passage holds: they are marked, unless it says otherwise. */
  readonly unsupported?: Unsupported | undefined;
}

/** Reason of a signal when the reader wants no more of an answer. */
export const stopped = new Error('stopped');

/** Steps of the tool loop; in the last one the model must answer. */
const mostSteps = 8;
/** Tools that run in one step; a model that asks for more gets the rest refused. */
const mostCalls = 8;
/** Output of one step. */
const mostOutput = 2000;

/** What an answer rests on, as its `citations` event says it. */
type Rests = Omit<Extract<ChatEvent, { type: 'citations' }>, 'type'>;

/**
 * One turn of a conversation as its events: `start` first, then tools and text, `citations`, and exactly
 * one `done` or `error` at the end. Nothing is thrown.
 */
export async function* converse(turn: Turn, ports: TurnPorts): AsyncGenerator<ChatEvent, void> {
  const { conversationId, messageId } = turn;
  const { model, meter } = ports;
  const answer = model ? answerByModel(turn, ports, model) : quoteInLane(turn, ports);
  const first = answer.next();
  // A model that is known to be down is replaced before the answer begins.
  const isQuoted = !model || (await failsAtOnce(first));
  yield {
    ...{ type: 'start', conversationId, messageId },
    ...(isQuoted ? { mode: 'extractive' } : {}),
  };
  let rests: Rests;
  try {
    rests = yield* orQuote(resumed(first, answer), turn, ports);
  } catch (error) {
    const { code, message } = nameError(error, ports);
    yield { type: 'error', code, message };
    return;
  }
  yield { type: 'citations', ...rests };
  yield {
    type: 'done',
    tokensUsed: meter.tokens(),
    ...(meter.estimated() ? { estimated: true } : {}),
  };
}

/** Whether there is no model to wait for; one that is slow delays nothing. */
async function failsAtOnce(first: Promise<unknown>): Promise<boolean> {
  return Promise.race([
    first.then(
      () => false,
      (error) => error instanceof ModelUnavailableError,
    ),
    new Promise<boolean>((resolve) => setImmediate(() => resolve(false))),
  ]);
}

/** A generator whose first step was taken already. */
async function* resumed<T, R>(
  first: Promise<IteratorResult<T, R>>,
  rest: AsyncGenerator<T, R>,
): AsyncGenerator<T, R> {
  const { value, done } = await first;
  if (done) return value;
  yield value;
  return yield* rest;
}

/** The answer of a model; one that fails before its first word is made of quotes, if there are any. */
async function* orQuote(
  answer: AsyncGenerator<ChatEvent, Rests>,
  turn: Turn,
  ports: TurnPorts,
): AsyncGenerator<ChatEvent, Rests> {
  let hasText = false;
  let calls = 0;
  try {
    for (;;) {
      const { value, done } = await answer.next();
      if (done) return value;
      if (value.type === 'text') hasText = true;
      if (value.type === 'tool_call') calls++;
      yield value;
    }
  } catch (error) {
    const mayQuote = error instanceof ModelUnavailableError && ports.model !== undefined;
    if (!mayQuote || hasText || ports.signal.aborted) throw error;
    ports.log(`The assistant quotes instead: ${error.message}`);
    const quoted: ChatEvent[] = [];
    const quoting = quoteInLane(turn, ports);
    for (;;) {
      const { value, done } = await quoting.next();
      if (!done) {
        quoted.push(value);
        continue;
      }
      // Where there is nothing to quote either, the reader learns why.
      if (value.sources.length === 0) throw error;
      for (const event of quoted) yield renumbered(event, calls);
      return value;
    }
  }
}

/** A call behind those that the model had made. */
function renumbered(event: ChatEvent, calls: number): ChatEvent {
  if (calls === 0 || (event.type !== 'tool_call' && event.type !== 'tool_result')) return event;
  const own = Number(/\d+$/.exec(event.callId)?.[0] ?? 1);
  return { ...event, callId: `call_${calls + own}` };
}

async function* quoteInLane(
  turn: Turn,
  { lane, signal }: TurnPorts,
): AsyncGenerator<ChatEvent, Rests> {
  const leave = await lane?.();
  try {
    signal.throwIfAborted();
    return { sources: yield* answerByQuoting(turn, signal), mode: 'extractive' };
  } finally {
    leave?.();
  }
}

/** An answer that a model writes, between its steps. */
interface Answering {
  readonly turn: Turn;
  readonly ports: TurnPorts;
  readonly model: Model;
  readonly policy: ReturnType<typeof linkPolicy>;
  /** Whether a text repeats the rules that the model was given. */
  readonly discloses: (text: string) => boolean;
  readonly messages: ModelMessage[];
  readonly retrieved: Retrieved[];
  readonly passages: Passages;
  /** Sentences so far, by their place in the answer. */
  readonly sentences: Sentence[];
  /** The model said that the pages do not answer. */
  refuses: boolean;
  /** Tools called so far: their ids are numbered. */
  calls: number;
  /** All text that was sent. */
  answer: string;
}

async function* answerByModel(
  turn: Turn,
  ports: TurnPorts,
  model: Model,
): AsyncGenerator<ChatEvent, Rests> {
  const { signal } = ports;
  const system = systemPrompt(turn.site, turn.settings, turn.from);
  const state: Answering = {
    ...{ turn, ports, model },
    policy: linkPolicy(turn.site, turn.visitor),
    discloses: createPromptGuard(system),
    messages: [
      { role: 'system', content: system },
      ...turn.history,
      { role: 'user', content: turn.question },
    ],
    ...{ retrieved: [], passages: createPassages(), sentences: [], refuses: false },
    calls: 0,
    answer: '',
  };
  for (let step = 1; step <= mostSteps; step++) {
    const asked = yield* write(state, step < mostSteps);
    if (signal.reason === stopped || asked.length === 0) break;
    yield* callTools(state, asked);
    if (signal.reason === stopped) break;
    signal.throwIfAborted();
  }
  if (state.answer === '' && !signal.aborted)
    throw new ModelUnavailableError('The language model returned an empty answer.');
  return restsOf(state);
}

/** One step of the model: its text as it comes, and then the tools that it asks for. */
async function* write(
  state: Answering,
  mayCall: boolean,
): AsyncGenerator<ChatEvent, readonly ToolCall[]> {
  const { ports, model, messages } = state;
  const { meter, signal } = ports;
  const writer = createCitingWriter(
    state.passages,
    createCleaner(state.policy),
    ports.unsupported ?? 'mark',
  );
  const say = paragraphs(state);
  let written = '';
  let ended: readonly ToolCall[] | undefined;
  try {
    for await (const event of model.stream({
      messages,
      ...(mayCall ? { tools } : {}),
      maxOutputTokens: mostOutput,
      signal,
    })) {
      if (event.type === 'text') {
        written += event.text;
        yield* say(writer.push(event.text));
        continue;
      }
      ended = event.toolCalls;
      meter.add(event.usage, event.toolCalls);
    }
  } catch (error) {
    // A reader who has seen enough keeps what there is, with its sources.
    if (signal.reason !== stopped) throw error;
  } finally {
    // Cut off: what the provider was sent is paid for, unless it never began to answer.
    if (!ended && (written !== '' || signal.aborted)) {
      meter.addPartial(textOf(messages), written);
    }
  }
  yield* say(writer.end());
  // What is said on the way to a tool is no part of the answer.
  if (ended && ended.length > 0) {
    messages.push({ role: 'assistant', content: written, toolCalls: ended });
  } else keepSentences(state, writer, say.offset());
  return ended ?? [];
}

/** Sentences of a step by their place in the whole answer. */
function keepSentences(state: Answering, writer: CitingWriter, offset: number): void {
  state.refuses ||= writer.refuses();
  for (const sentence of writer.spans()) {
    const start = Math.max(0, sentence.start + offset);
    state.sentences.push({ ...sentence, start, end: sentence.end + offset });
  }
}

/** Sends the text of one step, and knows where in the answer it begins. */
interface Say {
  (text: string): Generator<ChatEvent>;
  readonly offset: () => number;
}

/** Sends the text of one step: text before and after a tool are two paragraphs. */
function paragraphs(state: Answering): Say {
  let begun = state.answer === '';
  let offset = 0;
  function* say(text: string): Generator<ChatEvent> {
    if (text === '') return;
    const content = begun ? text : `\n\n${text.trimStart()}`;
    if (!begun) offset = state.answer.length + content.length - text.length;
    begun = true;
    state.answer += content;
    if (state.discloses(content)) {
      throw new ModelRefusedError('The answer was about to repeat its rules.');
    }
    yield { type: 'text', content };
  }
  return Object.assign(say, { offset: () => offset });
}

/** Runs the tools of a step at the same time, and gives the model what they return. */
async function* callTools(
  state: Answering,
  asked: readonly ToolCall[],
): AsyncGenerator<ChatEvent, void> {
  const running = asked.map((call) => ({
    call,
    callId: `call_${++state.calls}`,
    input: parsed(call.arguments),
  }));
  for (const { call, callId, input } of running) {
    yield { type: 'tool_call', tool: call.name, input: input ?? {}, callId };
  }
  const outcomes = await Promise.all(
    running.map(({ call, input }, index) =>
      index < mostCalls ? runTool(state.turn, call.name, input) : tooMany,
    ),
  );
  for (const [index, { call, callId }] of running.entries()) {
    const outcome = outcomes[index];
    if (!outcome) continue;
    state.retrieved.push(...outcome.retrieved);
    const { passages = [] } = outcome;
    const content = passages.length > 0 ? state.passages.write(passages) : outcome.content;
    state.messages.push({ role: 'tool', callId: call.id, content });
    yield { type: 'tool_result', tool: call.name, callId, ...outcome.summary };
  }
}

const tooMany: ToolOutcome = {
  summary: { error: 'LIMIT_EXCEEDED' },
  content: `Not run: at most ${mostCalls} tools can be called at a time.`,
  retrieved: [],
};

const tools = chatTools.map(({ name, description, input }) => ({
  name,
  description,
  parameters: input as Readonly<Record<string, unknown>>,
}));

/**
 * Which of the pages read in this turn an answer rests on: those that its sentences do. Where words can't tell,
 * because the pages are in another language, those that it links, else those that were read as a whole, else
 * the best that were found. A refusal rests on none.
 */
function restsOf({ turn, sentences, refuses, passages, retrieved, policy }: Answering): Rests {
  const clean = (markdown: string) => cleaned(markdown, policy);
  const { linked } = policy;
  const cited = citedAnswer(sentences, clean);
  const sources = pagesOf(cited);
  const isUnchecked = sentences.some(({ status }) => status === 'unchecked');
  if (sources.length > 0 || refuses || !isUnchecked || passages.all().length === 0) {
    return { sources: sources.slice(0, 8), ...cited };
  }
  const { threshold } = turn.site.search;
  const choices = [
    retrieved.filter((page) => linked.has(page.path)),
    retrieved.filter((page) => page.how === 'read'),
    retrieved.filter((page) => page.confidence >= threshold).slice(0, 3),
  ];
  const chosen = choices.find((pages) => pages.length > 0) ?? [];
  const byPath = new Map<string, Citation>();
  for (const { path, title, url, how } of chosen) {
    // A search knows the passage, a whole page does not.
    if (!byPath.has(path) || how === 'found') byPath.set(path, { path, title, url });
  }
  return { sources: [...byPath.values()].slice(0, 8), ...cited };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text === '' ? '{}' : text);
  } catch {
    return undefined;
  }
}

const textOf = (messages: readonly ModelMessage[]) =>
  messages.map((message) => message.content).join('\n');

/** What readers see of an error; the log has more. */
function nameError(error: unknown, ports: TurnPorts): { code: ApiCode; message: string } {
  if (ports.signal.aborted) return { code: 'AI_UNAVAILABLE', message: 'The answer was stopped.' };
  if (error instanceof ModelRefusedError) {
    return { code: 'CONTENT_FILTERED', message: "This question can't be answered here." };
  }
  if (error instanceof ModelUnavailableError) {
    ports.log(`The assistant can't answer: ${error.message}`);
    return {
      code: 'AI_UNAVAILABLE',
      message: "The language model can't be reached right now. Try again in a moment.",
    };
  }
  ports.log(`The assistant failed: ${(error as Error).stack ?? String(error)}`);
  return { code: 'INTERNAL_ERROR', message: 'Something went wrong on the server.' };
}
