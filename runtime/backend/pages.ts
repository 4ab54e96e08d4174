import { answerAgent } from '../assistant/mcp.ts';
import { panelOf } from '../assistant/panel.ts';
import type { Assistant } from '../assistant/service.ts';
import { clientOf } from '../site/client.ts';
import { allowsFeedback } from '../site/feedback.ts';
import type { Range } from '../site/hosts.ts';
import { bareNote, type RuntimeNote } from '../site/note.ts';
import type { Store } from '../store/open.ts';
import { configOf, findPublicProject } from '../store/projects.ts';
import type { BackendOptions } from './options.ts';

/** What the pages of a project need of this server. */
interface PageTools extends Pick<BackendOptions, 'searches' | 'version'> {
  readonly store: Store;
  readonly assistant: Assistant;
  readonly proxies: readonly Range[];
}

/** Answers an agent that reads the pages of a project. */
export async function answerAgentOf(
  { store, assistant, proxies, version }: PageTools,
  projectId: string | undefined,
  { request, remote }: { readonly request: Request; readonly remote: string | undefined },
): Promise<Response> {
  const project = projectId && (await findPublicProject(store.db, projectId, ''));
  const site = project && assistant.readSite(project);
  if (!site) return new Response('Not found.\n', { status: 404 });
  const client = clientOf(request, remote, proxies);
  return answerAgent(request, { site, version, client, limit: assistant.countAgent });
}

/** What the pages of a project may ask of this server. */
export async function noteOf(
  { store, assistant, searches }: PageTools,
  projectId: string | undefined,
): Promise<Omit<RuntimeNote, 'proxy'>> {
  const project = projectId && (await findPublicProject(store.db, projectId, ''));
  if (!project) return bareNote;
  const panel = panelOf(assistant.siteOf(project));
  return {
    project: project.id,
    assistant: panel !== undefined,
    feedback: allowsFeedback(await configOf(store.db, project.id)),
    search: searches?.(project.id) !== undefined,
    mcp: assistant.readSite(project) !== undefined,
    ...(panel ? { panel } : {}),
  };
}
