import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { Analytics as Sums } from '../../../../packages/client/models.ts';
import { Export } from '../parts/export.tsx';
import { useProject } from '../session.ts';
import { count, many } from '../words.ts';

/** Rows of a list that are shown at first. */
const few = 10;

/** The pages that were read most, and how readers got there. */
export function AnalyticsLists({ data }: { readonly data: Sums }) {
  return (
    <div class="pairs">
      <Ranks
        title="Pages"
        exported={{ name: 'pages', rows: data.pages }}
        rows={data.pages.map(({ pagePath, title, views }) => ({
          ...{ key: pagePath, amount: views },
          label: (
            <a href={onlyPage(pagePath)} title={pagePath}>
              <bdi>{title ?? pagePath}</bdi>
            </a>
          ),
        }))}
        empty="No page was read."
      />
      <Ranks
        title="Referrers"
        exported={{ name: 'referrers', rows: data.referrers }}
        rows={data.referrers.map(({ host, views }) => ({
          ...{ key: host, amount: views, label: host },
        }))}
        empty="No link on another site was followed."
      />
      <Ranks
        title="From page to page"
        exported={{ name: 'steps', rows: data.steps }}
        rows={data.steps.map(({ from, to, views }) => ({
          ...{ key: `${from} ${to}`, amount: views },
          label: (
            <>
              <a href={onlyPage(from)}>{from}</a> <span aria-hidden="true">→</span>
              <span class="hidden"> to </span> <a href={onlyPage(to)}>{to}</a>
            </>
          ),
        }))}
        empty="No reader went from one page to another."
      />
      <Ranks
        title="Not found"
        exported={{ name: 'not-found', rows: data.notFound }}
        rows={data.notFound.map(({ address, times, sources }) => ({
          ...{ key: address, amount: times },
          label: (
            <>
              <bdi>{address}</bdi>
              <small>
                {sources.length === 0
                  ? 'Typed or bookmarked'
                  : sources.map(({ pagePath, source, times: of }, index) => (
                      <>
                        {index > 0 && ', '}
                        {pagePath ? <a href={onlyPage(pagePath)}>{pagePath}</a> : source}{' '}
                        {many(of, 'time')}
                      </>
                    ))}
              </small>
            </>
          ),
        }))}
        empty="Every address that was asked for has a page."
      />
    </div>
  );
}

/** The same numbers for one page. */
function onlyPage(path: string): string {
  const { pathname, search } = window.location;
  const query = new URLSearchParams(search);
  query.set('page', path);
  return `${pathname}?${query}`;
}

interface Rank {
  readonly key: string;
  readonly label: ComponentChildren;
  readonly amount: number;
}

/** A list with the most frequent first, each behind a bar of its size. */
function Ranks({
  title,
  exported,
  rows,
  empty,
}: {
  readonly title: string;
  readonly exported: { readonly name: string; readonly rows: readonly object[] };
  readonly rows: readonly Rank[];
  readonly empty: string;
}) {
  const [isWhole, setWhole] = useState(false);
  const { slug } = useProject();
  const most = Math.max(1, ...rows.map(({ amount }) => amount));
  return (
    <section class="tile">
      <div class="filters">
        <h2>{title}</h2>
        <span class="spread" />
        {rows.length > 0 && (
          <Export rows={exported.rows} name={`${slug}-${exported.name}`} about={title} />
        )}
      </div>
      {rows.length === 0 ? (
        <p class="muted">{empty}</p>
      ) : (
        <ol class="ranks">
          {rows.slice(0, isWhole ? undefined : few).map(({ key, label, amount }) => (
            <li key={key} style={{ '--share': `${(amount / most) * 100}%` }}>
              <span>{label}</span>
              <span class="amount">{count(amount)}</span>
            </li>
          ))}
        </ol>
      )}
      {rows.length > few && (
        <button type="button" class="quiet" onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'Show fewer' : `Show all ${rows.length}`}
        </button>
      )}
    </section>
  );
}
