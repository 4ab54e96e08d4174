import fc from 'fast-check';
import { command } from './command.ts';
import { terms } from './glossary.ts';
import { languages } from './languages.ts';
import { type Model, ownerOf } from './model.ts';
import { wrong } from './nonsense.ts';
import { deployTo, projects } from './projects.ts';
import { newWebhook, resend, sendFeedback, webhooks } from './webhooks.ts';
import type { Worlds } from './worlds.ts';

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

/** Any request of a sequence; those that lead far are drawn more often than those that end something. */
export const anyCommand = fc.oneof(
  { weight: 4, arbitrary: fc.oneof(...projects) },
  { weight: 3, arbitrary: fc.oneof(...languages) },
  { weight: 6, arbitrary: fc.oneof(...terms) },
  { weight: 12, arbitrary: fc.oneof(...webhooks, sendFeedback, resend) },
  { weight: 2, arbitrary: fc.oneof(...wrong) },
  { weight: 2, arbitrary: wait },
);
