import { accessOf } from '../../schema/access.ts';
import type { Config } from '../../schema/config/config.ts';
import type { Operation, OperationServer } from '../../schema/operation.ts';
import type { ProxyOperation, ProxyRules, ProxyServer } from '../../schema/proxy.ts';
import type { Page, Site } from '../../schema/site.ts';
import { manualSecurity } from '../openapi/manual.ts';
import { writtenEndpoints, writtenParameters } from '../openapi/written-tags.ts';

/** Combinations of the values of variables that are listed for one server. */
const mostCombinations = 200;

/** What the playground of a site may call through the server; undefined if that is nothing. */
export function proxyRules(site: Site): ProxyRules | undefined {
  const { playground } = site.config.api;
  if (!playground.proxy) return undefined;
  const servers = new Map<string, number>();
  const list: ProxyServer[] = [];
  const numberOf = (server: ProxyServer): number => {
    const key = `${server.origin}${server.path}`;
    const known = servers.get(key);
    if (known !== undefined) return known;
    servers.set(key, list.length);
    return list.push(server) - 1;
  };
  // Translated pages have the operation of their original.
  const operations = new Map<string, ProxyOperation>();
  for (const page of site.pages.values()) {
    const display = page.frontmatter.playground ?? playground.display;
    if (display === 'none') continue;
    const access = accessOf(page, site.config.auth);
    for (const operation of operationsOf(page, site.config)) {
      const path = normalPath(operation.path);
      const numbers = [...new Set(operation.servers.flatMap(serverRules).map(numberOf))];
      if (path === undefined || numbers.length === 0) continue;
      const rule: ProxyOperation = {
        method: operation.method,
        path,
        servers: numbers,
        ...fieldsOf(page, operation),
        ...(access.protected ? { protected: true } : {}),
        ...(access.groups.length > 0 ? { groups: access.groups } : {}),
      };
      operations.set(JSON.stringify(rule), rule);
    }
  }
  if (operations.size === 0) return undefined;
  return { servers: list, operations: [...operations.values()] };
}

type Called = Pick<Operation, 'source' | 'method' | 'path' | 'servers' | 'parameters' | 'security'>;

/** The operation of a page, and the endpoints in its text. */
function operationsOf(
  { operation, file, bodyOffset, frontmatter }: Page,
  { api: { mdx } }: Config,
): readonly Called[] {
  const auth = frontmatter.authMethod ?? mdx.auth.method;
  const security = manualSecurity(auth, mdx.auth.name);
  const written = writtenEndpoints(file.text.slice(bodyOffset)).map(({ method, path }): Called => {
    const host = /^https?:\/\/[^/]+/i.exec(path)?.[0];
    return {
      ...{ source: file.path, method, parameters: [] },
      security,
      path: host === undefined ? path : path.slice(host.length) || '/',
      servers: (host === undefined ? mdx.server : [host]).map((url) => ({ url })),
    };
  });
  return operation?.kind === 'operation' ? [operation, ...written] : written;
}

/** The base URLs of a server: one for each combination of the values of its variables. */
function serverRules({ url, template, variables = [] }: OperationServer): ProxyServer[] {
  let urls = [template ?? url];
  for (const variable of variables) {
    // Without a list of values, any value is allowed.
    const values = new Set([variable.default, ...(variable.enum ?? ['*'])]);
    const place = `{${variable.name}}`;
    const filled = urls.flatMap((text) =>
      [...values].map((value) => text.replaceAll(place, () => value)),
    );
    urls = filled.slice(0, mostCombinations);
  }
  return urls.flatMap((text) => normalServer(text) ?? []);
}

/** Undefined for what is no base URL, and for a pattern of too many hosts. */
function normalServer(text: string): ProxyServer | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, username, password, hostname, origin, pathname } = new URL(text);
  if (!/^https?:$/.test(protocol) || username || password || hostname === '') return undefined;
  // The name of a tenant in front of a domain may be any; a whole domain would be most of the internet.
  const domain = hostname.split('.').slice(-2);
  if (hostname.includes('*') && (domain.length < 2 || domain.join().includes('*')))
    return undefined;
  return { origin, path: pathname.replace(/\/+$/, '') };
}

/** A path with `*` for its parameters, encoded as URLs are; undefined for one that leads up. */
function normalPath(path: string): string | undefined {
  const bare = (path.split(/[?#]/)[0] ?? '').replace(/\{[^{}/]*\}/g, '*').replace(/\*+/g, '*');
  if (!bare.startsWith('/') || bare.startsWith('//')) return undefined;
  const { pathname } = new URL(bare, 'http://localhost');
  return pathname.split('/').length === bare.split('/').length ? pathname : undefined;
}

/** Headers that say how a message is sent, or by whom: they are never an operation's. */
const reserved =
  /^(?:host|connection|keep-alive|te|trailer|transfer-encoding|upgrade|expect|content-length|content-encoding|accept-encoding|cookie|origin|via|forwarded|x-forwarded-.*|x-real-ip|x-docent-.*|proxy-.*|sec-.*)$/;

function fieldsOf(
  { file, bodyOffset }: Page,
  { source, parameters, security }: Called,
): Pick<ProxyOperation, 'headers' | 'cookies'> {
  const headers = new Set(['accept', 'content-type']);
  const cookies = new Set<string>();
  const add = (place: string | undefined, name: string) => {
    if (place === 'cookie') cookies.add(name);
    if (place !== 'header') return;
    const lower = name.toLowerCase();
    if (/^[!#$%&'*+.^_`|~0-9a-z-]+$/.test(lower) && !reserved.test(lower)) headers.add(lower);
  };
  for (const { name, in: place } of parameters) add(place, name);
  for (const { type, in: place, parameter } of security) {
    if (type === 'apiKey') add(place, parameter ?? '');
    else if (type !== 'mutualTLS') headers.add('authorization');
  }
  // A page that describes its endpoint by hand has the parameters in its text.
  if (source === file.path) {
    for (const { place, name } of writtenParameters(file.text.slice(bodyOffset))) add(place, name);
  }
  return {
    headers: [...headers].sort(),
    ...(cookies.size > 0 ? { cookies: [...cookies].sort() } : {}),
  };
}
