import { describe, expect, test } from 'vitest';
import { createApi } from '../../../runtime/api.ts';
import { unlimited } from '../../../runtime/http/rate-limit.ts';
import { insertProof } from '../../../runtime/store/domains.ts';
import { answerOf, chatEvents } from '../../support/event-stream.ts';
import { guides, siteOf } from '../assistant/world.ts';
import { eachStore } from '../store/each-store.ts';
import { assistantWorld } from './assistant-world.ts';
import { testApi } from './test-api.ts';

eachStore('the assistant', (open) => {
  const world = assistantWorld(open);
  const { start, body, post, ask, startOf, sourcesOf, tokensOf, list } = world;

  describe('without a model', () => {
    test('quotes the passage that fits, with its code, cites it and says so', async () => {
      const events = await ask();
      const answer = answerOf(events);
      expect(answer).toContain('Here is what the documentation says');
      expect(answer).toContain('### [Deploy › Push a release](/docs/guides/deploy#push-a-release)');
      expect(answer).toContain('```sh\nacme deploy --prod\n```');
      expect(answer).not.toContain('Undo it');
      expect(sourcesOf(events)[0]).toEqual({
        path: 'guides/deploy',
        title: 'Deploy',
        url: '/docs/guides/deploy#push-a-release',
      });
      expect(events.map((event) => event.type)).toEqual(
        expect.arrayContaining(['tool_call', 'tool_result', 'text']),
      );
      expect(tokensOf(events)).toBe(0);
    });

    test('says that it found nothing, and cites nothing', async () => {
      const events = await ask({ message: 'What about quantum entanglement pricing?' });
      expect(answerOf(events)).toMatch(/found nothing/);
      expect(sourcesOf(events)).toEqual([]);
    });

    test('keeps the page that is nearest to a question without an answer, and does not send it', async () => {
      await start();
      const near = await ask({ message: 'Does the dashboard show quantum entanglement?' });
      expect(sourcesOf(near)).toEqual([]);
      expect(near.find(({ type }) => type === 'citations')).not.toHaveProperty('nearest');
      expect(await world.refusedPages()).toEqual([
        { page_path: 'guides/keys', message_id: startOf(near).messageId },
      ]);
      // A page that has next to nothing of a question has no part in its refusal.
      await ask({ message: 'Does the dashboard show quantum entanglement pricing of Neptune?' });
      await ask({ message: 'What about quantum entanglement pricing?' });
      expect(await world.refusedPages()).toHaveLength(1);
      await world.api.call(
        `DELETE /assistant/${world.project}/conversations/${startOf(near).conversationId}`,
      );
      expect(await world.refusedPages()).toEqual([]);
    });

    test('counts a page in another language as the one that it translates', async () => {
      await start();
      const site = siteOf([{ path: 'fr/cles', language: 'fr', markdown: 'Le tableau de bord.' }]);
      const page = (path: string) => {
        const found = site.page(path);
        return found && { ...found, translationOf: 'guides/keys' };
      };
      world.sites.set(world.project, { ...site, page });
      await ask({ message: 'Le tableau des satellites quantiques ?' });
      expect(await world.refusedPages()).toMatchObject([{ page_path: 'guides/keys' }]);
    });

    test("reads pages of a session's groups for that session alone", async () => {
      await start();
      const sessionOf = async (request: Request, id: string) =>
        id === world.project && request.headers.get('cookie') === 'docent_session=staff'
          ? { groups: ['staff'] }
          : undefined;
      const { assistant } = world.api.services;
      const app = createApi(
        { ...world.api.services, ...(assistant ? { assistant } : {}), sessionOf },
        { version: 't', log: () => {}, limits: unlimited },
      );
      const read = async (cookie: string) => {
        const response = await app.request(`/api/v1/assistant/${world.project}/chat`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', cookie },
          body: JSON.stringify(body({ message: 'roadmap' })),
        });
        return answerOf(chatEvents(await response.text()));
      };
      expect(await read('docent_session=staff')).toContain('The secret roadmap.');
      expect(await read('docent_session=forged')).toMatch(/found nothing/);
    });

    test('never shows a page that the reader may not read', async () => {
      const events = await ask({ message: 'secret roadmap plan' });
      expect(JSON.stringify(events)).not.toContain('roadmap."');
      expect(answerOf(events)).toMatch(/found nothing/);
    });
  });

  test('sends the headers of the contract', async () => {
    const { headers } = await post();
    expect(headers.get('cache-control')).toBe('no-cache, no-transform');
    expect(headers.get('connection')).toBe('keep-alive');
    expect(headers.get('x-accel-buffering')).toBe('no');
  });

  test('sends lines of data alone, and numbers events for a client that continues after the last one it has', async () => {
    const { text } = await post();
    for (const event of text.split(/(?<=\n\n)/)) expect(event).toMatch(/^data: \{.*\}\n\n$/);
    const messageId = /"messageId":"(\w+)"/.exec(text)?.[1];
    const resume = (query: string, lastEventId?: string) =>
      world.api.call(
        `GET /assistant/${world.project}/chat/${messageId}/stream?visitorId=v1${query}`,
        undefined,
        { key: null, headers: lastEventId === undefined ? {} : { 'last-event-id': lastEventId } },
      );
    const [start = '', ...rest] = (await resume('')).text.split(/(?<=\n\n)/);
    expect(start).toMatch(/^id: 1\ndata: \{"type":"start"/);
    expect([start, ...rest].join('').replaceAll(/^id: \d+\n/gm, '')).toBe(text);
    expect((await resume('', '1')).text).toBe(rest.join(''));
    expect((await resume('&after=1')).text).toBe(rest.join(''));
    // A browser repeats the parameter of its first request.
    expect((await resume('&after=1', '2')).text).toBe(rest.slice(1).join(''));
    const { status, body } = await resume('', 'msg_1');
    expect([status, body.error.details[0].path]).toEqual([400, 'Last-Event-ID']);
  });

  test.each([
    {},
    { message: '' },
    { message: '   ' },
    { message: 'x'.repeat(2001) },
    { message: 1 },
    { visitorId: 'x'.repeat(129) },
    { visitorId: '' },
    { extra: 1 },
  ])('a body with %j is refused before any byte', async (more) => {
    const given = Object.keys(more).length === 0 ? {} : body(more);
    const { status, body: answer } = await world.api.call(
      `POST /assistant/${world.project}/chat`,
      given,
      {
        key: null,
      },
    );
    expect(status).toBe(400);
    expect(answer.error.code).toBe('VALIDATION_ERROR');
    expect((await list()).meta.total).toBe(0);
  });

  test('2000 characters are taken, whatever their bytes', async () => {
    expect((await post({ message: '😀'.repeat(2000) })).status).toBe(200);
  });

  test('is not found for an unknown project, or one without a site', async () => {
    expect((await post({}, 'prj_none')).status).toBe(404);
    expect((await post({}, await world.api.site([]))).status).toBe(404);
  });

  test('is not found where assistant.enabled is false', async () => {
    await world.opened.store.db
      .updateTable('projects')
      .set({ config_json: '{"assistant":{"enabled":false}}', config_pending: 1 })
      .where('id', '=', world.project)
      .execute();
    const { status, body: answer } = await post();
    expect([status, answer.error.code]).toEqual([404, 'NOT_FOUND']);
  });

  test('takes a slug: that of the host that is asked, else one that only one project has', async () => {
    const slug = `twin-${world.project.slice(-8).toLowerCase()}`;
    const stranger = await testApi(world.opened.store);
    const twin = await stranger.site([], { slug });
    world.sites.set(twin, siteOf(guides));
    const projects = world.opened.store.db.updateTable('projects');
    const at = async (host: string, id = slug) => {
      const app = createApi(world.api.services, { version: 't', log: () => {}, limits: unlimited });
      const response = await app.request(`https://${host}/api/v1/assistant/${id}/chat`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body({ visitorId: host })),
      });
      await response.text();
      return response.status;
    };
    const askedAt = async (host: string) =>
      (
        await world.opened.store.db
          .selectFrom('conversations')
          .select('project_id')
          .where('visitor_id', '=', host)
          .where('project_id', 'in', [world.project, twin])
          .execute()
      ).map((row) => row.project_id);

    expect(await at('one.example')).toBe(200);
    expect(await askedAt('one.example')).toEqual([twin]);
    await projects
      .set({ slug, subdomain: `sub${slug}`, custom_domain: `${slug}.example` })
      .where('id', '=', world.project)
      .execute();
    await insertProof(world.opened.store.db, {
      domain: `${slug}.example`,
      project_id: world.project,
      proof: 'operator',
      proven_at: 1,
    });
    // Two have it now: without the host of one of them, none is chosen.
    expect(await at('two.example')).toBe(404);
    for (const host of [`${slug}.example`, `sub${slug}.docs.example`]) {
      expect(await at(host)).toBe(200);
      expect(await askedAt(host)).toEqual([world.project]);
    }
    // An id is an id at every host.
    expect(await at(`other.${slug}.example`, twin)).toBe(200);
    expect(await askedAt(`other.${slug}.example`)).toEqual([twin]);
    await projects.set({ custom_domain: null }).where('id', '=', world.project).execute();
  });

  test('goes on with a conversation of the same visitor and project only', async () => {
    const { conversationId } = startOf(await ask());
    expect(startOf(await ask({ conversationId })).conversationId).toBe(conversationId);
    const other = await world.api.site([]);
    world.sites.set(other, siteOf(guides));
    for (const [more, to] of [
      [{ conversationId, visitorId: 'v2' }, world.project],
      [{ conversationId }, other],
      [{ conversationId: 'cnv_none' }, world.project],
    ] as const) {
      expect((await post(more, to)).status).toBe(404);
    }
    const { data } = await list();
    expect(data).toHaveLength(1);
    expect(data[0]).toMatchObject({ id: conversationId, messageCount: 4, satisfied: null });
  });

  test('ten messages a minute from a visitor, in any sixty seconds', async () => {
    const { chatLimits } = await import('../../../runtime/http/limits.ts');
    const { createSlidingLimiter } = await import('../../../runtime/http/rate-limit.ts');
    const now = () => world.api.clock.time;
    await start({
      limits: {
        visitor: createSlidingLimiter(chatLimits.visitor, now),
        address: createSlidingLimiter(chatLimits.address, now),
      },
    });
    for (let n = 0; n < 10; n++) {
      expect((await post()).status).toBe(200);
      world.api.clock.time += 5000;
    }
    const refused = await post();
    expect(refused.status).toBe(429);
    expect(refused.body.error).toMatchObject({ code: 'LIMIT_EXCEEDED' });
    expect(refused.headers.get('retry-after')).toBe('10');
    expect((await post({ visitorId: 'v2' })).status).toBe(200);
    world.api.clock.time += 10_001;
    expect((await post()).status).toBe(200);
    expect((await post()).status).toBe(429);
  });

  test('a secret in a message is refused, and never stored', async () => {
    const { status, body: answer } = await post({
      message: `why does sk-proj-${'a1B2'.repeat(10)} not work?`,
    });
    expect([status, answer.error.code]).toEqual([400, 'CONTENT_FILTERED']);
    expect((await list()).meta.total).toBe(0);
  });
});
