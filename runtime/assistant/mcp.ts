import { chatTools } from '../../schema/chat.ts';
import { ApiError } from '../../schema/errors.ts';
import type { RateLimiter } from '../http/rate-limit.ts';
import { questionLanguage } from './model/prompt.ts';
import { runTool } from './model/tools.ts';
import { listResources, pageTemplate, readResource } from './resources.ts';
import type { AssistantSite, Visitor } from './site/site.ts';

/** What an agent's request is answered from. */
export interface AgentContext {
  readonly site: AssistantSite;
  readonly version: string;
  /** IP address, for the limit, and where the client sees this server. */
  readonly client: { readonly address: string; readonly origin: string };
  readonly limit: RateLimiter;
  /** What the agent may read: by the site's session, by a key, or as a stranger. */
  readonly visitor: () => Promise<Visitor>;
}

/** Largest message of an agent. */
const largest = 64 * 1024;

/**
 * One request of the Model Context Protocol over streamable HTTP: the assistant's three tools on
 * the pages that the agent may read, and these pages as resources. There are no sessions; each request is independent.
 */
export async function answerAgent(request: Request, context: AgentContext): Promise<Response> {
  if (!isOwnOrigin(request, context.client.origin))
    return refused(403, -32_000, 'Requests from other sites are not accepted.');
  let visitor: Visitor;
  try {
    await context.limit(context.client.address);
    visitor = await context.visitor();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return refused(error.status, -32_000, error.message, error.headers);
  }
  // Loaded with the first agent: most sites have none.
  const [{ Server }, { WebStandardStreamableHTTPServerTransport }, types] = await Promise.all([
    import('@modelcontextprotocol/sdk/server/index.js'),
    import('@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'),
    import('@modelcontextprotocol/sdk/types.js'),
  ]);
  const { site, version } = context;
  const server = new Server(
    { name: site.config.name, version },
    {
      capabilities: { tools: {}, resources: {} },
      instructions: `Reads the documentation of ${site.config.name}. Search first, then read the best matching pages.`,
    },
  );
  const { ErrorCode, McpError } = types;
  server.setRequestHandler(types.ListToolsRequestSchema, () => ({
    tools: chatTools.map(({ name, title, description, input, output }) => ({
      ...{ name, title, description },
      inputSchema: { ...(input as object), type: 'object' as const },
      outputSchema: { ...(output as object), type: 'object' as const },
      annotations: { title, readOnlyHint: true, idempotentHint: true, openWorldHint: false },
    })),
  }));
  server.setRequestHandler(types.CallToolRequestSchema, async ({ params }) => {
    if (!chatTools.some(({ name }) => name === params.name)) {
      throw new McpError(ErrorCode.InvalidParams, `There is no tool "${params.name}".`);
    }
    const input = params.arguments ?? {};
    const query = typeof input.query === 'string' ? input.query : '';
    const language = questionLanguage(query, site, request.headers.get('accept-language') ?? '');
    const outcome = await runTool({ site, visitor, language }, params.name, input);
    return {
      content: [{ type: 'text' as const, text: outcome.content }],
      ...(outcome.structured === undefined
        ? { isError: true }
        : { structuredContent: outcome.structured }),
    };
  });
  server.setRequestHandler(types.ListResourcesRequestSchema, ({ params }) =>
    listResources(context.site, visitor, params?.cursor),
  );
  server.setRequestHandler(types.ListResourceTemplatesRequestSchema, () => ({
    resourceTemplates: [pageTemplate],
  }));
  server.setRequestHandler(types.ReadResourceRequestSchema, async ({ params: { uri } }) => {
    const content = await readResource(site, visitor, uri);
    // The protocol's own code for a resource that does not exist.
    if (!content) throw new McpError(-32_002, `There is no resource "${uri}".`);
    return { contents: [content] };
  });
  const transport = new WebStandardStreamableHTTPServerTransport({
    enableJsonResponse: true,
    maxRequestBodySize: largest,
  });
  // The package's own types differ in what may be undefined.
  await server.connect(transport as unknown as Parameters<typeof server.connect>[0]);
  const response = await transport.handleRequest(request);
  response.headers.set('cache-control', 'no-store');
  return response;
}

/** Whether a request speaks the protocol; everything else at the address is a page's. */
export function asksAsAgent(request: Request, basePath: string): boolean {
  const { pathname } = new URL(request.url);
  if (pathname !== '/mcp' && pathname !== `${basePath}/mcp`) return false;
  if (request.method === 'POST' || request.method === 'DELETE') return true;
  const accept = request.headers.get('accept') ?? '';
  return accept.includes('text/event-stream') && !accept.includes('text/html');
}

/** A page of another site must not read what only this network may (DNS rebinding). */
function isOwnOrigin(request: Request, own: string): boolean {
  const origin = request.headers.get('origin');
  if (origin === null) return true;
  return URL.canParse(origin) && new URL(origin).host === new URL(own).host;
}

function refused(
  status: number,
  code: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return Response.json(
    { jsonrpc: '2.0', error: { code, message }, id: null },
    { status, headers: { ...headers, 'cache-control': 'no-store' } },
  );
}
