import type { ApiServices } from '../../../runtime/api/services.ts';
import { createApi } from '../../../runtime/api.ts';
import { unlimited } from '../../../runtime/http/rate-limit.ts';
import { createVault } from '../../../runtime/secrets/vault.ts';
import { createDomains } from '../../../runtime/site/domains.ts';
import { createIds } from '../../../runtime/store/ids.ts';
import { openStore } from '../../../runtime/store/open.ts';
import { openWebhooks } from '../../../runtime/webhooks/service.ts';
import { publicOnly } from '../../../schema/network.ts';

// Started as a process by the contention test: writers that call the API for all kinds of writes,
// and a webhook dispatcher. Reports how often each status was returned.
const [, , address = '', key = '', projects = '', writers = '', requests = ''] = process.argv;
const ids = projects.split(',');
const store = openStore(address);
const newId = createIds();
const failures: string[] = [];
const webhooks = openWebhooks({
  store,
  vault: createVault(Buffer.alloc(32, 7)),
  policy: publicOnly,
  service: 'Docent',
  testLimit: async () => ({}),
  log: () => {},
  now: Date.now,
  newId,
});
const services = {
  store,
  webhooks,
  queue: { enqueue: async () => {} },
  domains: createDomains({
    store,
    key: Buffer.alloc(32, 7),
    resolveTxt: async () => [],
    now: Date.now,
    log: () => {},
  }),
  readerLimits: { visitor: unlimited.all, address: unlimited.all },
  now: Date.now,
  newId,
  checkConfig: () => [],
} as unknown as ApiServices;
const api = createApi(services, {
  version: 'test',
  limits: unlimited,
  log: ({ error, route, method }) => {
    if (error) failures.push(`${method} ${route}: ${error}`);
  },
});

const counts: Record<string, number> = {};

async function ask(line: string, body?: unknown): Promise<Record<string, unknown> | undefined> {
  const [method = '', path = ''] = line.split(' ');
  const response = await api.request(`/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  counts[response.status] = (counts[response.status] ?? 0) + 1;
  const text = await response.text();
  return text === '' ? undefined : JSON.parse(text).data;
}

async function write(writer: number): Promise<void> {
  for (let count = 0; count < Number(requests); count++) {
    const name = `${process.pid}-${writer}-${count}`;
    const at = `/projects/${ids[(writer + count) % ids.length]}`;
    switch ((writer + count) % 8) {
      case 0: {
        const term = await ask(`POST ${at}/glossary`, { term: name, translations: { fr: name } });
        if (term) await ask(`PATCH ${at}/glossary/${term.id}`, { description: name });
        break;
      }
      case 1:
        await ask(`PATCH ${at}`, { configJson: JSON.stringify({ name }) });
        break;
      case 2: {
        const url = `https://hooks.test/${name}`;
        const hook = await ask(`POST ${at}/webhooks`, { url, events: ['feedback.received'] });
        if (hook) await ask(`PATCH ${at}/webhooks/${hook.id}`, { active: count % 2 === 0 });
        if (hook && count % 4 > 0) await ask(`DELETE ${at}/webhooks/${hook.id}`);
        break;
      }
      case 3:
        await ask(`POST ${at}/languages`, { code: 'de' });
        await ask(`DELETE ${at}/languages/de`);
        break;
      case 4:
        await ask(`POST ${at}/translate`, { language: 'fr', scope: 'all' });
        break;
      case 5: {
        const made = await ask('POST /projects', { name, slug: name });
        if (made) await ask(`DELETE /projects/${made.id}`);
        break;
      }
      default: {
        const body = { pagePath: 'a', rating: 'positive', visitorId: name };
        await ask(`POST ${at.replace('/projects', '/feedback')}`, body);
      }
    }
  }
}

await Promise.all(Array.from({ length: Number(writers) }, (_, writer) => write(writer)));
await webhooks.close();
await store.close();
process.send?.({ counts, failures: failures.slice(0, 3) });
process.disconnect?.();
