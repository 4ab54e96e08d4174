import { ApiError } from '../../schema/errors.ts';
import type { WebhookRow } from '../store/webhook-tables.ts';
import { findWebhook } from '../store/webhooks.ts';
import type { ApiCall } from './services.ts';

/** The webhook that the path names. */
export async function webhookOf({ services, project, params }: ApiCall): Promise<WebhookRow> {
  const row = await findWebhook(services.store.db, project.id, params.webhookId ?? '');
  if (!row) throw noWebhook();
  return row;
}

/** The answer where there is no such webhook. */
export function noWebhook(): ApiError {
  return new ApiError('NOT_FOUND', 'Webhook not found.');
}
