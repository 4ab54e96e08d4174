import type { JSX } from 'preact';
import { githubName } from '../../schema/github.ts';
import type { Site } from '../../schema/site.ts';

/** The stars of a repository, if they were known at build. */
export function Stars(props: {
  readonly site: Site;
  /** `owner/name`, or the address of the repository. */
  readonly repository: string;
  readonly language: string;
}): JSX.Element | null {
  const name = githubName(props.repository);
  const stars = name === undefined ? undefined : props.site.stars?.[name];
  if (stars === undefined) return null;
  const format = new Intl.NumberFormat(props.language, { notation: 'compact' });
  return (
    <span class="dc-stars">
      <span aria-hidden="true">★</span> {format.format(stars)}
    </span>
  );
}
