import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One request as the stub received it. */
export interface StubRequest {
  readonly path: string;
  readonly body: {
    readonly model: string;
    readonly stream?: boolean;
    readonly messages?: readonly {
      readonly role: string;
      readonly content: string;
      readonly tool_call_id?: string;
    }[];
    readonly tools?: readonly { readonly function: { readonly name: string } }[];
    readonly input?: readonly string[];
  };
}

/** How the stub answers one request. */
export type StubAnswer = {
  readonly text?: string;
  readonly toolCalls?: readonly { readonly name: string; readonly arguments: string }[];
  /** Bytes of one network chunk of a stream; small ones split characters and lines. */
  readonly chunkBytes?: number;
  /** Milliseconds before the answer, and between two chunks. */
  readonly delay?: number;
  readonly pause?: number;
  /** `null` leaves the usage out. */
  readonly usage?: { readonly prompt_tokens: number; readonly completion_tokens: number } | null;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly error?: { readonly message: string; readonly code?: string };
  /**
   * `drop` cuts a stream in its middle, `stall` says nothing more there and stays, `malformed` sends no JSON,
   * `hang` never answers, `filter` stops with a content filter.
   */
  readonly fault?: 'drop' | 'stall' | 'malformed' | 'hang' | 'filter' | 'refusal';
  readonly vectors?: readonly (readonly number[])[];
};

/** A real HTTP server that speaks the OpenAI wire format from a script. */
export interface ModelStub {
  readonly baseUrl: string;
  readonly requests: readonly StubRequest[];
  /** Requests whose client has not gone and whose answer has not ended. */
  readonly open: () => number;
  close(): Promise<void>;
}

export async function startModelStub(
  script: (request: StubRequest, index: number) => StubAnswer | Promise<StubAnswer>,
): Promise<ModelStub> {
  const requests: StubRequest[] = [];
  let open = 0;
  const server = createServer(async (request, response) => {
    open++;
    response.on('close', () => open--);
    const entry = {
      path: request.url ?? '',
      body: JSON.parse(await readAll(request)),
    } as StubRequest;
    requests.push(entry);
    const answer = await script(entry, requests.length - 1);
    if (answer.delay) await sleep(answer.delay);
    if (answer.fault === 'hang') return;
    if (answer.status && answer.status >= 400) {
      response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers });
      response.end(
        JSON.stringify({ error: { type: 'error', ...(answer.error ?? { message: 'scripted' }) } }),
      );
    } else if (entry.path.endsWith('/embeddings')) {
      const data = (answer.vectors ?? []).map((embedding, index) => ({
        object: 'embedding',
        index,
        embedding,
      }));
      json(response, {
        object: 'list',
        data,
        model: entry.body.model,
        usage: { prompt_tokens: 1, total_tokens: 1 },
      });
    } else if (entry.body.stream) {
      await streamed(response, answer);
    } else if (answer.fault === 'malformed') {
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"choices": [');
    } else {
      json(response, whole(answer, entry.body.model));
    }
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    open: () => open,
    close: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}

const sleep = (ms: number) => new Promise((done) => setTimeout(done, ms));

async function readAll(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}

function json(response: ServerResponse, value: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

const toolCalls = (answer: StubAnswer) =>
  answer.toolCalls?.map((call, index) => ({
    index,
    id: `call_${index}`,
    type: 'function',
    function: call,
  }));

const finishReason = (answer: StubAnswer) =>
  answer.fault === 'filter' ? 'content_filter' : answer.toolCalls ? 'tool_calls' : 'stop';

function whole(answer: StubAnswer, model: string) {
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1,
    model,
    choices: [
      {
        index: 0,
        finish_reason: finishReason(answer),
        message: {
          role: 'assistant',
          content: answer.text ?? '',
          refusal: answer.fault === 'refusal' ? 'I will not.' : null,
          tool_calls: toolCalls(answer),
        },
      },
    ],
    ...(answer.usage === null
      ? {}
      : { usage: answer.usage ?? { prompt_tokens: 10, completion_tokens: 5 } }),
  };
}

async function streamed(response: ServerResponse, answer: StubAnswer): Promise<void> {
  const event = (delta: object, finish: string | null = null) =>
    `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
  let wire = event({ role: 'assistant', content: '' });
  if (answer.fault === 'refusal') wire += event({ refusal: 'I will not.' });
  for (const word of answer.text?.match(/\S+\s*|\s+/g) ?? []) wire += event({ content: word });
  for (const call of toolCalls(answer) ?? []) {
    const half = Math.ceil(call.function.arguments.length / 2);
    wire += event({
      tool_calls: [
        {
          ...call,
          function: { name: call.function.name, arguments: call.function.arguments.slice(0, half) },
        },
      ],
    });
    wire += event({
      tool_calls: [
        { index: call.index, function: { arguments: call.function.arguments.slice(half) } },
      ],
    });
  }
  wire += event({}, finishReason(answer));
  if (answer.usage !== null) {
    const usage = answer.usage ?? { prompt_tokens: 10, completion_tokens: 5 };
    wire += `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', choices: [], usage })}\n\n`;
  }
  wire += 'data: [DONE]\n\n';
  if (answer.fault === 'malformed') wire = `data: {"choices": [{"delta"\n\n${wire}`;
  const bytes = Buffer.from(wire);
  const isWhole = answer.fault !== 'drop' && answer.fault !== 'stall';
  const end = isWhole ? bytes.length : Math.floor(bytes.length / 2);
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const size = answer.chunkBytes ?? (answer.pause ? 120 : bytes.length);
  for (let at = 0; at < end && !response.destroyed; at += size) {
    response.write(bytes.subarray(at, Math.min(at + size, end)));
    if (answer.pause) await sleep(answer.pause);
    else if (answer.chunkBytes) await new Promise((done) => setImmediate(done));
  }
  if (answer.fault === 'stall') return;
  if (answer.fault === 'drop') response.destroy();
  else response.end();
}
