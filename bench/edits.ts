import { runTests } from './run-tests.ts';

const rounds = 100;

/**
 * Edits a site at random, and compares what a build with a cache and an open preview show with a cold build and a new
 * preview. Each run draws other edits; it prints the seed that repeats them.
 */
export async function benchEdits(print: (line: string) => void = console.log): Promise<void> {
  const seed = process.env.DOCENT_EDITS_SEED ?? String(Date.now() % 1_000_000_000);
  print(`edits: ${rounds} rounds of edits, DOCENT_EDITS_SEED=${seed}`);
  await runTests(['test/pipeline/edits.test.ts'], {
    settings: { DOCENT_EDITS_SEED: seed, DOCENT_EDITS: String(rounds) },
    message: 'A cached result differs from a new one.',
  });
}
