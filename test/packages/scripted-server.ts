import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as the server received it. */
export interface Seen {
  readonly line: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** How a request is answered; a function writes to the connection itself. */
export type Scripted =
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: unknown }
  | ((response: ServerResponse) => void);

/** A server that answers request after request from a list, the last entry again and again. */
export async function scriptedServer(...script: readonly Scripted[]) {
  const seen: Seen[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method, url, headers } = request;
    seen.push({ line: `${method} ${url}`, headers, body: Buffer.concat(chunks).toString() });
    const answer = script[Math.min(seen.length, script.length) - 1];
    if (typeof answer === 'function') return answer(response);
    const text = JSON.stringify(answer?.body ?? { data: {} });
    response.writeHead(answer?.status ?? 500, {
      'content-type': 'application/json',
      ...answer?.headers,
    });
    response.end(text);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    seen,
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      return new Promise((done) => server.close(done));
    },
  };
}
