import type {
  AssistantUsage,
  FeedbackItem,
  Project,
  Overview as Sums,
} from '../../../../packages/client/models.ts';
import { useApi } from '../cache.ts';
import { Bars, Share } from '../parts/chart.tsx';
import { Badge, Time } from '../parts/small.tsx';
import { Tile } from '../parts/tile.tsx';
import { to } from '../place.ts';
import { count, lasting, many, percent, utcDay } from '../words.ts';

interface OfProject {
  readonly project: Project;
}

/** How many questions the assistant was asked, how many it answered from pages, and how that was liked. */
export function QuestionsTile({ project }: OfProject) {
  const known = useApi<AssistantUsage>(`/assistant/${project.id}/usage?period=30d`);
  const { data: sums } = useApi<Sums>(`/projects/${project.id}/overview`);
  return (
    <Tile title="Questions in 30 days" known={known} href={to(['p', project.slug, 'assistant'])}>
      {({ totalConversations, usageByDay, avgResponseTime }) =>
        totalConversations === 0 ? (
          <p class="muted">No question in 30 days. Readers ask in the panel of the site.</p>
        ) : (
          <>
            <p class="big">
              {count(totalConversations)}{' '}
              <small>{totalConversations === 1 ? 'conversation' : 'conversations'}</small>
            </p>
            <Bars
              unit="conversations"
              bars={usageByDay.map(({ date, conversations }) => ({
                ...{ label: utcDay(date), value: conversations },
              }))}
            />
            {sums && (
              <ul class="lines">
                <Part
                  name="Citing a page"
                  part={sums.questions.cited}
                  of={sums.questions.answers}
                />
                <Part
                  name="Rated helpful"
                  part={sums.questions.satisfied}
                  of={sums.questions.rated}
                />
                <li>
                  <span>Time to answer</span>
                  <span class="muted">{lasting(avgResponseTime)} on average</span>
                </li>
              </ul>
            )}
          </>
        )
      }
    </Tile>
  );
}

/** `93% of 1,204`, with a bar; of nothing there is no share. */
function Part({
  name,
  part,
  of,
}: {
  readonly name: string;
  readonly part: number;
  readonly of: number;
}) {
  return (
    <li>
      <span>{name}</span>
      {of === 0 ? (
        <span class="muted">none yet</span>
      ) : (
        <span class="actions">
          <span class="muted">
            {percent(part / of)} of {count(of)}
          </span>
          <Share of={part / of} label={name} />
        </span>
      )}
    </li>
  );
}

interface Searched {
  readonly query: string;
  readonly language: string;
  readonly searched: number;
  readonly withoutResults: number;
}

/** How often readers searched and with what success, and what failed most often. */
export function SearchesTile({ project }: OfProject) {
  const known = useApi<Sums>(`/projects/${project.id}/overview`);
  const { data: failed = [] } = useApi<readonly Searched[]>(
    `/search/${project.id}/searches?failed=true&perPage=3`,
  );
  return (
    <Tile
      title="Searches in 30 days"
      known={known}
      href={to(['p', project.slug, 'assistant', 'searches'])}
    >
      {({ searches: { asked, clicked, empty } }) =>
        asked === 0 ? (
          <p class="muted">No search was counted in 30 days. Readers search with Ctrl K.</p>
        ) : (
          <>
            <p class="big">
              {count(asked)} <small>{asked === 1 ? 'search' : 'searches'}</small>
            </p>
            <ul class="lines">
              <Part name="Found something" part={asked - empty} of={asked} />
              <Part name="Result opened" part={clicked} of={asked} />
            </ul>
            {failed.length > 0 && (
              <>
                <h3>
                  <a href={to(['p', project.slug, 'assistant', 'searches'], { failed: 'true' })}>
                    Without result or click
                  </a>
                </h3>
                <ul class="lines">
                  {failed.map(({ query, language, searched, withoutResults }) => (
                    <li key={`${language} ${query}`}>
                      <bdi>{query}</bdi>
                      <span class="muted">
                        {many(searched, 'time')},{' '}
                        {withoutResults > 0 ? 'nothing found' : 'nothing opened'}
                      </span>
                    </li>
                  ))}
                </ul>
              </>
            )}
          </>
        )
      }
    </Tile>
  );
}

/** What readers disliked and no one has looked at. */
export function FeedbackTile({ project }: OfProject) {
  const filters = { rating: 'negative', resolved: 'false' };
  const known = useApi<readonly FeedbackItem[]>(
    `/projects/${project.id}/feedback?rating=negative&resolved=false&perPage=3`,
  );
  const { data: sums } = useApi<Sums>(`/projects/${project.id}/overview`);
  return (
    <Tile
      isList
      title="Open feedback"
      known={known}
      href={to(['p', project.slug, 'feedback'], filters)}
    >
      {(list) => (
        <>
          {list.length === 0 ? (
            <Badge tone="good">No negative feedback is open</Badge>
          ) : (
            <ul class="lines">
              {list.map(({ id, pagePath, comment, createdAt }) => (
                <li key={id}>
                  <a href={to(['p', project.slug, 'feedback'], { ...filters, open: id })}>
                    <bdi>{comment || pagePath}</bdi>
                  </a>
                  <span class="muted">
                    <Time at={createdAt} />
                  </span>
                </li>
              ))}
            </ul>
          )}
          {sums && (
            <p class="muted">
              In 30 days: {many(sums.feedback.positive, 'good rating')},{' '}
              {many(sums.feedback.negative, 'bad rating')}.
            </p>
          )}
        </>
      )}
    </Tile>
  );
}
