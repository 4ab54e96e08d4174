import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Programs that read API descriptions; they are apart from the packages of the checkout. */
export const packages = join(import.meta.dirname, 'node_modules');

/** Whether they are installed. Tests of them are skipped otherwise, with a message, but never in CI. */
export function areInstalled(tests: string): boolean {
  if (existsSync(packages)) return true;
  const sentence = '`npm ci --ignore-scripts` in test/openapi has not been run';
  if (process.env.CI === 'true') throw new Error(`${sentence}; CI needs it.`);
  console.warn(`SKIPPED: ${tests}, because ${sentence}.`);
  return false;
}
