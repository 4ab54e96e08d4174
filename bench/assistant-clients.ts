import { request } from 'node:http';

// Readers of the assistant's benchmark, in a process of their own.

/** What the readers are to do. */
export interface Round {
  readonly port: number;
  readonly path: string;
  /** First number of their questions, and how many there are. */
  readonly from: number;
  readonly count: number;
  /** Milliseconds from one to the next; without them each waits for the one before. */
  readonly apart?: number;
  /** They go away as soon as they have read a word. */
  readonly leaves: boolean;
}

/** What one reader saw, in milliseconds of the machine's clock. */
export interface ReaderTimes {
  readonly question: string;
  readonly asked: number;
  start: number;
  text: number;
  end: number;
}

const clock = () => performance.timeOrigin + performance.now();

process.on('message', async (round: Round) => {
  const { apart } = round;
  const all: Promise<ReaderTimes>[] = [];
  for (let n = 0; n < round.count; n++) {
    all.push(ask(round, `Question ${round.from + n}`));
    if (apart === undefined) await all.at(-1);
    else if (apart > 0) await new Promise((done) => setTimeout(done, apart));
  }
  process.send?.(await Promise.all(all));
});

function ask(round: Round, question: string): Promise<ReaderTimes> {
  return new Promise((resolve, reject) => {
    const times: ReaderTimes = { question, asked: clock(), start: 0, text: 0, end: 0 };
    const sent = request(
      {
        ...{ port: round.port, host: '127.0.0.1', method: 'POST', path: round.path },
        headers: { 'content-type': 'application/json' },
        // A connection of its own: one that is used again may just have been closed.
        agent: false,
      },
      (response) => {
        const end = () => {
          times.end ||= clock();
          resolve(times);
        };
        response.on('data', (chunk: Buffer) => {
          times.start ||= clock();
          if (chunk.includes('"text"')) times.text ||= clock();
          if (!round.leaves || times.text === 0) return;
          end();
          sent.destroy();
        });
        response.on('error', () => {});
        response.on('end', end);
      },
    );
    sent.on('error', (error) => (times.end > 0 ? undefined : reject(error)));
    sent.end(JSON.stringify({ message: question, visitorId: 'bench' }));
  });
}
