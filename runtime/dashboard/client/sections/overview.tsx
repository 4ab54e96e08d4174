import type { ComponentChildren } from 'preact';
import type {
  AssistantUsage,
  Deployment,
  FeedbackItem,
  LanguageList,
  Me,
  Project,
  Overview as Sums,
  Webhook,
} from '../../../../packages/client/models.ts';
import { type Known, useApi } from '../cache.ts';
import { Bars, Share } from '../parts/chart.tsx';
import { Icon } from '../parts/icon.tsx';
import { Page } from '../parts/page.tsx';
import { Badge, Copy, Outside, Time } from '../parts/small.tsx';
import { Trouble, Waiting } from '../parts/states.tsx';
import { to } from '../place.ts';
import { useMay, useProject } from '../session.ts';
import { count, lasting, many, percent, short } from '../words.ts';

/** How the site is, on one screen; each tile leads to its list. */
export function Overview() {
  const project = useProject();
  const may = useMay();
  return (
    <Page
      title="Overview"
      lead={
        project.customDomain ? (
          <Outside href={`https://${project.customDomain}`}>{project.customDomain}</Outside>
        ) : (
          'The site at a glance.'
        )
      }
      actions={<Copy text={project.id} label="Copy the project’s id" isShort />}
    >
      <div class="tiles">
        <LiveTile project={project} />
        {may('projects:write') && <WebhooksTile project={project} />}
        {may('assistant:read') && <QuestionsTile project={project} />}
        {may('assistant:read') && <SearchesTile project={project} />}
        <LanguagesTile project={project} />
        <FeedbackTile project={project} />
        <UsageTile />
      </div>
    </Page>
  );
}

interface TileProps<Data> {
  readonly title: string;
  readonly href?: string | undefined;
  readonly known: Known<Data>;
  readonly children: (data: Data) => ComponentChildren;
}

function Tile<Data>({ title, href, known, children }: TileProps<Data>) {
  const { data, failure } = known;
  return (
    <section class="tile">
      <h2>
        {href ? <a href={href}>{title}</a> : title}
        {href && <Icon name="chevron" />}
      </h2>
      {data !== undefined ? (
        children(data)
      ) : failure ? (
        <Trouble failure={failure} />
      ) : (
        <Waiting lines={2} />
      )}
    </section>
  );
}

interface OfProject {
  readonly project: Project;
}

function LiveTile({ project }: OfProject) {
  const known = useApi<readonly Deployment[]>(`/projects/${project.id}/deployments?perPage=20`);
  return (
    <Tile title="Live deployment" known={known} href={to(['p', project.slug, 'deployments'])}>
      {(list) => {
        const live = list.find(({ status }) => status === 'live');
        if (!live) return <p class="muted">Nothing is live yet. Publish with “docent build”.</p>;
        const { pagesCreated, pagesUpdated, pagesDeleted } = live.changes;
        return (
          <>
            <p class="big">
              {count(live.pages)} <small>{live.pages === 1 ? 'page' : 'pages'}</small>
            </p>
            <p class="muted">
              <Time at={live.createdAt} /> · built in {lasting(live.duration)}
              {live.branch && (
                <>
                  {' · '}
                  <code>{live.branch}</code>
                </>
              )}
            </p>
            <p>
              {pagesCreated + pagesUpdated + pagesDeleted === 0
                ? 'No page changed.'
                : `${count(pagesCreated)} added, ${count(pagesUpdated)} changed, ${count(pagesDeleted)} deleted.`}
            </p>
            <Problems project={project} id={live.id} />
            {list.some(({ status }) => status === 'held') && (
              <Badge tone="wait">A newer one waits for its translations</Badge>
            )}
          </>
        );
      }}
    </Tile>
  );
}

/** What the build of the live deployment found wrong. */
function Problems({ project, id }: OfProject & { readonly id: string }) {
  const { data } = useApi<Sums>(`/projects/${project.id}/overview`);
  const problems = data?.deployment?.problems;
  if (!problems) return null;
  const { errors, warnings } = problems;
  if (errors + warnings === 0) return <Badge tone="good">No problems found</Badge>;
  return (
    <a href={to(['p', project.slug, 'deployments'], { open: id })}>
      {[errors && many(errors, 'error'), warnings && many(warnings, 'warning')]
        .filter(Boolean)
        .join(', ')}
    </a>
  );
}

/** Whether something is wrong with a webhook: it was disabled, or its receiver failed last. */
function isFailing({ disabledReason, lastDelivery }: Webhook): boolean {
  return (
    disabledReason !== null ||
    (lastDelivery !== null && (lastDelivery.status < 200 || lastDelivery.status >= 300))
  );
}

function WebhooksTile({ project }: OfProject) {
  const known = useApi<readonly Webhook[]>(`/projects/${project.id}/webhooks`);
  return (
    <Tile title="Webhooks" known={known} href={to(['p', project.slug, 'webhooks'])}>
      {(list) => {
        const failing = list.filter(isFailing);
        if (list.length === 0) return <p class="muted">No receiver is registered.</p>;
        if (failing.length === 0) {
          return <Badge tone="good">{many(list.length, 'receiver')}, all answering</Badge>;
        }
        return (
          <ul class="lines">
            {failing.slice(0, 4).map(({ id, url, lastDelivery, disabledReason }) => (
              <li key={id}>
                <a href={to(['p', project.slug, 'webhooks', id])}>{new URL(url).host}</a>
                <Badge tone="bad">
                  {disabledReason ? 'Disabled' : `Status ${lastDelivery?.status}`}
                </Badge>
              </li>
            ))}
          </ul>
        );
      }}
    </Tile>
  );
}

function QuestionsTile({ project }: OfProject) {
  const known = useApi<AssistantUsage>(`/assistant/${project.id}/usage?period=30d`);
  return (
    <Tile title="Questions in 30 days" known={known} href={to(['p', project.slug, 'assistant'])}>
      {({ totalConversations, usageByDay, satisfactionRate, avgResponseTime }) => (
        <>
          <p class="big">
            {count(totalConversations)}{' '}
            <small>{totalConversations === 1 ? 'conversation' : 'conversations'}</small>
          </p>
          {totalConversations > 0 ? (
            <>
              <Bars
                unit="conversations"
                bars={usageByDay.map(({ date, conversations }) => ({
                  ...{ label: dayOf(date), value: conversations },
                }))}
              />
              <p class="muted">
                {percent(satisfactionRate)} of rated ones helped · {lasting(avgResponseTime)} on
                average
              </p>
            </>
          ) : (
            <p class="muted">Readers ask in the panel of the site.</p>
          )}
        </>
      )}
    </Tile>
  );
}

/** `3 Nov`: a day of the API is a day in UTC. */
function dayOf(date: string): string {
  return new Date(date).toLocaleDateString('en', {
    ...({ day: 'numeric', month: 'short', timeZone: 'UTC' } as const),
  });
}

interface Searched {
  readonly query: string;
  readonly language: string;
  readonly searched: number;
  readonly withoutResults: number;
}

function SearchesTile({ project }: OfProject) {
  const known = useApi<readonly Searched[]>(`/search/${project.id}/searches?failed=true&perPage=5`);
  return (
    <Tile
      title="Searches that found nothing"
      known={known}
      href={to(['p', project.slug, 'assistant', 'searches'], { failed: 'true' })}
    >
      {(list) =>
        list.length === 0 ? (
          <p class="muted">Every search of the last weeks found something.</p>
        ) : (
          <ul class="lines">
            {list.map(({ query, language, searched }) => (
              <li key={`${language} ${query}`}>
                <bdi>{query}</bdi>
                <span class="muted">{many(searched, 'time')}</span>
              </li>
            ))}
          </ul>
        )
      }
    </Tile>
  );
}

function LanguagesTile({ project }: OfProject) {
  const known = useApi<LanguageList>(`/projects/${project.id}/languages`);
  return (
    <Tile title="Languages" known={known} href={to(['p', project.slug, 'translations'])}>
      {({ targetLanguages }) =>
        targetLanguages.length === 0 ? (
          <p class="muted">The site has one language.</p>
        ) : (
          <ul class="lines">
            {[...targetLanguages]
              .sort((a, b) => a.completionRate - b.completionRate)
              .slice(0, 5)
              .map(({ code, name, completionRate, translatedPages, totalPages }) => (
                <li key={code}>
                  <span>{name}</span>
                  <span class="actions">
                    <span class="muted">
                      {count(translatedPages)} of {count(totalPages)}
                    </span>
                    <Share of={completionRate} label={`Translated into ${name}`} />
                  </span>
                </li>
              ))}
          </ul>
        )
      }
    </Tile>
  );
}

function FeedbackTile({ project }: OfProject) {
  const known = useApi<readonly FeedbackItem[]>(
    `/projects/${project.id}/feedback?rating=negative&resolved=false&perPage=5`,
  );
  return (
    <Tile
      title="Open feedback"
      known={known}
      href={to(['p', project.slug, 'feedback'], { rating: 'negative', resolved: 'false' })}
    >
      {(list) =>
        list.length === 0 ? (
          <Badge tone="good">No negative feedback is open</Badge>
        ) : (
          <ul class="lines">
            {list.map(({ id, pagePath, comment, createdAt }) => (
              <li key={id}>
                <a
                  href={to(['p', project.slug, 'feedback'], {
                    ...{ rating: 'negative', resolved: 'false', open: id },
                  })}
                >
                  <bdi>{comment || pagePath}</bdi>
                </a>
                <span class="muted">
                  <Time at={createdAt} />
                </span>
              </li>
            ))}
          </ul>
        )
      }
    </Tile>
  );
}

function UsageTile() {
  const known = useApi<Me>('/me');
  return (
    <Tile title="Plan this month" href={to(['org', 'usage'])} known={known}>
      {({ limits, usage }) => (
        <ul class="lines">
          {(
            [
              ['Page translations', usage.pageTranslations, limits.pageTranslations],
              ['Webhook events', usage.webhookEvents, limits.webhookEvents],
              ['Assistant tokens', usage.assistantTokens, limits.assistantTokens],
            ] as const
          ).map(([name, used, limit]) => (
            <li key={name}>
              <span>{name}</span>
              <span class="actions">
                <span class="muted">
                  {short(used)}
                  {limit === null ? '' : ` of ${short(limit)}`}
                </span>
                {limit !== null && <Share of={limit === 0 ? 1 : used / limit} label={name} />}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Tile>
  );
}
