import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDeployment } from '../../pipeline/output/read.ts';
import { createApp } from '../../runtime/app.ts';
import { type Backend, openBackend } from '../../runtime/backend.ts';
import { createKey } from '../../runtime/commands/keys.ts';
import { listOrgs } from '../../runtime/store/orgs.ts';
import { buildSite } from '../support/build.ts';
import { minimalConfig, tempDir, writeFiles } from '../support/temp.ts';
import { eachStore, type TestStore } from './store/each-store.ts';

/**
 * How a database reports that it is full: PostgreSQL with a code, or in words if a quota is used
 * up.
 */
const refusals = {
  sqlite: [['', '']],
  postgres: [
    ['53100', 'could not extend file "base/16384/2619": No space left on device'],
    ['XX000', 'could not extend file "base/16384/2619": Disk quota exceeded'],
  ],
} as const;

eachStore('a server whose disk fills up', (open) => {
  let opened: TestStore;
  let backend: Backend;
  beforeEach(async () => {
    opened = await open();
  });
  afterEach(async () => {
    await backend.close();
    await opened.drop();
  });

  test('it is not ready once a write found no room, and ready when there is some again', async () => {
    const dir = tempDir();
    const out = tempDir();
    writeFiles(dir, {
      'docs.json': minimalConfig(['index']),
      'index.mdx': '---\ntitle: Home\n---\n\nText.\n',
    });
    const { deployment } = await buildSite(dir, out);
    const site = openDeployment(out, deployment?.id ?? '');
    const version = 'test';
    const log: string[] = [];
    const say = (line: string) => log.push(line);
    backend = await openBackend({ out, version, log: say, database: opened.store.address });
    const { store, newId, api, trouble } = backend;
    const app = createApp({
      ...{ site: { current: () => site }, version, log: say, api, trouble },
    });
    const ready = async () => {
      const answer = await app.request('/ready');
      return [answer.status, (await answer.json()).status];
    };
    const [org] = await listOrgs(store.db);
    const tools = { store, newId, now: Date.now };
    const { secret } = await createKey(tools, { org: org?.id ?? '' });
    let made = 0;
    const write = () =>
      app.request('/api/v1/projects', {
        method: 'POST',
        headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
        body: JSON.stringify({ name: 'x'.repeat(100), slug: `project-${made++}` }),
      });
    expect((await write()).status).toBe(201);
    expect(await ready()).toEqual([200, 'ok']);

    for (const refusal of refusals[store.kind]) {
      await fill(store, refusal);
      // Nothing has found it out yet.
      expect(await ready()).toEqual([200, 'ok']);
      let refused = await write();
      for (let more = 0; refused.status === 201 && more < 500; more++) refused = await write();
      expect([refused.status, (await refused.json()).error.code]).toEqual([503, 'STORAGE_FULL']);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      for (let again = 0; again < 3; again++) {
        expect(await ready()).toEqual([503, 'The disk of the database is full.']);
      }
      expect((await app.request('/health')).status).toBe(200);
      expect((await app.request('/')).status).toBe(200);

      await makeRoom(store);
      expect(await ready()).toEqual([200, 'ok']);
      expect((await write()).status).toBe(201);
    }
  });
});

/**
 * Takes the room away: SQLite gets no page more than there are; PostgreSQL answers what it answers when a
 * table can't grow.
 */
async function fill(store: Backend['store'], [code, message]: readonly [string, string]) {
  if (store.kind === 'sqlite') {
    await sql.raw('pragma max_page_count = 1').execute(store.db);
    return;
  }
  await sql
    .raw(
      `create function no_room() returns trigger language plpgsql as $$
       begin raise exception using errcode = '${code}', message = '${message}'; end $$`,
    )
    .execute(store.db);
  for (const table of ['projects', 'orgs']) {
    await sql
      .raw(`create trigger no_room before insert on ${table} execute function no_room()`)
      .execute(store.db);
  }
}

async function makeRoom(store: Backend['store']): Promise<void> {
  await sql
    .raw(
      store.kind === 'sqlite'
        ? 'pragma max_page_count = 1000000'
        : 'drop function no_room() cascade',
    )
    .execute(store.db);
}
