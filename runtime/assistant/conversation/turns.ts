import type { ChatEvent } from '../../../schema/chat.ts';
import { stopped } from './ports.ts';

/** An answer that is being written, or was a short while ago. */
export interface LiveTurn {
  readonly messageId: string;
  readonly projectId: string;
  readonly visitorId: string;
  /** Ends the answer with what there is; false when it has ended already. */
  readonly stop: () => boolean;
  /** The events as they are sent, for who asked: the answer ends when this reader is gone. */
  readonly stream: () => ReadableStream<Uint8Array>;
  /** The same for a reader that comes back: numbered, the first `after` of them left out. */
  readonly resume: (after: number) => ReadableStream<Uint8Array>;
  /** Settles when the last event is out and stored. */
  readonly ended: Promise<void>;
}

/** How a turn is run. */
export interface TurnRun {
  readonly messageId: string;
  readonly conversationId: string;
  readonly projectId: string;
  readonly visitorId: string;
  readonly events: AsyncGenerator<ChatEvent, void>;
  readonly abort: AbortController;
  /** Stores the turn before its last event is sent: whoever reads that event finds it counted. */
  readonly onEnd: (events: readonly ChatEvent[]) => Promise<void>;
}

/** A conversation, where it is held and who asked in it: one who knows its id alone ends nothing. */
export type Asked = Pick<TurnRun, 'projectId' | 'conversationId' | 'visitorId'>;

/** All turns of a process. */
export interface Turns {
  readonly run: (turn: TurnRun) => LiveTurn;
  readonly find: (messageId: string) => LiveTurn | undefined;
  /** Waits for the answers of a conversation that have lost their reader; others go on. */
  readonly endedOf: (conversationId: string) => Promise<void>;
  /** Waits for all answers of a visitor's conversation: it is stored with the first of them. */
  readonly storedOf: (asked: Asked) => Promise<void>;
  /** Ends a visitor's answers of a conversation with what there is, and waits until they are stored. */
  readonly endOf: (asked: Asked) => Promise<void>;
  /** Ends all answers and waits until they are stored. */
  readonly close: () => Promise<void>;
  /** Waits until no answer is being written. */
  readonly settled: () => Promise<void>;
}

/** Milliseconds of silence before a comment keeps the connection open, and a turn can be resumed. */
const turnTimes = { heartbeat: 15_000, keep: 5 * 60_000 } as const;

/** Ended turns that are kept for resuming, at most. */
const mostKept = 500;

/** An answer while it is written, and a while longer. */
interface Running {
  readonly turn: TurnRun;
  readonly sent: ChatEvent[];
  /** Called when there is more to send, or nothing more comes. */
  readonly listeners: Set<() => void>;
  isOver: boolean;
}

/** What turns know of each other. */
interface State {
  readonly times: { readonly heartbeat: number; readonly keep: number };
  readonly turns: Map<string, LiveTurn>;
  /** Settles when everything about a turn is stored. */
  readonly running: Set<Promise<void>>;
  readonly aborts: Map<AbortController, Asked & { readonly ended: Promise<void> }>;
}

/** Runs turns: each goes on until its end, whoever listens; when the reader that asked is gone, it ends. */
export function createTurns(times: State['times'] = turnTimes): Turns {
  const state: State = { times, turns: new Map(), running: new Set(), aborts: new Map() };
  return {
    run: (turn) => run(state, turn),
    find: (messageId) => state.turns.get(messageId),
    settled: () => settled(state),
    endedOf: async (conversationId) => {
      for (const [abort, running] of state.aborts) {
        if (running.conversationId === conversationId && abort.signal.aborted) await running.ended;
      }
    },
    storedOf: async (asked) => {
      for (const { running } of runningOf(state, asked)) await running.ended;
    },
    endOf: async (asked) => {
      for (const { abort, running } of runningOf(state, asked)) {
        abort.abort(stopped);
        await running.ended;
      }
    },
    close: async () => {
      for (const abort of state.aborts.keys()) abort.abort(new Error('closing'));
      await settled(state);
    },
  };
}

/** Starts an answer, and keeps it findable until its time is over. */
function run(state: State, turn: TurnRun): LiveTurn {
  const { messageId, projectId, conversationId, visitorId, abort } = turn;
  const own: Running = { turn, sent: [], listeners: new Set(), isOver: false };
  const ended = write(state, own);
  const live = liveTurn(own, ended, state.times.heartbeat);
  if (!own.isOver) state.aborts.set(abort, { projectId, conversationId, visitorId, ended });
  state.running.add(ended);
  void ended.then(() => state.running.delete(ended));
  state.turns.set(messageId, live);
  removeOldest(state);
  return live;
}

/** Collects the events of an answer; never rejects. */
async function write(state: State, own: Running): Promise<void> {
  const { turn, sent } = own;
  try {
    for await (const event of turn.events) {
      if (event.type === 'done' || event.type === 'error') {
        await turn.onEnd([...sent, event]);
        sent.push(event);
        break;
      }
      sent.push(event);
      notify(own);
    }
  } catch {
    const message = 'Something went wrong on the server.';
    sent.push({ type: 'error', code: 'INTERNAL_ERROR', message });
  }
  own.isOver = true;
  state.aborts.delete(turn.abort);
  notify(own);
  setTimeout(() => state.turns.delete(turn.messageId), state.times.keep).unref();
}

function notify({ listeners }: Running): void {
  for (const listener of listeners) listener();
}

/** An answer as readers use it. */
function liveTurn(own: Running, ended: Promise<void>, heartbeat: number): LiveTurn {
  const { messageId, projectId, visitorId, abort } = own.turn;
  return {
    ...{ messageId, projectId, visitorId, ended },
    stop: () => {
      if (own.isOver || abort.signal.aborted) return false;
      abort.abort(stopped);
      return true;
    },
    stream: () => {
      const onGone = () => {
        if (!own.isOver) abort.abort(new Error('gone'));
      };
      return streamOf(own, { after: 0, isNumbered: false, heartbeat, onGone });
    },
    resume: (after) => {
      return streamOf(own, { after, isNumbered: true, heartbeat, onGone: () => {} });
    },
  };
}

/** Ended turns beyond the most that are kept are removed, the oldest first. */
function removeOldest({ turns, running }: State): void {
  for (const [id, { ended }] of turns) {
    if (turns.size <= mostKept) break;
    if (!running.has(ended)) turns.delete(id);
  }
}

function runningOf({ aborts }: State, asked: Asked) {
  return [...aborts].flatMap(([abort, running]) =>
    running.projectId === asked.projectId &&
    running.conversationId === asked.conversationId &&
    running.visitorId === asked.visitorId
      ? { abort, running }
      : [],
  );
}

async function settled({ running }: State): Promise<void> {
  while (running.size > 0) await Promise.all(running);
}

const encoder = new TextEncoder();
const ping = encoder.encode(': ping\n\n');

/** The events of an answer as text, the first `after` of them left out, with a comment after each silence. */
function streamOf(
  own: Running,
  {
    after,
    isNumbered,
    heartbeat,
    onGone,
  }: {
    readonly after: number;
    readonly isNumbered: boolean;
    readonly heartbeat: number;
    readonly onGone: () => void;
  },
): ReadableStream<Uint8Array> {
  const { sent, listeners } = own;
  let next = after;
  let timer: NodeJS.Timeout | undefined;
  let listener: (() => void) | undefined;
  const end = (): void => {
    clearTimeout(timer);
    if (listener) listeners.delete(listener);
  };
  return new ReadableStream<Uint8Array>({
    start: (controller) => {
      const pingLater = (): void => {
        timer = setTimeout(() => {
          controller.enqueue(ping);
          pingLater();
        }, heartbeat);
        timer.unref();
      };
      listener = () => {
        clearTimeout(timer);
        for (; next < sent.length; next++) {
          // The id is the number of events up to here, which an `EventSource` sends when it comes back again. An answer to
          // a question has lines of data alone.
          const id = isNumbered ? `id: ${next + 1}\n` : '';
          const data = JSON.stringify(sent[next]);
          controller.enqueue(encoder.encode(`${id}data: ${data}\n\n`));
        }
        if (!own.isOver) return pingLater();
        end();
        controller.close();
      };
      listeners.add(listener);
      listener();
    },
    cancel: () => {
      end();
      onGone();
    },
  });
}
