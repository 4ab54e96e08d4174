import { resolve } from 'node:path';
import { readCurrent } from '../pipeline/output/read.ts';
import { proposeForSite } from '../pipeline/propose-synonyms.ts';
import {
  addressOf,
  assertDatabase,
  type DatabaseFlags,
  withStore,
} from '../runtime/commands/where.ts';
import { findDeployedProject } from '../runtime/store/projects.ts';
import { listFollows, listSearches } from '../runtime/store/searches.ts';
import { count } from '../terminal.ts';
import type { CommandContext } from './context.ts';

/** Queries that are read, the most frequent ones, and proposals that are printed. */
const most = { read: 5000, printed: 100 } as const;

/** `docent search --propose`: synonyms for a site, from what its readers searched for in vain. */
export async function proposeSynonyms(
  flags: DatabaseFlags & { readonly json?: boolean },
  { to }: CommandContext,
): Promise<number> {
  const out = resolve(flags.out);
  const deployment = readCurrent(out);
  if (deployment === undefined) {
    to.err(`There is no site in ${out}: run "docent build", or name its folder with --out.`);
    return 1;
  }
  await assertDatabase(flags);
  const searches = await withStore(addressOf(flags), async ({ db }) => {
    const project = await findDeployedProject(db, [deployment]);
    if (!project) return undefined;
    const page = { projectId: project.id, failed: true, limit: most.read, offset: 0 };
    const { rows } = await listSearches(db, page);
    return {
      failed: rows.map((row) => ({ ...row, times: row.asked - row.clicked })),
      followed: await listFollows(db, project.id, most.read),
    };
  });
  if (!searches) {
    to.err(
      `The database has no project that shows deployment ${deployment}: start "docent serve" once, or check --out and --database.`,
    );
    return 1;
  }
  const proposed = proposeForSite({ out, deployment }, searches).slice(0, most.printed);
  if (flags.json) to.out(JSON.stringify(proposed, null, 2));
  else {
    for (const { words, because, times, question } of proposed) {
      const reason = `${because}, ${count(times, 'time')}, such as "${question}"`;
      to.out(`${JSON.stringify(words)}  ${reason}`);
    }
  }
  to.err(
    `Proposed ${count(proposed.length, 'group')} for search.synonyms. Queries without a click: ${searches.failed.length}.`,
  );
  return 0;
}
