import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const requests = 30_000;
const files = ['test/runtime/http/agreement.test.ts', 'test/runtime/http/fuzz.test.ts'];

/**
 * Holds the server against its description with ten times the requests of the tests, on SQLite, and on
 * PostgreSQL where `TEST_DATABASE_URL` is set. Prints what the tests print, and ends with an error if one fails.
 */
export async function benchFuzz(print: (line: string) => void = console.log): Promise<void> {
  print(`fuzz: ${requests} requests drawn from the description, on each database`);
  const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url));
  const child = spawn(process.execPath, [vitest, 'run', '--reporter=dot', ...files], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    env: { ...process.env, DOCENT_FUZZ_REQUESTS: String(requests) },
    stdio: 'inherit',
  });
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error('The server and its description disagree.');
}
