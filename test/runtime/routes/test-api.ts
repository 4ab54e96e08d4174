import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { ApiServices } from '../../../runtime/api/services.ts';
import { type ApiSettings, createApi } from '../../../runtime/api.ts';
import { openPreviews } from '../../../runtime/backend/previews.ts';
import { openUploadPlaces } from '../../../runtime/backend/upload-places.ts';
import { openUploads } from '../../../runtime/backend/uploads.ts';
import { createKey } from '../../../runtime/commands/keys.ts';
import { unlimited } from '../../../runtime/http/rate-limit.ts';
import { localRecords } from '../../../runtime/previews/record.ts';
import { createVault } from '../../../runtime/secrets/vault.ts';
import { createDomains } from '../../../runtime/site/domains.ts';
import { createIds } from '../../../runtime/store/ids.ts';
import type { Store } from '../../../runtime/store/open.ts';
import type { TaskQueue } from '../../../runtime/tasks/queue.ts';
import { openWebhooks } from '../../../runtime/webhooks/service.ts';
import { errorBody } from '../../../schema/api/shapes.ts';
import { detailCodes } from '../../../schema/detail-codes.ts';
import { publicOnly } from '../../../schema/network.ts';
import { validate } from '../../../schema/validate.ts';
import { makeTempDir } from '../../support/temp.ts';
import { deploy, noon, org, page, project } from '../store/world.ts';
import { closed, description, paths } from './description.ts';

export { description };

/** The operations of the API description, for tests that take every one of them. */
export const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { security }]) => ({
    method: method.toUpperCase(),
    path,
    /** Readers use it without a key. */
    isPublic: security.length === 0,
  })),
);

/** A request to the API, and its answer after it was held against the API description. */
export interface TestApi {
  readonly store: Store;
  readonly orgId: string;
  readonly key: string;
  readonly services: ApiServices;
  readonly tasks: { readonly name: string; readonly data: unknown }[];
  readonly log: unknown[];
  readonly clock: { time: number };
  readonly keyFor: (options?: {
    readonly org?: string;
    readonly scopes?: string[];
    readonly projectId?: string;
    readonly expiresAt?: number;
    readonly mode?: 'live' | 'test';
  }) => Promise<string>;
  // biome-ignore lint/suspicious/noExplicitAny: the tests say what they expect of a body.
  readonly call: (line: string, body?: unknown, options?: CallOptions) => Promise<Result<any>>;
  readonly site: (
    paths?: readonly string[],
    more?: { readonly orgId?: string; readonly slug?: string },
  ) => Promise<string>;
}

export interface CallOptions {
  readonly key?: string | null;
  readonly headers?: Record<string, string>;
  readonly raw?: string | Uint8Array;
  readonly host?: string;
}

export interface Result<Body> {
  readonly status: number;
  readonly body: Body;
  readonly headers: Headers;
  readonly text: string;
}

/** The API on a store of its own, with a key that may do everything. */
export async function testApi(
  store: Store,
  more: {
    readonly plan?: string;
    readonly settings?: Partial<ApiSettings>;
  } & Partial<ApiServices> = {},
): Promise<TestApi> {
  const { plan, settings, ...services } = more;
  const clock = { time: noon };
  const now = () => clock.time;
  const newId = createIds();
  const tasks: { name: string; data: unknown }[] = [];
  const log: unknown[] = [];
  const queue: TaskQueue = {
    enqueue: async (_db, name, data) => {
      tasks.push({ name, data });
    },
    work: async () => {},
    start: async () => {},
    stop: async () => {},
    trouble: async () => undefined,
    dead: async () => [],
  };
  const free = async () => ({});
  const all: ApiServices = {
    store,
    queue,
    webhooks: openWebhooks({
      store,
      vault: createVault(Buffer.alloc(32, 7)),
      policy: publicOnly,
      service: 'Docent',
      testLimit: async () => ({}),
      log: (line) => log.push(line),
      now,
      newId,
    }),
    readerLimits: { visitor: free, address: free },
    signInLimits: { address: free, account: free },
    domains: createDomains({
      store,
      key: Buffer.alloc(32, 7),
      resolveTxt: async () => [],
      now,
      log: (line) => log.push(line),
    }),
    now,
    newId,
    ...filesFor(store, { now, newId }),
    checkConfig: (text) => {
      try {
        JSON.parse(text);
        return [];
      } catch {
        return [{ path: '', code: 'malformed-json', message: 'not JSON' }];
      }
    },
    ...services,
  };
  const orgId = await org(store, plan);
  const tools = { store, now, newId };
  const keyFor: TestApi['keyFor'] = async ({ org: owner = orgId, ...key } = {}) =>
    (await createKey(tools, { org: owner, ...key })).secret;
  const key = await keyFor();
  const app = createApi(all, {
    version: 'test',
    log: (entry) => log.push(entry),
    addressOf: () => '203.0.113.7',
    limits: unlimited,
    ...settings,
  });
  const call: TestApi['call'] = async (line, body, options = {}) => {
    const [method = 'GET', path = '/'] = line.split(' ');
    const headers = new Headers(options.headers);
    const token = options.key === undefined ? key : options.key;
    if (token !== null && !headers.has('authorization'))
      headers.set('authorization', `Bearer ${token}`);
    const sent = options.raw ?? (body === undefined ? undefined : JSON.stringify(body));
    if (sent !== undefined && !headers.has('content-type')) {
      headers.set('content-type', 'application/json');
    }
    const response = await app.request(`http://${options.host ?? 'localhost'}/api/v1${path}`, {
      method,
      headers,
      ...(sent === undefined ? {} : { body: sent as BodyInit }),
    });
    const text = await response.text();
    const result = {
      status: response.status,
      headers: response.headers,
      text,
      body: isJson(response) && text !== '' ? JSON.parse(text) : undefined,
    };
    expect(response.headers.get('x-request-id')).toMatch(/^req_/);
    for (const { path: field, code } of detailsOf(result.body)) {
      if (!field.startsWith('configJson')) expect(Object.keys(detailCodes)).toContain(code);
    }
    if (method !== 'HEAD' && (isJson(response) || text === ''))
      matchDescription(method, path.replace(/\?.*$/, ''), result);
    return result;
  };
  const site: TestApi['site'] = async (pages = [], { orgId: owner = orgId, slug } = {}) => {
    const { id } = await project(store, owner, slug);
    if (pages.length > 0)
      await deploy(
        store,
        id,
        pages.map((path) => page(path)),
      );
    return id;
  };
  return { store, orgId, key, services: all, tasks, log, clock, keyFor, call, site };
}

const uploadsFolder = makeTempDir();
process.once('exit', () => rmSync(uploadsFolder, { recursive: true, force: true }));

/** Deployments in a folder of their own; none of them is served. */
function filesFor(store: Store, tools: Pick<ApiServices, 'now' | 'newId'>) {
  const out = join(uploadsFolder, randomUUID());
  mkdirSync(out);
  const places = openUploadPlaces({ out, folderOf: () => undefined });
  const uploads = openUploads({
    ...{ store, places, previews: localRecords, ...tools, expect: () => {} },
    deployed: async () => {},
  });
  return { uploads, previews: openPreviews({ ...tools, places, records: localRecords }) };
}

/** The details of an error, in either form. */
function detailsOf(body: unknown): readonly { readonly path: string; readonly code: string }[] {
  const { error, details } = (body ?? {}) as {
    readonly error?: { readonly details?: readonly { path: string; code: string }[] };
    readonly details?: unknown;
  };
  return error?.details ?? (Array.isArray(details) ? details : []);
}

const isJson = (response: Response) => /json/.test(response.headers.get('content-type') ?? 'json');

const templates = Object.keys(paths).map((template) => {
  const pattern = template.replace(/\{pagePath\}/g, '.+').replace(/\{\w+\}/g, '[^/]*');
  return [template, new RegExp(`^${pattern}$`)] as const;
});

/** Fails when an answer is not one that the API description knows. */
export function matchDescription(
  method: string,
  path: string,
  { status, body, headers }: Result<unknown>,
): void {
  if (status === 304 || status === 204) return;
  const [template = ''] = templates.find(([, pattern]) => pattern.test(`/api/v1${path}`)) ?? [];
  const operation = paths[template]?.[method.toLowerCase()];
  if (!operation) {
    expect([200, 404, 405]).toContain(status);
    if (status !== 200) expect(validate(errorBody, body)).toEqual([]);
    return;
  }
  const described = operation.responses[String(status)];
  const says = `${method} ${path} answered ${status}: ${JSON.stringify(body)}`;
  expect(described, says).toBeDefined();
  for (const name of ['location', 'link', 'etag', 'www-authenticate', 'retry-after']) {
    const known = Object.keys(described?.headers ?? {}).map((one) => one.toLowerCase());
    if (headers.has(name)) expect(known, `${says} with ${name}`).toContain(name);
    else if (status < 300) expect(known, `${says} without ${name}`).not.toContain(name);
  }
  const type = headers.get('content-type') ?? '';
  const schema = described?.content?.[type]?.schema;
  expect(schema, `${method} ${path} answered with ${type}`).toBeDefined();
  expect(validate(closed(schema ?? {}), body), says).toEqual([]);
}
