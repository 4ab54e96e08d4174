// A runtime that makes events and delivers them until it is killed: the child of the crash test.
import { readFileSync } from 'node:fs';
import { createGuardedAgent } from '../../../pipeline/net/fetch.ts';
import { createVault } from '../../../runtime/secrets/vault.ts';
import { createIds } from '../../../runtime/store/ids.ts';
import { openStore } from '../../../runtime/store/open.ts';
import { Dispatcher } from '../../../runtime/webhooks/dispatch.ts';
import { emit } from '../../../runtime/webhooks/outbox.ts';

const options = JSON.parse(process.argv[2] ?? '{}') as {
  readonly database: string;
  readonly ca: string;
  readonly orgId: string;
  readonly projectId: string;
  readonly first: number;
  readonly last: number;
  /** The clock runs this much faster, so that retries come within the test. */
  readonly speed: number;
  readonly origin: number;
};
const now = () => options.origin + Math.floor((Date.now() - options.origin) * options.speed);
const store = openStore(options.database);
const policy = { allow: ['127.0.0.0/8', '::1/128'], plainHosts: ['localhost'], ports: [] };
const newId = createIds();
const dispatcher = new Dispatcher({
  store,
  vault: createVault(Buffer.alloc(32, 7)),
  agent: createGuardedAgent(policy, { connectTimeout: 1000, ca: readFileSync(options.ca, 'utf8') }),
  policy,
  service: 'Docent',
  log: (line) => process.stderr.write(`${line}\n`),
  newId,
  now,
  perWebhook: 32,
  interval: 200,
  disable: { after: 1_000_000, minAge: 0 },
});
dispatcher.wake();
for (let next = options.first; next < options.last; next += 20) {
  const events = Array.from({ length: Math.min(20, options.last - next) }, (_, index) => ({
    id: `evt_${next + index}`,
    type: 'page.created' as const,
    timestamp: now(),
    data: { pagePath: `p${next + index}`, pageTitle: '', deploymentId: '' },
  }));
  await store.transaction((trx) =>
    emit(trx, { orgId: options.orgId, projectId: options.projectId, newId, now: now(), events }),
  );
  // Only what was said to be committed counts as acknowledged.
  process.stdout.write(`${next + events.length}\n`);
  dispatcher.wake();
}
