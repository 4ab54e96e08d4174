import type { TaskHandler } from '../tasks/queue.ts';
import type { Mailer } from './mailer.ts';

/** Sends a message from the queue, which asks again when the mail server refuses it. */
export function createMailTask(mailer: Mailer): TaskHandler {
  return ({ data }) =>
    mailer.send({ to: String(data.to), subject: String(data.subject), text: String(data.text) });
}
