import { given } from '../../../schema/given.ts';
import type { Context } from '../contents.ts';
import { asList, asObject, asText, type Json, objectEntries } from '../json.ts';
import type { Node } from '../references.ts';

/** A channel as written, with its operations as a reader sees them; both versions in the shape of 3. */
export interface RawChannel {
  readonly name: string;
  readonly address?: string;
  readonly node: Node;
  readonly operations: readonly RawOperation[];
  readonly messages: () => readonly RawMessage[];
}

export interface RawMessage {
  readonly node: Node;
  readonly key: string;
}

interface RawOperation {
  readonly id: string;
  readonly direction: 'send' | 'receive';
  readonly node: Node;
  /** Those of the channel when it names none. */
  readonly messages?: readonly RawMessage[];
  readonly reply?: {
    readonly address?: Json;
    readonly channel?: Pick<RawChannel, 'name' | 'messages'>;
    readonly messages?: readonly RawMessage[];
  };
}

/** Messages of one operation, and operations of one channel, that are read. */
const limits = { messages: 300, operations: 300 } as const;

/** Channels in the order of the file. */
export function rawChannels(context: Context, version: 2 | 3): readonly RawChannel[] {
  return version === 2 ? channelsOf2(context) : channelsOf3(context);
}

/**
 * Version 2 says what clients of the application do: `publish` is what a reader sends, `subscribe`
 * what a reader receives.
 */
function channelsOf2({ document, description, references }: Context): readonly RawChannel[] {
  const channels: RawChannel[] = [];
  for (const [name, entry] of objectEntries(document.channels)) {
    const node = references.follow(entry, description.source);
    if (!node) continue;
    const operations: RawOperation[] = [];
    for (const [key, direction] of [
      ['publish', 'send'],
      ['subscribe', 'receive'],
    ] as const) {
      const operation = references.follow(node.value[key], node.file);
      if (!operation) continue;
      const id = asText(operation.value.operationId) ?? key;
      const messages = messagesOf2(operation, references);
      operations.push({ id, direction, node: operation, messages });
    }
    channels.push({ name, address: name, node, operations, messages: () => [] });
  }
  return channels;
}

function messagesOf2({ value, file }: Node, references: Context['references']) {
  const node = references.follow(value.message, file);
  if (!node) return [];
  if (!Array.isArray(node.value.oneOf)) return [{ node, key: node.refName ?? '' }];
  return node.value.oneOf.slice(0, limits.messages).flatMap((entry): RawMessage[] => {
    const message = references.follow(entry, node.file);
    return message ? [{ node: message, key: message.refName ?? '' }] : [];
  });
}

/**
 * Version 3 says what the described application does: what it sends is what a reader receives, and
 * what it receives is what a reader sends.
 */
function channelsOf3({ document, description, references }: Context): readonly RawChannel[] {
  const { source } = description;
  const channels = new Map<string, Open>();
  const byValue = new Map<object, Open>();
  for (const [name, entry] of objectEntries(document.channels)) {
    const node = references.follow(entry, source);
    if (!node) continue;
    const channel = openChannel(name, node, references);
    channels.set(name, channel);
    byValue.set(node.value, channel);
  }
  const channelAt = (value: unknown, file: string): Open | undefined => {
    const reference = asText(asObject(value)?.$ref);
    const named = file === source && /^#\/channels\/([^/]+)$/.exec(reference ?? '')?.[1];
    const own = named && channels.get(named.replaceAll('~1', '/').replaceAll('~0', '~'));
    if (own) return own;
    const node = references.follow(value, file);
    return node && byValue.get(node.value);
  };
  for (const [id, entry] of objectEntries(document.operations)) {
    const node = references.follow(entry, source);
    const channel = node && channelAt(node.value.channel, node.file);
    if (!channel || channel.operations.length >= limits.operations) continue;
    const messages = listOf3(node.value.messages, node.file, references);
    const reply = references.follow(node.value.reply, node.file);
    channel.operations.push({
      id,
      direction: node.value.action === 'send' ? 'receive' : 'send',
      node,
      ...(messages ? { messages } : {}),
      ...(reply ? { reply: replyOf3(reply, channelAt, references) } : {}),
    });
  }
  return [...channels.values()];
}

interface Open extends RawChannel {
  readonly operations: RawOperation[];
}

function openChannel(name: string, node: Node, references: Context['references']): Open {
  const address = asText(node.value.address);
  let messages: readonly RawMessage[] | undefined;
  return {
    name,
    node,
    ...given({ address }),
    operations: [],
    messages: () => {
      messages ??= objectEntries(node.value.messages)
        .slice(0, limits.messages)
        .flatMap(([key, entry]): RawMessage[] => {
          const message = references.follow(entry, node.file);
          return message ? [{ node: message, key }] : [];
        });
      return messages;
    },
  };
}

function replyOf3(
  { value, file }: Node,
  channelAt: (value: unknown, file: string) => Open | undefined,
  references: Context['references'],
): NonNullable<RawOperation['reply']> {
  const address = references.follow(value.address, file)?.value;
  const channel = value.channel === undefined ? undefined : channelAt(value.channel, file);
  const messages = listOf3(value.messages, file, references);
  return {
    ...(address ? { address } : {}),
    ...(channel ? { channel } : {}),
    ...(messages ? { messages } : {}),
  };
}

/** Messages that an operation or a reply names, `undefined` when it names none. */
function listOf3(value: unknown, file: string, references: Context['references']) {
  const entries = asList(value);
  if (entries.length === 0) return undefined;
  return entries.slice(0, limits.messages).flatMap((entry): RawMessage[] => {
    const node = references.follow(entry, file);
    const last = asText(asObject(entry)?.$ref)?.split('/').at(-1);
    return node ? [{ node, key: last ?? '' }] : [];
  });
}
