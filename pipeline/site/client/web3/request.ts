/** Asks a node or a wallet. */
export type Request = (method: string, params?: unknown) => Promise<unknown>;

/** No answer, or one that is not JSON-RPC. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError';
}

/** What a node answers instead of a result. */
class AnswerError extends Error {
  override readonly name = 'AnswerError';
  readonly code: number;
  readonly data: unknown;

  constructor(answer: {
    readonly code?: unknown;
    readonly message?: unknown;
    readonly data?: unknown;
  }) {
    super(String(answer.message ?? ''));
    this.code = Number(answer.code);
    this.data = answer.data;
  }
}

/** Milliseconds that a node may take. */
const timeout = 20_000;

let last = 0;

/** Asks the node at an address. */
export function nodeAt(address: string): Request {
  return async (method, params = []) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: ++last, method, params });
    let answer: unknown;
    try {
      const response = await fetch(address, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
        credentials: 'omit',
        referrerPolicy: 'origin',
        signal: AbortSignal.timeout(timeout),
      });
      answer = await response.json();
    } catch {
      throw new UnreachableError(address);
    }
    if (typeof answer !== 'object' || answer === null) throw new UnreachableError(address);
    const { error, result } = answer as { error?: object; result?: unknown };
    if (error) throw new AnswerError(error);
    if (result === undefined) throw new UnreachableError(address);
    return result;
  };
}
