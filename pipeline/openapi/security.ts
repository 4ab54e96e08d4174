import type { OAuthFlow, SecurityScheme, SecurityUse } from '../../schema/operation.ts';
import type { Context } from './contents.ts';
import { asList, asObject, asText, defined, type Json, objectEntries } from './json.ts';
import { describedAs } from './text.ts';

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

/** The place and the name under which a scheme sends its credentials; undefined for certificates. */
export function placeOfCredentials({ type, in: place, parameter }: SecurityScheme) {
  if (type === 'apiKey') return place && parameter ? { in: place, name: parameter } : undefined;
  const isHeader = type === 'http' || type === 'oauth2' || type === 'openIdConnect';
  return isHeader ? { in: 'header' as const, name: 'Authorization' } : undefined;
}

/**
 * Whether a request needs a value for a parameter, or has it from elsewhere. OpenAPI says that headers of three names
 * are ignored as parameters; `Authorization` is asked for where nothing else says how to authenticate.
 */
export function isAsked(parameter: Placed, security: readonly SecurityScheme[]): boolean {
  if (parameter.in === 'header' && /^(?:accept|content-type)$/i.test(parameter.name)) return false;
  return !security.some((scheme) => {
    const place = placeOfCredentials(scheme);
    return place && isSame(place, parameter);
  });
}

interface Placed {
  readonly name: string;
  readonly in: string;
}

/** Names of headers are the same in capitals. */
function isSame(one: Placed, other: Placed): boolean {
  if (one.in !== other.in) return false;
  return one.in === 'header'
    ? one.name.toLowerCase() === other.name.toLowerCase()
    : one.name === other.name;
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
      scheme: schemeName(asText(scheme.scheme)),
      parameter: asText(scheme.name),
      description: describedAs(scheme.description),
      openIdConnectUrl: type === 'openIdConnect' ? asText(scheme.openIdConnectUrl) : undefined,
    }),
  };
}

/** The usual schemes have one name each; others are sent as they are written. */
function schemeName(written: string | undefined): string | undefined {
  const known = written?.toLowerCase();
  return known === 'bearer' || known === 'basic' ? known : written;
}

/** A scheme as a header has it: with a capital letter, unless its author wrote any. */
export function schemeWord(scheme: string): string {
  return /[A-Z]/.test(scheme) ? scheme : scheme.charAt(0).toUpperCase() + scheme.slice(1);
}

/** How an OAuth 2.0 scheme gives tokens. */
export function flowsOf(value: unknown): readonly OAuthFlow[] {
  return objectEntries(value)
    .filter(([type]) => !type.startsWith('x-'))
    .map(([type, flow]) => ({
      type,
      ...defined({
        authorizationUrl: asText(flow.authorizationUrl) ?? asText(flow.deviceAuthorizationUrl),
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
