import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deletedDeployments, listAudit } from '../../../runtime/store/audit.ts';
import { listReports } from '../../../runtime/store/citation-reports.ts';
import { listConversations } from '../../../runtime/store/conversations.ts';
import { listDeliveries } from '../../../runtime/store/deliveries.ts';
import { listChanges, listDeployments } from '../../../runtime/store/deployment-log.ts';
import { listEvents } from '../../../runtime/store/event-list.ts';
import { listFeedback } from '../../../runtime/store/feedback.ts';
import { listTerms } from '../../../runtime/store/glossary.ts';
import { listJobs } from '../../../runtime/store/jobs.ts';
import type { ListPart, Position } from '../../../runtime/store/list-part.ts';
import type { Db, Store } from '../../../runtime/store/open.ts';
import { listProjects } from '../../../runtime/store/projects.ts';
import { listRecords } from '../../../runtime/store/records.ts';
import { createWebhook } from '../../../runtime/store/webhooks.ts';
import { eachStore, type TestStore } from './each-store.ts';
import { plansOf } from './plans.ts';
import { deploy, org, page, project, webhookRow } from './world.ts';

/** Rows of each table: enough for both databases to plan as with many more. */
const rows = Number(process.env.DOCENT_LIST_ROWS ?? 20_000);

type World = Awaited<ReturnType<typeof fill>>;

/** Tables of one project with many rows each. */
async function fill(store: Store) {
  const orgId = await org(store, 'enterprise');
  const { id: projectId } = await project(store, orgId);
  await deploy(store, projectId, [page('a')]);
  const hook = webhookRow({ project_id: projectId, url: 'https://example.com/a', secret: '' });
  await createWebhook(store, orgId, hook);
  const numbers = sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${sql.lit(rows)})`;
  await store.transaction(async (trx) => {
    const run = (statement: ReturnType<typeof sql>) => statement.execute(trx);
    const id = (prefix: string) => sql`${sql.lit(`${prefix}_`)} || i`;
    const p = sql.lit(projectId);
    await run(sql`${numbers} insert into projects (id, org_id, name, slug, subdomain, repo_provider,
      repo_owner, repo_name, repo_branch, repo_path, config_json, deployed_config_hash,
      config_pending, source_language, created_at, updated_at, version, event_seq)
      select ${id('prj')}, ${sql.lit(orgId)}, 'a', ${id('slug')}, ${id('sub')}, 'github', 'acme',
      'repo' || (i % 7), 'main', '/', '{}', '', 0, 'en', i, i, 1, 0 from n`);
    await run(sql`${numbers} insert into jobs (id, project_id, language, scope, force, status,
      pages_queued, pages_completed, pages_failed, estimated_duration, created_at)
      select ${id('job')}, ${p}, case when i % 2 = 0 then 'fr' else 'de' end, 'all', 0,
      case when i % 3 = 0 then 'failed' else 'completed' end, 0, 0, 0, 0, i from n`);
    await run(sql`${numbers} insert into conversations (id, project_id, visitor_id, first_message,
      message_count, tokens_used, satisfied, unanswered, created_at, last_message_at)
      select ${id('cnv')}, ${p}, 'v', 'a', i % 50, 0,
      case when i % 3 = 0 then null else i % 2 end, i % 2, i, i from n`);
    await run(sql`${numbers} insert into events (project_id, seq, id, type, data, created_at)
      select ${p}, i, ${id('evt')},
      case when i % 4 = 0 then 'page.created' else 'page.updated' end, '{}', i from n`);
    await run(sql`${numbers} insert into deliveries (id, project_id, webhook_id, event_id, event_type,
      state, failures, next_at, lease_until, created_at)
      select ${id('dlv')}, ${p}, ${sql.lit(hook.id)}, ${id('evt')},
      case when i % 4 = 0 then 'page.created' else 'page.updated' end,
      case when i % 3 = 0 then 'failed' else 'delivered' end, 0, i, 0, i from n`);
    await run(sql`${numbers} insert into glossary (id, project_id, term, folded, description,
      translations, case_sensitive, do_not_translate, created_at, updated_at)
      select ${id('trm')}, ${p}, ${id('t')}, ${id('t')}, '', '{}', 0, 0, i, i from n`);
    await run(sql`${numbers} insert into feedback (id, project_id, page_path, rating, visitor_id,
      created_at, resolved) select ${id('fbk')}, ${p}, 'page' || (i % 90),
      case when i % 2 = 0 then 'positive' else 'negative' end, 'v', i,
      case when i % 3 = 0 then 1 else 0 end from n`);
    await run(sql`${numbers} insert into deployments (project_id, id, branch, commit_sha, pages,
      duration, pages_created, pages_updated, pages_deleted, config_changed, created_at)
      select ${p}, ${id('dep')}, 'b' || (i % 3), '', 0, 0, 0, 0, 0, 0, i from n`);
    await run(sql`${numbers} insert into deployment_changes (project_id, deployment_id, page_path,
      title, change) select ${p}, 'dep_9', 'page' || i, '',
      case when i % 3 = 0 then 'deleted' else 'updated' end from n`);
    await run(sql`${numbers} insert into audit (id, org_id, actor, action, detail, created_at)
      select ${id('aud')}, ${sql.lit(orgId)}, 'usr_' || (i % 3),
      case when i % 4 = 0 then 'updateProject' else 'addTerm' end, '{}', i from n`);
  });
  for (const table of [
    'audit' as const,
    ...(['feedback', 'deployments', 'deployment_changes'] as const),
    ...(['projects', 'jobs', 'conversations', 'deliveries', 'events', 'glossary'] as const),
  ]) {
    await sql`analyze ${sql.table(table)}`.execute(store.db);
  }
  return { orgId, projectId, webhookId: hook.id };
}

/** A list with some filters: its query, and the values that it is sorted by. */
type List = readonly [
  name: string,
  read: (db: Db, of: World & ListPart) => Promise<unknown>,
  key?: Position['key'],
];

const deliveries = (more: object): List => [
  `deliveries by ${Object.keys(more)}`,
  (db, part) => listDeliveries(db, { ...part, ...more }),
];
const jobs = (more: object): List => [
  `jobs by ${Object.keys(more)}`,
  (db, part) => listJobs(db, { ...part, ...more }),
];
const conversations = (
  sortBy: 'createdAt' | 'messageCount',
  rating?: 'positive' | 'none',
  unanswered?: boolean,
): List => [
  `conversations by ${sortBy}, ${rating} and ${unanswered}`,
  (db, part) => listConversations(db, { ...part, sortBy, order: 'asc', rating, unanswered }),
];

const feedback = (more: object): List => [
  `feedback by ${Object.keys(more)}`,
  (db, part) => listFeedback(db, { ...part, ...more }),
];
const events = (types: readonly string[], from?: number): List => [
  `events of ${types.length} types from ${from}`,
  (db, part) =>
    listEvents(db, { ...part, types, from, sortedBy: from === undefined ? 'recorded' : 'time' }),
  from === undefined ? [5000] : [5000, 5000],
];
const changes = (change?: 'deleted'): List => [
  `changes by ${change}`,
  (db, part) => listChanges(db, { ...part, deploymentId: 'dep_9', change }),
  ['page5'],
];

const lists: readonly List[] = [
  feedback({}),
  feedback({ pagePath: 'page7' }),
  feedback({ rating: 'positive' }),
  feedback({ resolved: true }),
  feedback({ rating: 'positive', resolved: false }),
  feedback({ rating: 'positive', from: 100, to: 900 }),
  events([]),
  events(['page.created']),
  events(['page.deleted', 'page.created']),
  events([], 500),
  events(['page.created'], 500),
  ...[{}, { actor: 'usr_1' }, { operation: 'updateProject' }, { from: 500, to: 900 }].map(
    (more): List => [
      `audit by ${Object.keys(more)}`,
      (db, part) => listAudit(db, { ...part, ...more }),
    ],
  ),
  ['deployments', (db, part) => listDeployments(db, part)],
  ['deployments by branch', (db, part) => listDeployments(db, { ...part, branch: 'b1' })],
  changes(),
  changes('deleted'),
  ['projects', (db, part) => listProjects(db, { ...part, only: null })],
  ['projects by slug', (db, part) => listProjects(db, { ...part, only: null, slug: 'slug_77' })],
  [
    'projects by repository',
    (db, part) =>
      listProjects(db, { ...part, only: null, repository: { owner: 'acme', name: 'repo3' } }),
  ],
  jobs({}),
  jobs({ language: 'fr' }),
  jobs({ status: 'failed' }),
  jobs({ language: 'fr', status: 'failed' }),
  deliveries({}),
  deliveries({ state: 'failed' }),
  deliveries({ eventType: 'page.created' }),
  deliveries({ eventType: 'page.created', state: 'failed' }),
  deliveries({ eventId: 'evt_55' }),
  deliveries({ from: 500, to: 900 }),
  deliveries({ state: 'failed', from: 500, to: 900 }),
  conversations('createdAt'),
  conversations('createdAt', 'positive'),
  conversations('createdAt', 'none'),
  conversations('messageCount'),
  conversations('messageCount', 'positive'),
  conversations('messageCount', 'none'),
  conversations('createdAt', undefined, true),
  conversations('messageCount', undefined, true),
  ['reports', (db, part) => listReports(db, part)],
  ['terms', (db, part) => listTerms(db, { ...part, q: null }), ['t_5000', 'trm_5000']],
  [
    'translations',
    (db, part) => listRecords(db, { ...part, language: 'fr', status: null }),
    ['guides/start'],
  ],
];

eachStore('lists of large tables', (open) => {
  let opened: TestStore;
  let world: World;
  beforeAll(async () => {
    opened = await open();
    world = await fill(opened.store);
  }, 120_000);
  afterAll(() => opened.drop());

  const cases = lists.map(([name, read, key = [5000, 'x']]) => ({ name, read, key }));
  test.each(cases)('$name are read off an index, in its order', async ({ read, key }) => {
    const places: Partial<ListPart>[] = [
      {},
      { position: { side: 'after', key } },
      { position: { side: 'before', key } },
    ];
    for (const place of places) {
      const plans = await plansOf(opened.store, (db) =>
        read(db, { ...world, limit: 20, offset: 0, ...place }),
      );
      const text = plans.at(-1) ?? '';
      expect(text).toMatch(/index|primary key/i);
      expect(text).not.toMatch(/Seq Scan|SCAN (?!.*(USING|CONSTANT))|TEMP B-TREE/);
      // A few rows of one thing may be sorted, and a few of a small table filtered.
      if (!/slug|event_id|reports|records/.test(text)) expect(text).not.toMatch(/\bSort\b|Filter:/);
    }
  });

  test('the audit log is not read as a whole for deleted projects', async () => {
    const [plan = ''] = await plansOf(opened.store, deletedDeployments);
    expect(plan).toMatch(/index/i);
    expect(plan).not.toMatch(/Seq Scan|SCAN (?!.*USING)/);
  });
});
