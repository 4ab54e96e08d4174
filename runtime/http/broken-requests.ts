import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { ApiError } from '../../schema/errors.ts';
import { errorResponse } from './errors.ts';

/** Largest head of a request in bytes: method, address and all headers together. */
export const headLimit = 16 * 1024;

/**
 * Answers what no route gets to see, because Node.js can't read it, in the envelope of every other error: a
 * head that is too large, one that is not HTTP, and a request that does not come to its end in time.
 */
export function answerBrokenRequests(server: Server, newRequestId: () => string): void {
  const last = new WeakMap<Duplex, ServerResponse>();
  server.on('request', (_request: IncomingMessage, response: ServerResponse) => {
    if (response.socket) last.set(response.socket, response);
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (socket.writable && mayAnswer(last.get(socket))) {
      void write(socket, errorOf(error.code ?? ''), newRequestId());
    } else socket.destroy();
  });
}

/** Not in the middle of another answer, nor in place of one that a complete request still waits for. */
function mayAnswer(response: ServerResponse | undefined): boolean {
  if (response === undefined || response.writableFinished) return true;
  return !response.headersSent && !response.req.complete;
}

async function write(socket: Duplex, error: ApiError, requestId: string): Promise<void> {
  const response = errorResponse(error, { requestId, accept: null });
  const body = await response.text();
  const lines = [
    `HTTP/1.1 ${error.status} ${reasons[error.status]}`,
    ...[...response.headers].map(([name, value]) => `${name}: ${value}`),
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ];
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`);
}

const reasons: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  408: 'Request Timeout',
  413: 'Payload Too Large',
  431: 'Request Header Fields Too Large',
};

/** An error of the HTTP parser as clients see it. */
function errorOf(code: string): ApiError {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new ApiError(
        'HEADERS_TOO_LARGE',
        `Address and headers of a request may have ${headLimit} bytes together.`,
      );
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return new ApiError('PAYLOAD_TOO_LARGE', 'The extensions of a chunk are too large.');
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new ApiError('REQUEST_TIMEOUT', 'The request did not come to its end in time.');
    default:
      return new ApiError('VALIDATION_ERROR', 'The request is not valid HTTP.', {
        details: [{ path: '', code: 'malformed-request', message: `Not readable: ${code}` }],
      });
  }
}
