import { rmSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { createClient } from '../../../packages/client/client.ts';
import { createKey } from '../../../runtime/commands/keys.ts';
import { createOrg } from '../../../runtime/commands/orgs.ts';
import { createUser } from '../../../runtime/commands/users.ts';
import { serve } from '../../../runtime/main.ts';
import { readSettings } from '../../../runtime/settings/environment.ts';
import { createIds } from '../../../runtime/store/ids.ts';
import { insertUser } from '../../../runtime/store/users.ts';
import { buildSite } from '../../support/build.ts';
import { type MailSink, startMailSink } from '../../support/mail-sink.ts';
import { makeTempDir, minimalConfig, writeFiles } from '../../support/temp.ts';
import { eachStore } from '../store/each-store.ts';

const patience = { timeout: 60_000, interval: 20 };

eachStore('messages of a server', (open) => {
  const closers: (() => unknown)[] = [];
  afterEach(async () => {
    for (const close of closers.splice(0).reverse()) await close();
  });

  /** A served site with accounts, an owner, and a key that may do everything. */
  async function world({ mails = true } = {}) {
    const opened = await open();
    closers.push(() => opened.drop());
    const sink: MailSink = await startMailSink();
    closers.push(sink.close);
    const folder = makeTempDir();
    closers.push(() => rmSync(folder, { recursive: true, force: true }));
    const [dir, out] = [join(folder, 'site'), join(folder, 'out')];
    const build = async (text: string) => {
      writeFiles(dir, {
        'docs.json': minimalConfig(['index', 'inside'], {
          auth: { enabled: true, publicPaths: ['/'] },
        }),
        'index.mdx': `---\ntitle: Home\n---\n\n${text}\n`,
        'inside.mdx': '---\ntitle: Inside\n---\n\nThe osprey lands on Monday.\n',
      });
      await buildSite(dir, out, { origin: 'https://docs.example.com' });
    };
    await build('First.');
    const tools = { store: opened.store, newId: createIds(), now: Date.now };
    const orgId = await createOrg(tools, { slug: 'acme' });
    await insertUser(opened.store.db, {
      ...{ id: tools.newId('usr'), org_id: orgId, email: 'olga@example.com', role: 'owner' },
      ...{ name: 'Olga', password: 'none', member_of: '[]', created_at: Date.now() },
    });
    await createUser(tools, { org: 'acme', email: 'ada@example.com', groups: [] });
    const { secret: key } = await createKey(tools, {
      ...{ org: 'acme', name: 'all' },
      scopes: ['projects:write', 'organization:write'],
    });
    const log: string[] = [];
    const environment = {
      DOCENT_SMTP_URL: `smtp://127.0.0.1:${sink.port}`,
      DOCENT_MAIL_FROM: 'Example Docs <docs@example.com>',
    };
    const server = await serve({
      ...{ out, port: 0, host: '127.0.0.1', version: 'test', log: (line) => log.push(line) },
      ...(mails ? readSettings({}, environment) : {}),
      policy: { allow: ['127.0.0.0/8', '::1/128'], plainHosts: ['localhost'], ports: [] },
      ...{ database: opened.store.address, secretKey: 'k'.repeat(32) },
    });
    closers.push(server.close);
    const client = createClient({ baseUrl: server.url, key, retryDelay: 10 });
    return { sink, build, client, log, url: server.url };
  }

  const form = (url: string, fields: Readonly<Record<string, string>>): RequestInit => ({
    method: 'POST',
    redirect: 'manual',
    headers: { origin: url },
    body: new URLSearchParams(fields),
  });

  test('a reader signs in with a link', async () => {
    const { sink, url } = await world();
    const page = await (await fetch(`${url}/_auth/sign-in?to=%2Finside`)).text();
    expect(page).toContain('formaction="/_auth/link"');
    const asked = form(url, { email: 'Ada@example.com', to: '/inside' });
    expect((await fetch(`${url}/_auth/link`, asked)).status).toBe(200);
    await expect.poll(() => sink.mails.length, patience).toBe(1);
    const [mail] = sink.mails;
    expect(mail?.to).toEqual(['ada@example.com']);
    const link = new URL(/https:\S+/.exec(mail?.text ?? '')?.[0] ?? '');
    expect(link.origin).toBe('https://docs.example.com');
    const consent = await (await fetch(`${url}${link.pathname}${link.search}`)).text();
    expect(consent).toContain('Continue as ada@example.com');
    const used = await fetch(
      `${url}/_auth/link`,
      form(url, { link: link.searchParams.get('link') ?? '' }),
    );
    expect([used.status, used.headers.get('location')]).toEqual([303, '/inside']);
    const cookie = used.headers.getSetCookie().map((one) => one.split(';')[0]);
    const inside = await fetch(`${url}/inside`, { headers: { cookie: cookie.join('; ') } });
    expect(await inside.text()).toContain('The osprey lands on Monday');
  });

  test('an invitation is sent to its address, and the answer says so', async () => {
    const { sink, client, log } = await world();
    const invite = (email: string) => client.inviteMember({ email, role: 'editor' });
    const invited = await invite('new@example.com');
    expect(invited.sent).toBe(true);
    expect(sink.mails[0]).toMatchObject({ to: ['new@example.com'] });
    expect(sink.mails[0]?.text).toContain(invited.link);
    sink.refuse = 1;
    const again = await invite('newer@example.com');
    expect(again).toMatchObject({ sent: false, link: expect.stringContaining('/welcome#') });
    expect(log.join('\n')).toContain('A message to newer@example.com could not be sent');
    expect(log.join('\n')).not.toContain(again.link.split('#')[1]);
  });

  test('a link for a new password leads to the address of the site, whatever host asks for it', async () => {
    const { sink, url } = await world();
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const headers = { host: 'evil.example', 'content-type': 'application/json' };
      request(`${url}/api/v1/password-resets`, { method: 'POST', headers }, (response) => {
        response.resume();
        resolve(response.statusCode);
      })
        .on('error', reject)
        .end(JSON.stringify({ email: 'olga@example.com' }));
    });
    expect(status).toBe(202);
    await expect.poll(() => sink.mails.length, patience).toBe(1);
    const link = /https?:\S+/.exec(sink.mails[0]?.text ?? '')?.[0];
    expect(link).toMatch(/^https:\/\/docs\.example\.com\/dashboard\/reset#v1\./);
    expect(await (await fetch(`${url}/dashboard`)).text()).toContain('data-password-reset');
  });

  test('owners get a message when a webhook is disabled, again if the mail server refuses it', async () => {
    const { sink, client, build } = await world();
    const receiver = createServer((_, response) => response.writeHead(410).end());
    await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done));
    closers.push(() => receiver.close());
    const [project] = (await client.listProjects()).data;
    const at = `http://localhost:${(receiver.address() as AddressInfo).port}/hook`;
    await client.createWebhook(project?.id ?? '', {
      url: `${at}?token=secret`,
      events: ['deployment.completed'],
    });
    sink.refuse = 1;
    await build('Second.');
    await expect.poll(() => sink.mails.length, patience).toBe(1);
    const [mail] = sink.mails;
    expect(mail?.to).toEqual(['olga@example.com']);
    expect(mail?.headers.subject).toBe(`Webhook disabled: ${at}`);
    expect(mail?.text).toContain('it answered 410 Gone');
    expect(mail?.text).not.toContain('secret');
  });

  test('a server without a mail server offers none of it', async () => {
    const { client, url } = await world({ mails: false });
    expect(await (await fetch(`${url}/_auth/sign-in`)).text()).not.toContain('formaction');
    const asked = form(url, { email: 'ada@example.com' });
    expect((await fetch(`${url}/_auth/link`, asked)).status).toBe(404);
    const invited = await client.inviteMember({ email: 'new@example.com', role: 'editor' });
    expect(invited.sent).toBe(false);
  });
});
