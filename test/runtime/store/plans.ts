import type { CompiledQuery } from 'kysely';
import type { Db, Store } from '../../../runtime/store/open.ts';

/** How the database means to answer each query that a function sends, as text. */
export async function plansOf(
  { db, explain }: Store,
  work: (db: Db) => Promise<unknown>,
): Promise<string[]> {
  const sent: { compile(): CompiledQuery }[] = [];
  await work(
    db.withPlugin({
      transformQuery: ({ node, queryId }) => {
        sent.push({ compile: () => db.getExecutor().compileQuery(node, queryId) });
        return node;
      },
      transformResult: async ({ result }) => result,
    }),
  );
  const plans: string[] = [];
  for (const query of sent) plans.push(await explain(query));
  return plans;
}
