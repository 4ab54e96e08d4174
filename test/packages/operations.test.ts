import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { expect, test } from 'vitest';
import { createClient, DocentError } from '../../packages/client/client.ts';
import { createApi } from '../../runtime/api.ts';
import { createTurns } from '../../runtime/assistant/conversation/turns.ts';
import { openAssistant } from '../../runtime/assistant/service.ts';
import type { AssistantSite } from '../../runtime/assistant/site/site.ts';
import { unlimited } from '../../runtime/http/rate-limit.ts';
import { createIds } from '../../runtime/store/ids.ts';
import { guides, siteOf } from '../runtime/assistant/world.ts';
import { paths } from '../runtime/routes/description.ts';
import { oneOfEach } from '../runtime/routes/one-of-each.ts';
import { testApi } from '../runtime/routes/test-api.ts';
import { openSqliteTest } from '../runtime/store/each-store.ts';

const visitorId = 'visitor-1';

const only = (values: object, names: readonly string[]) =>
  Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)));

/** Any method of the client: which arguments it takes follows from the description. */
type AnyMethod = (...args: unknown[]) => Promise<unknown> | AsyncIterable<unknown>;

test('the client drives every operation of a running server', async () => {
  const { store, drop } = await openSqliteTest();
  const sites = new Map<string, AssistantSite>();
  const free = async () => ({});
  const assistant = openAssistant({
    ...{ store, now: Date.now, newId: createIds(), log: () => {}, wake: () => {} },
    ...{ siteOf: ({ id }) => sites.get(id), limits: { visitor: free, address: free } },
    turns: createTurns(),
  });
  const api = await testApi(store, { plan: 'enterprise', assistant });
  Object.assign(api.services, {
    webhooks: { ...api.services.webhooks, vet: async () => undefined },
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
  try {
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const client = createClient({ baseUrl, key: api.key, maxRetries: 0 });
    const methods = client as unknown as Readonly<Record<string, AnyMethod>>;
    const outcomes: Record<string, string> = {};
    for (const [path, operations] of Object.entries(paths)) {
      for (const [method, operation] of Object.entries(operations)) {
        const { operationId, parameters, requestBody, tags } = operation;
        // Sessions are for browsers: the client sends a key.
        if (tags.includes('Sessions')) continue;
        const ids = await oneOfEach(api);
        const projectId = ids.projectId ?? '';
        sites.set(projectId, siteOf(guides));
        const repository = { repoProvider: 'github', repoOwner: 'acme', repoName: 'docs' } as const;
        await client.updateProject(projectId, repository);
        if (/messageId|conversationId/.test(path)) {
          for await (const event of client.sendMessage(projectId, {
            message: 'Deploy?',
            visitorId,
          })) {
            if (event.type === 'start') Object.assign(ids, event);
          }
        }
        const fields = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ids[name] ?? name);
        const takes = parameters.filter((one) => one.in === 'query');
        const needed = takes.filter((one) => one.required).map(({ name }) => name);
        const example = requestBody?.content['application/json']?.example as object | undefined;
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
        const input = example
          ? { ...example, ...only(values, Object.keys(example)) }
          : only(values, needed);
        const takesBytes = requestBody !== undefined && !example;
        const body = takesBytes ? new Uint8Array() : input;
        const rest = takes.length > 0 || requestBody ? [body] : [];
        routes.length = 0;
        try {
          const answer = methods[operationId]?.(...fields, ...rest);
          if (answer === undefined) throw new Error('The client has no such method.');
          if (!(Symbol.asyncIterator in answer)) await answer;
          else for await (const _ of answer) break;
          outcomes[operationId] = 'ok';
        } catch (error) {
          if (!(error instanceof DocentError)) throw error;
          outcomes[operationId] = `${error.code}: ${error.message}`;
        }
        const route = path.replace('/api/v1', '').replace(/\{(\w+)\}/g, ':$1');
        expect(routes.map((one) => one.replace('+', ''))).toContain(
          `${method.toUpperCase()} ${route}`,
        );
      }
    }
    expect(Object.keys(outcomes)).toEqual(Object.keys(methods));
    const refused = Object.entries(outcomes).filter(([, outcome]) => outcome !== 'ok');
    // These ask for parts of a built site, which this server does not have.
    const unbuilt = 'VALIDATION_ERROR: The upload has no manifest.json';
    const isLive = 'CONFLICT: The deployment is live, or waits to be.';
    for (const [name, outcome] of refused) {
      if (outcome === unbuilt || outcome === isLive) continue;
      expect(outcome, name).toMatch(/^NOT_FOUND: \w+ not found\.$/);
    }
    expect(refused.length, JSON.stringify(refused)).toBeLessThan(11);
  } finally {
    await assistant.close();
    server.closeAllConnections();
    server.close();
    await drop();
  }
}, 180_000);
