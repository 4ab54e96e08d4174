import { rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { createClient } from '../../packages/client/client.ts';
import { createApi } from '../../runtime/api.ts';
import { createTurns } from '../../runtime/assistant/conversation/turns.ts';
import { openAssistant } from '../../runtime/assistant/service.ts';
import type { AssistantSite } from '../../runtime/assistant/site/site.ts';
import { openPreviews } from '../../runtime/backend/previews.ts';
import { openUploadPlaces } from '../../runtime/backend/upload-places.ts';
import { unlimited } from '../../runtime/http/rate-limit.ts';
import { localRecords } from '../../runtime/previews/record.ts';
import { createIds } from '../../runtime/store/ids.ts';
import { guides, siteOf } from '../runtime/assistant/world.ts';
import { type DescribedOperation, paths } from '../runtime/routes/description.ts';
import { oneOfEach } from '../runtime/routes/one-of-each.ts';
import { testApi } from '../runtime/routes/test-api.ts';
import { openSqliteTest } from '../runtime/store/each-store.ts';
import { buildSite } from '../support/build.ts';
import { fixedRepository } from '../support/fixed-repository.ts';
import { shownDraft } from '../support/shown-draft.ts';
import { makeTempDir, minimalConfig, writeFiles } from '../support/temp.ts';

export const visitorId = 'visitor-1';

/** An operation of the description, and where it is. */
export interface Described {
  readonly path: string;
  readonly method: string;
  readonly operation: DescribedOperation;
}

/** All operations of the API description. */
export const operations: readonly Described[] = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);

/** A running server whose operations clients call, without a network, a model or a Git host. */
export async function openDrivenApi() {
  const { store, drop } = await openSqliteTest();
  const sites = new Map<string, AssistantSite>();
  const free = async () => ({});
  const assistant = openAssistant({
    ...{ store, now: Date.now, newId: createIds(), log: () => {}, wake: () => {} },
    ...{ siteOf: ({ id }) => sites.get(id), limits: { visitor: free, address: free } },
    turns: createTurns(),
  });
  const api = await testApi(store, { plan: 'enterprise', assistant });
  const built = makeTempDir();
  writeFiles(built, { 'docs.json': minimalConfig(['index']), 'index.mdx': 'Words.' });
  await buildSite(built, built);
  const places = openUploadPlaces({ out: built, folderOf: () => built });
  const tools = { now: Date.now, newId: createIds(), places, records: localRecords };
  Object.assign(api.services, {
    previews: openPreviews(tools),
    webhooks: { ...api.services.webhooks, vet: async () => undefined },
    repositoryConfig: fixedRepository,
    showDraft: shownDraft,
    exportTranslations: async () => ({
      branch: 'x',
      commitSha: '',
      filesWritten: 0,
      conflicts: [],
    }),
  });
  const routes: string[] = [];
  const log = (entry: { readonly method: string; readonly route: string }) =>
    routes.push(`${entry.method} ${entry.route}`);
  const app = createApi(api.services, { version: 't', log, limits: unlimited });
  const server = createServer(getRequestListener((request) => app.fetch(request)));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = createClient({ baseUrl, key: api.key, maxRetries: 0 });
  const one = async (hasConversation: boolean): Promise<Record<string, string>> => {
    const ids = await oneOfEach(api);
    const projectId = ids.projectId ?? '';
    sites.set(projectId, siteOf(guides));
    const repository = { repoProvider: 'github', repoOwner: 'acme', repoName: 'docs' };
    await api.call(`PATCH /projects/${projectId}`, repository);
    await api.call(`POST /projects/${projectId}/previews`, { name: ids.preview });
    if (!hasConversation) return ids;
    for await (const event of client.sendMessage(projectId, { message: 'Deploy?', visitorId })) {
      if (event.type === 'start') Object.assign(ids, event);
    }
    return ids;
  };
  let forReads: Promise<Record<string, string>> | undefined;
  return {
    baseUrl,
    key: api.key,
    /** One thing of each kind, of a new project where the operation changes something. */
    idsFor: async ({ path, method }: Described): Promise<Record<string, string>> => {
      if (method === 'get') forReads ??= one(true);
      const ids = await (method === 'get' && forReads
        ? forReads
        : one(/messageId|conversationId/.test(path)));
      routes.length = 0;
      return ids;
    },
    /** The requests since the last ids were made, as `GET /projects/:projectId`. */
    requested: () => routes.map((one) => one.replace('+', '')),
    close: async () => {
      await assistant.close();
      server.closeAllConnections();
      server.close();
      rmSync(built, { recursive: true, force: true });
      await drop();
    },
  };
}

/** The route of an operation, as the server logs it. */
export const routeOf = ({ path, method }: Described): string =>
  `${method.toUpperCase()} ${path.replace('/api/v1', '').replace(/\{(\w+)\}/g, ':$1')}`;

/** The example of a body, or the required parameters of a query, with names that are not taken. */
export function inputOf({ operation }: Described): Readonly<Record<string, unknown>> | undefined {
  const { operationId, parameters, requestBody } = operation;
  const example = requestBody?.content['application/json']?.example as object | undefined;
  const needed = parameters.filter((one) => one.in === 'query' && one.required);
  const host = operationId.toLowerCase();
  const values = {
    visitorId,
    language: 'fr',
    q: 'deploy',
    code: 'de',
    slug: host,
    subdomain: host,
    customDomain: `${host}.test`,
  };
  if (example) return { ...example, ...only(values, Object.keys(example)) };
  const names = needed.map(({ name }) => name);
  return requestBody ? undefined : only({ ...values, pagePath: 'a' }, names);
}

function only(values: object, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)));
}

/** These ask for parts of a built site, which the server of the test does not have. */
export const ofBuiltSites =
  /^(?:The upload has no deployment\.json|The deployment is live, or waits to be\.|Preview not found\.|The file of "a" in \w+ is not on this server)/;
