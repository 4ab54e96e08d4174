import type { Config } from '../../schema/config/config.ts';
import type { Problem } from '../../schema/errors.ts';
import type { Operation, SecurityScheme } from '../../schema/operation.ts';
import type { Page } from '../../schema/site.ts';
import { manualForm } from './form/manual.ts';
import { manualSamples } from './manual-samples.ts';
import { emptyOperation } from './operations.ts';
import { problem } from './problems.ts';

/**
 * The endpoint that a page describes by hand: `api: METHOD url-or-path` with `ParamField`s in its
 * body. The page's components say the parameters; this says method, path, servers and authentication.
 */
export function manualOperation(
  page: Page,
  config: Config,
): { readonly operation: Operation } | { readonly problem: Problem } {
  const { api = '', authMethod, deprecated } = page.frontmatter;
  const match = /^\s*([A-Za-z]+)\s+(\S+)\s*$/.exec(api);
  if (!match) {
    return {
      problem: problem('api-entry', page.file.path, {
        reason: `Invalid api: ${api}, expected METHOD and a URL or path.`,
        actual: api,
        expected: ['POST /users', 'POST https://api.example.com/users'],
        note: 'Write the method, a space and the path.',
      }),
    };
  }
  const [, method = 'GET', target = '/'] = match;
  const address = /^https?:\/\/[^/?#]+/i.exec(target);
  const server = address?.[0];
  const rest = server ? target.slice(server.length) : target;
  const auth = { ...config.api.mdx.auth, ...(authMethod ? { method: authMethod } : {}) };
  const path = rest.startsWith('/') ? rest : `/${rest}`;
  const servers = server ? [server] : config.api.mdx.server;
  const operation: Operation = {
    ...emptyOperation,
    source: page.file.path,
    method: method.toUpperCase(),
    path,
    deprecated: deprecated === true,
    servers: servers.map((url) => ({ url })),
    security: manualSecurity(auth.method, auth.name),
    form: manualForm({ method, path, servers, auth }),
  };
  return { operation: { ...operation, samples: manualSamples(page, operation, config.api) } };
}

/** How requests of endpoints that pages describe by hand authenticate (`api.mdx.auth`). */
export function manualSecurity(
  method: string | undefined,
  name: string | undefined,
): SecurityScheme[] {
  switch (method) {
    case 'bearer':
    case 'basic':
      return [{ name: 'Authorization', type: 'http', scheme: method }];
    case 'api_key':
      return [
        { name: name ?? 'x-api-key', type: 'apiKey', in: 'header', parameter: name ?? 'x-api-key' },
      ];
    case 'oauth2':
      return [{ name: 'Authorization', type: 'oauth2' }];
    default:
      return [];
  }
}
