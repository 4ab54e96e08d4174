import fc from 'fast-check';
import { expect } from 'vitest';
import { foldTerm } from '../../../schema/glossary.ts';
import type { TestApi } from '../routes/test-api.ts';
import { deploy, page } from '../store/world.ts';
import {
  hasTwin,
  isFull,
  type Model,
  nth,
  ownerOf,
  type Project,
  projectAt,
  refusal,
  walk,
} from './model.ts';
import { type Actor, actors, type Worlds } from './worlds.ts';

type Command = fc.AsyncCommand<Model, Worlds>;

/** A request with drawn parts: what it must be answered, and what it changes in the model. */
function command<Drawn>(
  name: string,
  drawn: { [Part in keyof Drawn]: fc.Arbitrary<Drawn[Part]> },
  run: (drawn: Drawn, model: Model, worlds: Worlds) => Promise<void>,
): fc.Arbitrary<Command> {
  return fc.record(drawn).map((parts) => ({
    check: () => true,
    run: (model, worlds) => run(parts as Drawn, model, worlds),
    toString: () => `${name}(${JSON.stringify(parts)})`,
  }));
}

// Most requests should succeed, or nothing is there to go wrong.
const actor = fc.oneof(
  { weight: 8, arbitrary: fc.constant<Actor>('owner') },
  { weight: 1, arbitrary: fc.constantFrom(...actors) },
);
const place = fc.oneof({ weight: 6, arbitrary: fc.nat(1) }, { weight: 1, arbitrary: fc.nat(7) });
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined, freq: 2 });
const perPage = fc.constantFrom(1, 2, 50);
const slug = fc.constantFrom('docs', 'x', '--', 'api', 'a'.repeat(100));
const code = fc.constantFrom('fr', 'fr', 'de', 'zh-CN', 'en', 'FR', 'xx');
const word = fc.oneof(
  fc.constantFrom('Build', 'build', ' build '),
  fc.constantFrom(
    ...['straße', 'STRASSE', 'é', 'e\u0301', 'É', 'a_b', 'a%b', 'ab', 'İ', 'ı', 'Zebra', 'zebra'],
    ...['\u{1d4b3}', '\uffff', '日本', 'ﬁ'],
  ),
);
const url = fc.constantFrom(
  ...['https://example.com/a', 'https://EXAMPLE.com:443/a#b', 'https://example.com/b'],
  ...['https://example.com/c', 'https://10.0.0.1/', 'http://example.com/', 'https://0x7f.1/'],
);
const goodUrl = /^https:\/\/example\.com/i;
const keyOfUrl = (text: string) => new URL(text).href.replace(/#.*/, '');

/** Sends a POST, half of the time with an Idempotency-Key: its repeats change nothing. */
async function post(
  { ask }: Worlds,
  model: Model,
  sent: {
    readonly actor: Actor;
    readonly path: string;
    readonly body: object;
    readonly again: boolean;
  },
) {
  const { actor, path, body, again } = sent;
  if (!again) return ask(actor, `POST ${path}`, body);
  const headers = { 'idempotency-key': `key-${model.keys++}` };
  const first = await ask(actor, `POST ${path}`, body, { headers });
  if (first.status >= 300) return first;
  const repeated = await ask(actor, `POST ${path}`, body, { headers });
  expect([repeated.status, repeated.text]).toEqual([first.status, first.text]);
  expect(repeated.headers.get('idempotent-replayed')).toBe('true');
  const raw = `${JSON.stringify(body)} `;
  expect((await ask(actor, `POST ${path}`, undefined, { headers, raw })).status).toBe(422);
  return first;
}

const projects = [
  command('createProject', { actor, slug, again: fc.boolean() }, async (drawn, model, worlds) => {
    const { actor, slug } = drawn;
    const owner = ownerOf(actor);
    const own = model.projects.filter((one) => one.owner === owner);
    const expected =
      refusal(model, actor, { writes: true }) ??
      (isFull(own, model.limits.projects) ? 403 : own.some((one) => one.slug === slug) ? 409 : 201);
    const path = '/projects';
    const answer = await post(worlds, model, { ...drawn, path, body: { name: 'Site', slug } });
    expect(answer.status, answer.text).toBe(expected);
    if (expected !== 201) return;
    model.projects.push({
      ...{ id: answer.body.data.id, owner, slug },
      etag: answer.headers.get('etag') ?? '',
      ...{ pages: [], languages: [], terms: [], webhooks: [] },
    });
  }),
  command(
    'updateProject',
    { actor, place, slug, match: fc.constantFrom('none', 'current', 'weak', 'other') },
    async ({ actor, place, slug, match }, model, { ask }) => {
      const project = projectAt(model, place);
      const tags: Readonly<Record<string, string>> = {
        ...{ current: `"y", ${project.etag}`, weak: `W/${project.etag}`, other: '"y"' },
      };
      const tag = tags[match];
      const isTaken = model.projects.some(
        (one) => one !== project && one.owner === project.owner && one.slug === slug,
      );
      const expected =
        refusal(model, actor, { project, writes: true }) ??
        (match === 'weak' || match === 'other' ? 412 : isTaken ? 409 : 200);
      const headers = tag === undefined ? {} : { 'if-match': tag };
      const answer = await ask(actor, `PATCH /projects/${project.id}`, { slug }, { headers });
      expect(answer.status, answer.text).toBe(expected);
      if (expected !== 200) return;
      project.slug = slug;
      expect(answer.headers.get('etag')).not.toBe(project.etag);
      project.etag = answer.headers.get('etag') ?? '';
    },
  ),
  command(
    'deleteProject',
    { actor, place, rarely: fc.nat(4) },
    async ({ actor, place, rarely }, model, { ask }) => {
      if (rarely > 0) return;
      const project = projectAt(model, place);
      const answer = await ask(actor, `DELETE /projects/${project.id}`);
      expect(answer.status, answer.text).toBe(
        refusal(model, actor, { project, writes: true }) ?? 200,
      );
      if (answer.status !== 200) return;
      model.projects = model.projects.filter((one) => one !== project);
    },
  ),
  command('listProjects', { actor, perPage }, async ({ actor, perPage }, model, worlds) => {
    if (refusal(model, actor, { writes: false })) return;
    const own = model.projects.filter(({ owner }) => owner === ownerOf(actor));
    const rows = await walk(worlds, actor, `/projects?perPage=${perPage}`);
    expect(rows.map(({ id }) => id)).toEqual(own.map(({ id }) => id).reverse());
    expect(rows).toEqual(own.map(({ slug }) => expect.objectContaining({ slug })).reverse());
  }),
  command(
    'deploy',
    { place, pages: fc.constantFrom(['a', 'index'], ['a', 'b/c'], []) },
    async (drawn, model, worlds) => {
      const project = projectAt(model, drawn.place);
      if (!model.projects.includes(project)) return;
      await worlds.each((api) => deployTo(api, project.id, drawn.pages));
      project.pages = drawn.pages;
      const actor = project.owner === 'own' ? 'owner' : 'stranger';
      const { headers } = await worlds.ask(actor, `GET /projects/${project.id}`);
      project.etag = headers.get('etag') ?? '';
    },
  ),
];

const languages = [
  command(
    'addLanguage',
    { actor, place, code, autoTranslate: fc.boolean(), again: fc.boolean() },
    async (drawn, model, worlds) => {
      const { actor, code, autoTranslate } = drawn;
      const project = projectAt(model, drawn.place);
      const expected =
        refusal(model, actor, { project, writes: true }) ??
        (['en', 'FR', 'xx'].includes(code)
          ? 400
          : project.languages.some((one) => one.code === code)
            ? 409
            : isFull(project.languages, model.limits.languages)
              ? 429
              : 201);
      const path = `/projects/${project.id}/languages`;
      const answer = await post(worlds, model, { ...drawn, path, body: { code, autoTranslate } });
      expect(answer.status, answer.text).toBe(expected);
      if (expected !== 201) return;
      expect(answer.body.data.totalPages).toBe(project.pages.length);
      project.languages.push({ code, autoTranslate });
    },
  ),
  command('removeLanguage', { actor, place, code }, async (drawn, model, { ask }) => {
    const { actor, code } = drawn;
    const project = projectAt(model, drawn.place);
    const language = project.languages.find((one) => one.code === code);
    const answer = await ask(actor, `DELETE /projects/${project.id}/languages/${code}`);
    expect(answer.status, answer.text).toBe(
      refusal(model, actor, { project, writes: true }) ??
        (['FR', 'xx'].includes(code) ? 400 : language ? 200 : 404),
    );
    if (answer.status !== 200) return;
    project.languages = project.languages.filter((one) => one !== language);
  }),
  command('listLanguages', { actor, place }, async ({ actor, place }, model, { ask }) => {
    const project = projectAt(model, place);
    const answer = await ask(actor, `GET /projects/${project.id}/languages`);
    expect(answer.status).toBe(refusal(model, actor, { project, writes: false }) ?? 200);
    if (answer.status !== 200) return;
    expect(answer.body.data.targetLanguages).toHaveLength(project.languages.length);
    expect(answer.body.data.targetLanguages).toEqual(
      expect.arrayContaining(project.languages.map((one) => expect.objectContaining(one))),
    );
  }),
];

const terms = [
  command(
    'addTerm',
    {
      ...{ actor, place, word, caseSensitive: fc.boolean(), again: fc.boolean() },
      translations: fc.constantFrom<Record<string, string>>({}, { fr: 'x' }, { en: 'x' }),
    },
    async (drawn, model, worlds) => {
      const { actor, word, caseSensitive, translations } = drawn;
      const project = projectAt(model, drawn.place);
      const term = word.normalize('NFC').trim();
      const expected =
        refusal(model, actor, { project, writes: true }) ??
        ('en' in translations
          ? 400
          : hasTwin(project, { term, caseSensitive })
            ? 409
            : isFull(project.terms, model.limits.terms)
              ? 429
              : 201);
      const path = `/projects/${project.id}/glossary`;
      const body = { term: word, caseSensitive, translations };
      const answer = await post(worlds, model, { ...drawn, path, body });
      expect(answer.status, answer.text).toBe(expected);
      if (expected !== 201) return;
      project.terms.push({ id: answer.body.data.id, term, caseSensitive, translations });
    },
  ),
  command(
    'updateTerm',
    { actor, place, which: fc.nat(20), word, caseSensitive: maybe(fc.boolean()) },
    async ({ actor, place, which, word, caseSensitive }, model, { ask }) => {
      const project = projectAt(model, place);
      // A term of another project is not found.
      const known = nth(which > 17 ? projectAt(model, place + 1).terms : project.terms, which);
      const own = known && project.terms.includes(known) ? known : undefined;
      const next = {
        term: word.normalize('NFC').trim(),
        caseSensitive: caseSensitive ?? own?.caseSensitive ?? true,
      };
      const path = `/projects/${project.id}/glossary/${known?.id ?? 'trm_x'}`;
      const answer = await ask(actor, `PUT ${path}`, {
        ...{ sourceTerm: word },
        ...(caseSensitive === undefined ? {} : { caseSensitive }),
      });
      expect(answer.status, answer.text).toBe(
        refusal(model, actor, { project, writes: true }) ??
          (!own ? 404 : hasTwin(project, next, own) ? 409 : 200),
      );
      if (answer.status === 200 && own) Object.assign(own, next);
    },
  ),
  command('deleteTerm', { actor, place, which: fc.nat(20) }, async (drawn, model, { ask }) => {
    const project = projectAt(model, drawn.place);
    const term = nth(project.terms, drawn.which);
    const path = `/projects/${project.id}/glossary/${term?.id ?? 'trm_x'}`;
    const answer = await ask(drawn.actor, `DELETE ${path}`);
    expect(answer.status, answer.text).toBe(
      refusal(model, drawn.actor, { project, writes: true }) ?? (term ? 200 : 404),
    );
    if (answer.status !== 200) return;
    project.terms = project.terms.filter((one) => one !== term);
  }),
  command(
    'listTerms',
    {
      place,
      perPage,
      q: maybe(fc.constantFrom('BUIL', 'BUIL', '_', '%', 'e\u0301', 'ss', 'I', '\\')),
    },
    async ({ place, perPage, q }, model, worlds) => {
      const project = projectAt(model, place);
      const actor = project.owner === 'own' ? 'reader' : 'stranger';
      if (refusal(model, actor, { project, writes: false })) return;
      const query = new URLSearchParams({ perPage: String(perPage), ...(q ? { q } : {}) });
      const rows = await walk(worlds, actor, `/projects/${project.id}/glossary?${query}`);
      expect(rows).toEqual(
        project.terms
          .filter(({ term }) => foldTerm(term).includes(foldTerm(q ?? '')))
          .toSorted((a, b) => byBytes(foldTerm(a.term), foldTerm(b.term)) || byBytes(a.id, b.id))
          .map((term) => expect.objectContaining(term)),
      );
    },
  ),
];

const byBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));

const sendFeedback = command(
  'sendFeedback',
  { place, path: fc.constantFrom('a', '/a', 'none') },
  async (drawn, model, { ask }) => {
    const project = projectAt(model, drawn.place);
    const isThere = model.projects.includes(project);
    const isPage = project.pages.includes(drawn.path.replace('/', ''));
    const body = { pagePath: drawn.path, rating: 'positive', visitorId: 'visitor' };
    const answer = await ask('expired', `POST /feedback/${project.id}`, body);
    expect(answer.status, answer.text).toBe(isThere && isPage ? 201 : 404);
    if (answer.status !== 201) return;
    for (const { active, deliveries } of project.webhooks) if (active) deliveries.push('pending');
  },
);

const resend = command(
  'resend',
  { place, which: fc.nat(1), perPage, all: fc.boolean() },
  async ({ place, which, perPage, all }, model, worlds) => {
    const project = projectAt(model, place);
    const webhook = nth(project.webhooks, which);
    const actor = project.owner === 'own' ? 'owner' : 'stranger';
    if (!webhook || refusal(model, actor, { project, writes: true })) return;
    const path = `/projects/${project.id}/webhooks/${webhook.id}`;
    const { deliveries, active } = webhook;
    const rows = await walk(worlds, actor, `${path}/deliveries?perPage=${perPage}`);
    expect(rows).toEqual(deliveries.map((status) => expect.objectContaining({ status })).reverse());
    const newest = rows[0]?.id;
    if (!all && newest === undefined) return;
    const answer = all
      ? await worlds.ask(actor, `POST ${path}/replay`, { from: '2026-01-01T00:00:00Z' })
      : await worlds.ask(actor, `POST ${path}/deliveries/${newest}/redeliver`);
    expect(answer.status, answer.text).toBe(active ? 200 : 400);
    if (!active) return;
    const count = all ? deliveries.filter((state) => state === 'cancelled').length : 1;
    expect(answer.body.data).toEqual({ deliveries: count });
    if (all) move(deliveries, 'cancelled', 'pending');
    else deliveries[deliveries.length - 1] = 'pending';
  },
);

const webhooks = [
  command(
    'createWebhook',
    { actor, place, url, again: fc.boolean() },
    async (drawn, model, worlds) => {
      const { actor, url } = drawn;
      const project = projectAt(model, drawn.place);
      const expected =
        refusal(model, actor, { project, writes: true }) ??
        (!goodUrl.test(url)
          ? 400
          : hasUrl(project, url)
            ? 409
            : isFull(project.webhooks, model.limits.webhooks)
              ? 429
              : 201);
      const path = `/projects/${project.id}/webhooks`;
      const answer = await post(worlds, model, { ...drawn, path, body: newWebhook(url) });
      expect(answer.status, answer.text).toBe(expected);
      if (expected !== 201) return;
      project.webhooks.push({ id: answer.body.data.id, url, active: true, deliveries: [] });
    },
  ),
  command(
    'updateWebhook',
    {
      ...{ actor, place, which: fc.nat(1) },
      change: fc.oneof<fc.Arbitrary<{ readonly url?: string; readonly active?: boolean }>[]>(
        fc.record({ active: fc.boolean() }),
        fc.record({ url }),
      ),
    },
    async ({ actor, place, which, change }, model, { ask }) => {
      const { url, active } = change;
      const project = projectAt(model, place);
      const webhook = nth(project.webhooks, which);
      const path = `/projects/${project.id}/webhooks/${webhook?.id ?? 'whk_x'}`;
      const answer = await ask(actor, `PATCH ${path}`, change);
      expect(answer.status, answer.text).toBe(
        refusal(model, actor, { project, writes: true }) ??
          (!webhook
            ? 404
            : url !== undefined && !goodUrl.test(url)
              ? 400
              : url !== undefined && hasUrl(project, url, webhook.id)
                ? 409
                : 200),
      );
      if (answer.status !== 200 || !webhook) return;
      if (webhook.active && active === false) move(webhook.deliveries, 'pending', 'cancelled');
      Object.assign(webhook, change);
    },
  ),
  command('deleteWebhook', { actor, place, which: fc.nat(7) }, async (drawn, model, { ask }) => {
    if (drawn.which > 1) return;
    const project = projectAt(model, drawn.place);
    const webhook = nth(project.webhooks, drawn.which);
    const path = `/projects/${project.id}/webhooks/${webhook?.id ?? 'whk_x'}`;
    const answer = await ask(drawn.actor, `DELETE ${path}`);
    expect(answer.status, answer.text).toBe(
      refusal(model, drawn.actor, { project, writes: true }) ?? (webhook ? 200 : 404),
    );
    if (answer.status !== 200) return;
    project.webhooks = project.webhooks.filter((one) => one !== webhook);
  }),
  sendFeedback,
  resend,
];

/** A webhook with a secret: one that the server made would differ between databases. */
function newWebhook(url: string) {
  return { url, events: ['feedback.received'], secret: 'a secret of this test' };
}

function hasUrl({ webhooks }: Project, url: string, except?: string): boolean {
  return webhooks.some((one) => one.id !== except && keyOfUrl(one.url) === keyOfUrl(url));
}

function move(states: string[], from: string, to: string): void {
  for (const [index, state] of states.entries()) if (state === from) states[index] = to;
}

const wrong = [
  command(
    'sendNonsense',
    {
      ...{ actor, place },
      line: fc.constantFrom('POST glossary', 'POST languages', 'POST webhooks', 'POST translate'),
      raw: fc.constantFrom(
        '',
        '{',
        'null',
        '[]',
        '{"a":1}',
        '{"__proto__":{}}',
        '{"term":"\\u0000"}',
      ),
    },
    async ({ actor, place, line, raw }, model, { ask }) => {
      const project = projectAt(model, place);
      const at = line.replace(' ', ` /projects/${project.id}/`);
      const expected = refusal(model, actor, { project, writes: true });
      const { status } = await ask(actor, at, undefined, { raw });
      expect(status).toBe(expected ?? 400);
      const headers = { 'content-type': 'text/plain' };
      expect((await ask(actor, at, undefined, { raw, headers })).status).toBe(expected ?? 415);
    },
  ),
  command(
    'forgeCursor',
    {
      ...{ place, list: fc.constantFrom('translate', 'deployments', 'feedback') },
      actor: fc.constantFrom<Actor>('owner', 'stranger'),
      side: fc.constantFrom('after', 'before'),
      key: fc.tuple(fc.maxSafeInteger(), fc.constantFrom('', '\u{10ffff}', "'")),
    },
    async ({ actor, place, list, side, key }, model, { ask }) => {
      const project = projectAt(model, place);
      const text = JSON.stringify(['time', side, 3, ...key]);
      const cursor = Buffer.from(text).toString('base64url');
      const projects = await ask(actor, `GET /projects?cursor=${cursor}`);
      expect(projects.status).toBe(200);
      for (const { id } of projects.body.data) {
        expect(model.projects.find((one) => one.id === id)?.owner).toBe(ownerOf(actor));
      }
      const { status } = await ask(actor, `GET /projects/${project.id}/${list}?cursor=${cursor}`);
      expect(status).toBe(refusal(model, actor, { project, writes: false }) ?? 200);
    },
  ),
];

const wait = command('wait', { ms: fc.constantFrom(1, 1000) }, async ({ ms }, _model, worlds) => {
  worlds.wait(ms);
});

/** What every sequence begins with: a site of each organization, with a webhook. */
export async function firstProjects(model: Model, worlds: Worlds): Promise<void> {
  const { ask, each } = worlds;
  for (const actor of ['owner', 'stranger'] as const) {
    const { body } = await ask(actor, 'POST /projects', { name: 'Site', slug: 'first' });
    const { id } = body.data;
    await each((api) => deployTo(api, id, ['a', 'index']));
    const { headers } = await ask(actor, `GET /projects/${id}`);
    const url = 'https://example.com/first';
    const webhook = await ask(actor, `POST /projects/${id}/webhooks`, newWebhook(url));
    model.projects.push({
      ...{ id, owner: ownerOf(actor), slug: 'first', etag: headers.get('etag') ?? '' },
      ...{ pages: ['a', 'index'], languages: [], terms: [] },
      webhooks: [{ id: webhook.body.data.id, url, active: true, deliveries: [] }],
    });
  }
}

async function deployTo(
  { store, services, clock }: TestApi,
  projectId: string,
  paths: readonly string[],
): Promise<void> {
  const ids = { deploymentId: services.newId('dpl'), auditId: services.newId('aud') };
  const pages = paths.map((path) => page(path));
  await deploy(store, projectId, pages, { ...ids, now: clock.time });
}

/** Any request of a sequence; those that lead far are drawn more often than those that end something. */
export const anyCommand = fc.oneof(
  { weight: 4, arbitrary: fc.oneof(...projects) },
  { weight: 3, arbitrary: fc.oneof(...languages) },
  { weight: 6, arbitrary: fc.oneof(...terms) },
  { weight: 12, arbitrary: fc.oneof(...webhooks, sendFeedback, resend) },
  { weight: 2, arbitrary: fc.oneof(...wrong) },
  { weight: 2, arbitrary: wait },
);
