import { listMembers } from '../store/members.ts';
import type { Trx } from '../store/open.ts';
import { findPublicProject } from '../store/projects.ts';
import type { WebhookRow } from '../store/webhook-tables.ts';
import type { TaskQueue } from '../tasks/queue.ts';
import type { Mail } from './mailer.ts';

/**
 * Tells the owners of an organization that a webhook was disabled, once that is stored: a message each, which is sent
 * again if the mail server does not take it.
 */
export async function mailDisabledWebhook(
  { queue, service }: { readonly queue: TaskQueue; readonly service: string },
  trx: Trx,
  webhook: WebhookRow,
): Promise<void> {
  const project = await findPublicProject(trx, webhook.project_id, '');
  if (!project) return;
  const { origin, pathname } = new URL(webhook.url);
  // A query may have a password in it.
  const receiver = `${origin}${pathname}`;
  const reason =
    webhook.disabled_reason === 'gone'
      ? 'it answered 410 Gone'
      : `${webhook.failures} attempts in a row have failed`;
  const message: Omit<Mail, 'to'> = {
    subject: `Webhook disabled: ${receiver}`,
    text: [
      `${service} no longer sends events of the project "${project.name}" to this receiver: ${reason}.`,
      receiver,
      'Once the receiver works again, enable the webhook in the dashboard, under Webhooks.',
      '',
    ].join('\n\n'),
  };
  for (const { email, role } of await listMembers(trx, project.org_id)) {
    if (role === 'owner') await queue.enqueue(trx, 'mail', { to: email, ...message });
  }
}
