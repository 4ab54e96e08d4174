import { classes, oneOf, type Props, text } from './component.ts';
import { usePage } from './page-context.ts';

/** A link to a repository; nothing is asked of its host, at build or by visitors. */
export function GitHubRepo(props: Props) {
  const page = usePage();
  const given = text(props.repo) ?? '';
  const name = given
    .replace(/^(?:https?:\/\/)?(?:www\.)?github\.com\//, '')
    .replace(/(?:\.git)?\/*$/, '');
  const variant = oneOf(props.variant, ['inset', 'flat']);
  const description = text(props.description);
  return (
    <a
      class={classes('card', 'repository', `repository-${variant}`, text(props.className))}
      href={page.link(`https://github.com/${name}`)}
      target="_blank"
      rel="noreferrer"
    >
      <span class="card-icon">{page.icon('github', { library: 'fontawesome', size: 20 })}</span>
      <div class="card-body">
        <p class="card-title" dir="ltr">
          {name}
          <span class="card-arrow" aria-hidden="true" />
        </p>
        {description === undefined ? undefined : <div class="card-text">{description}</div>}
      </div>
    </a>
  );
}
