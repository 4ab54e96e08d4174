import { configDefaults, defineConfig } from 'vitest/config';

const journeys = 'test/journeys/*.test.ts';

export default defineConfig({
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  test: {
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // A state is waited for as long as a busy machine needs; a second is the default.
    expect: { poll: { timeout: 10_000 } },
    // One for each core: a small machine would have a single one, and most tests wait for something.
    maxWorkers: '100%',
    projects: [
      {
        extends: true,
        test: {
          name: 'units',
          include: ['test/**/*.test.{ts,tsx}'],
          exclude: [...configDefaults.exclude, journeys],
          globalSetup: 'test/runtime/store/migrated.ts',
        },
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
