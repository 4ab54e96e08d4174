import type { Binding, Channel, Message, Operation } from '../../../schema/operation.ts';
import { below, examplesOf, fence, requestFacts, rowsOf, typeText, words } from './operation.ts';

/**
 * A channel as Markdown: the same facts as on its page, one sample instead of one per language. `own` is the author's
 * text, in its place on the page.
 */
export function channelMarkdown(operation: Operation, channel: Channel, own = ''): string {
  const names = new Map(channel.messages.map((each) => [each.id, each.title ?? each.name]));
  const listOf = (ids: readonly string[]) => ids.map((id) => names.get(id) ?? id).join(', ');
  const parts: string[] = [`\`${operation.method} ${operation.path}\``];
  if (channel.address === undefined) parts.push('The address is known only at run time.');
  if (operation.deprecated) parts.push('**Deprecated**');
  if (operation.description) parts.push(operation.description.trim());
  if (own !== '') parts.push(own);
  for (const each of channel.operations) {
    const title = each.direction === 'send' ? 'Send' : 'Receive';
    parts.push(`## ${each.title ? `${title}: ${each.title}` : title}`);
    parts.push(
      each.direction === 'send' ? 'You send these messages.' : 'You receive these messages.',
    );
    if (each.deprecated) parts.push('**Deprecated**');
    if (each.description) parts.push(each.description.trim());
    if (each.messages.length > 0) parts.push(`Messages: ${listOf(each.messages)}`);
    const { reply } = each;
    if (reply) {
      const facts = [
        listOf(reply.messages),
        ...(reply.channel ? [`channel \`${reply.channel}\``] : []),
        ...(reply.location ? [`address from \`${reply.location}\``] : []),
      ].filter((fact) => fact !== '');
      parts.push(`Reply: ${facts.join('; ')}${words(reply.description)}`);
    }
    parts.push(...bindingsOf(each.bindings));
  }
  parts.push(...requestFacts(operation));
  if (channel.messages.length > 0) parts.push('## Messages');
  for (const message of channel.messages) parts.push(...messageOf(message));
  if (channel.servers.length > 0) parts.push('## Servers');
  for (const server of channel.servers) {
    const protocol = [server.protocol, server.protocolVersion].filter(Boolean).join(' ');
    const row = `- ${server.title ?? server.name}: \`${server.url}\` (${protocol})${words(server.description)}`;
    parts.push([row, ...server.variables.flatMap((field) => rowsOf(field, 1))].join('\n'));
    parts.push(...bindingsOf(server.bindings));
  }
  parts.push(...bindingsOf(channel.bindings));
  const sample = operation.samples[0];
  if (sample) parts.push('## Example', fence(sample.language, sample.text));
  return parts.join('\n\n');
}

function messageOf(message: Message): readonly string[] {
  const { headers, payload, payloadText, correlation } = message;
  const parts = [
    `### ${message.title ?? message.name}`,
    `\`${message.name}\` (${message.contentType})`,
  ];
  if (message.deprecated) parts.push('**Deprecated**');
  if (message.description) parts.push(message.description.trim());
  if (correlation) {
    parts.push(`Correlation ID: \`${correlation.location}\`${words(correlation.description)}`);
  }
  for (const [title, field] of [
    ['Headers', headers],
    ['Payload', payload],
  ] as const) {
    if (!field) continue;
    const rows = below(field, 0);
    parts.push(`${title}: ${typeText(field.type)}${words(field.description)}`);
    if (rows.length > 0) parts.push(rows.join('\n'));
  }
  if (payloadText) {
    parts.push(`Payload (${payloadText.format}):`, fence(payloadText.language, payloadText.text));
  }
  parts.push(...examplesOf(message.examples));
  parts.push(...bindingsOf(message.bindings));
  return parts;
}

function bindingsOf(bindings: readonly Binding[]): readonly string[] {
  return bindings.map(({ protocol, rows }) =>
    [
      `Bindings of ${protocol}:`,
      '',
      ...rows.map(({ name, value }) => `- \`${name}\`: \`${value}\``),
    ].join('\n'),
  );
}
