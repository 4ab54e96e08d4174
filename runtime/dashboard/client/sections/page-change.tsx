import { Fragment } from 'preact';
import { useState } from 'preact/hooks';
import type {
  DeploymentChange,
  DeploymentChangeDetails,
  Project,
} from '../../../../packages/client/models.ts';
import { useApi } from '../cache.ts';
import { Icon } from '../parts/icon.tsx';
import { Badge } from '../parts/small.tsx';
import { Trouble, Waiting } from '../parts/states.tsx';
import { setQuery } from '../place.ts';
import { count, many } from '../words.ts';
import { type FoldedPart, foldedParts } from './folded-parts.ts';

const kinds = {
  created: ['good', 'Added'],
  updated: ['info', 'Changed'],
  deleted: ['bad', 'Deleted'],
} as const;

/** A page that a deployment changed, and on demand what differs in its source; part of the address. */
export function PageChange({
  project,
  deployment,
  change: { pagePath, pageTitle, change },
  isOpen,
}: {
  readonly project: Project;
  readonly deployment: string;
  readonly change: DeploymentChange;
  readonly isOpen: boolean;
}) {
  const [tone, word] = kinds[change];
  return (
    <li class={isOpen ? 'change open' : 'change'}>
      <button
        type="button"
        class="change-head"
        aria-expanded={isOpen}
        onClick={() => setQuery({ change: isOpen ? undefined : pagePath }, { replace: true })}
      >
        <Icon name="chevron" size={14} />
        <span>
          <bdi>{pageTitle}</bdi> <code class="muted">{pagePath}</code>
        </span>
        <Badge tone={tone}>{word}</Badge>
      </button>
      {isOpen && <Difference project={project} deployment={deployment} path={pagePath} />}
    </li>
  );
}

/** What differs in the source of a page. */
export function Difference({
  project,
  deployment,
  path,
}: {
  readonly project: Project;
  readonly deployment: string;
  readonly path: string;
}) {
  const at = path.split('/').map(encodeURIComponent).join('/');
  const { data, failure } = useApi<DeploymentChangeDetails>(
    `/projects/${project.id}/deployments/${deployment}/changes/${at}`,
  );
  if (failure) return <Trouble failure={failure} />;
  if (!data) return <Waiting lines={3} />;
  const { file, added, removed, parts, truncated } = data;
  return (
    <div class="code">
      <div class="code-head plain">
        <span>{file}</span>
        <span>
          {added + removed === 0
            ? 'The same lines: what the page includes has changed'
            : `${many(added, 'line')} added, ${many(removed, 'line')} removed`}
        </span>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys have to reach it. */}
      <section class="source difference" tabIndex={0} aria-label={`Changes of ${file}`} dir="ltr">
        {foldedParts(parts).map((part) => (
          <Part key={`${part.type} ${part.old} ${part.now}`} part={part} />
        ))}
        {truncated && <p class="muted">The rest is too long to show here.</p>}
      </section>
    </div>
  );
}

const signs = { same: ' ', added: '+', removed: '−' } as const;
const spoken = { same: '', added: 'Added: ', removed: 'Removed: ' } as const;

/** Lines with the number that they have in the new file, or had in the old one. */
function Part({ part: { type, lines, old, now, isFolded } }: { readonly part: FoldedPart }) {
  const [isShown, setShown] = useState(!isFolded);
  if (!isShown) {
    return (
      <button type="button" class="change-fold" onClick={() => setShown(true)}>
        Show {count(lines.length)} unchanged lines
      </button>
    );
  }
  return (
    <>
      {lines.map((text, index) => (
        <Fragment key={index}>
          <code data-line={(type === 'removed' ? old : now) + index} class={type}>
            <span aria-hidden="true">{signs[type]}</span>
            <span>
              {spoken[type] && <span class="hidden">{spoken[type]}</span>}
              {text || ' '}
            </span>
          </code>
        </Fragment>
      ))}
    </>
  );
}
