import { readFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

/** What the sink does with one request. */
export type SinkAnswer = {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** Milliseconds before the answer. */
  readonly delay?: number;
  /** `reset` cuts the connection, `hang` never answers. */
  readonly fault?: 'reset' | 'hang';
};

/** One request as the sink received it, byte for byte. */
export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly at: number;
}

/** A real HTTPS receiver of webhooks on the loopback interface, with scripted answers. */
export interface HookSink {
  readonly url: string;
  readonly port: number;
  readonly received: readonly Received[];
  /** How many TCP connections were ever made. */
  readonly connections: () => number;
  close(): Promise<void>;
}

const folder = join(import.meta.dirname, '../../fixtures/tls');

/** The certificate that a client must trust to call a sink. */
export const sinkCertificate = readFileSync(join(folder, 'cert.pem'), 'utf8');

/** Starts a sink; `answer` decides per request (default 200). */
export async function startHookSink(
  answer: (request: Received, index: number) => SinkAnswer = () => ({}),
): Promise<HookSink> {
  const received: Received[] = [];
  let connections = 0;
  const server = createServer(
    { key: readFileSync(join(folder, 'key.pem')), cert: sinkCertificate },
    async (request, response) => {
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(part as Buffer);
      const entry: Received = {
        path: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(parts).toString('utf8'),
        at: Date.now(),
      };
      received.push(entry);
      const script = answer(entry, received.length - 1);
      if (script.fault === 'reset') return request.socket.destroy();
      if (script.fault === 'hang') return;
      if (script.delay) await new Promise((done) => setTimeout(done, script.delay));
      response.writeHead(script.status ?? 200, script.headers);
      response.end(script.body ?? '');
    },
  );
  server.on('connection', () => connections++);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `https://localhost:${port}/hook`,
    port,
    received,
    connections: () => connections,
    close: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}
