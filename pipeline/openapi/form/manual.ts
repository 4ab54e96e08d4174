import type { Api } from '../../../schema/config/api.ts';
import type { FormScheme, RequestForm } from '../../../schema/form.ts';
import { defined } from '../json.ts';

type Auth = Omit<Api['mdx']['auth'], 'method'> & { readonly method?: string };

/** The form of an endpoint that a page describes by hand, without the fields that its text names. */
export function manualForm(endpoint: {
  readonly method: string;
  readonly path: string;
  readonly servers: readonly string[];
  readonly auth: Auth;
}): RequestForm {
  const scheme = schemeOf(endpoint.auth);
  const name = 'Authorization';
  return {
    method: endpoint.method.toUpperCase(),
    path: endpoint.path,
    servers: endpoint.servers.map((url) => ({ url: url.replace(/\/+$/, '') || '/' })),
    security: scheme ? [[{ scheme: name, ...scopesOf(endpoint.auth) }]] : [],
    schemes: scheme ? { [name]: scheme } : {},
    parameters: [],
  };
}

function scopesOf({ method, oauth2Scopes }: Auth): { readonly scopes?: readonly string[] } {
  const scopes = method === 'oauth2' ? listOf(oauth2Scopes) : [];
  return scopes.length > 0 ? { scopes } : {};
}

function listOf(scopes: string | undefined): readonly string[] {
  return (scopes ?? '').split(/[\s,]+/).filter((scope) => scope !== '');
}

function schemeOf(auth: Auth): FormScheme | undefined {
  switch (auth.method) {
    case 'bearer':
    case 'basic':
      return { type: auth.method };
    case 'api_key':
      return { type: 'apiKey', in: 'header', parameter: auth.name ?? 'x-api-key' };
    case 'oauth2':
      return { type: 'oauth2', flows: flowsOf(auth) };
    default:
      return undefined;
  }
}

function flowsOf(auth: Auth): Extract<FormScheme, { type: 'oauth2' }>['flows'] {
  const { oauth2AuthUrl: authorizationUrl, oauth2TokenUrl: tokenUrl } = auth;
  if (!tokenUrl) return [];
  const shared = {
    tokenUrl,
    scopes: listOf(auth.oauth2Scopes).map((name) => ({ name })),
    ...defined({ clientId: auth.oauth2ClientId }),
  };
  const withCode = authorizationUrl
    ? [{ type: 'authorizationCode' as const, authorizationUrl, ...shared }]
    : [];
  return [...withCode, { type: 'clientCredentials', ...shared }];
}
