import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { configDefaults, defineConfig, type Plugin } from 'vitest/config';

const journeys = 'test/journeys/*.test.ts';

/**
 * Tests that change nothing of their process, so that files can share one and the modules in it: loading the renderer
 * or the server costs a second, more than most of them. Where modules are mocked or variables of the environment set, a
 * file needs a process of its own.
 */
const sharing = [
  'test/{docs,schema}/**/*.test.ts',
  'test/pipeline/{addresses,check,config,openapi,report,site,source,translation}/**/*.test.{ts,tsx}',
  'test/runtime/{deployments,git,http,payments,proxy,routes,site,tasks,translate,translation}/**/*.test.ts',
];

/** Sites of tests have the scripts that are bundled once for all of them. */
const bundledClient: Plugin = {
  name: 'bundled-client',
  enforce: 'pre',
  resolveId: (name, importer) =>
    name === './client-bundle.ts' && importer?.endsWith('/site/layout/client-files.ts')
      ? join(import.meta.dirname, 'test/support/bundled-client.ts')
      : undefined,
};

export default defineConfig({
  plugins: [bundledClient],
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  test: {
    globalSetup: ['test/runtime/store/migrated.ts', 'test/support/client-files.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // A state is waited for as long as a busy machine needs; a second is the default.
    expect: { poll: { timeout: 10_000 } },
    // Two more than there are cores: a third of the time of the tests is waiting, for processes and databases.
    maxWorkers: availableParallelism() + 2,
    projects: [
      {
        extends: true,
        test: {
          name: 'units',
          include: ['test/**/*.test.{ts,tsx}'],
          exclude: [...configDefaults.exclude, journeys, ...sharing],
          globalSetup: 'test/support/built-corpora.ts',
        },
      },
      {
        extends: true,
        test: { name: 'sharing', include: sharing, isolate: false },
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
