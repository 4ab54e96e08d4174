import type { FunctionComponent, JSX } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { branchKey } from './branch.ts';
import { sizeOf } from './branch-size.ts';
import { branchScript } from './scripts.ts';
import { listOf } from './sidebar-rows.tsx';
import type { View } from './view.ts';

/** Rows of lists of other branches that a document has at most: readers load all of them. */
const mostRows = 600;

/**
 * A part of the document that depends on the branch of the navigation. A page in several branches is shown in its first
 * one, and has the others with it: its script chooses the one that the reader came from, before it is painted.
 */
export function InBranch({
  view,
  part: Part,
}: {
  view: View;
  part: FunctionComponent<{ view: View }>;
}): JSX.Element {
  const own = <Part view={view} />;
  const elsewhere = affordable(view);
  if (elsewhere.length === 0) return own;
  const others = elsewhere.map((other) => {
    return { key: branchKey(other.containers), html: renderToString(<Part view={other} />) };
  });
  const html = renderToString(own);
  if (others.every((other) => other.html === html)) return own;
  return (
    <>
      <template class="dc-branches" data-branch={branchKey(view.containers)} />
      {own}
      {others.map(({ key, html }) => (
        <template key={key} data-branch={key} dangerouslySetInnerHTML={{ __html: html }} />
      ))}
      <script dangerouslySetInnerHTML={{ __html: branchScript }} />
    </>
  );
}

/** The other branches of a page, as far as their lists are not too long together. */
function affordable({ elsewhere }: View): readonly View[] {
  let rows = 0;
  return elsewhere.filter((view) => {
    const { open, all } = sizeOf(view.containers.at(-1));
    rows += listOf(view).leaveOut ? open : all;
    return rows <= mostRows;
  });
}
