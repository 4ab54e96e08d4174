import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openObjectStorage } from '../support/object-storage.ts';
import { minimalConfig, writeFiles } from '../support/temp.ts';
import { openDatabase } from './postgres.ts';
import { beginWalk, type Running } from './walk.ts';

const name = 'deploying/several-servers';

test('a server starts with an empty disk, and its bucket and database are restored', async () => {
  if (process.env.TEST_DATABASE_URL === undefined) {
    if (process.env.CI === 'true') throw new Error('TEST_DATABASE_URL must be set in CI');
    console.warn('SKIPPED: servers with object storage in common: no TEST_DATABASE_URL is set.');
    return;
  }
  const secret = 'a secret of the bucket';
  const storage = await openObjectStorage({ secret });
  onTestFinished(() => storage.close());
  const walk = await beginWalk();
  writeFiles(walk.dir, {
    'my-docs/docs.json': minimalConfig(['index', 'guide']),
    'my-docs/index.mdx': '---\ntitle: Home\n---\n\nWhat the bucket has.\n',
    'my-docs/guide.mdx': '---\ntitle: Guide\n---\n\nA page that comes when it is asked for.\n',
  });
  const page = walk.open(name);
  const lines = page.text('DOCENT_STORAGE=s3://acme-docs/production').trim().split('\n');
  const environment = {
    ...Object.fromEntries(lines.map((line) => line.split('=', 2))),
    DATABASE_URL: await openDatabase(),
    ...{ AWS_ACCESS_KEY_ID: 'docs', AWS_SECRET_ACCESS_KEY: secret },
    DOCENT_S3_ENDPOINT: storage.address,
  };
  const reads = async (server: Running, path: string, words: string) => {
    const [, at = ''] = await server.says(/ at (http:\S+)/);
    const text = async () => (await fetch(at + path)).text();
    await expect.poll(text, { timeout: 60_000 }).toContain(words);
    return at;
  };

  const first = walk.start('npx docent serve --out first', environment);
  const [key] = await first.says(/docent_live_\w+/);
  const [, at = ''] = await first.says(/ at (http:\S+)/);
  const created = await fetch(`${at}/api/v1/projects`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Docs', slug: 'docs' }),
  });
  expect(created.status).toBe(201);
  const deploy = `npx docent deploy my-docs --to ${at}`;
  const sent = await walk.shell(deploy, { DOCENT_KEY: key });
  expect(sent, sent.err).toMatchObject({ code: 0 });
  await reads(first, '/', 'What the bucket has.');
  await first.end();

  const second = walk.start('npx docent serve --out second', environment);
  await reads(second, '/', 'What the bucket has.');
  const asked = storage.requests.length;
  await reads(second, '/guide', 'A page that comes when it is asked for.');
  expect(storage.requests.slice(asked).join()).toContain('GET /acme-docs/production/');
  await second.end();

  const backups = join(walk.dir, 'backups');
  mkdirSync(backups);
  const aws = {
    'aws s3 sync s3://acme-docs/production /backups/bucket': '',
    'aws s3 sync /backups/bucket s3://acme-docs/production': '',
  };
  const [toFile = '', toBucket = ''] = Object.keys(aws);
  const put = { '/backups/': `${backups}/` };
  const kept = await page.run('docent backup', { put: { [toFile]: '', ...put }, env: environment });
  expect(kept, kept.err).toMatchObject({ code: 0 });
  const objects = new Map(storage.objects);
  storage.objects.clear();
  for (const [path, bytes] of objects) storage.objects.set(path, bytes);
  const database = await openDatabase();
  const restored = await page.run('docent restore', {
    put: {
      [toBucket]: '',
      ...put,
      '/var/lib/docent': 'third',
      'postgres://docent@db.example.com/docent': `'${database}'`,
    },
  });
  expect(restored, restored.err).toMatchObject({ code: 0 });
  const third = walk.start('npx docent serve --out third', {
    ...environment,
    DATABASE_URL: database,
  });
  await reads(third, '/guide', 'A page that comes when it is asked for.');
  expect(existsSync(join(walk.dir, 'third'))).toBe(true);
  page.skip('docent worker');
});
