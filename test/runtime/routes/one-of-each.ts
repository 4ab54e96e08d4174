import { invite } from '../../../runtime/members/invitations.ts';
import { issueKey } from '../../../runtime/secrets/api-keys.ts';
import { addReport } from '../../../runtime/store/citation-reports.ts';
import { addAnswer, addQuestion } from '../../../runtime/store/conversations.ts';
import { listDeliveries } from '../../../runtime/store/deliveries.ts';
import { insertFeedback } from '../../../runtime/store/feedback.ts';
import { insertUser } from '../../../runtime/store/users.ts';
import { createWebhook } from '../../../runtime/store/webhooks.ts';
import { emit } from '../../../runtime/webhooks/outbox.ts';
import { newSecret } from '../../../runtime/webhooks/secrets.ts';
import { march, newId, webhookRow } from '../store/world.ts';
import type { TestApi } from './test-api.ts';

/** A project with one thing of each kind; parameter of a path → id of the thing. */
export async function oneOfEach(api: TestApi): Promise<Record<string, string>> {
  const projectId = await api.site(['a']);
  const { store, now, webhooks } = api.services;
  await api.call(`POST /projects/${projectId}/languages`, { code: 'fr' });
  const term = await api.call(`POST /projects/${projectId}/glossary`, { term: 'only here' });
  const job = await api.call(`POST /projects/${projectId}/translate`, { language: 'fr' });

  const hook = webhookRow({
    project_id: projectId,
    url: 'https://example.com/hook',
    secret: webhooks.vault.seal(newSecret()),
    secret_hint: 'whsec_****LaSw',
    created_at: now(),
    updated_at: now(),
  });
  const webhookId = hook.id;
  await createWebhook(store, api.orgId, hook);
  const data = { pagePath: 'a', pageTitle: 'A', deploymentId: 'dpl_1' };
  await store.transaction((trx) =>
    emit(trx, {
      ...{ orgId: api.orgId, projectId, newId, now: now() },
      events: [{ id: newId('evt'), type: 'page.created', timestamp: now(), data }],
    }),
  );
  const sent = await listDeliveries(store.db, { webhookId, limit: 1, offset: 0 });

  const [event] = (await api.call(`GET /projects/${projectId}/events`)).body.data;
  const [deployment] = (await api.call(`GET /projects/${projectId}/deployments`)).body.data;
  const upload = await api.call(`POST /projects/${projectId}/uploads`, { files: [] });
  const feedbackId = newId('fbk');
  await store.transaction((trx) =>
    insertFeedback(trx, {
      ...{ id: feedbackId, project_id: projectId, page_path: 'a', rating: 'positive' },
      ...{ comment: 'Good', visitor_id: 'visitor-1', created_at: now(), deployment_id: null },
    }),
  );

  const conversationId = newId('cnv');
  const messageId = newId('msg');
  await store.transaction((trx) =>
    addQuestion(trx, {
      ...{ projectId, conversationId, visitorId: 'visitor-1', isNew: true },
      ...{ id: messageId, text: 'How?', now: now() },
    }),
  );
  const answerId = newId('msg');
  await store.transaction((trx) =>
    addAnswer(trx, {
      ...{ id: answerId, orgId: api.orgId, projectId, conversationId, period: march },
      ...{ text: 'So.', status: 'completed', sources: '[]', cited: null },
      ...{ tokens: 0, estimated: false, duration: 1, firstText: 1, now: now() },
    }),
  );
  const reportId = await addReport(store.db, {
    ...{ id: newId('rpt'), project_id: projectId, conversation_id: conversationId },
    ...{ message_id: answerId, span_start: 0, passage_number: 1, question: 'How?' },
    ...{ sentence: 'So.', created_at: now(), resolved_at: null },
    passage: JSON.stringify({ number: 1, path: 'a', title: 'A', url: '/a', text: 'So.' }),
  });
  const userId = newId('usr');
  await insertUser(store.db, {
    ...{ id: userId, org_id: api.orgId, email: `${userId}@example.com`.toLowerCase() },
    ...{ password: '', member_of: '[]', created_at: now(), role: 'viewer' },
  });
  const { id: keyId } = await issueKey(
    { store, now, newId },
    {
      ...{ orgId: api.orgId, platform: 'api', name: 'one', scopes: [], mode: 'live' },
      ...{ projectId: null, expiresAt: null },
    },
  );
  const { id: invitationId } = await invite({ store, now, newId }, api.orgId, {
    ...{ email: `guest.${userId}@example.com`, role: 'viewer', languages: null },
  });
  const { body: log } = await api.call('GET /audit?perPage=1');
  return {
    entryId: log.data[0].id,
    gapId: `${conversationId}.${now()}`,
    reportId,
    userId,
    keyId,
    invitationId,
    projectId,
    language: 'fr',
    code: 'fr',
    pagePath: 'a',
    termId: term.body.data.id,
    jobId: job.body.data.jobId,
    webhookId,
    deliveryId: sent.rows[0]?.id ?? '',
    conversationId,
    messageId,
    eventId: event.id,
    deploymentId: deployment.id,
    feedbackId,
    preview: 'pr-42',
    // Test data has none.
    uploadId: upload.body.data?.id ?? newId('upl'),
  };
}
