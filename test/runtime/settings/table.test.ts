import { readFileSync, rmSync } from 'node:fs';
import { createServer, get, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { main } from '../../../cli.ts';
import { readEmbeddings } from '../../../pipeline/net/embeddings.ts';
import { readChatSettings } from '../../../runtime/assistant/environment.ts';
import type { RunningServer } from '../../../runtime/listen.ts';
import { serve } from '../../../runtime/main.ts';
import { readSettings } from '../../../runtime/settings/environment.ts';
import { settings } from '../../../runtime/settings/table.ts';
import { readTranslateSettings } from '../../../runtime/translation/environment.ts';
import { buildSite } from '../../support/build.ts';
import { projectRoot } from '../../support/corpus.ts';
import { answerOf, chatEvents } from '../../support/event-stream.ts';
import { startModelStub } from '../../support/model-stub.ts';
import { makeTempDir, minimalConfig, tempDir, writeFiles } from '../../support/temp.ts';

let out = '';
let server: RunningServer | undefined;
beforeAll(async () => {
  const folder = makeTempDir();
  writeFiles(join(folder, 'site'), {
    'docs.json': minimalConfig(['index'], { name: 'Acme Docs' }),
    'index.mdx': '---\ntitle: Home\n---\n\nWords about the settings of the server.\n',
  });
  out = join(folder, 'out');
  expect((await buildSite(join(folder, 'site'), out)).deployment).toBeDefined();
});
afterEach(async () => {
  await server?.close();
  server = undefined;
});
afterAll(() => {
  rmSync(join(out, '..'), { recursive: true, force: true });
});

type Environment = Readonly<Record<string, string>>;

/** A server that reads its settings from an environment, as `docent serve` does. */
async function start(environment: Environment, outputs = out) {
  const lines: string[] = [];
  const all: Environment = { DATABASE_URL: join(tempDir(), 'own.db'), ...environment };
  server = await serve({
    ...readSettings({}, all),
    ...readChatSettings(all),
    ...readTranslateSettings(all),
    ...{ out: outputs, port: 0, host: '127.0.0.1', version: 'test' },
    log: (line) => lines.push(line),
  });
  const { url } = server;
  const key = lines[lines.findIndex((line) => line.startsWith('First start')) + 1] ?? '';
  const ask = (line: string, body?: object, headers: Environment = {}) => {
    const [method = 'GET', path = ''] = line.split(' ');
    return fetch(`${url}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  };
  // biome-ignore lint/suspicious/noExplicitAny: the tests say what they expect of a body.
  const data = async (line: string, body?: object): Promise<any> =>
    ((await (await ask(line, body)).json()) as { data: unknown }).data;
  return { url, key, ask, data };
}

type Started = Awaited<ReturnType<typeof start>>;

/** The one project, once its site is served. */
async function projectOf({ data, url }: Started): Promise<string> {
  let id = '';
  const search = async () => {
    id = (await data('GET /projects'))?.[0]?.id ?? '';
    return (await fetch(`${url}/api/v1/search/${id}?q=settings`)).status;
  };
  await expect.poll(search, { timeout: 20_000 }).toBe(200);
  return id;
}

async function statuses(times: number, ask: (index: number) => Promise<Response>) {
  const found: number[] = [];
  for (let index = 0; index < times; index++) {
    const response = await ask(index);
    await response.text();
    found.push(response.status);
  }
  return found;
}

const rating = (index: number) => ({
  ...{ pagePath: 'index', rating: 'positive', visitorId: `v_${index}` },
});

describe('limits of requests', () => {
  test('DOCENT_KEY_RATE and DOCENT_KEY_BURST are what a key may ask in a minute', async () => {
    const { ask } = await start({ DOCENT_KEY_RATE: '2', DOCENT_KEY_BURST: '1' });
    expect(await statuses(5, () => ask('GET /projects'))).toEqual([200, 200, 200, 429, 429]);
  });

  test('DOCENT_HEAVY_RATE is how many translations and exports a key may start', async () => {
    const started = await start({ DOCENT_HEAVY_RATE: '1' });
    // This server has no model: each start fails, and counts.
    const id = await projectOf(started);
    const trigger = () => started.ask(`POST /projects/${id}/translate`, { language: 'de' });
    expect(await statuses(2, trigger)).toEqual([502, 429]);
  });

  test('DOCENT_WRONG_KEYS is how often an address may be wrong', async () => {
    const { ask } = await start({ DOCENT_WRONG_KEYS: '2' });
    const authorization = `Bearer docent_live_${'x'.repeat(43)}`;
    const wrong = () => ask('GET /projects', undefined, { authorization });
    expect(await statuses(3, wrong)).toEqual([401, 401, 429]);
  });

  test('DOCENT_CHAT_RATE is how often an address may ask', async () => {
    const started = await start({ DOCENT_CHAT_RATE: '1' });
    const id = await projectOf(started);
    const asked = await statuses(2, (index) =>
      started.ask(`POST /assistant/${id}/chat`, {
        message: 'Which settings has the server?',
        visitorId: `v_${index}`,
      }),
    );
    expect(asked).toEqual([200, 429]);
  });

  test('DOCENT_FEEDBACK_RATE is how often an address may rate', async () => {
    const started = await start({ DOCENT_FEEDBACK_RATE: '1' });
    const id = await projectOf(started);
    const rate = (index: number) => started.ask(`POST /feedback/${id}`, rating(index));
    expect(await statuses(2, rate)).toEqual([201, 429]);
  });

  test('DOCENT_SEARCH_RETENTION counts no searches when it is 0', async () => {
    const counted = async (days: string) => {
      const started = await start({ DOCENT_SEARCH_RETENTION: days });
      const body = { language: 'en', searches: [{ q: 'a b', results: 1 }], clicked: false };
      const id = await projectOf(started);
      return (await started.ask(`POST /search/${id}/searches`, body)).status;
    };
    expect([await counted('1'), await counted('0')]).toEqual([201, 404]);
  });

  test('DOCENT_ANALYTICS_RETENTION counts no views when it is 0', async () => {
    const counted = async (days: string) => {
      const { url } = await start({ DOCENT_ANALYTICS_RETENTION: days });
      const note = await (await fetch(`${url}/_docent/runtime.json`)).json();
      return note.visits;
    };
    expect([await counted('1'), await counted('0')]).toEqual([true, false]);
  });

  test('DOCENT_PROXY_RATE is how often an address may send a request to an API', async () => {
    const { url } = await start({ DOCENT_PROXY_RATE: '1' });
    expect(await statuses(2, () => fetch(`${url}/_docent/proxy`))).toEqual([400, 429]);
  });

  test('DOCENT_PLAYGROUND_PROXY switches off requests to APIs', async () => {
    const { url } = await start({ DOCENT_PLAYGROUND_PROXY: 'off' });
    const response = await fetch(`${url}/_docent/proxy`);
    expect([response.status, await response.json()]).toMatchObject([
      403,
      { error: { message: 'This server does not send requests to APIs.' } },
    ]);
  });

  test('DOCENT_TRUST_PROXY lets each reader behind a proxy have limits of their own', async () => {
    const started = await start({
      DOCENT_FEEDBACK_RATE: '1',
      DOCENT_TRUST_PROXY: '127.0.0.0/8',
    });
    const id = await projectOf(started);
    const rate = (index: number) => {
      const headers = { 'x-forwarded-for': `203.0.113.${Math.min(index, 1)}` };
      return started.ask(`POST /feedback/${id}`, rating(index), headers);
    };
    expect(await statuses(3, rate)).toEqual([201, 201, 429]);
  });

  test.each(['DOCENT_HEADER_TIMEOUT', 'DOCENT_BODY_TIMEOUT'])(
    '%s ends a request that is sent too slowly',
    async (variable) => {
      const started = await start({ [variable]: '1' });
      const id = await projectOf(started);
      const head = 'Host: a\r\nContent-Type: application/json\r\nContent-Length: 100';
      const text =
        variable === 'DOCENT_HEADER_TIMEOUT'
          ? 'GET / HTTP/1.1\r\nHost: docs'
          : `POST /api/v1/feedback/${id} HTTP/1.1\r\n${head}\r\n\r\n{"rating":`;
      const received = await new Promise<string>((resolve, reject) => {
        const socket = connect(Number(new URL(started.url).port), '127.0.0.1');
        let all = '';
        socket.on('connect', () => socket.write(text));
        socket.on('data', (part) => {
          all += part;
        });
        socket.on('close', () => resolve(all));
        socket.on('error', reject);
      });
      expect(received).toMatch(/^(HTTP\/1.1 408 |$)/);
    },
  );
});

describe('webhooks', () => {
  const nearby = {
    DOCENT_WEBHOOK_ALLOW: '127.0.0.0/8, ::1',
    DOCENT_WEBHOOK_PLAIN_HOSTS: 'localhost',
  };

  /** A receiver; `status` 0 never answers. */
  async function receiver(status: number) {
    const received: IncomingMessage[] = [];
    const http = createServer((request, response) => {
      received.push(request);
      if (status > 0) response.writeHead(status).end();
    });
    await new Promise<void>((listening) => http.listen(0, 'localhost', listening));
    onTestFinished(() => {
      http.closeAllConnections();
      http.close();
    });
    const { port } = http.address() as AddressInfo;
    return { url: `http://localhost:${port}/hook`, received };
  }

  /** A webhook that hears of a rating; gives its state once its delivery is as wanted. */
  async function rated(environment: Environment, status: number) {
    const started = await start({ ...nearby, ...environment });
    const id = await projectOf(started);
    const { url, received } = await receiver(status);
    const body = { url, events: ['feedback.received'] };
    const webhook = await started.data(`POST /projects/${id}/webhooks`, body);
    expect((await started.ask(`POST /feedback/${id}`, rating(0))).status).toBe(201);
    const log = `/projects/${id}/webhooks/${webhook.id}/deliveries`;
    const delivery = async () => {
      const [last] = await started.data(`GET ${log}`);
      return last && started.data(`GET ${log}/${last.id}`);
    };
    const attempted = async () => {
      await expect
        .poll(async () => (await delivery())?.attempts.length, { timeout: 20_000 })
        .toBe(1);
      return delivery();
    };
    const current = async () =>
      (await started.data(`GET /projects/${id}/webhooks`)).find(
        (one: { id: string }) => one.id === webhook.id,
      );
    return { received, attempted, current };
  }

  test('DOCENT_WEBHOOK_RETRIES 0 tries a delivery once', async () => {
    const { attempted } = await rated({ DOCENT_WEBHOOK_RETRIES: '0' }, 500);
    expect(await attempted()).toMatchObject({ status: 'failed', nextAttemptAt: null });
  });

  test('DOCENT_WEBHOOK_RETRIES 1 tries it again', async () => {
    const { attempted } = await rated({ DOCENT_WEBHOOK_RETRIES: '1' }, 500);
    expect(await attempted()).toMatchObject({
      status: 'pending',
      nextAttemptAt: expect.any(String),
    });
  });

  test('DOCENT_WEBHOOK_TIMEOUT is how long a receiver may take', async () => {
    const { attempted } = await rated({ DOCENT_WEBHOOK_TIMEOUT: '1' }, 0);
    const { attempts } = await attempted();
    expect(attempts[0].statusCode).toBe(0);
    expect(attempts[0].duration).toBeGreaterThanOrEqual(900);
    expect(attempts[0].duration).toBeLessThan(9_000);
  });

  test('DOCENT_WEBHOOK_DISABLE_AFTER switches a webhook off after so many failures', async () => {
    const { attempted, current } = await rated({ DOCENT_WEBHOOK_DISABLE_AFTER: '1' }, 500);
    await attempted();
    expect(await current()).toMatchObject({ active: false, disabledReason: 'failures' });
  });

  test('DOCENT_WEBHOOK_DISABLE_AGE keeps it on until the failures have lasted', async () => {
    const environment = { DOCENT_WEBHOOK_DISABLE_AFTER: '1', DOCENT_WEBHOOK_DISABLE_AGE: '60' };
    const { attempted, current } = await rated(environment, 500);
    await attempted();
    expect(await current()).toMatchObject({ active: true, disabledReason: null });
  });

  test('DOCENT_SERVICE_NAME names the headers', async () => {
    const { attempted, received } = await rated({ DOCENT_SERVICE_NAME: 'Acme' }, 200);
    expect(await attempted()).toMatchObject({ status: 'delivered' });
    expect(received[0]?.headers['x-acme-event']).toBe('feedback.received');
    expect(Object.keys(received[0]?.headers ?? {}).join()).not.toContain('x-docent');
  });

  test('DOCENT_WEBHOOK_PLAIN_HOSTS, _ALLOW and _PORTS say what may be called', async () => {
    const https = 'https://8.8.8.8:8443/x';
    const plain = 'http://8.8.4.4:8080/x';
    const inside = 'https://10.20.0.1/x';
    const taken = async (environment: Environment) => {
      const started = await start(environment);
      const id = await projectOf(started);
      const found: string[] = [];
      for (const url of [https, plain, inside]) {
        const body = { url, events: ['feedback.received'] };
        const { status } = await started.ask(`POST /projects/${id}/webhooks`, body);
        if (status === 201) found.push(url);
      }
      await server?.close();
      server = undefined;
      return found;
    };
    expect(await taken({})).toEqual([]);
    expect(await taken({ DOCENT_WEBHOOK_PORTS: '8443' })).toEqual([https]);
    expect(await taken({ DOCENT_WEBHOOK_PLAIN_HOSTS: '8.8.4.4' })).toEqual([plain]);
    expect(await taken({ DOCENT_WEBHOOK_ALLOW: '10.20.0.0/16' })).toEqual([inside]);
  });
});

describe('hosts', () => {
  const at = (url: string, host: string, path: string) =>
    new Promise<number>((resolve, reject) => {
      get(url + path, { headers: { host } }, (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      }).on('error', reject);
    });

  test('DOCENT_PLATFORM_HOST serves the payments platform alone', async () => {
    const started = await start({ DOCENT_PLATFORM_HOST: 'pay.test' });
    await projectOf(started);
    expect(await at(started.url, 'docs.test', '/')).toBe(200);
    expect(await at(started.url, 'pay.test', '/')).toBe(404);
    expect(await at(started.url, 'pay.test', '/api/v1/payment-links')).toBe(401);
  });

  test('DOCENT_DASHBOARD_HOST serves the dashboard and the API alone, and nowhere else', async () => {
    const started = await start({ DOCENT_DASHBOARD_HOST: 'admin.test' });
    await projectOf(started);
    const seen = async (path: string) => [
      await at(started.url, 'admin.test', path),
      await at(started.url, 'docs.test', path),
    ];
    expect(await seen('/')).toEqual([302, 200]);
    expect(await seen('/dashboard')).toEqual([200, 404]);
    expect(await seen('/llms.txt')).toEqual([404, 200]);
    expect(await seen('/api/v1/projects')).toEqual([401, 401]);
    expect(await seen('/api/v1/sessions/current')).toEqual([401, 403]);
  });

  test('DOCENT_BASE_HOST serves each site at its name below it, DOCENT_PREVIEW_HOST none', async () => {
    const both = tempDir();
    for (const name of ['one', 'two']) {
      const pages = { 'docs.json': minimalConfig(['index'], { name }), 'index.mdx': 'Words.\n' };
      await buildSite(writeFiles(tempDir(), pages), join(both, name));
    }
    const { url } = await start(
      { DOCENT_BASE_HOST: 'sites.test', DOCENT_PREVIEW_HOST: 'preview.sites.test' },
      both,
    );
    for (const name of ['one', 'two']) {
      const served = () => at(url, `${name}.sites.test`, '/');
      await expect.poll(served, { timeout: 20_000 }).toBe(200);
    }
    expect(await at(url, 'three.sites.test', '/')).toBe(404);
    // An operator asks here whether the server is well, and finds nothing either.
    expect(await at(url, 'one.preview.sites.test', '/health')).toBe(404);
  });

  test('DOCENT_ORIGINS lets pages of static hosts ask', async () => {
    const origin = 'https://docs.example.com';
    const allowed = async (environment: Environment) => {
      const started = await start(environment);
      const id = await projectOf(started);
      const answer = await started.ask(`POST /feedback/${id}`, rating(0), { origin });
      await server?.close();
      server = undefined;
      return answer.headers.get('access-control-allow-origin');
    };
    expect(await allowed({})).toBeNull();
    expect(await allowed({ DOCENT_ORIGINS: `https://other.example, ${origin}` })).toBe(origin);
  });
});

describe('models', () => {
  const question = { message: 'Which settings has the server?', visitorId: 'v_1' };

  test('DOCENT_CHAT_MODEL answers at OPENAI_BASE_URL with OPENAI_API_KEY', async () => {
    const stub = await startModelStub(() => ({ text: 'The model has answered.' }));
    onTestFinished(() => stub.close());
    const started = await start({
      ...{ OPENAI_BASE_URL: stub.baseUrl, OPENAI_API_KEY: 'k', DOCENT_CHAT_MODEL: 'chat-1' },
    });
    const id = await projectOf(started);
    const text = await (await started.ask(`POST /assistant/${id}/chat`, question)).text();
    expect(text).toContain('model');
    expect(stub.requests.map(({ body }) => body.model)).toContain('chat-1');
  });

  test('DOCENT_CHAT_MODEL=canned answers with all events, and no model', async () => {
    const started = await start({ DOCENT_CHAT_MODEL: 'canned' });
    const id = await projectOf(started);
    const events = chatEvents(
      await (await started.ask(`POST /assistant/${id}/chat`, question)).text(),
    );
    expect([...new Set(events.map(({ type }) => type))]).toEqual([
      ...['start', 'tool_call', 'tool_result', 'text', 'citations', 'done'],
    ]);
    expect(answerOf(events)).toContain('This is a canned answer');
    expect(answerOf(events)).toContain('Words about the settings of the server.');
    const cited = events.flatMap((event) => (event.type === 'citations' ? event.sources : []));
    expect(cited.map(({ path }) => path)).toEqual(['index']);
    expect(events.at(-1)).toEqual({ type: 'done', tokensUsed: 0 });
  });

  test('DOCENT_CHAT_TOKENS is what an organization without a limit may use in a month', async () => {
    const usage = { prompt_tokens: 900, completion_tokens: 100 };
    const stub = await startModelStub(() => ({ text: 'The model has answered.', usage }));
    onTestFinished(() => stub.close());
    const model = { OPENAI_BASE_URL: stub.baseUrl, OPENAI_API_KEY: 'k', DOCENT_CHAT_MODEL: 'm' };
    const started = await start({ ...model, DOCENT_CHAT_TOKENS: '1000' });
    const id = await projectOf(started);
    const asked = async () => {
      const answer = await started.ask(`POST /assistant/${id}/chat`, question);
      await answer.text();
      return answer.status;
    };
    const limits = async () => {
      const of = await started.data(`GET /assistant/${id}/usage`);
      const { limits: own } = await started.data('GET /me');
      const { limits: shown } = await started.data('GET /usage');
      return [of.tokensLimit, of.tokensRemaining, own.assistantTokens, shown.assistantTokens];
    };
    expect(await limits()).toEqual([1000, 1000, 1000, 1000]);
    expect(await asked()).toBe(200);
    expect(await asked()).toBe(429);
    expect(await limits()).toEqual([1000, 0, 1000, 1000]);
  });

  test('DOCENT_TRANSLATE_MODEL=pseudo translates and publishes without a model', async () => {
    const folder = tempDir();
    writeFiles(join(folder, 'site'), {
      'docs.json': minimalConfig(['index'], { name: 'Acme Docs' }),
      'index.mdx': '---\ntitle: Home\n---\n\nWords about the settings of the server.\n',
    });
    expect((await buildSite(join(folder, 'site'), join(folder, 'out'))).deployment).toBeDefined();
    const started = await start({ DOCENT_TRANSLATE_MODEL: 'pseudo' }, join(folder, 'out'));
    const project = await projectOf(started);
    expect((await started.ask(`POST /projects/${project}/languages`, { code: 'fr' })).status).toBe(
      201,
    );
    const path = `/projects/${project}/translate`;
    const made = await (await started.ask(`POST ${path}`, { language: 'fr' })).json();
    const { data } = made as { data: { jobId: string } };
    const job = async () => (await started.ask(`GET ${path}/${data.jobId}`)).text();
    await expect.poll(job, { timeout: 60_000 }).toContain('"status":"completed"');
    const page = async () => (await fetch(`${started.url}/fr`)).text();
    await expect.poll(page, { timeout: 60_000 }).toContain('Wórdš ábóút thé šéttíñgš');
  }, 120_000);

  test('DOCENT_DEBUG shows where an error was raised', async () => {
    const said = async () => {
      let err = '';
      await main(['node', 'docent', 'check', '/nowhere/at/all'], {
        out: () => {},
        err: (text) => {
          err += text;
        },
        interactive: false,
      });
      return err;
    };
    expect(await said()).not.toContain('    at ');
    vi.stubEnv('DOCENT_DEBUG', '1');
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(await said()).toContain('    at ');
  });

  test('DOCENT_CHAT_DENIED are words that no one gets an answer about', async () => {
    const started = await start({ DOCENT_CHAT_DENIED: 'lottery' });
    const id = await projectOf(started);
    const message = 'Who wins the lottery with these settings?';
    const answer = await started.ask(`POST /assistant/${id}/chat`, { ...question, message });
    const other = await started.ask(`POST /assistant/${id}/chat`, question);
    expect([answer.status, other.status]).toEqual([400, 200]);
  });
});

describe('a wrong value', () => {
  const wrong: readonly (readonly [string, string, string])[] = [
    ['DOCENT_ORIGINS', 'docs.example.com', 'an origin such as https://docs.example.com.'],
    ['DOCENT_CHAT_RETENTION', 'long', 'a number of days such as 180.'],
    ['DOCENT_CHAT_TOKENS', '0', 'a number of tokens such as 5000000.'],
    ['GITHUB_API_URL', 'github.example', 'a URL such as https://github.example.com/api/v3.'],
    [
      'DOCENT_GIT_AUTHOR',
      'Bot',
      'a name and an email address such as "Docs Bot <docs@example.com>".',
    ],
    ['DOCENT_TRUST_PROXY', 'nginx', 'an address or a range such as 10.0.0.0/8.'],
    ['DOCENT_BASE_HOST', 'https://x', 'a host name such as hooks.test, without scheme and port.'],
    ['DOCENT_KEY_RATE', 'many', 'a whole number from 1 to 1000000.'],
  ];
  test.each(wrong)('of %s is one sentence at the start', async (variable, value, expected) => {
    const error = await start({ [variable]: value }).catch((reason: Error) => reason.message);
    expect(error).toMatch(new RegExp(`^Unexpected value of .*\\b${variable}: "`));
    expect(error).toContain(`: "${value}", expected ${expected}`);
  });

  test.each(['DOCENT_CHAT_MODEL', 'DOCENT_TRANSLATE_MODEL', 'DOCENT_EMBEDDING_MODEL'])(
    'of OPENAI_BASE_URL is one sentence for whoever uses %s, and so is none',
    (variable) => {
      const read = (more: Environment) => {
        const all = { [variable]: 'm', ...more };
        readChatSettings(all);
        readTranslateSettings(all);
        readEmbeddings(all);
      };
      expect(() => read({ OPENAI_BASE_URL: 'localhost:11434' })).toThrow(
        'Unexpected value of OPENAI_BASE_URL: "localhost:11434", expected a URL such as http://localhost:11434/v1.',
      );
      expect(() => read({})).toThrow(`${variable} is set, but neither OPENAI_API_KEY nor`);
    },
  );

  test.each([
    ['PORT', 'many', 'serve', 'Expected a number from 0 to 65535.'],
    ['HOST', 'no such host', 'serve', 'no such host'],
    ['DOCENT_EDITOR', 'edlin', 'dev', 'Allowed choices are vscode, '],
    ['DOCENT_RUNTIME_URL', 'nonsense', 'build', 'expected a URL such as https://'],
  ])('of %s on the command line also names it', async (variable, value, command, expected) => {
    vi.stubEnv(variable, value);
    onTestFinished(() => void vi.unstubAllEnvs());
    if (variable !== 'PORT') vi.stubEnv('PORT', '0');
    vi.stubEnv('DATABASE_URL', join(tempDir(), 'own.db'));
    const site = command === 'serve' ? [] : [join(out, '../site')];
    let err = '';
    const code = await main(['node', 'docent', command, ...site, '--out', out], {
      out: () => {},
      err: (text) => {
        err += `${text}\n`;
      },
      interactive: false,
    });
    expect(code).toBeGreaterThan(0);
    for (const part of [variable === 'HOST' ? 'host' : variable, value, expected]) {
      expect(err).toContain(part);
    }
  });
});

/** Settings whose effect other tests see; the file names each of them. */
const elsewhere: Readonly<Record<string, string>> = {
  DATABASE_URL: 'test/cli/database.test.ts',
  DOCENT_OUT: 'test/cli/database.test.ts',
  DOCENT_PASSWORD: 'test/cli/user-groups.test.ts',
  DOCENT_SECRET_KEY: 'test/runtime/secrets/instance-key.test.ts',
  DOCENT_TRANSLATE_MODEL: 'test/cli/translate.test.ts',
  DOCENT_MODELS: 'test/runtime/assistant/environment.test.ts',
  DOCENT_CHAT_UNSUPPORTED: 'test/runtime/assistant/environment.test.ts',
  DOCENT_TRANSLATE_PRICE: 'test/cli/translate.test.ts',
  DOCENT_SECTION_TABLES: 'test/pipeline/search/object-storage.test.ts',
  DOCENT_STORAGE: 'test/runtime/storage/shared.test.ts',
  DOCENT_S3_ENDPOINT: 'test/runtime/storage/shared.test.ts',
  DOCENT_S3_PATH_STYLE: 'test/runtime/storage/shared.test.ts',
  DOCENT_S3_REGION: 'test/runtime/storage/shared.test.ts',
  DOCENT_DISK_CACHE: 'test/runtime/storage/shared.test.ts',
  DOCENT_PREVIEW_EVENTS: 'test/runtime/previews.test.ts',
  DOCENT_SMTP_URL: 'test/runtime/mail/served.test.ts',
  DOCENT_MAIL_FROM: 'test/runtime/mail/served.test.ts',
  GITHUB_TOKEN: 'test/runtime/translation/environment.test.ts',
  ...Object.fromEntries(
    ['ISSUER', 'CLIENT_ID', 'CLIENT_SECRET', 'LABEL', 'ORGANIZATION', 'ROLE'].map((name) => [
      `DOCENT_OIDC_${name}`,
      'test/runtime/settings/environment.test.ts',
    ]),
  ),
  // What comes of the minutes is in the tests of jobs: no test waits for one.
  DOCENT_MODEL_PATIENCE: 'test/runtime/settings/environment.test.ts',
};

test('every setting of the table has a test', () => {
  const read = (file: string) => readFileSync(join(projectRoot, file), 'utf8');
  const here = read('test/runtime/settings/table.test.ts').split('const elsewhere')[0] ?? '';
  const untested = settings
    .map(({ variable }) => variable)
    .filter((variable) => {
      const text = variable in elsewhere ? read(elsewhere[variable] ?? '') : here;
      return !new RegExp(`\\b${variable}\\b`).test(text);
    });
  expect(untested).toEqual([]);
});
