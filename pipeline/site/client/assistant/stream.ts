/** An event of an answer, as far as the panel shows it. */
export type AnswerEvent =
  | { readonly type: 'start'; readonly conversationId: string; readonly messageId: string }
  | {
      readonly type: 'tool_call';
      readonly tool: string;
      readonly callId: string;
      readonly input: { readonly query?: string; readonly path?: string };
    }
  | {
      readonly type: 'tool_result';
      readonly tool: string;
      readonly callId: string;
      readonly results?: number;
      readonly title?: string;
      readonly pages?: number;
      readonly error?: string;
    }
  | { readonly type: 'text'; readonly content: string }
  | {
      readonly type: 'citations';
      readonly sources: readonly Source[];
      readonly passages?: readonly CitedPassage[];
      readonly spans?: readonly CitedSpan[];
    }
  | { readonly type: 'done'; readonly tokensUsed: number }
  | { readonly type: 'error'; readonly code: string; readonly message: string };

export interface Source {
  readonly path: string;
  readonly title: string;
  readonly url: string;
}

/** A passage that sentences of an answer rest on. */
export interface CitedPassage extends Source {
  readonly number: number;
  readonly section?: string;
  readonly text: string;
}

/** A sentence by its place in the answer, and what it rests on. */
export interface CitedSpan {
  readonly start: number;
  readonly end: number;
  readonly status: 'cited' | 'unsupported' | 'unchecked';
  readonly passages: readonly number[];
}

/** A question that was not taken, with the status and the seconds to wait. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Asks, and gives the events as they come. Ending the loop early takes the question back. */
export async function* askServer(
  address: string,
  body: object,
  signal: AbortSignal,
): AsyncGenerator<AnswerEvent, void> {
  const response = await fetch(address, {
    method: 'POST',
    // Pages are looked up in the language that is being read, whatever the browser prefers.
    headers: {
      'content-type': 'application/json',
      'accept-language': document.documentElement.lang || '*',
    },
    body: JSON.stringify(body),
    signal,
  });
  if (!response.ok || !response.body) {
    const answer = (await response.json().catch(() => undefined)) as
      | { readonly error?: { readonly message?: string } }
      | undefined;
    throw new RefusedError(response.status, answer?.error?.message ?? '');
  }
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let held = '';
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      held += value;
      const parts = held.split('\n\n');
      held = parts.pop() ?? '';
      for (const part of parts) {
        const data = part
          .split('\n')
          .filter((line) => line.startsWith('data:'))
          .map((line) => line.slice(5).trimStart())
          .join('\n');
        if (data !== '') yield JSON.parse(data) as AnswerEvent;
      }
    }
  } finally {
    void reader.cancel().catch(() => {});
  }
}
