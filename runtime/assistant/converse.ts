import type { Model, ModelMessage, ToolCall } from '../../pipeline/net/model.ts';
import { ModelRefusedError, ModelUnavailableError } from '../../pipeline/net/model-errors.ts';
import type { ChatEvent, Citation } from '../../schema/chat.ts';
import { chatTools } from '../../schema/chat.ts';
import type { ApiCode } from '../../schema/codes.ts';
import { createCleaner } from './clean.ts';
import { answerByQuoting } from './extractive.ts';
import type { Lane } from './limits.ts';
import { linkPolicy } from './links.ts';
import type { Meter } from './meter.ts';
import { createPromptGuard, systemPrompt } from './prompt.ts';
import { type Retrieved, runTool, type ToolOutcome } from './tools.ts';
import type { Turn } from './turn.ts';

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
}

/** Reason of a signal when the reader wants no more of an answer. */
export const stopped = new Error('stopped');

/** Steps of the tool loop; in the last one the model must answer. */
const mostSteps = 8;
/** Tools that run in one step; a model that asks for more gets the rest refused. */
const mostCalls = 8;
/** Output of one step. */
const mostOutput = 2000;

/**
 * One turn of a conversation as its events: `start` first, then tools and text, `citations`, and exactly
 * one `done` or `error` at the end. Nothing is thrown.
 */
export async function* converse(turn: Turn, ports: TurnPorts): AsyncGenerator<ChatEvent, void> {
  const { conversationId, messageId } = turn;
  yield { type: 'start', conversationId, messageId };
  let sources: readonly Citation[];
  try {
    sources = yield* ports.model
      ? answerByModel(turn, ports, ports.model)
      : quoteInLane(turn, ports);
  } catch (error) {
    const { code, message } = nameError(error, ports);
    yield { type: 'error', code, message };
    return;
  }
  yield { type: 'citations', sources };
  const { meter } = ports;
  yield {
    type: 'done',
    tokensUsed: meter.tokens(),
    ...(meter.estimated() ? { estimated: true } : {}),
  };
}

async function* quoteInLane(
  turn: Turn,
  { lane, signal }: TurnPorts,
): AsyncGenerator<ChatEvent, readonly Citation[]> {
  const leave = await lane?.();
  try {
    signal.throwIfAborted();
    return yield* answerByQuoting(turn, signal);
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
  /** Tools called so far: their ids are numbered. */
  calls: number;
  /** All text that was sent. */
  answer: string;
}

async function* answerByModel(
  turn: Turn,
  ports: TurnPorts,
  model: Model,
): AsyncGenerator<ChatEvent, readonly Citation[]> {
  const { signal } = ports;
  const system = systemPrompt(turn.site, turn.settings);
  const state: Answering = {
    ...{ turn, ports, model },
    policy: linkPolicy(turn.site, turn.visitor),
    discloses: createPromptGuard(system),
    messages: [
      { role: 'system', content: system },
      ...turn.history,
      { role: 'user', content: turn.question },
    ],
    retrieved: [],
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
  return citationsOf(state.retrieved, state.policy.linked, turn.site.search.threshold);
}

/** One step of the model: its text as it comes, and then the tools that it asks for. */
async function* write(
  state: Answering,
  mayCall: boolean,
): AsyncGenerator<ChatEvent, readonly ToolCall[]> {
  const { ports, model, messages } = state;
  const { meter, signal } = ports;
  const cleaner = createCleaner(state.policy);
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
        yield* say(cleaner.push(event.text));
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
  yield* say(cleaner.end());
  if (ended && ended.length > 0) {
    messages.push({ role: 'assistant', content: written, toolCalls: ended });
  }
  return ended ?? [];
}

/** Sends the text of one step: text before and after a tool are two paragraphs. */
function paragraphs(state: Answering): (text: string) => Generator<ChatEvent> {
  let begun = state.answer === '';
  return function* (text) {
    if (text === '') return;
    const content = begun ? text : `\n\n${text.trimStart()}`;
    begun = true;
    state.answer += content;
    if (state.discloses(content)) {
      throw new ModelRefusedError('The answer was about to repeat its rules.');
    }
    yield { type: 'text', content };
  };
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
    state.messages.push({ role: 'tool', callId: call.id, content: outcome.content });
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
 * Which of the pages read in this turn an answer rests on: those that it links; where it links
 * none, those that were read as a whole, else the best that were found.
 */
function citationsOf(
  retrieved: readonly Retrieved[],
  linked: ReadonlySet<string>,
  threshold: number,
): readonly Citation[] {
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
  return [...byPath.values()].slice(0, 8);
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
