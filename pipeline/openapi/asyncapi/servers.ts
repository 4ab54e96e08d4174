import type { ChannelServer, Operation, SecurityScheme } from '../../../schema/operation.ts';
import type { Context } from '../contents.ts';
import { fieldOf } from '../fields.ts';
import { asList, asObject, asText, defined, objectEntries } from '../json.ts';
import { flowsOf } from '../security.ts';
import { bindingsOf } from './bindings.ts';

/** A server with what its description asks of those who connect. */
export interface ReadServer {
  readonly shown: ChannelServer;
  readonly security: readonly SecurityScheme[];
}

/** Servers of one description that are shown. */
const mostServers = 200;

/** All servers of a description by name. */
export function readServers(context: Context, version: 2 | 3): ReadonlyMap<string, ReadServer> {
  const { document, description, references } = context;
  const servers = new Map<string, ReadServer>();
  for (const [name, entry] of objectEntries(document.servers).slice(0, mostServers)) {
    const node = references.follow(entry, description.source);
    if (!node) continue;
    const { value, file } = node;
    const protocol = (asText(value.protocol) ?? '').toLowerCase();
    const url = version === 2 ? asText(value.url) : hostUrl(value);
    if (!url) continue;
    const variables = objectEntries(value.variables).flatMap(([key, item]) => {
      const variable = references.follow(item, file);
      return variable ? [variableOf(key, variable, context)] : [];
    });
    servers.set(name, {
      shown: {
        name,
        protocol,
        url: /^[a-z][a-z0-9+.-]*:\/\//i.test(url) || protocol === '' ? url : `${protocol}://${url}`,
        variables,
        bindings: bindingsOf(value.bindings, file, references),
        ...defined({
          protocolVersion: asText(value.protocolVersion),
          title: asText(value.title),
          description: asText(value.description) ?? asText(value.summary),
        }),
      },
      security: securityOf(value.security, file, context),
    });
  }
  return servers;
}

function hostUrl(value: Readonly<Record<string, unknown>>): string | undefined {
  const host = asText(value.host);
  if (!host) return undefined;
  const path = (asText(value.pathname) ?? '').replace(/^(?=[^/])/, '/');
  return `${host.replace(/\/+$/, '')}${path}`;
}

/** A variable of a server or a parameter of an address, which are texts. */
export function variableOf(
  name: string,
  { value, file }: { readonly value: Readonly<Record<string, unknown>>; readonly file: string },
  { references }: Context,
) {
  const schema = asObject(value.schema) ?? {
    type: 'string',
    ...defined({ enum: value.enum, default: value.default, examples: value.examples }),
  };
  const place = { value: schema, file };
  const field = fieldOf(name, place, { references, direction: 'both', required: true });
  const location = asText(value.location);
  return {
    ...field,
    ...defined({ description: asText(value.description) ?? field.description }),
    constraints: location ? [...field.constraints, location] : field.constraints,
  };
}

/** The address with the defaults of its variables. */
function filledUrl({ url, variables }: ChannelServer): string {
  const filled = url.replace(/\{([^{}]+)\}/g, (whole, name: string) => {
    const field = variables.find((variable) => variable.name === name);
    const value = field?.default ?? field?.enum?.[0];
    return value === undefined ? whole : String(value);
  });
  return filled.replace(/\/+$/, '');
}

/** Servers as operations of OpenAPI have them. */
export function plainServers(servers: readonly ChannelServer[]): Operation['servers'] {
  return servers.map((server) => ({
    url: filledUrl(server),
    ...defined({ description: server.title ?? server.description }),
  }));
}

/**
 * Security schemes of an operation or a server: version 2 names those of `components`, version 3
 * holds them or refers to them.
 */
export function securityOf(
  value: unknown,
  file: string,
  { document, references, description }: Context,
): readonly SecurityScheme[] {
  const named = asObject(asObject(document.components)?.securitySchemes) ?? {};
  const found = new Map<string, SecurityScheme>();
  const add = (entry: unknown, from: string, key?: string) => {
    const node = references.follow(entry, from);
    const scheme = node && schemeOf(key ?? node.refName, node.value);
    if (scheme) found.set(scheme.name, scheme);
  };
  for (const requirement of asList(value).slice(0, 50)) {
    const entry = asObject(requirement);
    if (!entry) continue;
    if (typeof entry.type === 'string' || '$ref' in entry) {
      add(entry, file);
      continue;
    }
    for (const key of Object.keys(entry)) {
      if (Object.hasOwn(named, key)) add(named[key], description.source, key);
    }
  }
  return [...found.values()];
}

const labels: Readonly<Record<string, string>> = {
  userPassword: 'User name and password',
  X509: 'X.509 certificate',
  symmetricEncryption: 'Symmetric encryption',
  asymmetricEncryption: 'Asymmetric encryption',
  plain: 'SASL PLAIN',
  scramSha256: 'SASL SCRAM-SHA-256',
  scramSha512: 'SASL SCRAM-SHA-512',
  gssapi: 'SASL GSSAPI',
};

function schemeOf(
  key: string | undefined,
  scheme: Readonly<Record<string, unknown>>,
): SecurityScheme | undefined {
  const type = asText(scheme.type);
  if (!type) return undefined;
  const common = defined({ description: asText(scheme.description) });
  const place = asText(scheme.in);
  const name = key ?? asText(scheme.name) ?? type;
  if (type === 'httpApiKey') {
    const known = place === 'header' || place === 'query' || place === 'cookie';
    const parameter = asText(scheme.name);
    return {
      name,
      type: 'apiKey',
      ...common,
      ...defined({ parameter, in: known ? place : undefined }),
    };
  }
  if (type === 'apiKey') {
    const where = place === 'password' ? 'API key as password' : 'API key as user name';
    return { name, type: 'other', label: where, ...common };
  }
  if (type === 'http') {
    return { name, type, ...common, ...defined({ scheme: asText(scheme.scheme)?.toLowerCase() }) };
  }
  if (type === 'oauth2') {
    const flows = flowsOf(scheme.flows);
    return { name, type, ...common, ...(flows.length > 0 ? { flows } : {}) };
  }
  if (type === 'openIdConnect') {
    return {
      name,
      type,
      ...common,
      ...defined({ openIdConnectUrl: asText(scheme.openIdConnectUrl) }),
    };
  }
  return { name, type: 'other', label: labels[type] ?? type, ...common };
}
