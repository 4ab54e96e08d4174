import type { Runtime } from '../runtime.ts';
import { visitorId } from '../visitor.ts';
import {
  type AnswerEvent,
  askServer,
  type CitedPassage,
  type CitedSpan,
  RefusedError,
  type Source,
} from './stream.ts';

/** One step of an answer that a tool took. */
export interface Step {
  readonly callId: string;
  readonly tool: string;
  /** What is looked for; of a page its path, and its title once it is read. */
  subject: string;
  /** Pages found; absent while it runs. */
  found?: number;
  isDone: boolean;
}

/** A question with its answer. */
export interface Exchange {
  readonly question: string;
  answer: string;
  steps: Step[];
  sources: readonly Source[];
  /** Of an answer that a model wrote: what its sentences rest on. */
  passages?: readonly CitedPassage[];
  spans?: readonly CitedSpan[];
  state: 'running' | 'done' | 'stopped' | 'failed' | 'busy';
  messageId?: string;
}

/** A conversation as the panel shows it. */
export interface Chat {
  readonly exchanges: readonly Exchange[];
  readonly isRunning: () => boolean;
  /** Whether answers can be rated and reported. */
  readonly isKept: boolean;
  readonly rated: () => boolean | undefined;
  readonly ask: (question: string) => Promise<void>;
  readonly stop: () => void;
  /** Asks the last question once more. */
  readonly retry: () => Promise<void>;
  readonly rate: (satisfied: boolean) => void;
  /** Files that a sentence is not what its passage says; false when that could not be sent. */
  readonly report: (exchange: Exchange, start: number, passage: number) => Promise<boolean>;
  /** Starts over. The old conversation can be brought back until something is asked in the new one. */
  readonly reset: () => void;
  readonly canUndo: () => boolean;
  readonly undo: () => void;
}

interface Kept {
  readonly project: string;
  readonly conversationId?: string;
  readonly rated?: boolean;
  readonly exchanges: Exchange[];
}

const key = 'docent-chat';

/** A conversation while the page is open. */
interface Talk {
  readonly project: string;
  /** Address of the assistant's API. */
  readonly base: string;
  readonly isKept: boolean;
  readonly page: string | undefined;
  readonly exchanges: Exchange[];
  readonly changed: () => void;
  conversationId: string | undefined;
  rated: boolean | undefined;
  running: AbortController | undefined;
  /** What was there before the reader started over. */
  before: (Pick<Talk, 'conversationId' | 'rated'> & { readonly exchanges: Exchange[] }) | undefined;
}

/** Restores the session's conversation and goes on with it; `changed` is called whenever it changes. */
export function openChat(runtime: Runtime, changed: () => void): Chat {
  const { project } = runtime;
  const kept = restore(project);
  const talk: Talk = {
    project,
    base: `${runtime.api}/assistant/${project}`,
    isKept: !runtime.preview,
    page: runtime.page,
    exchanges: kept?.exchanges ?? [],
    changed,
    conversationId: kept?.conversationId,
    rated: kept?.rated,
    running: undefined,
    before: undefined,
  };
  // A page that is left takes the answer with it; what was read of it stays.
  addEventListener('pagehide', () => {
    closeBefore(talk);
    interrupt(talk);
    tell(talk);
  });
  return {
    exchanges: talk.exchanges,
    isRunning: () => talk.running !== undefined,
    isKept: talk.isKept,
    rated: () => talk.rated,
    ask: (question) => ask(talk, question),
    stop: () => stop(talk),
    retry: () => retry(talk),
    rate: (satisfied) => rate(talk, satisfied),
    report: (exchange, start, passage) => report(talk, exchange, { start, passage }),
    reset: () => reset(talk),
    canUndo: () => talk.before !== undefined,
    undo: () => undo(talk),
  };
}

async function ask(talk: Talk, question: string): Promise<void> {
  if (talk.running) return;
  const exchange: Exchange = { question, answer: '', steps: [], sources: [], state: 'running' };
  closeBefore(talk);
  talk.exchanges.push(exchange);
  talk.rated = undefined;
  const abort = new AbortController();
  talk.running = abort;
  tell(talk);
  try {
    await listen(talk, exchange, abort.signal);
  } catch (error) {
    if (isForgotten(error) && talk.conversationId) {
      // The server has forgotten the conversation: the question begins a new one.
      talk.conversationId = undefined;
      if (talk.running === abort) {
        talk.running = undefined;
        talk.exchanges.pop();
        return ask(talk, question);
      }
    }
    // A page that is left loses its connections before `pagehide`.
    await new Promise((done) => setTimeout(done, 50));
    if (exchange.state === 'running') exchange.state = isBusy(error) ? 'busy' : 'failed';
  }
  // A new conversation may have begun meanwhile.
  if (talk.running === abort) talk.running = undefined;
  tell(talk);
}

/** Asks the server, and puts what it sends into the exchange. */
async function listen(talk: Talk, exchange: Exchange, signal: AbortSignal): Promise<void> {
  const { base, conversationId, page } = talk;
  const body = {
    message: exchange.question,
    visitorId: visitorId(),
    ...(conversationId ? { conversationId } : {}),
    ...(page ? { page } : {}),
  };
  for await (const event of askServer(`${base}/chat`, body, signal)) {
    if (event.type === 'start') talk.conversationId = event.conversationId;
    take(exchange, event);
    tell(talk);
  }
  if (exchange.state === 'running') exchange.state = 'failed';
}

function take(exchange: Exchange, event: AnswerEvent): void {
  switch (event.type) {
    case 'start':
      exchange.messageId = event.messageId;
      break;
    case 'text':
      exchange.answer += event.content;
      break;
    case 'tool_call':
      exchange.steps.push({
        callId: event.callId,
        tool: event.tool,
        subject: event.input.query ?? event.input.path ?? '',
        isDone: false,
      });
      break;
    case 'tool_result': {
      const step = exchange.steps.find(({ callId }) => callId === event.callId);
      if (step) step.isDone = true;
      if (step && event.results !== undefined) step.found = event.results;
      if (step && event.title !== undefined) step.subject = event.title;
      break;
    }
    case 'citations':
      exchange.sources = event.sources;
      if (event.passages) exchange.passages = event.passages;
      if (event.spans) exchange.spans = event.spans;
      break;
    case 'done':
      if (exchange.state === 'running') exchange.state = 'done';
      break;
    case 'error':
      exchange.state = 'failed';
      break;
  }
}

function isForgotten(error: unknown): boolean {
  return error instanceof RefusedError && error.status === 404;
}

function isBusy(error: unknown): boolean {
  return error instanceof RefusedError && error.status === 429;
}

function stop(talk: Talk): void {
  const last = talk.exchanges.at(-1);
  if (!talk.running || !last) return;
  const abort = talk.running;
  last.state = 'stopped';
  // The server ends the answer with its sources; if it can't be notified, the connection is
  // closed.
  if (last.messageId) void endOnServer(talk, last.messageId).catch(() => abort.abort());
  else abort.abort();
  tell(talk);
}

/** @throws when the server does not know the answer, such as another of several servers */
async function endOnServer(talk: Talk, messageId: string): Promise<void> {
  const { ok, status } = await post(talk, `/chat/${messageId}/stop`);
  if (!ok) throw new Error(`${status}`);
}

async function retry(talk: Talk): Promise<void> {
  const last = talk.exchanges.at(-1);
  if (talk.running || !last) return;
  talk.exchanges.pop();
  await ask(talk, last.question);
}

function rate(talk: Talk, satisfied: boolean): void {
  talk.rated = satisfied;
  tell(talk);
  const { conversationId } = talk;
  if (!conversationId) return;
  post(talk, `/conversations/${conversationId}/rating`, { satisfied }).catch(() => {});
}

async function report(
  talk: Talk,
  { messageId }: Exchange,
  what: { readonly start: number; readonly passage: number },
): Promise<boolean> {
  const path = `/conversations/${talk.conversationId}/reports`;
  const sent = await post(talk, path, { messageId, ...what }).catch(() => undefined);
  return sent?.ok === true;
}

function reset(talk: Talk): void {
  const { conversationId, rated, exchanges } = talk;
  if (exchanges.length === 0) return;
  closeBefore(talk);
  interrupt(talk);
  talk.before = { conversationId, rated, exchanges: exchanges.splice(0) };
  talk.conversationId = undefined;
  talk.rated = undefined;
  tell(talk);
}

/** Ends the answer that is being written; nothing has failed. */
function interrupt(talk: Talk): void {
  talk.running?.abort();
  talk.running = undefined;
  const last = talk.exchanges.at(-1);
  if (last?.state === 'running') last.state = 'stopped';
}

function undo(talk: Talk): void {
  const { before } = talk;
  if (!before) return;
  talk.before = undefined;
  talk.conversationId = before.conversationId;
  talk.rated = before.rated;
  talk.exchanges.splice(0, talk.exchanges.length, ...before.exchanges);
  tell(talk);
}

/** The server is notified when a conversation is over for good. */
function closeBefore(talk: Talk): void {
  const id = talk.before?.conversationId;
  talk.before = undefined;
  if (id && talk.isKept) post(talk, `/conversations/${id}/close`).catch(() => {});
}

function post({ base }: Talk, path: string, body: object = {}): Promise<Response> {
  return fetch(base + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...body, visitorId: visitorId() }),
    keepalive: true,
  });
}

function tell(talk: Talk): void {
  save(talk);
  talk.changed();
}

function save({ project, exchanges, conversationId, rated }: Talk): void {
  try {
    const value: Kept = {
      project,
      exchanges,
      ...(conversationId ? { conversationId } : {}),
      ...(rated === undefined ? {} : { rated }),
    };
    sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Without storage the conversation ends with the page.
  }
}

function restore(project: string): Kept | undefined {
  try {
    const kept = JSON.parse(sessionStorage.getItem(key) ?? 'null') as Kept | null;
    if (kept?.project !== project) return undefined;
    for (const exchange of kept.exchanges) {
      if (exchange.state === 'running') exchange.state = 'stopped';
    }
    return kept;
  } catch {
    return undefined;
  }
}
