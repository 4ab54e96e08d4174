import { spawn } from 'node:child_process';

const requests = 30_000;
const files = ['test/runtime/http/agreement.test.ts', 'test/runtime/http/fuzz.test.ts'];

/**
 * Holds the server against its description with ten times the requests of the tests, on SQLite, and on
 * PostgreSQL where `TEST_DATABASE_URL` is set. Prints what the tests print, and ends with an error if one fails.
 */
export async function benchFuzz(print: (line: string) => void = console.log): Promise<void> {
  print(`fuzz: ${requests} requests drawn from the description, on each database`);
  // The tests as they are written, not as compiled: `npm run` starts this in the project's folder.
  const vitest = 'node_modules/vitest/vitest.mjs';
  const child = spawn(process.execPath, [vitest, 'run', '--reporter=dot', ...files], {
    env: { ...process.env, DOCENT_FUZZ_REQUESTS: String(requests) },
    stdio: 'inherit',
  });
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error('The server and its description disagree.');
}
