import { runTests } from './run-tests.ts';

const rounds = 100;

/**
 * Edits a site at random, and compares what is built and shown with what a build and a preview make that know nothing of
 * what was before. Edits are others each time; the seed is printed, with which they are the same again.
 */
export async function benchEdits(print: (line: string) => void = console.log): Promise<void> {
  const seed = process.env.DOCENT_EDITS_SEED ?? String(Date.now() % 1_000_000_000);
  print(`edits: ${rounds} rounds of edits, DOCENT_EDITS_SEED=${seed}`);
  await runTests(['test/pipeline/edits.test.ts'], {
    settings: { DOCENT_EDITS_SEED: seed, DOCENT_EDITS: String(rounds) },
    message: 'What is remembered shows.',
  });
}
