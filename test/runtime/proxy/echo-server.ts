import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as an API received it. */
export interface Echoed {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

/** A real API on the loopback interface, which remembers what it receives. */
export interface EchoServer {
  readonly port: number;
  readonly received: Echoed[];
  readonly close: () => Promise<void>;
}

/** Starts an API; without `answer`, it responds with what it received as JSON. */
export async function startEcho(
  answer: (request: Echoed, response: ServerResponse) => boolean = () => false,
): Promise<EchoServer> {
  const received: Echoed[] = [];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const { method = '', url: path = '', headers } = request;
    const entry: Echoed = { method, path, headers, body: Buffer.concat(parts) };
    received.push(entry);
    if (answer(entry, response)) return;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ method, path, headers, body: entry.body.toString() }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    received,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
