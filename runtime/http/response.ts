/** What is known of a request while it is answered. */
export interface State {
  readonly requestId: string;
  /** Headers of whatever the answer will be. */
  headers: Readonly<Record<string, string>>;
  keyId: string;
}

/** What decides whether another origin may read an answer. */
export interface CorsPorts<Project> {
  /** The project that a reader means by an id or slug, on that host. */
  readonly findPublicProject: (idOrSlug: string, host: string) => Promise<Project | undefined>;
  /** Whether a page of that origin may call the readers' operations of a project at this host. */
  readonly allowsOrigin: (origin: string, project: Project, host: string) => boolean;
}

/** Headers that pages of another origin can read besides those that every page can. */
const exposed = 'Idempotent-Replayed, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id';

/**
 * Lets pages of the project's own hosts read the response; others get no header and can't read it.
 */
export function corsHeaders<Project>(
  request: Request,
  project: Project,
  ports: Pick<CorsPorts<Project>, 'allowsOrigin'>,
): Record<string, string> {
  const origin = request.headers.get('origin');
  const host = new URL(request.url).hostname;
  if (origin === null || !ports.allowsOrigin(origin, project, host)) return { Vary: 'Origin' };
  return {
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Expose-Headers': exposed,
    Vary: 'Origin',
  };
}

/** No page frames or runs an answer, whatever it has in it. */
export const inert = {
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
} as const;

/** A JSON text as a response. */
export function json(
  status: number,
  body: string,
  state: State,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return new Response(status === 304 || status === 204 ? null : body, {
    status,
    headers: {
      'Content-Type': 'application/json',
      'Cache-Control': 'no-store',
      ...inert,
      'X-Request-Id': state.requestId,
      ...state.headers,
      ...headers,
    },
  });
}

/** A stream of events as a response. */
export function streamed(
  stream: ReadableStream<Uint8Array>,
  {
    status,
    headers,
  }: { readonly status: number; readonly headers: Readonly<Record<string, string>> },
  state: State,
): Response {
  return new Response(stream, {
    status,
    headers: { 'X-Request-Id': state.requestId, ...state.headers, ...headers },
  });
}
