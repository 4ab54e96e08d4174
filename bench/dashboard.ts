import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { openDashboardFiles } from '../runtime/dashboard/files.ts';
import { addAnswer, addQuestion, rateConversation } from '../runtime/store/conversations.ts';
import { insertDeliveries } from '../runtime/store/deliveries.ts';
import { appendEvents } from '../runtime/store/events.ts';
import { insertFeedback } from '../runtime/store/feedback.ts';
import { createIds } from '../runtime/store/ids.ts';
import { openStore, type Store } from '../runtime/store/open.ts';
import { listOrgs } from '../runtime/store/orgs.ts';
import { countSearches } from '../runtime/store/searches.ts';
import { addVisits } from '../runtime/store/visits.ts';
import { periodAt } from '../schema/plans.ts';
import { benchView } from './dashboard-view.ts';
import { generateSite } from './generate.ts';
import { addOlderCopies } from './older-copies.ts';
import { docent, newKey, projectOf, readUrl } from './server.ts';

/** How much there is of everything. */
const amounts = { pages: 250, conversations: 5_000, deliveries: 100_000, feedback: 1_000 } as const;
/** Of a row that is written and its older copies. */
const copied = 20;
const languages = ['fr', 'de', 'es'] as const;

/** Milliseconds that a list may take. */
const bar = 200;
const rounds = 15;
const dayLength = 86_400_000;

/**
 * What the sections of the dashboard ask for, on a full server: the median and the slowest of 15 answers, next to
 * an answer that reads one row. With `DATABASE_URL` on that database, which has to be empty.
 */
export async function benchDashboard(print: (line: string) => void = console.log): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'docent-bench-'));
  const out = join(folder, 'out');
  try {
    generateSite(join(folder, 'site'), amounts.pages);
    const [code] = await once(docent(['build', join(folder, 'site'), '--out', out]), 'close');
    if (code !== 0) throw new Error('The site could not be built.');
    const server = docent(['serve', '--out', out, '--port', '0'], {
      DOCENT_WEBHOOK_ALLOW: '127.0.0.1/32',
      DOCENT_WEBHOOK_PORTS: '9',
    });
    const store = openStore(process.env.DATABASE_URL ?? join(out, 'docent.db'));
    try {
      const url = await readUrl(server);
      while (!(await fetch(`${url}/ready`)).ok) await sleep(20);
      const key = await newKey(out);
      const project = await projectOf(url, key);
      const ask = async (path: string, body?: object) => {
        const answer = await fetch(`${url}/api/v1${path}`, {
          headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
          ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
        });
        const text = await answer.text();
        if (!answer.ok) throw new Error(`${path}: ${text}`);
        return JSON.parse(text) as { readonly data: { readonly id: string } };
      };
      for (const code of languages) await ask(`/projects/${project}/languages`, { code });
      const { id: webhook } = (
        await ask(`/projects/${project}/webhooks`, {
          ...{ url: 'https://127.0.0.1:9/', events: ['page.created'] },
        })
      ).data;
      await fill(store, project, webhook);
      // What a server of its own does within a minute, by itself.
      if (store.kind === 'postgres') await sql`analyze`.execute(store.db);
      print(
        `${store.kind}: ${amounts.pages} pages, ${languages.length} languages, ${amounts.conversations} conversations, ${amounts.deliveries} deliveries`,
      );
      for (const [name, path] of listsOf(project, webhook)) {
        const times: number[] = [];
        for (let round = 0; round < rounds; round++) {
          // Keys have a limit for each second.
          await sleep(30);
          const started = performance.now();
          await ask(path);
          times.push(performance.now() - started);
        }
        times.sort((a, b) => a - b);
        const [median = 0, worst = 0] = [times[rounds >> 1], times.at(-1)];
        const verdict = worst > bar ? '  OVER' : '';
        print(
          `${name.padEnd(34)} ${median.toFixed(0).padStart(5)} ms, slowest ${worst.toFixed(0).padStart(4)} ms${name.startsWith('floor') ? '' : ` (bar ${bar} ms)`}${verdict}`,
        );
      }
      await benchView({ url, store }, print);
    } finally {
      await store.close();
      server.kill();
      await once(server, 'close');
    }
    await printSizes(print);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What the sections ask for when they are opened, filtered and scrolled to the end. */
function listsOf(project: string, webhook: string): readonly (readonly [string, string])[] {
  const site = `/projects/${project}`;
  const deliveries = `${site}/webhooks/${webhook}/deliveries`;
  return [
    ['floor: one project', site],
    ['overview', `${site}/overview`],
    ['pages', `${site}/pages?perPage=200&days=30`],
    ['pages, most views first', `${site}/pages?perPage=200&days=30&sort=views&order=desc`],
    ['pages to improve', `${site}/analytics/editorial?days=30&perPage=100`],
    ['translations', `${site}/translations?language=fr&perPage=100`],
    ['conversations', `/assistant/${project}/conversations?perPage=100`],
    [
      'conversations, badly rated',
      `/assistant/${project}/conversations?perPage=100&rating=negative`,
    ],
    ['conversations, the last page', `/assistant/${project}/conversations?perPage=100&page=50`],
    ['gaps', `/assistant/${project}/gaps?perPage=20`],
    ['searches', `/search/${project}/searches?perPage=100`],
    ['feedback', `${site}/feedback?perPage=100`],
    ['webhooks', `${site}/webhooks`],
    ['deliveries', `${deliveries}?perPage=100`],
    ['deliveries, failed', `${deliveries}?perPage=100&status=failed`],
    ['deliveries, the last page', `${deliveries}?perPage=100&page=1000`],
    ['analytics', `${site}/analytics?days=30`],
    ['audit log', '/audit?perPage=100'],
    ['deployments', `${site}/deployments`],
  ];
}

async function fill(store: Store, projectId: string, webhookId: string): Promise<void> {
  const newId = createIds();
  const now = Date.now();
  const [{ id: orgId } = { id: '' }] = await listOrgs(store.db);
  const pages = Array.from({ length: amounts.pages }, (_, n) => `chapter-${n % 10}/page-${n}`);
  const pageAt = (index: number) => pages[index % pages.length] ?? '';
  await inPortions(amounts.deliveries / copied, 500, (from, to) =>
    store.transaction(async (trx) => {
      const events = range(from, to).map((index) => ({
        ...{ id: newId('evt'), type: 'page.created' as const, timestamp: now - index * 20_000 },
        data: { pagePath: pageAt(index), pageTitle: 'Page', deploymentId: 'dpl_1' },
      }));
      for (let at = 0; at < events.length; at += 500) {
        const some = events.slice(at, at + 500);
        await appendEvents(trx, projectId, some);
        await insertDeliveries(
          trx,
          some.map(({ id, timestamp }, index) => ({
            ...{ id: newId('dlv'), project_id: projectId, webhook_id: webhookId, event_id: id },
            ...{ event_type: 'page.created', next_at: 0, lease_until: 0 },
            ...(index % 7 === 0
              ? { state: 'failed' as const, failures: 6 }
              : { state: 'delivered' as const, failures: 0 }),
            ...{ created_at: timestamp, finished_at: timestamp + 400 },
          })),
        );
      }
    }),
  );
  await inPortions(amounts.conversations / copied, 500, (from, to) =>
    store.transaction(async (trx) => {
      for (const index of range(from, to)) {
        const conversationId = newId('cnv');
        const when = now - index * 500_000;
        await addQuestion(trx, {
          ...{ projectId, conversationId, visitorId: `visitor-${index}`, isNew: true },
          ...{ id: newId('msg'), now: when },
          text: `How do I set up part ${index % 700} of the ${index % 3 === 0 ? 'queue' : 'worker'}?`,
        });
        const path = pageAt(index);
        await addAnswer(trx, {
          ...{ orgId, projectId, conversationId, id: newId('msg'), status: 'completed' },
          text: 'Run the installer, then start the server. It takes a minute.',
          sources: JSON.stringify(
            index % 4 === 3 ? [] : [{ path, title: 'Page', url: `/${path}` }],
          ),
          ...{ cited: null, tokens: 400, estimated: false, duration: 1_900, firstText: 300 },
          ...{ period: periodAt(now), now: when + 2_000 },
        });
        if (index % 5 === 1) await rateConversation(trx, conversationId, index % 2 === 0);
      }
    }),
  );
  await addOlderCopies(store, projectId, {
    deliveries: { copies: copied - 1, milliseconds: (amounts.deliveries / copied) * 20_000 },
    conversations: { copies: copied - 1, milliseconds: (amounts.conversations / copied) * 500_000 },
  });
  await store.transaction(async (trx) => {
    for (const index of range(0, amounts.feedback)) {
      await insertFeedback(trx, {
        ...{ id: newId('fbk'), project_id: projectId, visitor_id: `visitor-${index}` },
        ...{ page_path: pageAt(index), rating: index % 3 === 0 ? 'positive' : 'negative' },
        ...{
          comment: 'The example does not run.',
          created_at: now - index * 3_600_000,
          deployment_id: null,
        },
      });
    }
    for (const index of range(0, 500)) {
      await countSearches(trx, {
        ...{ projectId, language: 'en', now: now - (index % 30) * dayLength },
        searches: [{ question: `part ${index}`, hasResults: index % 3 > 0, isClicked: false }],
      });
    }
  });
  for (const age of range(0, 30)) {
    const views = pages.map((page, index) => ({ language: 'en', page, times: 1 + (index % 17) }));
    await addVisits(store, {
      ...{ projectId, day: Math.floor(now / dayLength) - age, views },
      visitors: pages.map((page) => ({ language: 'en', page, visitor: `visitor-${age}` })),
      sources: pages.map((page) => ({ language: 'en', page, source: '/index', times: 3 })),
      missing: [{ address: '/old-name', source: 'news.example', times: 2 }],
    });
  }
}

/** Bytes, after gzip, that a first visit loads, and the largest section. */
async function printSizes(print: (line: string) => void): Promise<void> {
  const files = [...(await openDashboardFiles()).values()];
  const index = files.find(({ name }) => name === 'index.html');
  // The worker is named in the document, and loaded with the settings alone.
  const text = new TextDecoder().decode(index?.plain).replace(/<html.*/, '');
  const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} KB`;
  const size = (file: (typeof files)[number]) => (file.gzip ?? file.plain).byteLength;
  const early = files.filter((file) => file === index || text.includes(`/${file.name}`));
  const first = early.reduce((sum, file) => sum + size(file), 0);
  print(`first visit: ${kilobytes(first)} after gzip, ${early.length} files (bar 120 KB)`);
  const late = files.filter((file) => !early.includes(file) && file.name.endsWith('.js'));
  const [largest] = late.toSorted((a, b) => size(b) - size(a));
  if (largest) print(`largest module of a section: ${largest.name} ${kilobytes(size(largest))}`);
}

async function inPortions(
  count: number,
  portion: number,
  write: (from: number, to: number) => Promise<unknown>,
): Promise<void> {
  for (let from = 0; from < count; from += portion)
    await write(from, Math.min(count, from + portion));
}

function range(from: number, to: number): readonly number[] {
  return Array.from({ length: to - from }, (_, index) => from + index);
}
