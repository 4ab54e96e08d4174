import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPostgresTest, openSqliteTest, type TestStore } from '../store/each-store.ts';
import { anyCommand, firstProjects } from './sequences/commands.ts';
import { emptyModel } from './sequences/model.ts';
import { openWorlds, type Worlds } from './sequences/worlds.ts';

// DOCENT_SEQUENCES=2000 is a long run; another DOCENT_SEED takes other sequences.
const numRuns = Number(process.env.DOCENT_SEQUENCES ?? 30);
const seed = Number(process.env.DOCENT_SEED ?? 1);

const opened: TestStore[] = [];
let worlds: Worlds;
beforeAll(async () => {
  opened.push(await openSqliteTest());
  if (process.env.TEST_DATABASE_URL) opened.push(await openPostgresTest());
  worlds = await openWorlds(opened);
});
afterAll(async () => {
  for (const one of opened) await one.drop();
});

test('sequences of requests do on both databases what a simple model says', {
  timeout: 60_000 + numRuns * 2000,
}, async () => {
  const sequences = fc.commands([anyCommand], { maxCommands: 100, size: 'max' });
  const plans = fc.constantFrom('starter', 'free', 'enterprise');
  let requests = 0;
  await fc.assert(
    fc.asyncProperty(sequences, plans, async (commands, plan) => {
      await worlds.begin(plan);
      const real: Worlds = {
        ...worlds,
        ask: (...asked) => {
          requests++;
          return worlds.ask(...asked);
        },
      };
      const model = emptyModel(plan);
      await firstProjects(model, real);
      await fc.asyncModelRun(() => ({ model, real }), commands);
    }),
    { numRuns, seed },
  );
  expect(requests).toBeGreaterThan(numRuns * 20);
});
