import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { apiDescription } from '../../runtime/api.ts';
import { describePlatform } from '../../runtime/payments/describe.ts';
import { tempDir, writeFiles } from '../support/temp.ts';
import { areInstalled, packages } from './packages.ts';

const files = ['service.json', 'payments.json'];

/** Writes both descriptions; the linters look for files of their own in the current folder. */
const descriptions = () =>
  writeFiles(tempDir(), {
    'service.json': apiDescription('1'),
    'payments.json': describePlatform(''),
  });

/** Fails with what a linter reports; nothing is sent to its maker, and no newer version looked for. */
async function lint(name: string, options: readonly string[]): Promise<void> {
  const command = [join(packages, '.bin', name), 'lint', ...files, ...options];
  const env = {
    PATH: process.env.PATH,
    REDOCLY_TELEMETRY: 'off',
    REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
    CI: 'true',
  };
  const run = promisify(execFile)(process.execPath, command, { cwd: descriptions(), env });
  await run.catch(({ stdout, stderr }) => expect.fail(`${name}: ${stdout}${stderr}`));
}

const rules = (name: string) => join(import.meta.dirname, name);

describe.runIf(areInstalled('linters of the API descriptions'))(
  'the descriptions of both APIs',
  () => {
    test('have nothing that Redocly reports', async () => {
      await lint('redocly', ['--config', rules('redocly.yaml')]);
    }, 120_000);

    test('have nothing that Spectral reports', async () => {
      await lint('spectral', ['--ruleset', rules('spectral.yaml'), '--fail-severity', 'hint']);
    }, 120_000);
  },
);
