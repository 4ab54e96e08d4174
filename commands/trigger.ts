import { createIds } from '../runtime/store/ids.ts';
import { newSecret } from '../runtime/webhooks/secrets.ts';
import { eventTypes, isEventType } from '../schema/events.ts';
import type { CommandContext } from './context.ts';
import { forward, lineOf, readAddress, recordOf, sampleEvent } from './forward.ts';
import { explained, openProject, type ServerFlags } from './server.ts';

/** Flags of `docent trigger`. */
export interface TriggerFlags extends ServerFlags {
  readonly forward?: string;
  readonly webhook?: string;
  readonly secret?: string;
  readonly json?: boolean;
}

/** `docent trigger`: a sample event, signed, to an address or through a server. */
export async function trigger(
  type: string,
  options: TriggerFlags,
  { to }: Pick<CommandContext, 'to'>,
): Promise<number> {
  if (!isEventType(type)) {
    throw new Error(`There is no event "${type}". Events: ${eventTypes.join(', ')}.`);
  }
  if ((options.forward === undefined) === (options.webhook === undefined)) {
    throw new Error('Name a receiver: --forward with an address, or --webhook with an id.');
  }
  if (options.webhook !== undefined) return throughServer(type, options.webhook, options, to);
  const address = readAddress('--forward', options.forward ?? '');
  const secret = options.secret ?? newSecret();
  if (!options.secret) to.err(`Signed with ${secret}`);
  const sent = sampleEvent(type, createIds());
  const received = await forward(address, sent, secret);
  const time = new Date();
  to.out(
    options.json
      ? JSON.stringify(recordOf(sent, received, time), null, 2)
      : lineOf(sent, received, time),
  );
  return received.status >= 200 && received.status < 300 ? 0 : 1;
}

async function throughServer(
  event: (typeof eventTypes)[number],
  webhook: string,
  options: TriggerFlags,
  to: CommandContext['to'],
): Promise<number> {
  const { client, projectId } = await openProject(options);
  try {
    const result = await client.testWebhook(projectId, webhook, { event });
    const outcome = result.statusCode === 0 ? (result.error ?? 'failed') : result.statusCode;
    to.out(
      options.json
        ? JSON.stringify(result, null, 2)
        : `${event}  ${outcome}  ${result.duration} ms`,
    );
    return result.delivered ? 0 : 1;
  } catch (error) {
    throw explained(error, options.to);
  }
}
