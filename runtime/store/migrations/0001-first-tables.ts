import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** Organizations to payments: the tables of the first release. */
export const firstTables: Migration = {
  name: '0001-first-tables',
  up: async (db, { text, integer }) => {
    const run = (statement: ReturnType<typeof sql>) => statement.execute(db);

    await run(sql`create table orgs (
      id ${text} primary key,
      slug ${text} not null unique,
      name ${text} not null,
      plan ${text} not null,
      billing_anchor_day ${integer},
      created_at ${integer} not null,
      locked ${integer} not null default 0
    )`);

    await run(sql`create table projects (
      id ${text} primary key,
      org_id ${text} not null references orgs (id) on delete cascade,
      name ${text} not null,
      slug ${text} not null,
      subdomain ${text} not null unique,
      custom_domain ${text} unique,
      repo_provider ${text},
      repo_owner ${text},
      repo_name ${text},
      repo_branch ${text} not null,
      repo_path ${text} not null,
      config_json ${text} not null,
      deployed_config_hash ${text} not null,
      config_pending ${integer} not null,
      source_language ${text} not null,
      deployment_id ${text},
      created_at ${integer} not null,
      updated_at ${integer} not null,
      version ${integer} not null,
      event_seq ${integer} not null,
      locked ${integer} not null default 0,
      unique (org_id, slug)
    )`);
    await run(sql`create index projects_by_time on projects (org_id, created_at, id)`);

    await run(sql`create table keys (
      id ${text} primary key,
      org_id ${text} not null references orgs (id) on delete cascade,
      project_id ${text} references projects (id) on delete cascade,
      platform ${text} not null,
      name ${text} not null,
      prefix ${text} not null,
      last4 ${text} not null,
      hash ${text} not null unique,
      scopes ${text} not null,
      created_at ${integer} not null,
      expires_at ${integer},
      revoked_at ${integer},
      last_used_at ${integer}
    )`);
    await run(sql`create index keys_by_org on keys (org_id, created_at)`);

    await run(sql`create table languages (
      project_id ${text} not null references projects (id) on delete cascade,
      code ${text} not null,
      auto_translate ${integer} not null,
      created_at ${integer} not null,
      last_translated_at ${integer},
      primary key (project_id, code)
    )`);

    await run(sql`create table pages (
      project_id ${text} not null references projects (id) on delete cascade,
      path ${text} not null,
      title ${text} not null,
      source_hash ${text} not null,
      words ${integer} not null,
      source_updated_at ${integer} not null,
      primary key (project_id, path)
    )`);

    // A record exists for every page and language: pages of a list are read off an index.
    await run(sql`create table records (
      project_id ${text} not null,
      language ${text} not null,
      page_path ${text} not null,
      status ${text} not null,
      previous_status ${text},
      translated_title ${text},
      translated_hash ${text},
      content_hash ${text},
      translated_at ${integer},
      human_owned ${integer} not null,
      owned_hash ${text},
      glossary_outdated ${integer} not null,
      error_code ${text},
      error_message ${text},
      primary key (project_id, language, page_path),
      foreign key (project_id, language) references languages (project_id, code) on delete cascade,
      foreign key (project_id, page_path) references pages (project_id, path) on delete cascade
    )`);
    await run(
      sql`create index records_by_status on records (project_id, language, status, page_path)`,
    );
    await run(sql`create index records_by_page on records (project_id, page_path)`);

    await run(sql`create table texts (
      project_id ${text} not null,
      language ${text} not null,
      page_path ${text} not null,
      text ${text} not null,
      primary key (project_id, language, page_path),
      foreign key (project_id, language, page_path)
        references records (project_id, language, page_path) on delete cascade
    )`);

    await run(sql`create table jobs (
      id ${text} primary key,
      project_id ${text} not null references projects (id) on delete cascade,
      language ${text} not null,
      scope ${text} not null,
      page_path ${text},
      force ${integer} not null,
      status ${text} not null,
      pages_queued ${integer} not null,
      pages_completed ${integer} not null,
      pages_failed ${integer} not null,
      estimated_duration ${integer} not null,
      created_at ${integer} not null,
      started_at ${integer},
      finished_at ${integer}
    )`);
    await run(sql`create index jobs_by_time on jobs (project_id, created_at, id)`);

    await run(sql`create table job_pages (
      job_id ${text} not null references jobs (id) on delete cascade,
      project_id ${text} not null,
      language ${text} not null,
      page_path ${text} not null,
      force ${integer} not null,
      state ${text} not null,
      duration ${integer},
      updated_at ${integer} not null,
      primary key (job_id, page_path)
    )`);
    await run(
      sql`create unique index job_pages_open on job_pages (project_id, language, page_path)
          where state in ('queued', 'in_progress')`,
    );
    await run(sql`create index job_pages_done on job_pages (project_id, language, updated_at)`);

    await run(sql`create table glossary (
      id ${text} primary key,
      project_id ${text} not null references projects (id) on delete cascade,
      term ${text} not null,
      folded ${text} not null,
      description ${text} not null,
      translations ${text} not null,
      case_sensitive ${integer} not null,
      do_not_translate ${integer} not null,
      created_at ${integer} not null,
      updated_at ${integer} not null
    )`);
    await run(sql`create index glossary_by_term on glossary (project_id, folded, id)`);

    await run(sql`create table idempotency (
      key_id ${text} not null references keys (id) on delete cascade,
      key ${text} not null,
      fingerprint ${text} not null,
      status ${integer} not null,
      headers ${text} not null,
      body ${text} not null,
      created_at ${integer} not null,
      locked_until ${integer} not null,
      primary key (key_id, key)
    )`);
    await run(sql`create index idempotency_by_time on idempotency (created_at)`);

    await run(sql`create table usage (
      org_id ${text} not null references orgs (id) on delete cascade,
      meter ${text} not null,
      period ${text} not null,
      used ${integer} not null,
      primary key (org_id, meter, period)
    )`);

    await run(sql`create table audit (
      id ${text} primary key,
      org_id ${text} not null references orgs (id) on delete cascade,
      project_id ${text},
      actor ${text} not null,
      action ${text} not null,
      detail ${text} not null,
      created_at ${integer} not null
    )`);
    await run(sql`create index audit_by_time on audit (org_id, created_at, id)`);

    await run(sql`create table events (
      project_id ${text} not null references projects (id) on delete cascade,
      seq ${integer} not null,
      id ${text} not null unique,
      type ${text} not null,
      data ${text} not null,
      created_at ${integer} not null,
      primary key (project_id, seq)
    )`);

    await run(sql`create table tasks (
      id ${text} primary key,
      name ${text} not null,
      key ${text},
      data ${text} not null,
      state ${text} not null,
      run_at ${integer} not null,
      attempts ${integer} not null,
      max_attempts ${integer} not null,
      lease_until ${integer},
      fence ${integer} not null,
      error ${text},
      created_at ${integer} not null,
      finished_at ${integer}
    )`);
    await run(sql`create unique index tasks_open_key on tasks (name, key)
                  where key is not null and state in ('waiting', 'running')`);
    await run(sql`create index tasks_by_time on tasks (state, run_at, id)`);

    await run(sql`create table payment_links (
      org_id ${text} not null references orgs (id) on delete cascade,
      id ${text} not null,
      name ${text} not null,
      short_code ${text} not null,
      search ${text} not null,
      active ${integer} not null,
      current_uses ${integer} not null,
      created_at ${integer} not null,
      updated_at ${integer} not null,
      primary key (org_id, id)
    )`);
    for (const column of ['created_at', 'updated_at', 'name', 'current_uses']) {
      await run(
        sql`create index ${sql.ref(`payment_links_by_${column}`)} on payment_links (org_id, ${sql.ref(column)}, id)`,
      );
    }
    await run(sql`create table payment_sessions (
      org_id ${text} not null,
      id ${text} not null,
      payment_link_id ${text} not null,
      status ${text} not null,
      created_at ${integer} not null,
      primary key (org_id, id),
      foreign key (org_id, payment_link_id) references payment_links (org_id, id) on delete cascade
    )`);
    await run(
      sql`create index payment_sessions_by_time on payment_sessions (org_id, payment_link_id, created_at, id)`,
    );
    await run(
      sql`create index payment_sessions_by_status on payment_sessions (org_id, payment_link_id, status, created_at, id)`,
    );
    await run(sql`create table payment_transactions (
      org_id ${text} not null references orgs (id) on delete cascade,
      id ${text} not null,
      status ${text} not null,
      chain_id ${integer} not null,
      created_at ${integer} not null,
      primary key (org_id, id)
    )`);
    await run(
      sql`create index payment_transactions_by_time on payment_transactions (org_id, created_at, id)`,
    );
    await run(
      sql`create index payment_transactions_by_status on payment_transactions (org_id, status, created_at, id)`,
    );
    await run(
      sql`create index payment_transactions_by_chain on payment_transactions (org_id, chain_id, created_at, id)`,
    );
    await run(
      sql`create index payment_transactions_by_both on payment_transactions (org_id, status, chain_id, created_at, id)`,
    );
  },
};
