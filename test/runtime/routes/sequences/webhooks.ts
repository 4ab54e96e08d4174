import fc from 'fast-check';
import { expect } from 'vitest';
import { actor, command, perPage, place, post } from './command.ts';
import { isFull, nth, type Project, projectAt, refusal, walk } from './model.ts';

const url = fc.constantFrom(
  ...['https://example.com/a', 'https://EXAMPLE.com:443/a#b', 'https://example.com/b'],
  ...['https://example.com/c', 'https://10.0.0.1/', 'http://example.com/', 'https://0x7f.1/'],
);
const goodUrl = /^https:\/\/example\.com/i;
const keyOfUrl = (text: string) => new URL(text).href.replace(/#.*/, '');

export const sendFeedback = command(
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

export const resend = command(
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

export const webhooks = [
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
export function newWebhook(url: string) {
  return { url, events: ['feedback.received'], secret: 'a secret of this test' };
}

function hasUrl({ webhooks }: Project, url: string, except?: string): boolean {
  return webhooks.some((one) => one.id !== except && keyOfUrl(one.url) === keyOfUrl(url));
}

function move(states: string[], from: string, to: string): void {
  for (const [index, state] of states.entries()) if (state === from) states[index] = to;
}
