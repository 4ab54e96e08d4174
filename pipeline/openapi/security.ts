import type { OAuthFlow, SecurityScheme, SecurityUse } from '../../schema/operation.ts';
import type { Context } from './contents.ts';
import { asList, asObject, asText, defined, type Json, objectEntries } from './json.ts';

/** What a list of requirements asks for: the schemes that it names, each once, and the ways to use them. */
export interface Security {
  readonly security: readonly SecurityScheme[];
  readonly ways: readonly (readonly SecurityUse[])[];
}

/** Reads a list of requirements; schemes that do not exist are left out. */
export function securityOf(value: unknown, context: Context): Security {
  const { document, references, description } = context;
  const schemes = asObject(asObject(document.components)?.securitySchemes) ?? {};
  const found = new Map<string, SecurityScheme>();
  const ways: SecurityUse[][] = [];
  for (const requirement of asList(value)) {
    const way: SecurityUse[] = [];
    const names = Object.entries(asObject(requirement) ?? {});
    for (const [name, scopes] of names) {
      const written = Object.hasOwn(schemes, name)
        ? references.follow(schemes[name], description.source)?.value
        : undefined;
      const scheme = found.get(name) ?? (written && schemeOf(name, written));
      if (!scheme || !written) continue;
      found.set(name, scheme);
      way.push({ scheme: name, scopes: scopesOf(scopes, written) });
    }
    if (way.length > 0 || names.length === 0) ways.push(way);
  }
  return { security: [...found.values()], ways };
}

function schemeOf(name: string, scheme: Json): SecurityScheme | undefined {
  const { type, in: place } = scheme;
  if (
    type !== 'http' &&
    type !== 'apiKey' &&
    type !== 'oauth2' &&
    type !== 'openIdConnect' &&
    type !== 'mutualTLS'
  ) {
    return undefined;
  }
  const flows = type === 'oauth2' ? flowsOf(scheme.flows) : [];
  return {
    name,
    type,
    ...(place === 'header' || place === 'query' || place === 'cookie' ? { in: place } : {}),
    ...(flows.length > 0 ? { flows } : {}),
    ...defined({
      scheme: asText(scheme.scheme)?.toLowerCase(),
      parameter: asText(scheme.name),
      description: asText(scheme.description),
      openIdConnectUrl: type === 'openIdConnect' ? asText(scheme.openIdConnectUrl) : undefined,
    }),
  };
}

/** How an OAuth 2.0 scheme gives tokens. */
export function flowsOf(value: unknown): readonly OAuthFlow[] {
  return objectEntries(value)
    .filter(([type]) => !type.startsWith('x-'))
    .map(([type, flow]) => ({
      type,
      ...defined({
        authorizationUrl: asText(flow.authorizationUrl),
        tokenUrl: asText(flow.tokenUrl),
      }),
    }));
}

/** Scopes with what the flows of their scheme say about them. */
function scopesOf(value: unknown, scheme: Json): SecurityUse['scopes'] {
  const words = new Map<string, string>();
  for (const [, flow] of objectEntries(scheme.flows)) {
    for (const [name, text] of Object.entries(asObject(flow.scopes) ?? {})) {
      if (typeof text === 'string' && text !== '') words.set(name, text);
    }
  }
  return asList(value)
    .filter((scope): scope is string => typeof scope === 'string')
    .map((name) => ({ name, ...defined({ description: words.get(name) }) }));
}
