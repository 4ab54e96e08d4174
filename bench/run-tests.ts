import { spawn } from 'node:child_process';

/** Runs tests with more work than they have by themselves; rejects with `message` if one fails. */
export async function runTests(
  files: readonly string[],
  {
    settings,
    message,
  }: { readonly settings: Readonly<Record<string, string>>; readonly message: string },
): Promise<void> {
  // The tests as they are written, not as compiled: `npm run` starts this in the project's folder.
  const vitest = 'node_modules/vitest/vitest.mjs';
  const child = spawn(process.execPath, [vitest, 'run', '--reporter=dot', ...files], {
    env: { ...process.env, ...settings },
    stdio: 'inherit',
  });
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(message);
}
