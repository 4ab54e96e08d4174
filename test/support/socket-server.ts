import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';

/** One connection, as a server sees it. */
export interface ServerSocket {
  /** Path and query of the request. */
  readonly url: string;
  readonly send: (text: string | Buffer) => void;
  readonly close: (code: number, reason: string) => void;
}

/** A WebSocket server on this machine that knows short messages in one frame, as browsers send them. */
export async function socketServer(on: {
  readonly open?: (socket: ServerSocket) => void;
  readonly message: (socket: ServerSocket, text: string) => void;
}): Promise<{ readonly port: number; readonly close: () => Promise<void> }> {
  const server = createServer((_, response) => response.writeHead(426).end());
  const streams = new Set<Duplex>();
  server.on('upgrade', (request, stream) => {
    streams.add(stream);
    stream.on('close', () => streams.delete(stream));
    stream.on('error', () => stream.destroy());
    const key = `${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`;
    const accept = createHash('sha1').update(key).digest('base64');
    const head = ['HTTP/1.1 101 Switching Protocols', 'Upgrade: websocket', 'Connection: Upgrade'];
    stream.write([...head, `Sec-WebSocket-Accept: ${accept}`, '', ''].join('\r\n'));
    const socket: ServerSocket = {
      url: request.url ?? '',
      send: (text) => {
        const kind = typeof text === 'string' ? 1 : 2;
        stream.write(frame(kind, Buffer.from(text)));
      },
      close: (code, reason) => {
        const body = Buffer.alloc(2 + Buffer.byteLength(reason));
        body.writeUInt16BE(code);
        body.write(reason, 2);
        stream.end(frame(8, body));
      },
    };
    on.open?.(socket);
    let waiting = Buffer.alloc(0);
    stream.on('data', (bytes: Buffer) => {
      waiting = Buffer.concat([waiting, bytes]);
      for (let next = readFrame(waiting); next; next = readFrame(waiting)) {
        waiting = waiting.subarray(next.length);
        if (next.kind === 1) on.message(socket, next.body.toString());
        if (next.kind === 8) stream.end(frame(8, next.body));
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        for (const stream of streams) stream.destroy();
        server.close(() => resolve());
      }),
  };
}

function frame(kind: number, body: Buffer): Buffer {
  const size = body.length < 126 ? [body.length] : [126, body.length >> 8, body.length & 255];
  return Buffer.concat([Buffer.from([128 | kind, ...size]), body]);
}

function readFrame(bytes: Buffer) {
  if (bytes.length < 2) return undefined;
  const short = (bytes[1] ?? 0) & 127;
  const start = short === 126 ? 4 : 2;
  if (bytes.length < start) return undefined;
  const size = short === 126 ? bytes.readUInt16BE(2) : short;
  const length = start + 4 + size;
  if (bytes.length < length) return undefined;
  const mask = bytes.subarray(start, start + 4);
  const body = Buffer.from(bytes.subarray(start + 4, length));
  for (let index = 0; index < size; index++) {
    body[index] = (body[index] ?? 0) ^ (mask[index % 4] ?? 0);
  }
  return { kind: (bytes[0] ?? 0) & 15, body, length };
}
