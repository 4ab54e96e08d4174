import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

// The model of the assistant's benchmark, in a process of its own: it takes its time, and says when it
// was asked, when it began and when it was left, by the clock that all processes share.

/** What the model saw of one question, in milliseconds of the machine's clock. */
export interface ModelTimes {
  readonly asked: number;
  begun: number;
  left: number;
}

/** Milliseconds to the first word and between two, and how many there are. */
export const pace = { first: 40, word: 40, words: 60 } as const;

const clock = () => performance.timeOrigin + performance.now();
const seen: Record<string, ModelTimes> = {};

const server = createServer(async (request, response) => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const { messages } = JSON.parse(Buffer.concat(parts).toString('utf8'));
  const times: ModelTimes = { asked: clock(), begun: 0, left: 0 };
  seen[messages.at(-1).content] = times;
  response.on('close', () => {
    times.left = clock();
  });
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const send = (delta: object, finish: string | null = null) =>
    response.write(
      `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`,
    );
  let word = 0;
  const next = (): void => {
    if (response.destroyed) return;
    times.begun ||= clock();
    if (word++ < pace.words) {
      send({ content: `word${word} ` });
      setTimeout(next, pace.word);
      return;
    }
    send({}, 'stop');
    response.end('data: [DONE]\n\n');
  };
  setTimeout(next, pace.first);
});

// Loaded for its types alone, it does nothing.
if (process.send) {
  server.listen(0, '127.0.0.1', () => {
    process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`);
  });
  process.on('message', async () => {
    while (Object.values(seen).some(({ left }) => left === 0)) {
      await new Promise((done) => setTimeout(done, 5));
    }
    process.send?.(seen);
  });
}
