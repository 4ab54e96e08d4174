import { rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { addOlderCopies } from '../../bench/older-copies.ts';
import { serve } from '../../runtime/main.ts';
import { acceptInvitation, invite } from '../../runtime/members/invitations.ts';
import { localRecords, newPreview, type ShownDeployment } from '../../runtime/previews/record.ts';
import { addReport } from '../../runtime/store/citation-reports.ts';
import { addAnswer, addQuestion, rateConversation } from '../../runtime/store/conversations.ts';
import { insertDeliveries } from '../../runtime/store/deliveries.ts';
import { insertFeedback } from '../../runtime/store/feedback.ts';
import { createIds } from '../../runtime/store/ids.ts';
import { closeJob } from '../../runtime/store/job-ends.ts';
import { beginPage, finishPage } from '../../runtime/store/job-pages.ts';
import { createJob } from '../../runtime/store/jobs.ts';
import { openStore, type Store } from '../../runtime/store/open.ts';
import { listOrgs } from '../../runtime/store/orgs.ts';
import { countSearches } from '../../runtime/store/searches.ts';
import { addVisits } from '../../runtime/store/visits.ts';
import { emit } from '../../runtime/webhooks/outbox.ts';
import type { Role } from '../../schema/api/roles.ts';
import { periodAt } from '../../schema/plans.ts';
import { type GitHubServer, startGitHub } from '../runtime/git/github-server.ts';
import { buildSite } from '../support/build.ts';
import { type IdentityProvider, startIdentityProvider } from '../support/identity-provider.ts';
import { makeTempDir, minimalConfig, writeFiles } from '../support/temp.ts';

export const password = 'a password of some length';

/** How much there is of what lists are long of. */
interface Amounts {
  readonly pages: number;
  readonly deliveries: number;
  readonly conversations: number;
}

/** Rows in every list; with more of something, where a long list is looked at: each takes seconds to fill. */
export const few: Amounts = { pages: 8, deliveries: 1_000, conversations: 50 };
/** Rows that are written; all others are older copies of them. */
const written = { deliveries: few.deliveries, conversations: few.conversations };
export const feedbackEntries = 30;

export interface DashboardSite {
  readonly url: string;
  readonly projectId: string;
  readonly slug: string;
  /** The webhook with all the deliveries. */
  readonly webhookId: string;
  /** What the receiver of the webhook answers with from now on. */
  readonly answerWith: (status: number) => void;
  readonly receiver: string;
  /** The rows of the server, for what no request would leave there. */
  readonly store: Store;
  /** By which members may sign in as well. */
  readonly provider: IdentityProvider;
  /** Where the repository is that the project may be connected with. */
  readonly github: GitHubServer;
  /** Asks the API as the owner. */
  readonly call: (
    method: string,
    path: string,
    body?: object,
  ) => Promise<{ readonly configJson: string }>;
  readonly invite: (email: string | null, role: Role) => Promise<string>;
  readonly addPreview: (name: string, shown?: ShownDeployment) => Promise<unknown>;
  /** Deploys the site once more, with other words in a page. */
  readonly changePage: (path: string, words: string) => Promise<void>;
  /** Runs a job for a page, which fails; or leaves it queued. Answers its id. */
  readonly addJob: (pagePath: string, error?: string) => Promise<string>;
  /** Ends every session, as a restart with another clock would. */
  readonly endSessions: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** A real server with two deployments, members of each kind, and data in every section. */
export async function openDashboardSite({
  port = 0,
  amounts = few,
  database,
}: {
  readonly port?: number;
  readonly amounts?: Amounts;
  /** `postgres://…`; SQLite when it is left out. */
  readonly database?: string;
} = {}): Promise<DashboardSite> {
  const dir = makeTempDir();
  const out = join(dir, '.docent');
  const more = Array.from({ length: amounts.pages - 4 }, (_, index) => `more/page-${index + 1}`);
  const pages = ['index', 'install', 'guide/first', 'guide/second'];
  const write = (paths: readonly string[], words: string) =>
    writeFiles(dir, {
      'docs.json': minimalConfig(paths, { name: 'Acme Docs' }),
      ...Object.fromEntries(
        paths.map((path) => [
          `${path}.mdx`,
          `---\ntitle: ${path === 'index' ? 'Welcome' : `About ${path}`}\n---\n\nText of ${path}. ${words}\n${path === 'install' ? '\nSee [the guide](/guide/frist).\n' : ''}`,
        ]),
      ),
    });
  write([...pages.slice(0, 3), ...more], 'First words.');
  await buildSite(dir, out);
  let status = 200;
  const sink = createServer((_, response) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ status }));
  });
  await new Promise<void>((resolve) => sink.listen(0, '127.0.0.1', resolve));
  const sinkPort = (sink.address() as AddressInfo).port;
  const [provider, github] = await Promise.all([startIdentityProvider(), startGitHub()]);
  const { issuer, clientId, clientSecret } = provider;
  const server = await serve({
    ...{ out, port, host: '127.0.0.1', version: '0.0.0-test', log: () => {} },
    ...(database === undefined ? {} : { database }),
    policy: { allow: ['127.0.0.1/32'], plainHosts: ['127.0.0.1'], ports: [sinkPort] },
    oidc: { issuer, clientId, clientSecret, label: 'Acme SSO' },
    github: { token: 'ghp_test', baseUrl: github.baseUrl },
  });
  const store = openStore(database ?? join(out, 'docent.db'));
  const now = Date.now();
  const newId = createIds();
  const tools = { store, newId, now: () => now };
  const [{ id: orgId } = { id: '' }] = await listOrgs(store.db);
  for (const [name, role] of [
    ['Ada Lovelace', 'owner'],
    ['Vera Rubin', 'viewer'],
  ] as const) {
    const email = `${name.split(' ')[0]?.toLowerCase()}@example.com`;
    const { token } = await invite(tools, orgId, { email, role, languages: null });
    await acceptInvitation(tools, token, { name, password });
  }
  const session = await fetch(`${server.url}/api/v1/sessions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: server.url },
    body: JSON.stringify({ email: 'ada@example.com', password }),
  });
  const cookie = (session.headers.get('set-cookie') ?? '').replace(/;.*$/s, '');
  const call = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${server.url}/api/v1${path}`, {
      method,
      headers: { 'content-type': 'application/json', origin: server.url, cookie },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const answer = (await response.json()) as { data: never; error?: { message: string } };
    if (!response.ok) throw new Error(`${method} ${path}: ${answer.error?.message}`);
    return answer.data as never;
  };
  const [{ id: projectId, slug }] = (await call('GET', '/projects')) as [
    { id: string; slug: string },
  ];
  const at = `/projects/${projectId}`;
  const deployments = (await call('GET', `${at}/deployments`)) as { readonly id: string }[];
  const first = deployments.at(-1);
  const receiver = `http://127.0.0.1:${sinkPort}/hook`;
  const events = ['page.created', 'deployment.completed'];
  const hook: { id: string } = await call('POST', `${at}/webhooks`, {
    ...{ url: receiver, events, description: 'Search index' },
  });
  await call('POST', '/keys', { name: 'CI', scopes: ['deployments:write'] });

  // Older than what is sent now, and ended, so that nothing of it is sent again.
  const old = now - 3_600_000;
  const ids = Array.from({ length: written.deliveries }, () => newId('evt'));
  const paused = { active: 0 } as const;
  await store.db.updateTable('webhooks').set(paused).where('id', '=', hook.id).execute();
  await store.transaction(async (trx) => {
    await emit(trx, {
      ...{ orgId, projectId, newId, now: old },
      events: ids.map((id, index) => ({
        ...{ id, type: 'page.created', timestamp: old - index * 60_000 },
        data: { pagePath: `p${index}`, pageTitle: `Page ${index}`, deploymentId: 'dpl_1' },
      })),
    });
    const rows = ids.map((event_id, index) => ({
      ...{ id: newId('dlv'), project_id: projectId, webhook_id: hook.id, event_id },
      event_type: index % 3 === 0 ? 'deployment.completed' : 'page.created',
      state: index % 7 === 0 ? ('failed' as const) : ('delivered' as const),
      ...{ failures: index % 7 === 0 ? 2 : 0, next_at: 0, lease_until: 0 },
      ...{ created_at: old - index * 60_000, finished_at: old - index * 60_000 + 400 },
    }));
    for (let i = 0; i < rows.length; i += 500) await insertDeliveries(trx, rows.slice(i, i + 500));
    await trx
      .insertInto('attempts')
      .values(
        rows.slice(0, 50).map(({ id, state, created_at }) => ({
          ...{ delivery_id: id, number: 1, started_at: created_at, duration: 230 },
          status: state === 'failed' ? 503 : 200,
          error: state === 'failed' ? 'The receiver answered with status 503.' : null,
          response_body: state === 'failed' ? '{"error":"overloaded"}' : '{"ok":true}',
        })),
      )
      .execute();
    await trx.updateTable('webhooks').set({ active: 1 }).where('id', '=', hook.id).execute();

    const questions = [
      'How do I install it?',
      'Can I use PostgreSQL?',
      '<img src=x onerror=alert(1)>',
    ];
    const sentence = 'Run the installer, then **start** the server.';
    const spans = [{ start: 0, end: sentence.length, status: 'cited', passages: [1] }];
    const passage = {
      ...{ number: 1, path: 'install', title: 'About install', url: '/install#steps' },
      ...{ section: 'Steps', text: 'Run `setup.sh`. **Never** start the server by hand.' },
    };
    for (let index = 0; index < written.conversations; index++) {
      const conversationId = newId('cnv');
      const visitorId = `visitor-${index}`;
      const when = now - index * 400_000;
      await addQuestion(trx, {
        ...{ projectId, conversationId, visitorId, isNew: true, id: newId('msg'), now: when },
        text: `${questions[index % 3]}${index > 2 ? ` (${index})` : ''}`,
      });
      const sources = [{ path: 'install', title: 'About install', url: '/install#steps' }];
      const messageId = newId('msg');
      await addAnswer(trx, {
        ...{ orgId, projectId, conversationId, id: messageId, status: 'completed' },
        text: 'Run the installer, then **start** the server.\n\nIt takes a minute.',
        sources: JSON.stringify(index % 4 === 3 ? [] : sources),
        cited: index === 0 ? JSON.stringify({ passages: [passage], spans }) : null,
        ...{ tokens: 400, estimated: false, duration: 1_900, firstText: 300 },
        ...{ period: periodAt(now), now: when + 2_000 },
      });
      if (index === 0) {
        await addReport(trx, {
          ...{ id: newId('rpt'), project_id: projectId, conversation_id: conversationId },
          ...{ message_id: messageId, span_start: 0, passage_number: 1, created_at: now },
          ...{ question: questions[0] ?? '', sentence, passage: JSON.stringify(passage) },
          resolved_at: null,
        });
      }
      if (index % 5 === 1) await rateConversation(trx, conversationId, index % 2 === 0);
    }
    for (let index = 0; index < feedbackEntries; index++) {
      await insertFeedback(trx, {
        ...{ id: newId('fbk'), project_id: projectId, visitor_id: `visitor-${index}` },
        page_path: pages[index % pages.length] ?? 'index',
        rating: index % 3 === 0 ? 'positive' : 'negative',
        comment: index % 2 === 0 ? `The example ${index} does not run on Windows.` : null,
        created_at: now - index * 7_200_000,
        deployment_id: [first?.id, 'dpl_gone'][index] ?? null,
      });
    }
    for (const question of ['single sign-on', 'air-gapped install', 'price', '=1+1']) {
      await countSearches(trx, {
        ...{ projectId, language: 'en', now },
        searches: [{ question, hasResults: false, isClicked: false }],
      });
    }
  });
  await addOlderCopies(store, projectId, {
    // All of them within the weeks that a server keeps.
    deliveries: {
      copies: amounts.deliveries / written.deliveries - 1,
      milliseconds: 20_000_000,
    },
    conversations: {
      copies: amounts.conversations / written.conversations - 1,
      milliseconds: written.conversations * 400_000,
    },
  });
  // The server builds the site with them, whose events would have been copied as well.
  for (const code of ['fr', 'de']) await call('POST', `${at}/languages`, { code });
  await call('POST', `${at}/glossary`, { term: 'deployment', doNotTranslate: true });
  await call('POST', `${at}/glossary`, { term: 'page', translations: { fr: 'page', de: 'Seite' } });
  for (let age = 0; age < 40; age++) {
    const at = { projectId, day: Math.floor(now / 86_400_000) - age };
    const read = pages.map((page, index) => ({
      ...{ language: 'en', page, times: (40 - age + ((age * 7) % 11)) * (pages.length - index) },
    }));
    const views = read.reduce((sum, { times }) => sum + times, 0);
    const sums = ['', 'en'].map((language) => ({ language, page: '', times: views }));
    await addVisits(store, {
      ...{ ...at, views: [...sums, ...read] },
      visitors: ['', ...pages].flatMap((page, index) =>
        Array.from({ length: Math.ceil(views / (5 + index)) }, (_, visitor) => ({
          ...{ language: page && 'en', page, visitor: `visitor-${visitor}` },
        })),
      ),
      sources: [
        { language: 'en', page: 'install', source: 'news.example', times: 9 },
        { language: 'en', page: 'index', source: 'search.example', times: 30 },
        { language: 'en', page: 'guide/first', source: '/install', times: 12 },
        { language: 'en', page: 'install', source: '/index', times: 21 },
      ],
      missing: [
        { address: '/guide/frist', source: '/install', times: 3 },
        { address: '/old-name', source: 'news.example', times: 2 },
      ],
    });
  }
  write([...pages, ...more], 'Second words.');
  await buildSite(dir, out);
  // The server builds it once more with the languages that were added.
  for (let tries = 0; tries < 600; tries++) {
    const list = (await call('GET', `${at}/deployments`)) as { status: string; pages: number }[];
    if (list.some(({ status, pages }) => status === 'live' && pages === amounts.pages)) break;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }

  return {
    ...{ url: server.url, projectId, slug, webhookId: hook.id },
    ...{ receiver, store, call, provider, github },
    answerWith: (next) => {
      status = next;
    },
    invite: async (email, role) => {
      const { token } = await invite(tools, orgId, { email, role, languages: null });
      return `${server.url}/dashboard/welcome#${token}`;
    },
    addPreview: (name, shown) => {
      const site = { project: projectId, folder: out };
      const preview = newPreview(name, Date.now());
      return localRecords.create(site, shown ? { ...preview, shown } : preview);
    },
    changePage: async (path, words) => {
      writeFiles(dir, { [`${path}.mdx`]: `---\ntitle: About ${path}\n---\n\n${words}\n` });
      await buildSite(dir, out);
    },
    addJob: async (pagePath, error) => {
      const id = newId('job');
      const at = { orgId, period: periodAt(now), now };
      await createJob(
        store,
        { ...at, id, projectId, language: 'fr', scope: 'page', pagePath, force: true },
        async () => {},
      );
      const page = error === undefined ? undefined : await beginPage(store, id, now);
      if (page && error !== undefined) {
        const outcome = { type: 'failed', code: 'TRANSLATION_FAILED', message: error } as const;
        await finishPage(store, page, { ...at, outcome });
        await closeJob(store, id, now);
      }
      return id;
    },
    endSessions: async () => {
      await store.db.deleteFrom('user_sessions').execute();
    },
    close: async () => {
      await store.close();
      await server.close();
      await Promise.all([
        provider.close(),
        github.close(),
        new Promise((resolve) => sink.close(resolve)),
      ]);
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
