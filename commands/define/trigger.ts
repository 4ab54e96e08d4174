import { calling } from '../options.ts';
import type { Table } from '../table.ts';

/** `docent trigger`. */
export function defineTrigger({ add, exit, context }: Table): void {
  calling(add('trigger <event>', 'Send a sample of an event to a receiver of webhooks'))
    .option('--forward <url>', 'receiver to send it to directly, such as http://localhost:8080')
    .option('--webhook <id>', 'webhook of the server, which sends it')
    .option(
      '--secret <secret>',
      'secret to sign with, with --forward (default: a new one, printed)',
    )
    .option('--json', 'print the result as JSON')
    .addHelpText('after', `\nEvents:\n${events}`)
    .action(async (event, options) => {
      const { trigger } = await import('../trigger.ts');
      exit(await trigger(event, options, context));
    });
}

/** Their schemas are loaded when the command runs. */
const events = `  deployment.started, deployment.completed, deployment.failed,
  page.created, page.updated, page.deleted, feedback.received,
  assistant.conversation.completed, agent.job.completed`;
