import type { Previewed } from '../assistant/conversation/asking.ts';
import { panelOf } from '../assistant/panel.ts';
import { withPreview } from '../assistant/previewed.ts';
import { searchOf } from '../assistant/site/search.ts';
import { assistantSite } from '../assistant/site/site.ts';
import { bareNote, type RuntimeNote } from '../site/note.ts';
import type { OpenPreview } from './open.ts';

/** The API of a server, and what came with a request to a preview of one of its projects. */
export interface PreviewApi {
  readonly project: string;
  readonly fetch: (request: Request, connection?: unknown) => Response | Promise<Response>;
  readonly connection: unknown;
}

const folder = '/_docent/assistant/';

/** What the pages of a preview may ask: its assistant, and nothing that leaves a record. */
export function previewNote({ preview, reader }: OpenPreview): RuntimeNote {
  const settings = reader.config.assistant;
  const panel = settings.enabled ? panelOf({ settings }) : undefined;
  if (!panel) return bareNote;
  const { basePath } = reader.deployment;
  return {
    ...bareNote,
    ...{ project: preview.name, assistant: true, panel },
    ...{ api: `${basePath}/_docent`, preview: true },
  };
}

/**
 * The answer of a preview's assistant, by the operations of the API that ask, resume and stop; undefined at other
 * addresses. Its project isn't part of the address: readers of a preview need not know it.
 */
export async function answerAsked(
  request: Request,
  { preview, reader, search }: OpenPreview,
  { project, fetch, connection }: PreviewApi,
): Promise<Response | undefined> {
  const url = new URL(request.url);
  const start = `${reader.deployment.basePath}${folder}${preview.name}`;
  if (!url.pathname.startsWith(`${start}/`)) return undefined;
  const path = url.pathname.slice(start.length);
  const settings = reader.config.assistant;
  if (!settings.enabled || !/^\/chat(?:\/[\w-]+\/(?:stream|stop))?$/.test(path)) return undefined;
  const asked: Previewed = {
    key: `${project} ${preview.name}`,
    site: assistantSite(reader, searchOf(search)),
    settings,
  };
  const to = new Request(new URL(`/api/v1/assistant/${project}${path}${url.search}`, url), request);
  // What is kept for one would be a record.
  to.headers.delete('idempotency-key');
  return fetch(to, withPreview(connection, asked));
}
