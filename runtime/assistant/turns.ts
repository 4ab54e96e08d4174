import type { ChatEvent } from '../../schema/chat.ts';
import { stopped } from './converse.ts';

/** An answer that is being written, or was a short while ago. */
export interface LiveTurn {
  readonly messageId: string;
  readonly projectId: string;
  readonly visitorId: string;
  /** Ends the answer with what there is; false when it has ended already. */
  readonly stop: () => boolean;
  /** The events as they are sent, the first `after` of them left out. */
  readonly stream: (after?: number) => ReadableStream<Uint8Array>;
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

const encoder = new TextEncoder();
const ping = encoder.encode(': ping\n\n');

/** Runs turns: each goes on until its end, whoever listens; when the reader that asked is gone, it ends. */
export function createTurns(
  times: { readonly heartbeat: number; readonly keep: number } = turnTimes,
): Turns {
  const turns = new Map<string, LiveTurn>();
  const running = new Set<Promise<void>>();
  const aborts = new Map<AbortController, Asked & { readonly ended: Promise<void> }>();

  function run(turn: TurnRun): LiveTurn {
    const { abort } = turn;
    const sent: ChatEvent[] = [];
    const listeners = new Set<() => void>();
    let isOver = false;
    const tell = (): void => {
      for (const listener of listeners) listener();
    };
    const work = async (): Promise<void> => {
      try {
        for await (const event of turn.events) {
          if (event.type === 'done' || event.type === 'error') {
            await turn.onEnd([...sent, event]);
            sent.push(event);
            break;
          }
          sent.push(event);
          tell();
        }
      } catch {
        sent.push({
          type: 'error',
          code: 'INTERNAL_ERROR',
          message: 'Something went wrong on the server.',
        });
      }
      isOver = true;
      aborts.delete(abort);
      tell();
      const timer = setTimeout(() => turns.delete(turn.messageId), times.keep);
      timer.unref();
    };

    function stream(after: number, onGone: () => void): ReadableStream<Uint8Array> {
      let next = after;
      let timer: NodeJS.Timeout | undefined;
      let listener: (() => void) | undefined;
      const end = (): void => {
        clearTimeout(timer);
        if (listener) listeners.delete(listener);
      };
      return new ReadableStream<Uint8Array>({
        start: (controller) => {
          const beat = (): void => {
            controller.enqueue(ping);
            timer = setTimeout(beat, times.heartbeat);
            timer.unref();
          };
          listener = () => {
            clearTimeout(timer);
            for (; next < sent.length; next++) {
              controller.enqueue(encoder.encode(`data: ${JSON.stringify(sent[next])}\n\n`));
            }
            if (isOver) {
              end();
              controller.close();
              return;
            }
            timer = setTimeout(beat, times.heartbeat);
            timer.unref();
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

    let isFirst = true;
    const ended = work();
    const live: LiveTurn = {
      messageId: turn.messageId,
      projectId: turn.projectId,
      visitorId: turn.visitorId,
      ended,
      stop: () => {
        if (isOver || abort.signal.aborted) return false;
        abort.abort(stopped);
        return true;
      },
      stream: (after = 0) => {
        const asks = isFirst;
        isFirst = false;
        return stream(after, () => {
          if (asks && !isOver) abort.abort(new Error('gone'));
        });
      },
    };
    if (!isOver) {
      const { projectId, conversationId, visitorId } = turn;
      aborts.set(abort, { projectId, conversationId, visitorId, ended });
    }
    running.add(ended);
    void ended.then(() => running.delete(ended));
    turns.set(turn.messageId, live);
    // The oldest ended ones are removed.
    for (const [id, { ended }] of turns) {
      if (turns.size <= mostKept) break;
      if (!running.has(ended)) turns.delete(id);
    }
    return live;
  }

  const runningOf = (asked: Asked) =>
    [...aborts].flatMap(([abort, running]) =>
      running.projectId === asked.projectId &&
      running.conversationId === asked.conversationId &&
      running.visitorId === asked.visitorId
        ? { abort, running }
        : [],
    );
  const settled = async (): Promise<void> => {
    while (running.size > 0) await Promise.all(running);
  };
  return {
    run,
    find: (messageId) => turns.get(messageId),
    settled,
    endedOf: async (conversationId) => {
      for (const [abort, running] of aborts) {
        if (running.conversationId === conversationId && abort.signal.aborted) await running.ended;
      }
    },
    storedOf: async (asked) => {
      for (const { running } of runningOf(asked)) await running.ended;
    },
    endOf: async (asked) => {
      for (const { abort, running } of runningOf(asked)) {
        abort.abort(stopped);
        await running.ended;
      }
    },
    close: async () => {
      for (const abort of aborts.keys()) abort.abort(new Error('closing'));
      await settled();
    },
  };
}
