import type { PageFolder, PageItem } from '../../../../packages/client/models.ts';
import type { Column } from '../parts/columns.ts';
import { Found, foundIn } from '../parts/found.tsx';
import { Badge, dash, Time, type Tone } from '../parts/small.tsx';
import { isStudio } from '../served.ts';
import { count, many } from '../words.ts';

/** A column of pages, and what it shows of a folder of them. */
interface PageColumn extends Column<PageItem> {
  readonly ofFolder?: Column<PageFolder>['cell'];
  /** Columns that a folder needs for it, in the place of those that it does not have. */
  readonly folderSpan?: number;
  /** A folder has no such column. */
  readonly isOfPages?: boolean;
}

const numberOr = (value: number) => (value > 0 ? count(value) : dash);

const viewsOf = ({ views }: Pick<PageItem, 'views'>) => (
  <>
    {numberOr(views)}
    <span class="at-narrow"> {views === 1 ? 'view' : 'views'}</span>
  </>
);

const ratingsOf = ({ positive, negative }: Pick<PageItem, 'positive' | 'negative'>) =>
  positive + negative === 0 ? (
    dash
  ) : (
    <span title={`${many(positive, 'good rating')}, ${many(negative, 'bad rating')}`}>
      {count(positive)} : {count(negative)}
    </span>
  );

const translatedOf = ({ translated, languages }: Pick<PageItem, 'translated' | 'languages'>) =>
  languages === 0 ? dash : `${count(translated)} of ${count(languages)}`;

const readerColumns: readonly PageColumn[] = [
  {
    ...{ title: 'Views', width: '5rem', isNumber: true },
    cell: viewsOf,
    ofFolder: viewsOf,
  },
  {
    ...{ title: 'Ratings', width: '5.5rem', isNumber: true, narrow: 'none' },
    cell: ratingsOf,
    ofFolder: ratingsOf,
  },
  {
    ...{ title: 'Cited', width: '4.5rem', isNumber: true, narrow: 'none' },
    cell: ({ conversations }) => numberOr(conversations),
  },
];

/** What a list of pages shows of each. */
export const pageColumns: readonly PageColumn[] = [
  {
    ...{ title: 'Page', width: 'minmax(12rem, 3fr)', narrow: 'title' },
    cell: ({ title, pagePath }) => (
      <>
        <bdi>{title}</bdi> <code class="muted">{pagePath}</code>
      </>
    ),
  },
  {
    ...{ title: 'State', width: 'minmax(7.5rem, 1fr)' },
    cell: (page) => <State page={page} />,
    ofFolder: (folder) => <Summary folder={folder} />,
    folderSpan: 2,
  },
  {
    ...{ title: 'Changed', width: '7.5rem', isOfPages: true },
    cell: ({ updatedAt }) => <Time at={updatedAt} />,
  },
  ...(isStudio ? [] : readerColumns),
  {
    ...{ title: 'Translated', width: '5.5rem', isNumber: true, narrow: 'none' },
    cell: translatedOf,
    ofFolder: translatedOf,
  },
  {
    ...{ title: 'Words', width: '4.5rem', isNumber: true, narrow: 'none' },
    cell: ({ words }) => count(words),
    ofFolder: ({ words }) => count(words),
  },
];

/** The worst that is wrong with a page, in a word or two. */
function State({ page }: { readonly page: PageItem }) {
  const { errors, warnings, notes, notFound, stale, positive, negative } = page;
  if (errors + warnings > 0) return <Found counts={page} />;
  if (notFound > 0) return <Badge tone="wait">Broken links</Badge>;
  if (stale > 0) return <Badge tone="wait">{count(stale)} stale</Badge>;
  if (negative > positive) return <Badge tone="wait">Rated badly</Badge>;
  return <Found counts={{ errors, warnings, notes }} />;
}

/** All that is wrong in a folder, in short: its pages say the rest. */
function Summary({ folder }: { readonly folder: PageFolder }) {
  const { errors, warnings, notes, notFound, stale, ratedBadly } = folder;
  const worst = errors > 0 ? { errors, warnings: 0, notes: 0 } : { errors, warnings, notes: 0 };
  const [tone, found] = foundIn(worst);
  const troubles: readonly (readonly [tone: Tone, words: string])[] = [
    ...(errors + warnings > 0 ? [[tone, found] as const] : []),
    ...(stale > 0 ? [['wait', `${count(stale)} stale`] as const] : []),
    ...(ratedBadly > 0 ? [['wait', `${count(ratedBadly)} rated badly`] as const] : []),
    ...(notFound > 0 ? [['wait', 'Broken links'] as const] : []),
  ];
  const [first, ...others] = troubles;
  if (!first) return <Found counts={{ errors, warnings, notes }} />;
  const rest = others.map(([, words]) => words).join(', ');
  return (
    <span title={troubles.map(([, words]) => words).join(', ')}>
      <Badge tone={first[0]}>{first[1]}</Badge> {rest && <span class="muted">{rest}</span>}
    </span>
  );
}
