import { useEffect, useRef } from 'preact/hooks';
import type { ConversationWithMessages } from '../../../../packages/client/models.ts';
import { Answer } from '../parts/answer.tsx';
import { Badge, Outside, Time } from '../parts/small.tsx';

type Message = ConversationWithMessages['messages'][number];
type Passage = NonNullable<Message['passages']>[number];

/** What both sides said, with the passages that answers rest on folded under their pages. */
export function Transcript({
  messages,
  marked,
  onTest,
}: {
  readonly messages: readonly Message[];
  /** A passage to lead to: `<message id>.<number>`. */
  readonly marked: string | null;
  /** A question becomes a test. */
  readonly onTest: (index: number) => void;
}) {
  return (
    <>
      {messages.map((message, index) => (
        <article key={message.id} class={`turn of-${message.role}`}>
          <p class="turn-head">
            <span>{message.role === 'user' ? 'Reader' : 'Assistant'}</span>
            <Time at={message.createdAt} />
            {message.status !== 'completed' && (
              <Badge tone={message.status === 'failed' ? 'bad' : 'plain'}>
                {message.status === 'failed' ? 'Ended with an error' : 'Stopped'}
              </Badge>
            )}
          </p>
          {message.role === 'user' ? (
            <>
              <p class="turn-text" dir="auto">
                {message.content}
              </p>
              <p>
                <button type="button" onClick={() => onTest(index)}>
                  Make this a test
                </button>
              </p>
            </>
          ) : (
            <Answer text={message.content} />
          )}
          {message.sources.length > 0 && <Sources message={message} marked={marked} />}
          {isUnanswered(message) && <Badge tone="wait">Cites no page</Badge>}
        </article>
      ))}
    </>
  );
}

function isUnanswered({ role, sources, status }: Message): boolean {
  return role === 'assistant' && sources.length === 0 && status === 'completed';
}

function Sources({
  message: { id, sources, passages = [] },
  marked,
}: {
  readonly message: Message;
  readonly marked: string | null;
}) {
  // Several sections of a page can be sources: a passage belongs to its own, or else to the first of its page.
  const sourceOf = ({ url, path }: Passage) =>
    sources.find((source) => source.url === url) ?? sources.find((source) => source.path === path);
  return (
    <ul class="sources" aria-label="Cited pages">
      {sources.map((source) => (
        <li key={source.url}>
          <Outside href={source.url}>{source.title || source.path}</Outside>
          {passages
            .filter((passage) => sourceOf(passage) === source)
            .map((passage) => (
              <Cited
                key={passage.number}
                passage={passage}
                isMarked={marked === `${id}.${passage.number}`}
              />
            ))}
        </li>
      ))}
    </ul>
  );
}

/** A passage that sentences of an answer rest on. */
function Cited({ passage, isMarked }: { readonly passage: Passage; readonly isMarked: boolean }) {
  const ref = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (isMarked) ref.current?.scrollIntoView({ block: 'center' });
  }, [isMarked]);
  return (
    <details ref={ref} class={isMarked ? 'passage marked' : 'passage'} open={isMarked}>
      <summary>
        {passage.section || 'Beginning of the page'}
        {isMarked && <Badge tone="bad">Reported as wrong</Badge>}
      </summary>
      <Answer text={passage.text} />
    </details>
  );
}
