import type { FunctionComponent, JSX } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { branchKey } from './branch.ts';
import { branchScript } from './scripts.ts';
import type { View } from './view.ts';

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
  if (view.elsewhere.length === 0) return own;
  const others = view.elsewhere.map((other) => {
    return { key: branchKey(other.containers), html: renderToString(<Part view={other} />) };
  });
  const html = renderToString(own);
  if (others.every((other) => other.html === html)) return own;
  return (
    <>
      <template class="branches" data-branch={branchKey(view.containers)} />
      {own}
      {others.map(({ key, html }) => (
        <template key={key} data-branch={key} dangerouslySetInnerHTML={{ __html: html }} />
      ))}
      <script dangerouslySetInnerHTML={{ __html: branchScript }} />
    </>
  );
}
