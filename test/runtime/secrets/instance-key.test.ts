import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Backend, openBackend } from '../../../runtime/backend.ts';
import { createKey } from '../../../runtime/commands/keys.ts';
import {
  findInstanceKey,
  keyPlace,
  openInstanceKey,
  resetInstanceKey,
} from '../../../runtime/secrets/instance-key.ts';
import { createVault } from '../../../runtime/secrets/vault.ts';
import { claimIdempotency } from '../../../runtime/store/idempotency.ts';
import { readKeyCheck } from '../../../runtime/store/key-check.ts';
import { createWebhook, listWebhooks } from '../../../runtime/store/webhooks.ts';
import { tempDir } from '../../support/temp.ts';
import { eachStore, type TestStore } from '../store/each-store.ts';
import { org, project, webhookRow } from '../store/world.ts';

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

eachStore('the key of a database', (open) => {
  let opened: TestStore;
  let out: string;
  let file: string;
  let orgId: string;
  let projectId: string;
  const backends: Backend[] = [];
  beforeEach(async () => {
    opened = await open();
    out = tempDir();
    file = join(out, 'instance.key');
    orgId = await org(opened.store);
    projectId = (await project(opened.store, orgId)).id;
  });
  afterEach(async () => {
    for (const backend of backends.splice(0)) await backend.close();
    await opened.drop();
  });

  async function start(more: { readonly out?: string; readonly secretKey?: string } = {}) {
    const backend = await openBackend({
      ...{ out, version: 'test', log: () => {}, database: opened.store.address },
      ...more,
    });
    backends.push(backend);
    return backend;
  }

  const subscribe = (sealed: string, url = 'https://example.com/') =>
    createWebhook(opened.store, orgId, webhookRow({ project_id: projectId, url, secret: sealed }));

  test('the first start makes it once, for its owner alone, and notes it', async () => {
    const key = await openInstanceKey(opened.store, keyPlace(out));
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(Buffer.from(readFileSync(file, 'utf8'), 'base64')).toEqual(Buffer.from(key));
    expect(await openInstanceKey(opened.store, keyPlace(out))).toEqual(key);
    const noted = await readKeyCheck(opened.store.db);
    expect(noted).toMatch(/^[0-9a-f]{32}$/);
    expect(Buffer.from(key).toString('hex')).not.toContain(noted);
  });

  test('a restored database without its key is not served, and the reason names file and cost', async () => {
    const backend = await start();
    await subscribe(createVault(findInstanceKey(keyPlace(out)) as Uint8Array).seal(secret));
    await backend.close();
    backends.pop();
    rmSync(file);
    const refused = await start().catch((error: Error) => error.message);
    expect(refused).toContain(`there is no file ${file}`);
    expect(refused).toContain('the secrets of 1 webhook and the sessions of readers are lost');
    expect(refused).toContain('docent secrets reset');
    // It must not make a key that hides the loss at the next start.
    expect(existsSync(file)).toBe(false);
    expect((await listWebhooks(opened.store.db, projectId))[0]).toMatchObject({
      active: 1,
      failures: 0,
    });
  });

  test('a key of another database is refused, from a file and from the environment', async () => {
    await openInstanceKey(opened.store, keyPlace(out));
    writeFileSync(file, Buffer.alloc(32, 9).toString('base64'));
    await expect(start()).rejects.toThrow(`The key in ${file} is not the key of this database`);
    await expect(start({ secretKey: 'x'.repeat(20) })).rejects.toThrow(
      'The key in DOCENT_SECRET_KEY is not the key of this database',
    );
    await expect(start({ out: tempDir() })).rejects.toThrow('there is no file');
  });

  test('an older database gets its key noted when the key reads its secrets', async () => {
    await subscribe(createVault(Buffer.alloc(32, 9)).seal(secret));
    await expect(openInstanceKey(opened.store, keyPlace(out))).rejects.toThrow('is missing');
    writeFileSync(file, Buffer.alloc(32, 8).toString('base64'));
    await expect(openInstanceKey(opened.store, keyPlace(out))).rejects.toThrow('is not the key');
    expect(await readKeyCheck(opened.store.db)).toBeUndefined();
    writeFileSync(file, Buffer.alloc(32, 9).toString('base64'));
    await openInstanceKey(opened.store, keyPlace(out));
    expect(await readKeyCheck(opened.store.db)).toBeDefined();
  });

  test('two servers that start at once on a new database end with one key', async () => {
    const folders = [out, out, tempDir()];
    const keys = await Promise.allSettled(
      folders.map((folder) => openInstanceKey(opened.again(), keyPlace(folder))),
    );
    const found = keys.flatMap((one) => (one.status === 'fulfilled' ? [one.value.toString()] : []));
    expect(found.length).toBeGreaterThan(0);
    expect(new Set(found).size).toBe(1);
    const refused = keys.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []));
    // The one with another folder is later or earlier than the others: too late to note its key, or even to
    // make one.
    for (const reason of refused) {
      expect(reason).toMatch(/is not the key of this database|key of this database is missing/);
    }
  });

  test('a reset goes on with a new key, and names the webhooks whose secret is lost', async () => {
    const old = await openInstanceKey(opened.store, keyPlace(out));
    await subscribe(createVault(old).seal(secret));
    await expect(resetInstanceKey(opened.store, keyPlace(out))).rejects.toThrow('nothing is lost');
    rmSync(file);
    await claimIdempotency(
      opened.store,
      { by: 'reader', owner: projectId, key: 'k' },
      { fingerprint: '', now: 0 },
    );
    const { made, webhooks } = await resetInstanceKey(opened.store, keyPlace(out));
    expect(made).toBe(true);
    // It can't be read any more.
    expect(await opened.store.db.selectFrom('kept_answers').selectAll().execute()).toEqual([]);
    const [row] = await listWebhooks(opened.store.db, projectId);
    expect(webhooks).toEqual([{ id: row?.id, project: projectId, url: row?.url }]);
    expect(row).toMatchObject({ active: 1, secret: '', secret_hint: 'lost' });

    // The server starts, says what is wrong with a test, and a rotation brings the webhook back.
    const backend = await start();
    const tools = { store: backend.store, newId: backend.newId, now: Date.now };
    const key = await createKey(tools, { org: orgId });
    const call = async (path: string) => {
      const answer = await backend.api.fetch(
        new Request(`http://localhost/api/v1/projects/${projectId}/webhooks/${row?.id}/${path}`, {
          method: 'POST',
          headers: { authorization: `Bearer ${key.secret}`, 'content-type': 'application/json' },
          body: '{}',
        }),
      );
      return { status: answer.status, body: await answer.json() };
    };
    expect(await call('test')).toMatchObject({
      status: 200,
      body: { data: { delivered: false, error: expect.stringContaining('Rotate it') } },
    });
    expect((await call('rotate-secret')).status).toBe(200);
    const [rotated] = await listWebhooks(opened.store.db, projectId);
    expect(rotated).toMatchObject({ old_secret: null });
    const now = findInstanceKey(keyPlace(out)) as Uint8Array;
    expect(createVault(now).open(rotated?.secret ?? '')).toMatch(/^whsec_/);
  });

  test('what another key can read is kept by a reset', async () => {
    await openInstanceKey(opened.store, keyPlace(out));
    writeFileSync(file, Buffer.alloc(32, 9).toString('base64'));
    const sealed = createVault(Buffer.alloc(32, 9)).seal(secret);
    await subscribe(sealed);
    const { made, webhooks } = await resetInstanceKey(opened.store, keyPlace(out));
    expect([made, webhooks]).toEqual([false, []]);
    expect((await listWebhooks(opened.store.db, projectId))[0]?.secret).toBe(sealed);
  });
});
