import { proposeQuestions } from '../runtime/assistant/questions/propose.ts';
import {
  addressOf,
  assertDatabase,
  type DatabaseFlags,
  withStore,
} from '../runtime/commands/where.ts';
import { askedTurns } from '../runtime/store/asked-turns.ts';
import { count } from '../terminal.ts';
import type { CommandContext } from './context.ts';

/** Conversations that are read, the latest ones. */
const most = 5000;

/** `docent ask --from-conversations`: questions for a site's file, one JSON object on each line. */
export async function askConversations(
  flags: DatabaseFlags,
  { to }: CommandContext,
): Promise<number> {
  await assertDatabase(flags);
  const turns = await withStore(addressOf(flags), ({ db }) => askedTurns(db, { most }));
  const proposed = await proposeQuestions(turns);
  for (const question of proposed) to.out(JSON.stringify(question));
  to.err(
    `Proposed ${count(proposed.length, 'question')} from ${count(turns.length, 'answer')} to readers.`,
  );
  return 0;
}
