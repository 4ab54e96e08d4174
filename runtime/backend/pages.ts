import { ApiError } from '../../schema/errors.ts';
import { findCaller } from '../api.ts';
import { answerAgent } from '../assistant/mcp.ts';
import { panelOf } from '../assistant/panel.ts';
import type { Assistant } from '../assistant/service.ts';
import { stranger, type Visitor } from '../assistant/site/site.ts';
import { authenticate } from '../http/auth.ts';
import type { FailureLimiter } from '../http/rate-limit.ts';
import { clientOf } from '../site/client.ts';
import { allowsFeedback } from '../site/feedback.ts';
import type { Range } from '../site/hosts.ts';
import { bareNote, type RuntimeNote } from '../site/note.ts';
import type { Session } from '../site/session.ts';
import type { NewId } from '../store/ids.ts';
import type { Store } from '../store/open.ts';
import { findPublicProject, type ProjectFacts } from '../store/projects.ts';
import type { BackendOptions } from './options.ts';

/** What the pages of a project need of this server. */
interface PageTools extends Pick<BackendOptions, 'searches' | 'version'> {
  readonly store: Store;
  readonly assistant: Assistant;
  readonly proxies: readonly Range[];
  readonly sessionOf: (request: Request, projectId: string) => Promise<Session | undefined>;
  /** Counts wrong keys of agents. */
  readonly wrongKeys: FailureLimiter;
  readonly now: () => number;
  readonly newId: NewId;
}

/** Answers an agent that reads the pages of a project. */
export async function answerAgentOf(
  tools: PageTools,
  projectId: string | undefined,
  { request, remote }: { readonly request: Request; readonly remote: string | undefined },
): Promise<Response> {
  const { store, assistant, proxies, version } = tools;
  const project = projectId && (await findPublicProject(store.db, projectId, ''));
  const site = project && assistant.readSite(project);
  if (!site) return new Response('Not found.\n', { status: 404 });
  const client = clientOf(request, remote, proxies);
  const visitor = () => visitorOf(tools, project, { request, address: client.address });
  return answerAgent(request, { site, version, client, limit: assistant.countAgent, visitor });
}

/**
 * What an agent may read: with a key of the project's organization, what a reader of the groups may whom it
 * names; with a session of the site, what that reader may; else the open pages.
 */
async function visitorOf(
  { store, sessionOf, wrongKeys, now, newId }: PageTools,
  project: ProjectFacts,
  { request, address }: { readonly request: Request; readonly address: string },
): Promise<Visitor> {
  const authorization = request.headers.get('authorization');
  if (authorization === null) {
    const session = await sessionOf(request, project.id);
    return session ? { session: true, groups: session.groups } : stranger;
  }
  const caller = await authenticate(authorization, {
    address,
    failures: wrongKeys,
    find: (token) => findCaller({ store, now, newId }, token),
  });
  const isOwn = caller.orgId === project.org_id && [null, project.id].includes(caller.projectId);
  if (!isOwn || !caller.scopes.includes('projects:read')) {
    throw new ApiError('FORBIDDEN', 'This key may not read the pages of this project.');
  }
  const groups = (request.headers.get('x-docent-groups') ?? '').split(',');
  return { session: true, groups: groups.map((group) => group.trim()).filter(Boolean) };
}

/** What the pages of a project may ask of this server. */
export async function noteOf(
  { store, assistant, searches }: PageTools,
  projectId: string | undefined,
): Promise<Omit<RuntimeNote, 'proxy' | 'visits'>> {
  const project = projectId && (await findPublicProject(store.db, projectId, ''));
  if (!project) return bareNote;
  const panel = panelOf(assistant.siteOf(project));
  const site = assistant.readSite(project);
  return {
    project: project.id,
    assistant: panel !== undefined,
    feedback: await allowsFeedback(store.db, project, site),
    search: searches?.(project.id) !== undefined,
    mcp: site !== undefined,
    ...(panel ? { panel } : {}),
  };
}
