import { useState } from 'preact/hooks';
import type {
  Conversation,
  ConversationWithMessages,
  Project,
} from '../../../../packages/client/models.ts';
import { address, ask } from '../ask.ts';
import { refresh, useApi, useList } from '../cache.ts';
import type { Column } from '../parts/columns.ts';
import { Dialog, FormDialog } from '../parts/dialog.tsx';
import { Export } from '../parts/export.tsx';
import { Choice, Page, PageFilter, Tabs } from '../parts/page.tsx';
import { openAt, useNextRow } from '../parts/rows.ts';
import { Badge, Copy, dash, Facts, Time } from '../parts/small.tsx';
import { Empty, Trouble, Waiting } from '../parts/states.tsx';
import { Table } from '../parts/table.tsx';
import { say } from '../parts/toast.tsx';
import { setQuery, to, usePlace } from '../place.ts';
import { assistantParts } from '../section-parts.ts';
import { useMay, useProject } from '../session.ts';
import { count, many } from '../words.ts';
import { CitationReports } from './citation-reports.tsx';
import { Gaps } from './gaps.tsx';
import { QuestionTest } from './question-test.tsx';
import { Searches } from './searches.tsx';
import { Transcript } from './transcript.tsx';

/** What readers ask and search, and what they got. */
export function Assistant() {
  const project = useProject();
  const place = usePlace();
  const part = place.parts[3] ?? '';
  return (
    <Page title="Assistant" lead="What readers ask and search for, and what they find.">
      <Tabs
        label="Parts of the assistant"
        tabs={Object.entries(assistantParts).map(([name, title]) => ({
          href: to(['p', project.slug, 'assistant', ...(name ? [name] : [])]),
          title,
          isCurrent: name === part,
        }))}
      />
      {part === 'gaps' ? (
        <Gaps project={project} />
      ) : part === 'searches' ? (
        <Searches project={project} />
      ) : part === 'reports' ? (
        <CitationReports project={project} />
      ) : (
        <Conversations project={project} />
      )}
    </Page>
  );
}

interface OfProject {
  readonly project: Project;
}

function Rated({ satisfied }: Pick<Conversation, 'satisfied'>) {
  if (satisfied === null) return dash;
  return <Badge tone={satisfied ? 'good' : 'bad'}>{satisfied ? 'Helped' : 'Did not help'}</Badge>;
}

const conversationColumns: readonly Column<Conversation>[] = [
  {
    ...{ title: 'First question', width: 'minmax(0, 3fr)', narrow: 'title' },
    cell: ({ firstMessage }) => <bdi>{firstMessage}</bdi>,
  },
  {
    ...{ title: 'Messages', width: '6rem', isNumber: true, narrow: 'none' },
    cell: ({ messageCount }) => count(messageCount),
  },
  {
    ...{ title: 'Answers', width: '8rem' },
    cell: ({ unanswered }) => (unanswered ? <Badge tone="wait">Not answered</Badge> : dash),
  },
  { title: 'Rating', width: '8rem', cell: ({ satisfied }) => <Rated satisfied={satisfied} /> },
  { title: 'Started', width: '8rem', cell: ({ createdAt }) => <Time at={createdAt} /> },
];

function Conversations({ project }: OfProject) {
  const { query } = usePlace();
  const base = `/assistant/${project.id}/conversations`;
  const rating = query.get('rating') ?? undefined;
  const pagePath = query.get('page') ?? undefined;
  const unanswered = query.get('unanswered') ?? undefined;
  const path = address(base, { perPage: 100, rating, unanswered, pagePath });
  const list = useList<Conversation>(path);
  const opened = query.get('open');
  return (
    <>
      <div class="filters">
        <Choice
          label="Rating"
          name="rating"
          options={{
            ...{ '': 'Any rating', negative: 'Did not help', positive: 'Helped' },
            none: 'Not rated',
          }}
        />
        <Choice
          label="Answers"
          name="unanswered"
          options={{ '': 'Any answers', true: 'Not answered', false: 'All answered' }}
        />
        <PageFilter label="Cited page" />
        <span class="spread" />
        {list.total > 0 && (
          <>
            <span class="muted">{many(list.total, 'conversation')}</span>
            <Export path={path} name={`${project.slug}-conversations`} />
          </>
        )}
      </div>
      <Table
        label="Conversations"
        list={list}
        columns={conversationColumns}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => openAt(id)}
        empty={
          rating || unanswered || pagePath ? (
            <Empty
              icon="search"
              title="No conversations match"
              action={
                <button
                  type="button"
                  onClick={() =>
                    setQuery({ rating: undefined, unanswered: undefined, page: undefined })
                  }
                >
                  Show all
                </button>
              }
            >
              Choose another rating, other answers or another page.
            </Empty>
          ) : (
            <Empty icon="chat" title="No reader has asked yet">
              Conversations appear here as soon as readers ask in the panel of the site.
            </Empty>
          )
        }
      />
      {opened && <OneConversation base={base} id={opened} ids={list.rows.map(({ id }) => id)} />}
    </>
  );
}

function OneConversation({
  base,
  id,
  ids,
}: {
  readonly base: string;
  readonly id: string;
  readonly ids: readonly string[];
}) {
  const may = useMay();
  const marked = usePlace().query.get('passage');
  const { data, failure } = useApi<ConversationWithMessages>(`${base}/${id}`);
  const [isAsking, setAsking] = useState(false);
  const [tested, setTested] = useState<number>();
  const close = () => setQuery({ open: undefined, passage: undefined });
  useNextRow(ids, id);
  return (
    <Dialog
      kind="panel"
      title="Conversation"
      onClose={close}
      actions={
        may('projects:write') && (
          <button type="button" onClick={() => setAsking(true)}>
            Delete
          </button>
        )
      }
    >
      {data ? (
        <>
          <Facts
            facts={[
              ['Started', <Time key="at" at={data.createdAt} />],
              ['Rating', <Rated key="rating" satisfied={data.satisfied} />],
              ['Tokens', count(data.tokensUsed)],
              ['Id', <Copy key="id" text={data.id} isShort />],
            ]}
          />
          <Transcript messages={data.messages} marked={marked} onTest={setTested} />
        </>
      ) : failure ? (
        <Trouble failure={failure} />
      ) : (
        <Waiting />
      )}
      {data && tested !== undefined && (
        <QuestionTest messages={data.messages} at={tested} onClose={() => setTested(undefined)} />
      )}
      {isAsking && (
        <FormDialog
          title="Delete this conversation?"
          submit="Delete conversation"
          danger
          onClose={() => setAsking(false)}
          onSubmit={async () => {
            await ask('DELETE', `${base}/${id}`);
            refresh(base);
            close();
            say('Conversation deleted.');
          }}
        >
          <p>Its messages are removed from the server. This can’t be undone.</p>
        </FormDialog>
      )}
    </Dialog>
  );
}
