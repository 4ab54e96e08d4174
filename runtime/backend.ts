import { randomBytes } from 'node:crypto';
import { messageOf } from '../schema/errors.ts';
import { given } from '../schema/given.ts';
import { isBelowHost } from '../schema/network.ts';
import { socketAddress } from './api.ts';
import { type Applications, openApplications } from './backend/api.ts';
import { draftsOf } from './backend/drafts.ts';
import type { BackendOptions, Base } from './backend/options.ts';
import { answerAgentOf, noteOf } from './backend/pages.ts';
import { type Opened, openParts, type Parts } from './backend/parts.ts';
import { openPasswordResets } from './backend/password-resets.ts';
import { type MemberProvider, openMemberProvider } from './backend/provider.ts';
import { noModel } from './backend/translation.ts';
import { startClocks, startWork } from './backend/work.ts';
import type { Arrival } from './deployments/take-in.ts';
import { openDraftThreads } from './drafts/apart.ts';
import { requestLine } from './http/log.ts';
import type { RequestEntry } from './http/router.ts';
import type { Mail, Mailer } from './mail/mailer.ts';
import type { SiteAccess } from './site/access.ts';
import { clientOf } from './site/client.ts';
import type { Domains } from './site/domains.ts';
import { type HostedProject, readRanges } from './site/hosts.ts';
import type { RuntimeNote } from './site/note.ts';
import type { Session } from './site/session.ts';
import { openVisits, type Visits } from './site/visits.ts';
import type { SharedOutputs } from './storage/shared.ts';
import type { NewId } from './store/ids.ts';
import type { Store } from './store/open.ts';
import { listOrgs } from './store/orgs.ts';
import { findPublicProject, hostsOfProjects } from './store/projects.ts';
import type { TaskQueue } from './tasks/queue.ts';
import { createTermUses } from './tasks/term-uses.ts';

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

/** Opens everything behind the API; what was opened first is closed last, also when opening fails. */
export async function openBackend(options: BackendOptions): Promise<Backend> {
  const closers: (() => Promise<void>)[] = [];
  const opened: Opened = (part) => {
    closers.unshift(part.close);
    return part;
  };
  const close = async () => {
    for (const one of closers) await one();
  };
  try {
    const parts = await openParts(options, opened);
    const applications = openApplications(options, parts.base, servicesOf(options, parts, opened));
    const visits = await start(options, parts, opened);
    return { ...answersOf(options, parts, visits), ...applications, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** What the API asks of the parts. */
function servicesOf(
  options: BackendOptions,
  { base, ...parts }: Parts,
  opened: Opened,
): Parameters<typeof openApplications>[2] {
  const { queue, webhooks, deployments, assistant, sessionOf, domains, wrongKeys } = parts;
  const { translation, shared, mailer } = parts;
  const { folderOf } = deployments;
  const whole = given({ whole: shared?.whole });
  const proxies = readRanges(options.proxies ?? []);
  const client = (request: Request, connection: unknown) =>
    clientOf(request, socketAddress(request, connection), proxies);
  return {
    ...{ queue, webhooks, deployments, assistant, sessionOf, domains, wrongKeys },
    ...given({
      shared,
      exportTranslations: translation.exports(base),
      repositoryConfig: translation.repositoryConfig(base),
      modelObstacle: translation.translates ? undefined : noModel,
      sendMail: mailer && ((mail: Mail) => sendMail(mailer, mail, base)),
      passwordResets: mailer && openPasswordResets(options, mailer, base),
    }),
    assertModel: translation.assertModel,
    termUses: createTermUses({ folderOf, ...whole }),
    segments: translation.segments({ ...base, queue, folderOf, ...whole }),
    showDraft: draftsOf(opened(openDraftThreads()), { store: base.store, folderOf, ...whole }),
    log: requestLog(base),
    addressOf: (request, connection) => client(request, connection).address,
    originOf: (request, connection) => client(request, connection).origin,
  };
}

/** Begins what goes on without requests; answers what counts them, where that is wanted. */
async function start(
  { out, version }: BackendOptions,
  { base, queue, webhooks, assistant, translation, deployments, ...parts }: Parts,
  opened: Opened,
): Promise<Visits | undefined> {
  const shared = given({ shared: parts.shared });
  await parts.shared?.start();
  await startWork(base, {
    ...{ queue, translation, deployments, out, version },
    ...given({ mailer: parts.mailer }),
    ...shared,
  });
  webhooks.wake();
  const visits =
    base.limits.analyticsRetention > 0
      ? opened(await openVisits({ ...base, random: () => randomBytes(32).toString('hex') }))
      : undefined;
  opened(startClocks(base, { assistant, deployments, out, ...shared }));
  return visits;
}

/** What the servers of sites ask. */
function answersOf(
  options: BackendOptions,
  { base, queue, access, sessionOf, domains, ...parts }: Parts,
  visits: Visits | undefined,
): Omit<Backend, keyof Applications | 'close'> {
  const { store, newId, counts, now, log } = base;
  const { assistant, deployments, wrongKeys, shared, mailer } = parts;
  const proxies = readRanges(options.proxies ?? []);
  const logLine = requestLog(base);
  const pages = {
    ...{ ...options, store, assistant, proxies, sessionOf, wrongKeys },
    ...{ now, newId, log },
  };
  return {
    ...{ store, queue, counts, newId, access, sessionOf, domains },
    deployed: deployments.deployed,
    published: deployments.published,
    released: deployments.released,
    standing: deployments.standing,
    projects: () => projectsOf(store),
    isDomainOf: (projectId, host) => isDomainOf({ ...options, store, domains }, projectId, host),
    agents: (projectId, request, remote) => answerAgentOf(pages, projectId, { request, remote }),
    note: (projectId) => noteOf(pages, projectId),
    logRequest: (entry) => logLine({ requestId: newId('req'), ...entry }),
    sendsMail: mailer !== undefined,
    trouble: async () => (await troubleOf(store, queue)) ?? shared?.trouble(),
    ...given({
      visits,
      provider: options.oidc && openMemberProvider(options.oidc, base, proxies),
      bringContent: shared?.bringContent,
      sharedPreviews: shared?.previews,
    }),
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
