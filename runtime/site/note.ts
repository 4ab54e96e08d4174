import type { SiteReader } from '../../pipeline/output/read.ts';
import { given } from '../../schema/given.ts';

/** What a page's script receives about the server. */
export interface RuntimeNote {
  /** Id of the project; null while it is not known. */
  readonly project: string | null;
  readonly assistant: boolean;
  readonly feedback: boolean;
  readonly search: boolean;
  /** Agents may read the pages at `/mcp`. */
  readonly mcp: boolean;
  /** API pages may send requests through `/_docent/proxy`. */
  readonly proxy: boolean;
  /** The server counts views, and pages report those that it can't see. */
  readonly visits: boolean;
  /** How the assistant's panel looks; only with an assistant. */
  readonly panel?: object;
  /** Where the API is, if not at `/api/v1`. */
  readonly api?: string;
  /** The pages are a preview: answers can't be rated or reported. */
  readonly preview?: boolean;
}

/** What a server without an API can say, `docent dev` for one. */
export const bareNote: RuntimeNote = {
  project: null,
  assistant: false,
  feedback: false,
  search: false,
  mcp: false,
  proxy: false,
  visits: false,
};

/** Whether a request asks what the server behind a site can do. */
export function asksForNote(request: Request, site: SiteReader): boolean {
  const { pathname } = new URL(request.url);
  return pathname === `${site.deployment.basePath}/_docent/runtime.json`;
}

/** The note as a response; pages on another host may also read it: `embed` says whether they may ask. */
export function runtimeNote(note: RuntimeNote, embed?: boolean): Response {
  return Response.json(
    { ...note, ...given({ embed }) },
    {
      headers: {
        'cache-control': 'no-store',
        'access-control-allow-origin': '*',
        vary: 'Origin',
        'x-content-type-options': 'nosniff',
      },
    },
  );
}
