import { githubName } from '../../../schema/github.ts';
import { Stars } from '../stars.tsx';
import { classes, oneOf, type Props, text } from './component.ts';
import { usePage } from './page-context.ts';

/** A link to a repository, with the stars that it had when the site was built; visitors ask its host for nothing. */
export function GitHubRepo(props: Props) {
  const page = usePage();
  const given = text(props.repo) ?? '';
  const name = githubName(given) ?? given;
  const variant = oneOf(props.variant, ['inset', 'flat']);
  const description = text(props.description);
  return (
    <a
      class={classes(
        'card dc-card',
        'dc-repository',
        `repository-${variant}`,
        text(props.className),
      )}
      href={page.link(`https://github.com/${name}`)}
      target="_blank"
      rel="noreferrer"
    >
      <span class="dc-card-icon">{page.icon('github', { library: 'fontawesome', size: 20 })}</span>
      <div class="dc-card-body">
        <p class="dc-card-title" dir="ltr">
          {name}
          <span class="dc-card-arrow" aria-hidden="true" />
          <Stars site={page.site} repository={name} language={page.page.language} />
        </p>
        {description === undefined ? undefined : <div class="dc-card-text">{description}</div>}
      </div>
    </a>
  );
}
