import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createKey } from '../runtime/commands/keys.ts';
import { unlimited } from '../runtime/http/rate-limit.ts';
import { importPayments } from '../runtime/payments/import.ts';
import { createPlatform } from '../runtime/payments/platform.ts';
import { bootstrap } from '../runtime/secrets/api-keys.ts';
import { createIds } from '../runtime/store/ids.ts';
import { migrate } from '../runtime/store/migrate.ts';
import { openStore } from '../runtime/store/open.ts';

const many = 100_000;
const statuses = ['pending', 'succeeded', 'failed'];
const chains = [1, 10, 137, 8453];

/**
 * Milliseconds of one page out of 100,000 transactions, anywhere in the list, with every combination of
 * filters; on SQLite, or on the empty database that `DATABASE_URL` names.
 */
export async function benchPayments(print: (line: string) => void = console.log): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'docent-bench-'));
  const store = openStore(process.env.DATABASE_URL ?? join(folder, 'docent.db'));
  const tools = { store, now: Date.now, newId: createIds() };
  try {
    await migrate(store);
    const first = await bootstrap(tools);
    if (!first) throw new Error('The benchmark needs an empty database.');
    const lines = Array.from({ length: many }, (_, n) =>
      JSON.stringify({
        object: 'transaction',
        id: `tx_${n}`,
        status: statuses[n % statuses.length],
        chain_id: chains[n % chains.length],
        created_at: new Date(Date.UTC(2026, 0, 1) + Math.floor(n / 3) * 1000).toISOString(),
      }),
    );
    const started = performance.now();
    await importPayments(store, first.orgId, lines.join('\n'));
    print(
      `import of ${many} transactions: ${((performance.now() - started) / 1000).toFixed(1)} s, ${store.kind}`,
    );
    const { secret } = await createKey(tools, { org: first.orgId, platform: 'payments' });
    const app = createPlatform({
      ...tools,
      log: () => {},
      limit: unlimited.all,
      wrongKeys: unlimited.wrongKeys,
      addressOf: () => '',
    });
    const read = async (query: string): Promise<{ total_count: number }> => {
      const response = await app.request(`/platform/api/v1/transactions?${query}`, {
        headers: { authorization: `Bearer ${secret}` },
      });
      if (response.status !== 200) throw new Error(await response.text());
      return (await response.json()) as { total_count: number };
    };
    for (const filter of ['', '&status=failed', '&chain_id=137', '&status=failed&chain_id=137']) {
      const { total_count: total } = await read(`limit=1${filter}`);
      const times: number[] = [];
      for (let i = 0; i < 200; i++) {
        const limit = [1, 20, 100][i % 3] ?? 20;
        const pages = Math.ceil(total / limit);
        const page = 1 + Math.floor((pages - 1) * (i / 199));
        const at = performance.now();
        await read(`limit=${limit}&page=${page}&order=${i % 2 ? 'asc' : 'desc'}${filter}`);
        times.push(performance.now() - at);
      }
      times.sort((a, b) => a - b);
      const ms = (share: number) => (times[Math.floor((times.length - 1) * share)] ?? 0).toFixed(1);
      print(
        `${String(total).padStart(6)} rows ${(filter.slice(1) || 'no filter').padEnd(28)} p50 ${ms(0.5)} ms  p99 ${ms(0.99)} ms  slowest ${ms(1)} ms`,
      );
    }
  } finally {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
