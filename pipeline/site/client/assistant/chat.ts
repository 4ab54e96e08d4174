import type { Runtime } from '../runtime.ts';
import { visitorId } from '../visitor.ts';
import { askServer, RefusedError, type Source } from './stream.ts';

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
  state: 'running' | 'done' | 'stopped' | 'failed' | 'busy';
  messageId?: string;
}

/** A conversation as the panel shows it. */
export interface Chat {
  readonly exchanges: readonly Exchange[];
  readonly isRunning: () => boolean;
  readonly rated: () => boolean | undefined;
  readonly ask: (question: string) => Promise<void>;
  readonly stop: () => void;
  /** Asks the last question once more. */
  readonly retry: () => Promise<void>;
  readonly rate: (satisfied: boolean) => void;
  /** Starts over; the server is notified that the old conversation is over. */
  readonly reset: () => void;
}

interface Kept {
  readonly project: string;
  readonly conversationId?: string;
  readonly rated?: boolean;
  readonly exchanges: Exchange[];
}

const key = 'docent-chat';

/** Restores the session's conversation and goes on with it; `changed` is called whenever it changes. */
export function openChat(runtime: Runtime, changed: () => void): Chat {
  const base = `${runtime.api}/assistant/${runtime.project}`;
  const kept = restore(runtime.project);
  const exchanges = kept?.exchanges ?? [];
  let conversationId = kept?.conversationId;
  let rated = kept?.rated;
  let running: AbortController | undefined;

  const post = (path: string, body: object) =>
    fetch(base + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      keepalive: true,
    });
  const save = () => {
    try {
      const value: Kept = {
        project: runtime.project,
        exchanges,
        ...(conversationId ? { conversationId } : {}),
        ...(rated === undefined ? {} : { rated }),
      };
      sessionStorage.setItem(key, JSON.stringify(value));
    } catch {
      // Without storage the conversation ends with the page.
    }
  };
  const tell = () => {
    save();
    changed();
  };

  async function ask(question: string): Promise<void> {
    if (running) return;
    const exchange: Exchange = { question, answer: '', steps: [], sources: [], state: 'running' };
    exchanges.push(exchange);
    rated = undefined;
    const abort = new AbortController();
    running = abort;
    tell();
    try {
      const body = {
        message: question,
        visitorId: visitorId(),
        ...(conversationId ? { conversationId } : {}),
      };
      for await (const event of askServer(`${base}/chat`, body, abort.signal)) {
        switch (event.type) {
          case 'start':
            conversationId = event.conversationId;
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
            break;
          case 'done':
            if (exchange.state === 'running') exchange.state = 'done';
            break;
          case 'error':
            exchange.state = 'failed';
            break;
        }
        tell();
      }
      if (exchange.state === 'running') exchange.state = 'failed';
    } catch (error) {
      if (error instanceof RefusedError && error.status === 404 && conversationId) {
        // The server has forgotten the conversation: the question begins a new one.
        conversationId = undefined;
        if (running === abort) {
          running = undefined;
          exchanges.pop();
          return ask(question);
        }
      }
      if (!abort.signal.aborted) {
        exchange.state = error instanceof RefusedError && error.status === 429 ? 'busy' : 'failed';
      }
    }
    // A new conversation may have begun meanwhile.
    if (running === abort) running = undefined;
    tell();
  }

  // A page that is left takes the answer with it; what was read of it stays.
  addEventListener('pagehide', save);
  return {
    exchanges,
    isRunning: () => running !== undefined,
    rated: () => rated,
    ask,
    stop: () => {
      const last = exchanges.at(-1);
      if (!running || !last) return;
      const abort = running;
      last.state = 'stopped';
      // The server ends the answer with its sources; if it can't be notified, the connection is
      // closed.
      if (last.messageId) {
        post(`/chat/${last.messageId}/stop`, { visitorId: visitorId() }).catch(() => abort.abort());
      } else abort.abort();
      tell();
    },
    retry: async () => {
      const last = exchanges.at(-1);
      if (running || !last) return;
      exchanges.pop();
      await ask(last.question);
    },
    rate: (satisfied) => {
      rated = satisfied;
      tell();
      if (!conversationId) return;
      post(`/conversations/${conversationId}/rating`, {
        satisfied,
        visitorId: visitorId(),
      }).catch(() => {});
    },
    reset: () => {
      running?.abort();
      running = undefined;
      if (conversationId) {
        post(`/conversations/${conversationId}/close`, { visitorId: visitorId() }).catch(() => {});
      }
      conversationId = undefined;
      rated = undefined;
      exchanges.length = 0;
      tell();
    },
  };
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
