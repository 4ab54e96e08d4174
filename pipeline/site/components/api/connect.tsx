import type { Connection, ConnectionField } from '../../../../schema/connection.ts';
import type { Channel, Field, Operation } from '../../../../schema/operation.ts';
import { wordsOf } from '../../words.ts';
import { usePage } from '../page-context.ts';

/** Messages that the editor offers. */
const mostMessages = 30;

/** Where the console of a WebSocket channel opens; it is loaded when a reader asks for it. */
export function ConnectBox(props: { readonly operation: Operation; readonly channel: Channel }) {
  const page = usePage();
  const { playground } = page.page.frontmatter;
  const { display } = page.site.config.api.playground;
  if ((playground ?? display) === 'none') return null;
  page.feature('endpoint');
  const words = wordsOf(page.page.language).connect;
  const connection = connectionOf(props.operation, props.channel);
  return (
    <section
      class="dc-connect"
      aria-label={words.title}
      data-connection={JSON.stringify(connection)}
      data-words={JSON.stringify(words)}
    >
      <p class="connect-title">{words.title}</p>
      <button type="button" class="quiet-button connect-open">
        {words.open}
      </button>
    </section>
  );
}

function connectionOf(operation: Operation, channel: Channel): Connection {
  const sent = new Set(
    channel.operations
      .filter(({ direction }) => direction === 'send')
      .flatMap(({ messages }) => messages),
  );
  const inHeaders = [
    ...operation.parameters.filter(({ in: place }) => place === 'header').map(({ name }) => name),
    ...operation.security.flatMap((scheme) => {
      if (scheme.type === 'apiKey') return scheme.in === 'header' ? [scheme.parameter ?? ''] : [];
      return scheme.type === 'other' || scheme.type === 'mutualTLS' ? [] : ['Authorization'];
    }),
  ];
  return {
    address: channel.address ?? '',
    servers: channel.servers
      .filter(({ protocol }) => /^wss?$/.test(protocol))
      .map((server) => ({
        name: server.title ?? server.name,
        url: server.url,
        variables: server.variables.map((field) => fieldOf(field, true)),
      })),
    parameters: parametersOf(operation, 'path'),
    query: [
      ...parametersOf(operation, 'query'),
      ...operation.security.flatMap((scheme): ConnectionField[] =>
        scheme.type === 'apiKey' && scheme.in === 'query' && scheme.parameter
          ? [{ name: scheme.parameter, required: false, secret: true }]
          : [],
      ),
    ],
    headers: [...new Set(inHeaders)],
    messages: channel.messages
      .filter(({ id }) => sent.size === 0 || sent.has(id))
      .flatMap((message) =>
        message.examples.map(({ label, text }) => ({
          name: [message.title ?? message.name, label].filter(Boolean).join(' · '),
          text,
        })),
      )
      .slice(0, mostMessages),
  };
}

function parametersOf(operation: Operation, place: 'path' | 'query'): readonly ConnectionField[] {
  return operation.parameters
    .filter((parameter) => parameter.in === place)
    .map(({ field }) => fieldOf(field, field.required));
}

function fieldOf(field: Field, required: boolean): ConnectionField {
  const value = field.default ?? field.example ?? (required ? field.enum?.[0] : undefined);
  return {
    name: field.name,
    required,
    ...(value === undefined ? {} : { value: String(value) }),
    ...(field.enum ? { options: field.enum.map(String) } : {}),
  };
}
