import { join } from 'node:path';
import { sourceReader } from '../pipeline/output/read.ts';
import { type AddressPolicy, publicOnly } from '../schema/network.ts';
import { createApi } from './api.ts';
import { bootstrap } from './commands/keys.ts';
import { takeInDeployment } from './deployed.ts';
import { requestLine } from './http/log.ts';
import { apiLimits, createRateLimiter } from './http/rate-limit.ts';
import type { RequestEntry } from './http/router.ts';
import { createPlatform } from './payments/platform.ts';
import type { HostedProject } from './site/hosts.ts';
import type { LiveSearch } from './site/search.ts';
import { sweepIdempotency } from './store/idempotency.ts';
import { createIds, type NewId } from './store/ids.ts';
import { openJobs } from './store/jobs.ts';
import { migrate } from './store/migrate.ts';
import { openStore, type Store } from './store/open.ts';
import { listOrgs } from './store/orgs.ts';
import { allProjects } from './store/projects.ts';
import { createPurge } from './tasks/purge.ts';
import { createQueue, type TaskQueue } from './tasks/queue.ts';
import { createVault, readInstanceKey } from './webhooks/secrets.ts';
import { openWebhooks } from './webhooks/service.ts';

export interface BackendOptions {
  readonly out: string;
  readonly version: string;
  readonly log: (line: string) => void;
  /** `postgres://…` or a file; `docent.db` in the output folder when it is left out. */
  readonly database?: string;
  /** Name in the headers of deliveries, and who may be called besides the public internet. */
  readonly service?: string;
  readonly policy?: AddressPolicy;
  /** The search of a project whose site is served here. */
  readonly searches?: (projectId: string) => LiveSearch | undefined;
  /** Key that secrets are sealed with; made once beside the outputs when it is left out. */
  readonly secretKey?: string;
}

/** Database, queue and API of a running server. */
export interface Backend {
  readonly store: Store;
  readonly queue: TaskQueue;
  readonly newId: NewId;
  readonly api: {
    readonly fetch: (request: Request, connection?: unknown) => Response | Promise<Response>;
  };
  readonly platform: Backend['api'];
  /**
   * Takes the live deployment of a folder into the database, as a project of that name; the log says when
   * that fails. Answers the id of the project.
   */
  readonly deployed: (id: string, folder?: string, name?: string) => Promise<string | undefined>;
  /** Every project, for the hosts it is served at. */
  readonly projects: () => Promise<readonly HostedProject[]>;
  /** Nothing when all is well, else what is not. */
  readonly trouble: () => Promise<string | undefined>;
  readonly close: () => Promise<void>;
}

const hour = 60 * 60 * 1000;

/** Opens everything behind the API; the first start prints the first key. */
export async function openBackend(options: BackendOptions): Promise<Backend> {
  const { out, log } = options;
  const address = options.database ?? join(out, 'docent.db');
  const store = openStore(address);
  const now = Date.now;
  const newId = createIds(now);
  try {
    await migrate(store);
    const first = await bootstrap({ store, now, newId });
    if (first) {
      log(`First start: made the organization "default" and its key. It is shown only once:`);
      log(first.secret);
    }
  } catch (error) {
    await store.close();
    throw error;
  }
  const queue = createQueue(store, { now, newId, log });
  const style = process.stdout.isTTY ? 'terminal' : 'json';
  const webhooks = openWebhooks({
    store,
    vault: createVault(readInstanceKey(options.secretKey, join(out, 'instance.key'))),
    policy: options.policy ?? publicOnly,
    service: options.service ?? 'Docent',
    testLimit: createRateLimiter({ name: 'webhook-test', perMinute: 10, burst: 0 }),
    log,
    now,
    newId,
  });
  const builtBy = new Map<string, { readonly folder: string; readonly id: string }>();
  const logRequest = (entry: RequestEntry) => log(requestLine(entry, style, now()));
  const api = createApi(
    {
      store,
      queue,
      webhooks,
      readerLimits: {
        visitor: createRateLimiter(apiLimits.visitor),
        address: createRateLimiter(apiLimits.address),
      },
      now,
      newId,
      checkConfig: async (text, project) => {
        const { checkConfig } = await import('../pipeline/check-config.ts');
        const built = builtBy.get(project.id);
        return checkConfig(text, built && sourceReader(built.folder, built.id));
      },
      ...(options.searches ? { searches: options.searches } : {}),
    },
    { version: options.version, log: logRequest },
  );
  const platform = createPlatform({ store, now, newId, log: logRequest });
  await queue.work('purge', createPurge({ out, now, log }));
  await queue.start();
  webhooks.wake();
  for (const job of await openJobs(store.db)) {
    await queue.enqueue(store.db, 'translate', { jobId: job.id }, { key: job.id });
  }
  const sweep = setInterval(() => {
    sweepIdempotency(store.db, now()).catch((error: Error) => log(error.message));
  }, hour);
  sweep.unref();

  let last = Promise.resolve();
  return {
    store,
    queue,
    newId,
    api,
    platform,
    deployed: (id, folder = out, name) => {
      // One after the other: the later deployment is the one that stays.
      const taken = last.then(async () => {
        try {
          const done = await takeInDeployment({ store, queue, now, newId, log }, folder, id, name);
          webhooks.wake();
          if (done) builtBy.set(done.project.id, { folder, id });
          return done?.project.id;
        } catch (error) {
          log(`The deployment ${id} could not be taken in: ${(error as Error).message}`);
          return undefined;
        }
      });
      last = taken.then(() => {});
      return taken;
    },
    projects: async () =>
      (await allProjects(store.db)).map((row) => ({
        id: row.id,
        subdomain: row.subdomain,
        customDomain: row.custom_domain,
      })),
    trouble: async () => {
      try {
        await listOrgs(store.db);
      } catch (error) {
        return `The database does not answer: ${(error as Error).message}`;
      }
      return queue.trouble();
    },
    close: async () => {
      clearInterval(sweep);
      await last;
      await queue.stop();
      await webhooks.close();
      await store.close();
    },
  };
}
