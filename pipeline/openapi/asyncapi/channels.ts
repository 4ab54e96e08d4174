import type { Api } from '../../../schema/config/api.ts';
import type {
  Channel,
  ChannelOperation,
  Field,
  Message,
  Operation,
  Reply,
  SecurityScheme,
} from '../../../schema/operation.ts';
import type { Context } from '../contents.ts';
import { asList, asObject, asText, defined } from '../json.ts';
import {
  type DescribedOperation,
  emptyOperation,
  mostOperations,
  type ReadOperations,
} from '../operations.ts';
import { placeOfWords, problem } from '../problems.ts';
import type { Description } from '../read.ts';
import { type Node, openReferences, type References } from '../references.ts';
import { groupsOf } from '../restricted.ts';
import { isSpent } from '../work.ts';
import { bindingsOf } from './bindings.ts';
import { methodOf, tagLabel, titleOf } from './channel-labels.ts';
import { messageReader } from './messages.ts';
import { parametersOf } from './parameters.ts';
import { type RawChannel, type RawMessage, rawChannels } from './raw.ts';
import { socketSamples } from './samples.ts';
import { plainServers, type ReadServer, readServers, securityOf } from './servers.ts';
import { tagsOf } from './tags.ts';
import { withTraits } from './traits.ts';

/** Messages of all pages of one description, and of one page. */
const limits = { messages: 20_000, ofChannel: 300 } as const;

/** What is read from one description. */
interface Reading {
  readonly context: Context;
  readonly version: 2 | 3;
  readonly servers: ReadonlyMap<string, ReadServer>;
  readonly message: (node: Node, key: string) => Message;
  readonly budget: { messages: number };
  /** Messages that some page shows already: reading them has counted their fields once. */
  readonly shown: Set<Message>;
}

const known = new WeakMap<Description, ReadOperations>();

/** Every channel of an AsyncAPI description, in the order of the file. */
export function readChannels(description: Description, api: Api): ReadOperations {
  const kept = known.get(description) ?? readAll(description, api);
  known.set(description, kept);
  return kept;
}

function readAll(description: Description, api: Api): ReadOperations {
  const document = description.documents.get(description.source) ?? {};
  const references = openReferences(description);
  const context: Context = { description, document, references, api };
  const version = /^2\./.test(String(document.asyncapi)) ? 2 : 3;
  const reading: Reading = {
    context,
    version,
    servers: readServers(context, version),
    message: messageReader(context, version),
    budget: { messages: limits.messages },
    shown: new Set(),
  };
  const operations: DescribedOperation[] = [];
  let cut: RawChannel | undefined;
  for (const raw of rawChannels(context, version)) {
    if (operations.length >= mostOperations) {
      cut ??= raw;
      break;
    }
    operations.push(describe(raw, reading));
    if (reading.budget.messages <= 0 || isSpent(references.work)) cut ??= raw;
  }
  const problems = [...references.problems];
  if (cut) {
    const place = placeOfWords(description.texts.get(description.source) ?? '', cut.name);
    problems.push(
      problem('openapi-cut', description.source, {
        reason: `${description.source} has more channels, messages or fields than can be shown; from ${cut.name} on, it is shown in part.`,
        note: 'Use fewer references between schemas and messages, or split the description.',
        ...(place ? { place } : {}),
      }),
    );
  }
  return { operations, problems };
}

function describe(raw: RawChannel, reading: Reading): DescribedOperation {
  const { value, file } = raw.node;
  const { context, version, servers } = reading;
  const { references, description, document } = context;
  const used = serversOf(raw, servers, references);
  const messages = new Map<string, Message>();
  const operations = raw.operations.map(({ node, ...operation }) =>
    operationOf({ ...operation, node: withTraits(node, references, version) }, raw, {
      ...{ reading, messages },
    }),
  );
  if (operations.length === 0) idsOf(raw.messages(), { reading, messages });
  const bindings = bindingsOf(value.bindings, file, references);
  const protocol = used[0]?.shown.protocol || bindings[0]?.protocol || '';
  const only = operations.length === 1 ? operations[0] : undefined;
  const tags = tagsOf(value.tags, file, references);
  const title = asText(value.title) ?? only?.title;
  const mint = asObject(value['x-mint']) ?? {};
  const channel: Channel = {
    name: raw.name,
    servers: used.map(({ shown }) => shown),
    operations,
    messages: [...messages.values()],
    bindings,
    ...defined({ address: raw.address }),
  };
  const operation: Operation = {
    ...emptyOperation,
    source: description.source,
    kind: 'channel',
    method: methodOf(protocol),
    path: raw.address ?? raw.name,
    summary: title ?? titleOf(raw.name),
    tags: tags.length > 0 ? tags : [...new Set(operations.flatMap((each) => each.tags))],
    deprecated: value.deprecated === true || value['x-deprecated'] === true,
    servers: plainServers(channel.servers),
    security: schemesOf(raw, used, context),
    parameters: parametersOf(raw, context),
    channel,
    ...defined({ description: asText(value.description) ?? asText(value.summary) }),
  };
  const samples = socketSamples(operation, channel);
  for (const sample of samples) references.work.letters -= sample.text.length;
  const tag = operation.tags[0];
  return {
    operation: { ...operation, samples },
    key: `CHANNEL ${raw.name}`,
    ...(raw.address === undefined ? {} : { alias: `CHANNEL ${raw.address}` }),
    metadata: asObject(mint.metadata) ?? {},
    groups: groupsOf(value),
    hidden: value['x-hidden'] === true,
    excluded: value['x-excluded'] === true,
    ...defined({
      href: asText(mint.href),
      content: asText(mint.content),
      tagLabel: tag && tagLabel(tag, document),
    }),
  };
}

/** The servers that a channel names; all when it names none. */
function serversOf(
  { node }: RawChannel,
  servers: ReadonlyMap<string, ReadServer>,
  { work }: References,
): readonly ReadServer[] {
  const named = asList(node.value.servers).slice(0, 200);
  const all =
    named.length === 0
      ? [...servers.values()]
      : named.flatMap((entry) => {
          const text = asText(entry) ?? asText(asObject(entry)?.$ref)?.split('/').at(-1) ?? '';
          return servers.get(text) ?? [];
        });
  return all.filter(({ shown }) => {
    work.letters -= textLetters(shown);
    work.fields -= shown.variables.length;
    return !isSpent(work);
  });
}

function textLetters({ description = '' }: { readonly description?: string }): number {
  return 50 + description.length;
}

const costs = new WeakMap<Message, { readonly fields: number; readonly letters: number }>();

/** Takes what one more page with a message costs from the work that is left. */
function canRepeat(message: Message, { work }: References): boolean {
  const cost = costs.get(message) ?? {
    fields: fieldsIn(message.headers) + fieldsIn(message.payload),
    letters: [message.payloadText, ...message.examples].reduce(
      (letters, example) => letters + (example?.text.length ?? 0),
      textLetters(message),
    ),
  };
  costs.set(message, cost);
  work.fields -= cost.fields;
  work.letters -= cost.letters;
  return !isSpent(work);
}

function fieldsIn(field: Field | undefined): number {
  if (!field) return 0;
  const below = [...field.fields, ...field.variants.map((variant) => variant.field)];
  return below.reduce((count, inner) => count + fieldsIn(inner), 1);
}

function schemesOf(
  raw: RawChannel,
  servers: readonly ReadServer[],
  context: Context,
): readonly SecurityScheme[] {
  const all = [
    ...servers.flatMap(({ security }) => security),
    ...raw.operations.flatMap(({ node }) => securityOf(node.value.security, node.file, context)),
  ];
  return [...new Map(all.map((scheme) => [scheme.name, scheme])).values()];
}

interface Page {
  readonly reading: Reading;
  /** Messages of the page by id. */
  readonly messages: Map<string, Message>;
}

function operationOf(
  operation: RawChannel['operations'][number],
  raw: RawChannel,
  page: Page,
): ChannelOperation {
  const { references } = page.reading.context;
  const { value, file } = operation.node;
  const title = asText(value.title);
  const summary = asText(value.summary);
  const words = asText(value.description);
  return {
    id: operation.id,
    direction: operation.direction,
    deprecated: value.deprecated === true || value['x-deprecated'] === true,
    tags: tagsOf(value.tags, file, references),
    messages: idsOf(operation.messages ?? raw.messages(), page),
    bindings: bindingsOf(value.bindings, file, references),
    ...defined({
      title: title ?? summary,
      description: words ?? (title ? summary : undefined),
      reply: replyOf(operation, raw, page),
    }),
  };
}

function replyOf(
  { reply }: RawChannel['operations'][number],
  raw: RawChannel,
  page: Page,
): Reply | undefined {
  if (!reply) return undefined;
  const other = reply.channel && reply.channel.name !== raw.name ? reply.channel : undefined;
  return {
    messages: idsOf(reply.messages ?? (reply.channel ?? raw).messages(), page),
    ...defined({
      channel: other?.name,
      location: asText(reply.address?.location),
      description: asText(reply.address?.description),
    }),
  };
}

/** Ids of messages, which get a place on the page. */
function idsOf(raw: readonly RawMessage[], { reading, messages }: Page): readonly string[] {
  const ids: string[] = [];
  for (const { node, key } of raw.slice(0, limits.ofChannel)) {
    const message = reading.message(node, key);
    if (!messages.has(message.id)) {
      if (messages.size >= limits.ofChannel || reading.budget.messages <= 0) continue;
      reading.budget.messages -= 1;
      if (reading.shown.has(message) && !canRepeat(message, reading.context.references)) continue;
      reading.shown.add(message);
      messages.set(message.id, message);
    }
    ids.push(message.id);
  }
  return [...new Set(ids)];
}
