import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { configDefaults, defineConfig, type Plugin } from 'vitest/config';

const journeys = 'test/journeys/*.test.ts';

/**
 * Files that mock modules, set variables of the environment or change clocks have a process of their own; so have those
 * that start git hundreds of times, which takes ever longer in a process that grows. All others share theirs and the
 * modules in them: loading the renderer or the server costs a second, more than most tests.
 */
export const alone = [
  'test/browser/dashboard-pictures.test.ts',
  'test/cli/{database,deploy,translate,user-groups}.test.ts',
  'test/pipeline/author/escapes.test.ts',
  'test/pipeline/build/search-pieces.test.ts',
  'test/pipeline/check.test.ts',
  'test/pipeline/draft.test.ts',
  'test/pipeline/output/remembered.test.ts',
  'test/pipeline/search/object-storage.test.ts',
  'test/pipeline/translate-first.test.ts',
  'test/runtime/assistant/{conversation/ask,site/live}.test.ts',
  'test/runtime/backup/*.test.ts',
  'test/runtime/commands/move.test.ts',
  'test/runtime/dashboard/client/settings/check-worker.test.ts',
  'test/runtime/git/*.test.ts',
  'test/runtime/oidc/sign-in.test.ts',
  'test/runtime/settings/table.test.ts',
  'test/runtime/storage/{s3,shared}.test.ts',
  'test/runtime/store/contention.test.ts',
  'test/runtime/tasks/{commit-config,export}.test.ts',
  'test/runtime/webhooks/crash.test.ts',
];

// Workers inherit it: their code is compiled once for all of them.
process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), 'node-compile-cache');

/**
 * What takes long each time and is the same for all tests, with the module that has it: scripts of sites and cards to
 * share, which are made once, and the cost of a password, which has a test of its own.
 */
const quickInTests = [
  { importer: '/site/layout/client-files.ts', name: './client-bundle.ts', by: 'bundled-client.ts' },
  { importer: '/build/social-images.ts', name: '../site/social/raster.ts', by: 'kept-cards.ts' },
  { importer: '/secrets/password.ts', name: './password-cost.ts', by: 'quick-password-cost.ts' },
];

const keptWork: Plugin = {
  name: 'kept-work',
  enforce: 'pre',
  resolveId: (name, importer) => {
    const found = quickInTests.find((one) => one.name === name && importer?.endsWith(one.importer));
    return found && join(import.meta.dirname, 'test/support', found.by);
  },
};

export default defineConfig({
  plugins: [keptWork],
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  test: {
    globalSetup: ['test/runtime/store/migrated.ts', 'test/support/client-files.ts'],
    // The slowest tests take 25 seconds on a busy machine.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // A state is waited for as long as a busy machine needs; a second is the default.
    expect: { poll: { timeout: 10_000 } },
    // Two more than there are cores: a third of the time of the tests is waiting, for processes and databases.
    maxWorkers: availableParallelism() + 2,
    projects: [
      {
        extends: true,
        test: {
          name: 'sharing',
          include: ['test/**/*.test.{ts,tsx}'],
          exclude: [...configDefaults.exclude, journeys, ...alone],
          isolate: false,
          globalSetup: 'test/support/built-corpora.ts',
        },
      },
      {
        extends: true,
        test: { name: 'alone', include: alone },
      },
      {
        extends: true,
        test: {
          name: 'journeys',
          include: [journeys],
          globalSetup: 'test/journeys/setup.ts',
          testTimeout: 300_000,
        },
      },
    ],
  },
});
