import { randomBytes } from 'node:crypto';
import { Resolver } from 'node:dns/promises';
import { messageOf } from '../schema/errors.ts';
import { given } from '../schema/given.ts';
import { isBelowHost, publicOnly } from '../schema/network.ts';
import { socketAddress } from './api.ts';
import { openModels } from './assistant/model/models.ts';
import { type Assistant, openAssistant } from './assistant/service.ts';
import { liveSites } from './assistant/site/live.ts';
import { type Applications, openApplications } from './backend/api.ts';
import { openDatabase } from './backend/database.ts';
import { openDeployments } from './backend/deployments.ts';
import { draftsOf } from './backend/drafts.ts';
import type { BackendOptions, Base } from './backend/options.ts';
import { answerAgentOf, noteOf } from './backend/pages.ts';
import { openPasswordResets } from './backend/password-resets.ts';
import { type MemberProvider, openMemberProvider } from './backend/provider.ts';
import { openReaders } from './backend/readers.ts';
import { noModel, openTranslation } from './backend/translation.ts';
import { startClocks, startWork } from './backend/work.ts';
import type { Arrival } from './deployments/take-in.ts';
import { openDraftThreads } from './drafts/apart.ts';
import { chatLimits, fixedLimits } from './http/limits.ts';
import { requestLine } from './http/log.ts';
import {
  createFailureLimiter,
  createRateLimiter,
  createSlidingLimiter,
  memoryCounts,
} from './http/rate-limit.ts';
import type { RequestEntry } from './http/router.ts';
import { mailDisabledWebhook } from './mail/disabled-webhook.ts';
import { type Mail, type Mailer, openMailer } from './mail/mailer.ts';
import { createVault, keyFor } from './secrets/vault.ts';
import { initialLimits } from './settings/limits.ts';
import type { SiteAccess } from './site/access.ts';
import { clientOf } from './site/client.ts';
import { createDomains, type Domains } from './site/domains.ts';
import { type HostedProject, readRanges } from './site/hosts.ts';
import type { RuntimeNote } from './site/note.ts';
import type { Session } from './site/session.ts';
import { openVisits, type Visits } from './site/visits.ts';
import type { SharedOutputs } from './storage/shared.ts';
import { createIds, type NewId } from './store/ids.ts';
import type { Store, Trx } from './store/open.ts';
import { listOrgs } from './store/orgs.ts';
import { findPublicProject, hostsOfProjects } from './store/projects.ts';
import { sharedCounts } from './store/rate-counts.ts';
import type { WebhookRow } from './store/webhook-tables.ts';
import { createQueue } from './tasks/create-queue.ts';
import type { TaskQueue } from './tasks/queue.ts';
import { createTermUses } from './tasks/term-uses.ts';
import { openWebhooks, type WebhookOptions, type Webhooks } from './webhooks/service.ts';

/** Database, queue and API of a running server. */
export interface Backend extends Applications {
  readonly store: Store;
  readonly queue: TaskQueue;
  readonly newId: NewId;
  /** Where the requests that a limit of this name holds are counted. */
  readonly counts: Base['counts'];
  /** Sessions of readers. */
  readonly access: SiteAccess;
  /** The reader, if there is a session for the site of that project. */
  readonly sessionOf: (request: Request, projectId: string) => Promise<Session | undefined>;
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
  readonly note: (projectId: string | undefined) => Promise<Omit<RuntimeNote, 'proxy' | 'visits'>>;
  /** Writes the line of a request to the site. */
  readonly logRequest: (entry: Omit<RequestEntry, 'requestId'>) => void;
  /** Counts what readers read, unless that is turned off. */
  readonly visits?: Visits;
  /** The identity provider by which members may sign in, where there is one. */
  readonly provider?: MemberProvider;
  /** Whether it sends messages. */
  readonly sendsMail: boolean;
  /** Brings files of deployments that are in object storage. */
  readonly bringContent?: SharedOutputs['bringContent'];
  /** Previews that servers have in common. */
  readonly sharedPreviews?: SharedOutputs['previews'];
  /** Nothing when all is well, else what is not. */
  readonly trouble: () => Promise<string | undefined>;
  readonly close: () => Promise<void>;
}

const resolver = new Resolver({ timeout: 2000, tries: 2 });

/** Milliseconds that running tasks get when the server stops. */
const grace = 4000;

type Close = () => Promise<void>;

/** Opens everything behind the API; what was opened first is closed last, also when opening fails. */
export async function openBackend(options: BackendOptions): Promise<Backend> {
  const closers: Close[] = [];
  const opened = <Part extends { readonly close: Close }>(part: Part): Part => {
    closers.unshift(part.close);
    return part;
  };
  const close = async () => {
    for (const one of closers) await one();
  };
  try {
    return { ...(await openParts(options, opened)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function openParts(
  options: BackendOptions,
  opened: <Part extends { readonly close: Close }>(part: Part) => Part,
): Promise<Omit<Backend, 'close'>> {
  const { out, log, version } = options;
  const clock = { now: Date.now, newId: createIds(Date.now), log };
  const { store, instanceKey } = opened(await openDatabase(options, clock));
  const { limits = initialLimits, policy = publicOnly } = options;
  const counts = (space: string) =>
    store.kind === 'postgres' ? sharedCounts(store, space) : memoryCounts();
  const base: Base = { ...clock, store, limits, policy, instanceKey, counts };
  const mailer = options.mail && openMailer(options.mail);
  const onDisabled = (trx: Trx, webhook: WebhookRow) =>
    mailDisabledWebhook({ queue, service: options.service ?? 'Docent' }, trx, webhook);
  const webhooks = opened(webhooksOf(options, base, mailer ? onDisabled : undefined));
  const queue = createQueue(store, { ...clock, grace });
  opened({ close: queue.stop });
  const domains = domainsOf(options, base);
  const { access, sessionOf } = openReaders(options, mailer, base);
  const assistant = opened(assistantOf(options, base, webhooks));
  const translation = openTranslation({ ...options, modelPatience: limits.modelPatience });
  const { wake } = webhooks;
  const { translates } = translation;
  const shared = await sharedOf(options, base, opened);
  const deployments = opened(
    openDeployments(base, { ...options, queue, translates, wake, ...(shared ? { shared } : {}) }),
  );
  const proxies = readRanges(options.proxies ?? []);
  const logRequest = requestLog(base);
  const exportTranslations = translation.exports(base);
  const repositoryConfig = translation.repositoryConfig(base);
  const wrongKeys = createFailureLimiter(
    { name: 'wrong-keys', perMinute: base.limits.wrongKeys, burst: 0 },
    base.counts('wrong-keys'),
    base.now,
  );
  const applications = openApplications(options, base, {
    ...{ queue, webhooks, deployments, assistant, sessionOf, domains, wrongKeys },
    ...(shared ? { shared } : {}),
    assertModel: translation.assertModel,
    ...(translation.translates ? {} : { modelObstacle: noModel }),
    termUses: createTermUses({
      folderOf: deployments.folderOf,
      ...(shared ? { whole: shared.whole } : {}),
    }),
    segments: translation.segments({
      ...{ ...base, queue, folderOf: deployments.folderOf },
      ...(shared ? { whole: shared.whole } : {}),
    }),
    showDraft: draftsOf(opened(openDraftThreads()), {
      ...{ store: base.store, folderOf: deployments.folderOf },
      ...(shared ? { whole: shared.whole } : {}),
    }),
    ...(exportTranslations ? { exportTranslations } : {}),
    ...(repositoryConfig ? { repositoryConfig } : {}),
    ...(mailer
      ? {
          sendMail: (mail: Mail) => sendMail(mailer, mail, base),
          passwordResets: openPasswordResets(options, mailer, base),
        }
      : {}),
    log: logRequest,
    addressOf: (request, connection) =>
      clientOf(request, socketAddress(request, connection), proxies).address,
    originOf: (request, connection) =>
      clientOf(request, socketAddress(request, connection), proxies).origin,
  });
  await shared?.start();
  await startWork(base, {
    ...{ queue, translation, deployments, out, version },
    ...(mailer ? { mailer } : {}),
    ...(shared ? { shared } : {}),
  });
  wake();
  const visits =
    limits.analyticsRetention > 0
      ? opened(await openVisits({ ...base, random: () => randomBytes(32).toString('hex') }))
      : undefined;
  opened(startClocks(base, { assistant, deployments, out, ...(shared ? { shared } : {}) }));
  const pages = { ...options, store, assistant, proxies, sessionOf, wrongKeys, ...clock };
  return {
    ...{ store, queue, counts, newId: clock.newId, access, sessionOf, domains },
    ...applications,
    deployed: deployments.deployed,
    published: deployments.published,
    released: deployments.released,
    standing: deployments.standing,
    projects: () => projectsOf(store),
    isDomainOf: (projectId, host) => isDomainOf({ ...options, store, domains }, projectId, host),
    agents: (projectId, request, remote) => answerAgentOf(pages, projectId, { request, remote }),
    note: (projectId) => noteOf(pages, projectId),
    logRequest: (entry) => logRequest({ requestId: clock.newId('req'), ...entry }),
    ...(visits ? { visits } : {}),
    sendsMail: mailer !== undefined,
    ...(options.oidc ? { provider: openMemberProvider(options.oidc, base, proxies) } : {}),
    trouble: async () => (await troubleOf(store, queue)) ?? shared?.trouble(),
    ...(shared ? { bringContent: shared.bringContent, sharedPreviews: shared.previews } : {}),
  };
}

/** Sends a message; whether the mail server has accepted it. The log says why not. */
async function sendMail(mailer: Mailer, mail: Mail, { log }: Base): Promise<boolean> {
  try {
    await mailer.send(mail);
    return true;
  } catch (error) {
    log(`A message to ${mail.to} could not be sent: ${messageOf(error)}`);
    return false;
  }
}

/** Opens the object storage that servers have in common, where there is one. */
async function sharedOf(
  { storage, out, show }: BackendOptions,
  { store, limits, now, log }: Base,
  opened: <Part extends { readonly close: Close }>(part: Part) => Part,
): Promise<SharedOutputs | undefined> {
  if (!storage) return undefined;
  if (store.kind !== 'postgres') {
    throw new Error(
      'DOCENT_STORAGE needs a PostgreSQL database, in which servers tell each other what is live. Set DATABASE_URL to postgres://user:password@host/name.',
    );
  }
  const [{ openShared }, { openS3 }] = await Promise.all([
    import('./storage/shared.ts'),
    import('./storage/s3.ts'),
  ]);
  const objects = openS3(storage);
  const tools = { objects, store, out, now, log, diskCache: limits.diskCache };
  return opened(await openShared({ ...tools, ...(show ? { show } : {}) }));
}

function webhooksOf(
  { service = 'Docent' }: BackendOptions,
  { store, policy, limits, instanceKey, log, now, newId, counts }: Base,
  onDisabled: WebhookOptions['onDisabled'],
): Webhooks {
  return openWebhooks({
    ...{ store, policy, service, log, now, newId },
    vault: createVault(instanceKey),
    testLimit: createRateLimiter(fixedLimits.webhookTest, counts('webhook-test')),
    maxRetries: limits.webhookRetries,
    attemptTimeout: limits.webhookTimeout,
    disable: { after: limits.webhookDisableAfter, minAge: limits.webhookDisableAge },
    onDisabled,
  });
}

function domainsOf(
  { baseHost, resolveTxt }: BackendOptions,
  { store, instanceKey, now, log }: Base,
): Domains {
  return createDomains({
    ...{ store, now, log },
    key: keyFor('domain-token', instanceKey),
    resolveTxt: resolveTxt ?? ((name) => resolver.resolveTxt(name)),
    ...given({ baseHost }),
  });
}

function assistantOf(
  { served, chat, models, retention, denied, unsupported, chatTokens }: BackendOptions,
  { store, limits, log, now, newId, counts }: Base,
  { wake }: Webhooks,
): Assistant {
  return openAssistant({
    ...{ store, wake, log, now, newId },
    siteOf: liveSites(served ?? (() => undefined)),
    ...(chat ? openModels(chat, models) : {}),
    ...(retention ? { retention } : {}),
    ...(denied ? { denied } : {}),
    ...(unsupported ? { unsupported } : {}),
    ...given({ chatTokens }),
    readCounts: counts('assistant'),
    limits: {
      visitor: createSlidingLimiter(chatLimits.visitor, now, counts('chat-visitor')),
      address: createSlidingLimiter(
        { name: 'address', perMinute: limits.chatRate },
        now,
        counts('chat-address'),
      ),
      agent: createSlidingLimiter(chatLimits.agent, now, counts('agent')),
    },
  });
}

function requestLog({ log, now }: Base): (entry: RequestEntry) => void {
  const style = process.stderr.isTTY ? 'terminal' : 'json';
  return (entry) => log(requestLine(entry, style, now()));
}

async function projectsOf(store: Store): Promise<readonly HostedProject[]> {
  return (await hostsOfProjects(store.db)).map((row) => ({
    id: row.id,
    subdomain: row.subdomain,
    customDomain: row.custom_domain,
  }));
}

/** Whether a project is proven to have that host, or has it below the operator's own. */
async function isDomainOf(
  {
    store,
    domains,
    baseHost,
  }: Pick<BackendOptions, 'baseHost'> & { readonly store: Store; readonly domains: Domains },
  projectId: string,
  host: string,
): Promise<boolean> {
  if (isBelowHost(host, baseHost)) return true;
  const project = await findPublicProject(store.db, projectId, '');
  return project?.custom_domain === host && (await domains.stateOf(projectId, host)) !== 'unproven';
}

/** Nothing when database and queue are well, else what is not. */
async function troubleOf(store: Store, queue: TaskQueue): Promise<string | undefined> {
  try {
    await listOrgs(store.db);
  } catch (error) {
    return `The database is not available: ${messageOf(error)}`;
  }
  if (!(await store.hasRoom())) return 'The disk of the database is full.';
  return queue.trouble();
}
