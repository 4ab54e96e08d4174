import { chainWith, say } from './page.ts';
import { UnreachableError } from './request.ts';

/** A chain that the connected wallet does not offer. */
export class MissingChainError extends Error {
  override readonly name = 'MissingChainError';
  readonly chain: number;

  constructor(chain: number) {
    super(`The wallet does not offer chain ${chain}`);
    this.chain = chain;
  }
}

/** An error, or one that is wrapped in it: wallets and nodes put what happened at different depths. */
export type Layer = Readonly<Record<string, unknown>>;

/** An error and the ones in it, outermost first. */
export function layersOf(error: unknown): readonly Layer[] {
  const layers: Layer[] = [];
  const waiting: unknown[] = [error];
  while (waiting.length > 0 && layers.length < 8) {
    const next = waiting.shift();
    if (typeof next !== 'object' || next === null) continue;
    const layer = next as Layer;
    layers.push(layer);
    waiting.push(layer.data, layer.error, layer.originalError, layer.cause);
  }
  return layers;
}

/** Whether an error, or one in it, has a code. */
export function hasCode(error: unknown, code: number): boolean {
  return layersOf(error).some((layer) => layer.code === code);
}

/** Longest part of a message of someone else that is shown. */
export const longest = 200;

/** A failed request in the words of the page: who refused, and why. */
export function failureOf(error: unknown): string {
  if (error instanceof UnreachableError) return say('unreachable');
  if (error instanceof MissingChainError) {
    return say('missing', { name: chainWith(error.chain).name });
  }
  // Wallets of the browser, and those behind the relay.
  if (hasCode(error, 4001) || hasCode(error, 5000)) return say('refused');
  return say('failed', { reason: messageOf(error).slice(0, longest) });
}

/** What an error says; errors of the library have a text of one line. */
export function messageOf(error: unknown): string {
  const [first] = layersOf(error);
  const message = first?.shortMessage ?? first?.message;
  return typeof message === 'string' && message !== '' ? message : String(error);
}
