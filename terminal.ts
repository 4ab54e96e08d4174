import type { BuildProgress } from './pipeline/build.ts';

/** Where a command writes; tests pass their own. */
export interface Terminal {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Whether the output is interactive: colours and a progress bar. */
  readonly interactive: boolean;
  /** Used for progress if this terminal can't show it. */
  readonly progress?: ProgressView;
}

// The reader of the output may close it early, as in `docent … | head`: this is not an error.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(process.exitCode ?? 0);
    throw error;
  });
}

/** The process's own streams. */
export const terminal: Terminal = {
  out: (text) => void process.stdout.write(`${text}\n`),
  err: (text) => void process.stderr.write(`${text}\n`),
  interactive: process.stdout.isTTY === true && !process.env.CI && !process.env.NO_COLOR,
};

/** Shows the progress of a build. */
export interface ProgressView {
  update(progress: BuildProgress): void;
  /** Ends it with a word on what was done. */
  stop(word?: string): void;
}

/** A progress bar that appears after two seconds on a terminal; one line per stage otherwise. */
export async function showProgress(to: Terminal): Promise<ProgressView> {
  if (to.progress) return to.progress;
  if (!to.interactive) {
    let last = '';
    return {
      update: ({ stage, done, total }) => {
        if (stage === last && done !== 0) return;
        last = stage;
        to.err(total === undefined ? `${stage} …` : `${stage} (${total}) …`);
      },
      stop: () => {},
    };
  }
  const { progress } = await import('@clack/prompts');
  const start = performance.now();
  let bar: ReturnType<typeof progress> | undefined;
  let shown = 0;
  return {
    update: ({ stage, done, total = 1 }) => {
      if (performance.now() - start < 2000) return;
      if (!bar) {
        bar = progress({ max: 100 });
        bar.start(stage);
      }
      const next = Math.floor((done / total) * 100);
      if (next > shown) bar.advance(next - shown, stage);
      else bar.message(stage);
      shown = Math.max(shown, next);
    },
    stop: (word = 'Built') => {
      bar?.stop(word);
      bar = undefined;
    },
  };
}

/** `1234567` → `1.2 MB`. */
export function bytes(count: number): string {
  const units = ['B', 'kB', 'MB', 'GB'];
  let value = count;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${unit === 0 ? value : value.toFixed(1)} ${units[unit]}`;
}

/** `0.84 s`, `12 ms`. */
export function time(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(2)} s`;
}

/** `1 page`, `2 pages`. */
export function count(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? '' : 's'}`;
}
