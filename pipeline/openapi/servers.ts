import type { Operation, SecurityScheme } from '../../schema/operation.ts';
import type { Context } from './contents.ts';
import { asList, asObject, asText, defined } from './json.ts';

/** Servers with the defaults of their variables filled in. */
export function serversOf(value: unknown): Operation['servers'] {
  const servers: { url: string; description?: string }[] = [];
  for (const entry of asList(value)) {
    const server = asObject(entry);
    const url = asText(server?.url);
    if (!server || !url) continue;
    const variables = asObject(server.variables) ?? {};
    const filled = url.replace(/\{([^{}]+)\}/g, (whole, name: string) => {
      const fallback = asObject(variables[name])?.default;
      return fallback === undefined ? whole : String(fallback);
    });
    servers.push({
      url: filled.replace(/\/+$/, '') || '/',
      ...defined({ description: asText(server.description) }),
    });
  }
  return servers;
}

/** Security schemes that a list of requirements names, each once. */
export function securityOf(value: unknown, { document, references, description }: Context) {
  const schemes = asObject(asObject(document.components)?.securitySchemes) ?? {};
  const found = new Map<string, SecurityScheme>();
  for (const requirement of asList(value)) {
    for (const name of Object.keys(asObject(requirement) ?? {})) {
      if (found.has(name) || !Object.hasOwn(schemes, name)) continue;
      const scheme = references.follow(schemes[name], description.source)?.value;
      const type = scheme?.type;
      if (
        !scheme ||
        (type !== 'http' &&
          type !== 'apiKey' &&
          type !== 'oauth2' &&
          type !== 'openIdConnect' &&
          type !== 'mutualTLS')
      ) {
        continue;
      }
      const place = scheme.in;
      found.set(name, {
        name,
        type,
        ...(place === 'header' || place === 'query' || place === 'cookie' ? { in: place } : {}),
        ...defined({
          scheme: asText(scheme.scheme)?.toLowerCase(),
          parameter: asText(scheme.name),
          description: asText(scheme.description),
        }),
      });
    }
  }
  return [...found.values()];
}
