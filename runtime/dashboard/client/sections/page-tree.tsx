import type { ComponentChildren } from 'preact';
import type { PageFolder, PageItem, Project } from '../../../../packages/client/models.ts';
import { folderOf } from '../../../../schema/page-folder.ts';
import { address } from '../ask.ts';
import { type KnownList, useList } from '../cache.ts';
import { layOut } from '../parts/columns.ts';
import { Icon } from '../parts/icon.tsx';
import { openAt } from '../parts/rows.ts';
import { Trouble, Waiting } from '../parts/states.tsx';
import { GridCell, GridNote, type GridPlace, GridRow, TreeGrid } from '../parts/tree-grid.tsx';
import { go, setQuery, usePlace } from '../place.ts';
import { count, many } from '../words.ts';
import { OnePage } from './one-page.tsx';
import { openFolders, toggled } from './open-folders.ts';
import { pageColumns } from './page-columns.tsx';

const { classes, widths } = layOut(pageColumns);
const columns = pageColumns.map((column, at) => ({ ...column, classes: classes[at] ?? '' }));

interface Listed {
  readonly project: Project;
  readonly days: string;
}

interface Tree extends Listed {
  readonly open: ReadonlySet<string>;
  readonly toggle: (folder: string) => void;
  /** In place of a tree without pages. */
  readonly empty: ComponentChildren;
}

/** The pages directly in a folder. The empty one is the top, whereas all pages are in no folder. */
const usePages = ({ project, days }: Listed, folder: string) =>
  useList<PageItem>(
    address(`/projects/${project.id}/pages?folder=${encodeURIComponent(folder)}`, {
      ...{ perPage: 200, days },
    }),
  );

/** Folders of the paths and the pages in them. What is in a folder is read once it is open. */
export function PageTree(props: Listed & Pick<Tree, 'empty'>) {
  const text = usePlace().query.get('folders') ?? '';
  const tree: Tree = {
    ...props,
    open: openFolders(text),
    toggle: (folder) => setQuery({ folders: toggled(text, folder) }, { replace: true }),
  };
  return (
    <TreeGrid label="Pages" columns={columns} widths={widths}>
      <Level tree={tree} folder="" level={1} hasFolders />
    </TreeGrid>
  );
}

/** What is directly in an open folder: its folders, with what is in the open ones of them, and its pages. */
function Level({
  tree,
  folder,
  level,
  hasFolders,
}: {
  readonly tree: Tree;
  readonly folder: string;
  readonly level: number;
  readonly hasFolders: boolean;
}) {
  const { project, days } = tree;
  const path = address(`/projects/${project.id}/page-folders`, { folder, perPage: 200, days });
  const folders = useList<PageFolder>(hasFolders ? path : undefined);
  const pages = usePages(tree, folder);
  const size = folders.total + pages.total;
  const failure = folders.failure ?? pages.failure;
  const note = (words: ComponentChildren) => <GridNote level={level}>{words}</GridNote>;
  if (folders.isLoading || pages.isLoading) return note(<Waiting lines={1} />);
  if (failure && folders.rows.length + pages.rows.length === 0) {
    return note(<Trouble failure={failure} retry />);
  }
  if (size === 0 && level === 1) return note(tree.empty);
  return (
    <>
      {folders.rows.map((one, index) => (
        <FolderRow key={one.path} tree={tree} folder={one} place={{ level, index, size }} />
      ))}
      <Further list={folders} what="folders" folder={folder} level={level} />
      {pages.rows.map((page, at) => {
        const index = folders.total + at;
        return <PageRow key={page.pagePath} page={page} place={{ level, index, size }} />;
      })}
      <Further list={pages} what="pages" folder={folder} level={level} />
    </>
  );
}

function FolderRow({
  tree,
  folder,
  place,
}: {
  readonly tree: Tree;
  readonly folder: PageFolder;
  readonly place: GridPlace;
}) {
  const { path, pages, folders } = folder;
  const isOpen = tree.open.has(path);
  const [name, ...cells] = columns;
  return (
    <>
      <GridRow name={`${path}/`} place={place} isOpen={isOpen} onOpen={() => tree.toggle(path)}>
        <GridCell classes={name?.classes ?? ''}>
          <span class="folder">
            <span class={isOpen ? 'fold open' : 'fold'}>
              <Icon name="chevron" />
            </span>
            <bdi>{nameOf(path)}</bdi>
            <span class="muted">{many(pages, 'page')}</span>
          </span>
        </GridCell>
        {cells
          .filter(({ isOfPages }) => !isOfPages)
          .map(({ title, classes, folderSpan, ofFolder }) => (
            <GridCell key={title} classes={classes} {...(folderSpan ? { span: folderSpan } : {})}>
              {ofFolder?.(folder)}
            </GridCell>
          ))}
      </GridRow>
      {isOpen && (
        <Level tree={tree} folder={path} level={place.level + 1} hasFolders={folders > 0} />
      )}
    </>
  );
}

function PageRow({ page, place }: { readonly page: PageItem; readonly place: GridPlace }) {
  const { pagePath, title } = page;
  const href = openAt(pagePath);
  return (
    <GridRow name={pagePath} place={place} onOpen={() => go(href)}>
      {columns.map((column, index) => (
        <GridCell key={column.title} classes={column.classes}>
          {index === 0 ? (
            <a href={href} tabIndex={-1} title={pagePath}>
              <bdi>{title}</bdi> <code class="muted">{nameOf(pagePath)}</code>
            </a>
          ) : (
            column.cell(page)
          )}
        </GridCell>
      ))}
    </GridRow>
  );
}

const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);

/** Reads the rest of a long folder, part by part. */
function Further({
  list: { rows, total, more, failure, isReadingMore },
  what,
  folder,
  level,
}: {
  readonly list: KnownList<unknown>;
  readonly what: 'folders' | 'pages';
  readonly folder: string;
  readonly level: number;
}) {
  if (!more) return null;
  const name = `${folder}//${what}`;
  const onOpen = () => {
    // What comes next is put before it, and it goes away at the end: keys go on from the last row there is.
    const row = document.querySelector(`[data-row=${JSON.stringify(name)}]`);
    const before = row?.previousElementSibling;
    if (row === document.activeElement && before instanceof HTMLElement) before.focus();
    more();
  };
  return (
    <GridRow name={name} place={{ level, index: rows.length, size: total }} onOpen={onOpen}>
      <GridCell classes="cell at-title">
        <span class="further" aria-busy={isReadingMore}>
          Show more {what}
        </span>{' '}
        <span class="muted">
          {failure ? failure.message : `${count(rows.length)} of ${count(total)}`}
        </span>
      </GridCell>
    </GridRow>
  );
}

/** A page that was opened in the tree: keys lead to the others of its folder. */
export function OpenedInTree({ path, ...of }: Listed & { readonly path: string }) {
  const { rows } = usePages(of, folderOf(path));
  return <OnePage {...of} path={path} paths={rows.map(({ pagePath }) => pagePath)} />;
}
