import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import { serve } from '../../../../runtime/main.ts';
import {
  type AskedSegment,
  answerOf,
  askedIn,
  translated,
} from '../../../pipeline/translate/fake-model.ts';
import { buildSite } from '../../../support/build.ts';
import { type ModelStub, type StubAnswer, startModelStub } from '../../../support/model-stub.ts';

/** A server with a site, a key and a scripted model. */
export interface TestService {
  readonly url: string;
  readonly stub: ModelStub;
  readonly asked: AskedSegment[];
  readonly out: string;
  readonly log: readonly string[];
  // biome-ignore lint/suspicious/noExplicitAny: the tests say what they expect of a body.
  readonly api: (line: string, body?: unknown) => Promise<{ status: number; body: any }>;
  readonly page: (path: string) => Promise<{ status: number; text: string }>;
  readonly write: (files: Readonly<Record<string, string>>) => void;
  readonly build: () => Promise<void>;
  readonly until: (what: () => Promise<boolean>) => Promise<void>;
  readonly restart: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export const config = {
  name: 'Acme Docs',
  colors: { primary: '#0d9373' },
  navigation: { groups: [{ group: 'First steps', pages: ['index', 'guides/setup'] }] },
  i18n: { defaultLanguage: 'en', languages: [] },
};

export const pages = {
  'index.mdx':
    '---\ntitle: Welcome here\n---\n\nThis is the first page of the site. Read [the setup](/guides/setup#second-step) next.\n',
  'guides/setup.mdx':
    '---\ntitle: Setup of it\n---\n\n## First step\n\nInstall `docent` with the package manager.\n\n## Second step\n\nThen start the server and look at it.\n',
};

/** Starts everything; `script` answers the model's requests. */
export async function startService(
  options: {
    readonly script?: (
      segments: readonly AskedSegment[],
      index: number,
    ) => StubAnswer | Promise<StubAnswer>;
    readonly files?: Readonly<Record<string, string>>;
    readonly database?: string;
    readonly more?: object;
  } = {},
): Promise<TestService> {
  const folder = mkdtempSync(join(tmpdir(), 'docent-translate-'));
  const out = join(folder, 'out');
  const asked: AskedSegment[] = [];
  const script =
    options.script ??
    ((segments) => ({ text: answerOf(segments, ({ text }) => translated(text, 'de')) }));
  const stub = await startModelStub(async (request, index) => {
    const segments = askedIn({ messages: request.body.messages as never });
    asked.push(...segments);
    return script(segments, index);
  });
  const log: string[] = [];
  const write = (files: Readonly<Record<string, string>>) => {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, 'site', path)), { recursive: true });
      writeFileSync(join(folder, 'site', path), text);
    }
  };
  const build = async () => {
    const built = await buildSite(join(folder, 'site'), out);
    const { problems } = built;
    expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
    // What the service has translated is not lost: it adds it again.
    expect(problems.filter(({ ruleId }) => ruleId === 'lost-address')).toEqual([]);
  };
  write({ 'docs.json': JSON.stringify(config), ...pages, ...options.files });
  await build();
  const start = () =>
    serve({
      out,
      port: 0,
      host: '127.0.0.1',
      version: 'test',
      log: (line) => log.push(line),
      translate: { baseUrl: stub.baseUrl, apiKey: 'k', model: 'm' },
      ...(options.database ? { database: options.database } : {}),
      ...options.more,
    });
  let server = await start();
  const key =
    log.find((line) => /^dk_|^docent_|^sk_/.test(line)) ??
    log[log.findIndex((line) => line.startsWith('First start')) + 1] ??
    '';
  const api: TestService['api'] = async (line, body) => {
    const [method = 'GET', path = ''] = line.split(' ');
    const response = await fetch(`${server.url}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: await response.json() };
  };
  return {
    get url() {
      return server.url;
    },
    stub,
    asked,
    out,
    log,
    api,
    page: async (path) => {
      const response = await fetch(server.url + path);
      return { status: response.status, text: await response.text() };
    },
    write,
    build,
    until: async (what) => {
      for (let tries = 0; tries < 400; tries++) {
        if (await what()) return;
        await new Promise((done) => setTimeout(done, 50));
      }
      throw new Error(`It did not happen:\n${log.join('\n')}`);
    },
    restart: async () => {
      await server.close();
      server = await start();
    },
    close: async () => {
      await server.close();
      await stub.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The one project of the server, once its deployment was taken in. */
export async function projectId({ api, until }: TestService): Promise<string> {
  let id = '';
  await until(async () => {
    const { body } = await api('GET /projects');
    id = body.data?.[0]?.id ?? '';
    if (id === '') return false;
    // Pages and configuration come with the deployment, after the project itself.
    const { body: project } = await api(`GET /projects/${id}`);
    return project.data.configJson.includes('"navigation"');
  });
  return id;
}
