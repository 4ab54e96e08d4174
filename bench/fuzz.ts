import { runTests } from './run-tests.ts';

const requests = 30_000;
const files = ['test/runtime/http/agreement.test.ts', 'test/runtime/http/fuzz.test.ts'];

/**
 * Holds the server against its description with ten times the requests of the tests, on SQLite, and on
 * PostgreSQL where `TEST_DATABASE_URL` is set. Prints what the tests print, and ends with an error if one fails.
 */
export async function benchFuzz(print: (line: string) => void = console.log): Promise<void> {
  print(`fuzz: ${requests} requests drawn from the description, on each database`);
  await runTests(files, {
    settings: { DOCENT_FUZZ_REQUESTS: String(requests) },
    message: 'The server and its description disagree.',
  });
}
