import type { Model, ModelMessage, ToolCall } from '../../../pipeline/net/model.ts';
import { ModelRefusedError, ModelUnavailableError } from '../../../pipeline/net/model-errors.ts';
import type { ChatEvent } from '../../../schema/chat.ts';
import { chatTools } from '../../../schema/chat.ts';
import { type CitingWriter, createCitingWriter, type Sentence } from '../citing/cite.ts';
import { createPassages } from '../citing/passages.ts';
import { createPromptGuard, systemPrompt } from '../model/prompt.ts';
import { type Retrieved, runTool, type ToolOutcome } from '../model/tools.ts';
import { createCleaner } from '../site/clean.ts';
import { linkPolicy } from '../site/links.ts';
import type { Turn } from '../turn.ts';
import { type Rests, stopped, type TurnPorts } from './ports.ts';
import { type Answered, restsOf } from './rests.ts';

/** Steps of the tool loop; in the last one the model must answer. */
const mostSteps = 8;
/** Tools that run in one step; a model that asks for more gets the rest refused. */
const mostCalls = 8;
/** Output of one step. */
const mostOutput = 2000;

/** An answer that a model writes, between its steps. */
interface Answering extends Answered {
  readonly ports: TurnPorts;
  readonly model: Model;
  /** Whether a text repeats the rules that the model was given. */
  readonly discloses: (text: string) => boolean;
  readonly messages: ModelMessage[];
  readonly retrieved: Retrieved[];
  /** Sentences so far, by their place in the answer. */
  readonly sentences: Sentence[];
  refuses: boolean;
  /** Tools called so far: their ids are numbered. */
  calls: number;
  /** All text that was sent. */
  answer: string;
}

/** The answer of a model: its text, and the tools that it calls on the way. */
export async function* answerByModel(
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
  // Text before a tool call isn't part of the answer.
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

function parsed(text: string): unknown {
  try {
    return JSON.parse(text === '' ? '{}' : text);
  } catch {
    return undefined;
  }
}

const textOf = (messages: readonly ModelMessage[]) =>
  messages.map((message) => message.content).join('\n');
