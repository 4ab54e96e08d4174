import { Resolver } from 'node:dns/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { listDeployments } from '../pipeline/output/read.ts';
import { type AddressPolicy, publicOnly } from '../schema/network.ts';
import { createApi, socketAddress } from './api.ts';
import type { ChatSettings } from './assistant/environment.ts';
import { chatLimits, createSlidingLimiter } from './assistant/limits.ts';
import { liveSites, type ServedSite } from './assistant/live.ts';
import { answerAgent } from './assistant/mcp.ts';
import { openModels } from './assistant/models.ts';
import { openAssistant } from './assistant/service.ts';
import { refuseUnfinished } from './backup/staging.ts';
import { bootstrap } from './commands/keys.ts';
import { checkConfigApart } from './config-check/apart.ts';
import { release, untilReleased } from './deployments/holds.ts';
import { type Arrival, shownIn, takeInDeployment } from './deployments/take-in.ts';
import { removeFileTranslations } from './file-translations.ts';
import { requestLine } from './http/log.ts';
import { createFailureLimiter, createRateLimiter } from './http/rate-limit.ts';
import type { RequestEntry } from './http/router.ts';
import { createPlatform } from './payments/platform.ts';
import { panelOf } from './routes/assistant.ts';
import { allowsFeedback } from './routes/feedback.ts';
import { keyPlace, openInstanceKey } from './secrets/instance-key.ts';
import { createVault, keyFor } from './secrets/vault.ts';
import { initialLimits, type Limits } from './settings/table.ts';
import { createSiteAccess, type SiteAccess } from './site/access.ts';
import { createAccounts } from './site/accounts.ts';
import { clientOf } from './site/client.ts';
import { isBelowHost } from './site/domain-name.ts';
import { createDomains, type Domains, type ResolveTxt } from './site/domains.ts';
import { type HostedProject, readRanges, siteFolders } from './site/hosts.ts';
import { bareNote, type RuntimeNote } from './site/note.ts';
import type { LiveSearch } from './site/search.ts';
import { createSessions, type Session } from './site/session.ts';
import { createTokenVerifier } from './site/sign-in-token.ts';
import { endSession, hasEnded } from './store/ended-sessions.ts';
import { listHolds } from './store/holds.ts';
import { sweepIdempotency } from './store/idempotency.ts';
import { createIds, type NewId } from './store/ids.ts';
import { holdDatabase } from './store/in-use.ts';
import { openJobs } from './store/jobs.ts';
import { assertReachable, migrate } from './store/migrate.ts';
import { openStore, type Store } from './store/open.ts';
import { listOrgs } from './store/orgs.ts';
import { findPublicProject, hostsOfProjects } from './store/projects.ts';
import { notePublished } from './store/publications.ts';
import { createQueue } from './tasks/create-queue.ts';
import { createDeploy } from './tasks/deploy.ts';
import { createPurge } from './tasks/purge.ts';
import type { TaskQueue } from './tasks/queue.ts';
import { rebuildApart } from './tasks/rebuild-apart.ts';
import { openTranslation, type TranslateSettings } from './translation.ts';
import { openWebhooks } from './webhooks/service.ts';

export interface BackendOptions extends ChatSettings, TranslateSettings {
  readonly out: string;
  readonly version: string;
  readonly log: (line: string) => void;
  /** `postgres://…` or a file; `docent.db` in the output folder when it is left out. */
  readonly database?: string;
  /** Name in the headers of deliveries, and who may be called besides the public internet. */
  readonly service?: string;
  readonly policy?: AddressPolicy;
  readonly limits?: Limits;
  /** Addresses and ranges of proxies whose word about the client is taken. */
  readonly proxies?: readonly string[];
  /** A host that serves the payments platform alone. */
  readonly platformHost?: string;
  /** The operator's own host: sites have their names below it. */
  readonly baseHost?: string;
  /** Asks the DNS; that of this machine when it is left out. */
  readonly resolveTxt?: ResolveTxt;
  /** Of what is built here: where the model for vectors is, and how to get out to the network. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** The search of a project whose site is served here. */
  readonly searches?: (projectId: string) => LiveSearch | undefined;
  /** The site of a project, where it is served here: what the assistant reads. */
  readonly served?: (projectId: string) => ServedSite | undefined;
  /** Key that encrypts secrets (default: generated once in the output folder). */
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
  /** Sessions of readers. */
  readonly access: SiteAccess;
  /** The reader, if there is a session for the site of that project. */
  readonly sessionOf: (request: Request, projectId: string) => Promise<Session | undefined>;
  /** The same at a host of its own, where there is one. */
  readonly platformAt?: { readonly host: string } & Backend['api'];
  /**
   * Takes the newest deployment of a folder into the database, as a project of that name; the log says when
   * that fails. Answers the id of the project.
   */
  readonly deployed: (
    id: string,
    folder: string,
    arrival?: Pick<Arrival, 'name' | 'live'>,
  ) => Promise<string | undefined>;
  /** Notes what readers get of a project's translations, now that a deployment is live. */
  readonly published: (project: string, id: string, folder: string) => void;
  /** Resolves when readers may see the newest deployment of a project. */
  readonly released: (projectId: string) => Promise<void>;
  /** What readers of a folder go on seeing although another deployment is current. */
  readonly standing: (
    folder: string,
  ) => Promise<{ readonly deployment: string; readonly project: string } | undefined>;
  /** Which project a domain belongs to. */
  readonly domains: Domains;
  /** Whether a project is proven to have that host, or has it below the operator's own. */
  readonly isDomainOf: (projectId: string, host: string) => Promise<boolean>;
  /** Every project, for the hosts it is served at. */
  readonly projects: () => Promise<readonly HostedProject[]>;
  /** Answers an agent that reads the pages of a project. */
  readonly agents: (
    projectId: string | undefined,
    request: Request,
    remote: string | undefined,
  ) => Promise<Response>;
  /** What the pages of a project may ask of this server. */
  readonly note: (projectId: string | undefined) => Promise<RuntimeNote>;
  /** Writes the line of a request to the site. */
  readonly logRequest: (entry: Omit<RequestEntry, 'requestId'>) => void;
  /** Nothing when all is well, else what is not. */
  readonly trouble: () => Promise<string | undefined>;
  readonly close: () => Promise<void>;
}

const resolver = new Resolver({ timeout: 2000, tries: 2 });

const minute = 60 * 1000;
const hour = 60 * minute;

/** Opens everything behind the API; the first start prints the first key. */
export async function openBackend(options: BackendOptions): Promise<Backend> {
  const { out, log } = options;
  refuseUnfinished(out);
  const address = options.database ?? join(out, 'docent.db');
  const store = openStore(address);
  const now = Date.now;
  const newId = createIds(now);
  let instanceKey: Uint8Array;
  let letGo = async () => {};
  try {
    await assertReachable(store);
    letGo = await holdDatabase(store, log);
    await migrate(store);
    instanceKey = await openInstanceKey(store, keyPlace(out, options.secretKey));
    const first = await bootstrap({ store, now, newId });
    if (first) {
      log(
        `First start: created the organization "default" and its key. The key is shown only once:`,
      );
      log(first.secret);
    }
  } catch (error) {
    await letGo();
    await store.close();
    throw error;
  }
  const queue = createQueue(store, { now, newId, log, grace: 4000 });
  const style = process.stderr.isTTY ? 'terminal' : 'json';
  const limits = options.limits ?? initialLimits;
  const perMinute = (name: string, perMinute: number, burst = 0) => ({ name, perMinute, burst });
  const webhooks = openWebhooks({
    store,
    vault: createVault(instanceKey),
    policy: options.policy ?? publicOnly,
    service: options.service ?? 'Docent',
    testLimit: createRateLimiter(perMinute('webhook-test', 10)),
    maxRetries: limits.webhookRetries,
    attemptTimeout: limits.webhookTimeout,
    disable: { after: limits.webhookDisableAfter, minAge: limits.webhookDisableAge },
    log,
    now,
    newId,
  });
  const domains = createDomains({
    store,
    key: keyFor('domain-token', instanceKey),
    resolveTxt: options.resolveTxt ?? ((name) => resolver.resolveTxt(name)),
    ...(options.baseHost === undefined ? {} : { baseHost: options.baseHost }),
    now,
    log,
  });
  const accounts = createAccounts(store);
  const access = createSiteAccess({
    sessions: createSessions({
      vault: createVault(keyFor('site-session', instanceKey)),
      accounts,
      ended: {
        add: (session) => endSession(store.db, session, now()),
        has: (id) => hasEnded(store.db, id),
      },
      now,
    }),
    accounts,
    verifyToken: createTokenVerifier({ policy: options.policy ?? publicOnly, now }),
    log,
  });
  const sessionOf: Backend['sessionOf'] = async (request, projectId) => {
    const site = options.served?.(projectId)?.current();
    return site && access.sessionOf(request, site, projectId);
  };
  const proxies = readRanges(options.proxies ?? []);
  const builtBy = new Map<string, { readonly folder: string; readonly id: string }>();
  const assistant = openAssistant({
    store,
    siteOf: liveSites(options.served ?? (() => undefined)),
    ...(options.chat ? openModels(options.chat, options.models) : {}),
    ...(options.retention ? { retention: options.retention } : {}),
    ...(options.denied ? { denied: options.denied } : {}),
    limits: {
      visitor: createSlidingLimiter(chatLimits.visitor, now),
      address: createSlidingLimiter({ name: 'address', perMinute: limits.chatRate }, now),
    },
    wake: () => webhooks.wake(),
    log,
    now,
    newId,
  });
  const translation = openTranslation({ ...options, modelPatience: limits.modelPatience });
  const exportTranslations = translation.exports({ store, now });
  const logRequest = (entry: RequestEntry) => log(requestLine(entry, style, now()));
  const wrongKeys = createFailureLimiter(perMinute('wrong-keys', limits.wrongKeys));
  const addressOf = (request: Request, connection: unknown) =>
    clientOf(request, socketAddress(request, connection), proxies).address;
  const has = (folder: string, id: string) => listDeployments(folder).some((one) => one.id === id);
  const folderOf = (id: string) => {
    // Reading the folders of a thousand sites for each of them would take a million reads.
    for (const known of builtBy.values()) {
      if (known.id === id && has(known.folder, id)) return known.folder;
    }
    return siteFolders(out).find((folder) => has(folder, id));
  };
  const api = createApi(
    {
      store,
      queue,
      webhooks,
      readerLimits: {
        visitor: createRateLimiter(perMinute('visitor', 10)),
        address: createRateLimiter(perMinute('address', limits.feedbackRate)),
      },
      now,
      newId,
      checkConfig: (text, project) => checkConfigApart({ text, built: builtBy.get(project.id) }),
      ...(options.searches ? { searches: options.searches } : {}),
      ...(options.service ? { service: options.service } : {}),
      removeFileTranslations: async ({ deployment_id: id }, language) => {
        const folder = id === null ? undefined : folderOf(id);
        if (folder !== undefined) await removeFileTranslations(folder, language);
      },
      assertModel: translation.assertModel,
      ...(exportTranslations ? { exportTranslations } : {}),
      assistant,
      sessionOf,
      domains,
    },
    {
      version: options.version,
      log: logRequest,
      ...(options.origins ? { origins: options.origins } : {}),
      addressOf,
      limits: {
        all: createRateLimiter(perMinute('default', limits.keyRate, limits.keyBurst)),
        heavy: createRateLimiter(perMinute('heavy', limits.heavyRate)),
        wrongKeys,
      },
    },
  );
  const payments = {
    ...{ store, now, newId, log: logRequest, addressOf, wrongKeys },
    limit: createRateLimiter(perMinute('platform', 120)),
  };
  const platform = createPlatform(payments);
  const platformAt = options.platformHost && {
    host: options.platformHost,
    fetch: createPlatform(payments, '').fetch,
  };
  const tools = { store, queue, folderOf, now, newId, log, version: options.version };
  await translation.work(tools);
  const rebuilt = new Set<string>();
  await queue.work(
    'deploy',
    createDeploy({
      ...tools,
      rebuild: async (task, signal) => {
        const { environment = {} } = options;
        const deployment = newId('dpl');
        rebuilt.add(deployment);
        const result = await rebuildApart({ ...task, deployment }, { environment, signal });
        if (result?.type !== 'built') rebuilt.delete(deployment);
        return result;
      },
      release: async (hold) => {
        await release(tools, hold);
        webhooks.wake();
      },
    }),
  );
  await queue.work('purge', createPurge({ out, now, log }));
  await queue.start();
  webhooks.wake();
  for (const job of await openJobs(store.db)) {
    await queue.enqueue(store.db, 'translate', { jobId: job.id }, { key: job.id });
  }
  const sweep = setInterval(() => {
    sweepIdempotency(store.db, now()).catch((error: Error) => log(error.message));
    assistant.forgetOld().catch((error: Error) => log(error.message));
  }, hour);
  sweep.unref();
  const idle = setInterval(() => {
    assistant.closeIdle().catch((error: Error) => log(error.message));
  }, minute);
  idle.unref();

  let last = Promise.resolve();
  const closing = new AbortController();
  const sleep = (milliseconds: number, signal: AbortSignal) =>
    setTimeout(milliseconds, undefined, { signal, ref: false }) as Promise<void>;
  return {
    store,
    queue,
    newId,
    access,
    sessionOf,
    domains,
    api,
    platform,
    ...(platformAt ? { platformAt } : {}),
    published: (project, id, folder) => {
      last = last.then(async () => {
        try {
          await notePublished(store, project, await shownIn(folder, id), now());
        } catch (error) {
          log(`What ${id} shows could not be noted: ${(error as Error).message}`);
        }
      });
    },
    released: async (projectId) => {
      await untilReleased({ ...tools, sleep }, projectId, closing.signal);
      webhooks.wake();
    },
    standing: async (folder) => {
      const hold = (await listHolds(store.db)).find(({ live_id, deployment_id }) =>
        [live_id, deployment_id].every((id) => isComplete(folder, id)),
      );
      return hold && { deployment: hold.live_id, project: hold.project_id };
    },
    deployed: (id, folder, arrival) => {
      // One after the other: the later deployment is the one that stays.
      const taken = last.then(async () => {
        try {
          const done = await takeInDeployment({ store, queue, now, newId, log }, folder, id, {
            ...arrival,
            isRebuilt: rebuilt.delete(id),
            translates: translation.translates,
          });
          webhooks.wake();
          if (done) builtBy.set(done.project.id, { folder, id });
          // A build of the command line knows nothing of the translations in the database.
          if (done) {
            const key = `${done.project.id} ${id}`;
            const data = { projectId: done.project.id };
            await queue.enqueue(store.db, 'deploy', data, { key });
          }
          return done?.project.id;
        } catch (error) {
          log(`Can't import the deployment ${id}: ${(error as Error).message}`);
          return undefined;
        }
      });
      last = taken.then(() => {});
      return taken;
    },
    projects: async () =>
      (await hostsOfProjects(store.db)).map((row) => ({
        id: row.id,
        subdomain: row.subdomain,
        customDomain: row.custom_domain,
      })),
    isDomainOf: async (projectId, host) => {
      if (isBelowHost(host, options.baseHost)) return true;
      const project = await findPublicProject(store.db, projectId, '');
      return (
        project?.custom_domain === host && (await domains.stateOf(projectId, host)) !== 'unproven'
      );
    },
    agents: async (projectId, request, remote) => {
      const project = projectId && (await findPublicProject(store.db, projectId, ''));
      const site = project && assistant.readSite(project);
      if (!site) return new Response('Not found.\n', { status: 404 });
      return answerAgent(request, {
        site,
        version: options.version,
        client: clientOf(request, remote, proxies),
        limit: assistant.countAgent,
      });
    },
    note: async (projectId) => {
      const project = projectId && (await findPublicProject(store.db, projectId, ''));
      if (!project) return bareNote;
      const panel = panelOf(assistant, project);
      return {
        project: project.id,
        assistant: panel !== undefined,
        feedback: allowsFeedback(project.config_json),
        search: options.searches?.(project.id) !== undefined,
        mcp: assistant.readSite(project) !== undefined,
        ...(panel ? { panel } : {}),
      };
    },
    logRequest: (entry) => logRequest({ requestId: newId('req'), ...entry }),
    trouble: async () => {
      try {
        await listOrgs(store.db);
      } catch (error) {
        return `The database is not available: ${(error as Error).message}`;
      }
      if (!(await store.hasRoom())) return 'The disk of the database is full.';
      return queue.trouble();
    },
    close: async () => {
      closing.abort(new Error('The server is shutting down.'));
      clearInterval(sweep);
      clearInterval(idle);
      await assistant.close();
      await last;
      await queue.stop();
      await webhooks.close();
      await store.close();
      await letGo();
    },
  };
}

/** Whether a folder has a deployment that can be served. */
function isComplete(folder: string, id: string): boolean {
  return listDeployments(folder).some((one) => one.id === id && !one.failed);
}
