import type { Channel, Field, Message } from '../../../../schema/operation.ts';
import { wordsOf } from '../../words.ts';
import { Heading } from '../heading.tsx';
import { usePage } from '../page-context.ts';
import { Bindings } from './bindings.tsx';
import { Described } from './described.tsx';
import { Contents, MediaType, type View } from './fields-view.tsx';
import { CodePanel } from './panel.tsx';

/** Links to the messages of an operation. */
export function MessageLinks(props: {
  readonly ids: readonly string[];
  readonly channel: Channel;
}) {
  if (props.ids.length === 0) return null;
  const messages = new Map(props.channel.messages.map((message) => [message.id, message]));
  return (
    <ul class="channel-messages">
      {props.ids.map((id) => (
        <li key={id}>
          <a href={`#${anchorOf(id)}`} dir="auto">
            {messages.get(id)?.title ?? messages.get(id)?.name ?? id}
          </a>
        </li>
      ))}
    </ul>
  );
}

function anchorOf(id: string): string {
  return `message-${id}`;
}

/** A message with its headers and payload. */
export function MessagePart(props: { readonly message: Message; readonly view: View }) {
  const { message, view } = props;
  const { headers, payload, payloadText, correlation } = message;
  const page = usePage();
  const { channels, api } = wordsOf(page.page.language);
  const id = anchorOf(message.id);
  return (
    <section class="dc-message">
      <div class="operation-part-head">
        <Heading level={3} id={id}>
          {message.title ?? message.name}
        </Heading>
        {message.title && message.title !== message.name && (
          <code class="message-name" dir="ltr">
            {message.name}
          </code>
        )}
        <MediaType text={message.contentType} />
        {message.deprecated && <span class="field-chip field-deprecated">{api.deprecated}</span>}
        {message.tags.map((tag) => (
          <span class="field-chip" key={tag}>
            {tag}
          </span>
        ))}
      </div>
      {message.description && <Described text={message.description} />}
      {correlation && (
        <div class="channel-hint">
          {channels.correlation}: <code dir="ltr">{correlation.location}</code>
          {correlation.description && (
            <>
              {' '}
              <bdi>{page.markdown(correlation.description)}</bdi>
            </>
          )}
        </div>
      )}
      {headers && (
        <MessageFields title={api.header} field={headers} id={`${id}-headers`} view={view} />
      )}
      {payload && (
        <MessageFields title={channels.payload} field={payload} id={`${id}-payload`} view={view} />
      )}
      {payloadText && (
        <CodePanel
          title={`${channels.payload}: ${payloadText.format}`}
          items={[payloadText]}
          labels={api}
        />
      )}
      <Bindings bindings={message.bindings} />
    </section>
  );
}

function MessageFields(props: {
  readonly title: string;
  readonly field: Field;
  readonly id: string;
  readonly view: View;
}) {
  return (
    <div class="message-fields">
      <h4 class="channel-label">{props.title}</h4>
      <Contents
        contents={[{ mediaType: '', field: props.field, examples: [] }]}
        prefix={{ id: props.id, others: [] }}
        view={props.view}
      />
    </div>
  );
}
