import type {
  Deployment,
  LanguageList,
  Me,
  Project,
  Overview as Sums,
  Webhook,
} from '../../../../packages/client/models.ts';
import { useApi } from '../cache.ts';
import { Share } from '../parts/chart.tsx';
import { Found } from '../parts/found.tsx';
import { Page } from '../parts/page.tsx';
import { Badge, Copy, Outside, Time } from '../parts/small.tsx';
import { Tile } from '../parts/tile.tsx';
import { to } from '../place.ts';
import { useMay, useProject } from '../session.ts';
import { count, lasting, many, short } from '../words.ts';
import { changed, reasonOf } from './deployment-words.ts';
import { FeedbackTile, QuestionsTile, SearchesTile } from './overview-readers.tsx';

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
        {may('assistant:read') && <QuestionsTile project={project} />}
        {may('assistant:read') && <SearchesTile project={project} />}
        <FeedbackTile project={project} />
        <LanguagesTile project={project} />
        {may('projects:write') && <WebhooksTile project={project} />}
        <UsageTile />
      </div>
    </Page>
  );
}

interface OfProject {
  readonly project: Project;
}

function LiveTile({ project }: OfProject) {
  const known = useApi<Sums>(`/projects/${project.id}/overview`);
  const id = known.data?.deployment?.id;
  const { data: live } = useApi<Deployment>(id && `/projects/${project.id}/deployments/${id}`);
  return (
    <Tile title="Live deployment" known={known} href={to(['p', project.slug, 'deployments'])}>
      {({ deployment }) =>
        deployment ? (
          <>
            <p class="big">
              {count(deployment.pages)} <small>{deployment.pages === 1 ? 'page' : 'pages'}</small>
            </p>
            <ul class="lines">
              <li>
                <span>Deployed</span>
                <a href={to(['p', project.slug, 'deployments'], { open: deployment.id })}>
                  <Time at={deployment.createdAt} />
                </a>
              </li>
              {live && (
                <>
                  <li>
                    <span>Reason</span>
                    <bdi class="muted">{reasonOf(live)}</bdi>
                  </li>
                  <li>
                    <span>Changed</span>
                    <span class="muted">{changed(live)}</span>
                  </li>
                  <li>
                    <span>Build</span>
                    <span class="muted">{lasting(live.duration)}</span>
                  </li>
                </>
              )}
              <li>
                <span>Problems</span>
                {deployment.problems ? (
                  <a href={to(['p', project.slug, 'deployments'], { open: deployment.id })}>
                    <Found counts={deployment.problems} />
                  </a>
                ) : (
                  <span class="muted">not known</span>
                )}
              </li>
            </ul>
            {deployment.held && <Badge tone="wait">A newer one is not live yet</Badge>}
          </>
        ) : (
          <p class="muted">Nothing is live yet. Publish with “docent build”.</p>
        )
      }
    </Tile>
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
    <Tile isList title="Webhooks" known={known} href={to(['p', project.slug, 'webhooks'])}>
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

function LanguagesTile({ project }: OfProject) {
  const known = useApi<LanguageList>(`/projects/${project.id}/languages`);
  return (
    <Tile isList title="Languages" known={known} href={to(['p', project.slug, 'translations'])}>
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

function UsageTile() {
  const known = useApi<Me>('/me');
  return (
    <Tile isList title="Plan this month" known={known} href={to(['org', 'usage'])}>
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
