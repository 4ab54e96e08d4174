import { classes, list, type Props, text } from './component.ts';
import { InsideLink } from './inside-link.ts';
import { usePage } from './page-context.ts';
import { plainWording, Words, WordsLine, wording } from './wording.tsx';

/** An entry of a changelog. */
export function Update(props: Props) {
  const page = usePage();
  const given = wording(props.label) ?? wording(props.title);
  const label = given?.text || page.labels.update;
  const description = wording(props.description);
  const tags = [...new Set(list(props.tags).map((tag) => tag.trim()))].filter((tag) => tag !== '');
  const id = page.headingId(label, text(props.id));
  const date = text(props.date);
  page.addContents({ id, text: label, depth: 2 });
  page.feature('update');
  page.addUpdate({
    id,
    label,
    tags,
    text: '',
    ...(description?.text ? { description: description.text } : {}),
    ...(date === undefined ? {} : { date }),
    ...feed(props.rss),
  });
  return (
    <section
      class={classes('update dc-update', text(props.className))}
      id={id}
      data-update
      {...(tags.length > 0 ? { 'data-tags': tags.join('\n') } : {})}
    >
      <div class="dc-update-side">
        <p class="dc-update-label" data-component-part="update-label">
          <a href={`#${id}`}>
            <InsideLink value>
              <Words of={given ?? plainWording(label)} />
            </InsideLink>
          </a>
        </p>
        {description === undefined ? undefined : (
          <WordsLine part="update-description" of={description} />
        )}
        {tags.length === 0 ? undefined : (
          <ul class="dc-update-tags" data-component-part="update-tag-list">
            {tags.map((tag) => (
              <li key={tag} class="dc-badge dc-badge-gray">
                {tag}
              </li>
            ))}
          </ul>
        )}
      </div>
      <div class="dc-update-content" data-component-part="update-content">
        {props.children}
      </div>
    </section>
  );
}

function feed(rss: unknown): { rss?: { title?: string; description?: string } } {
  if (typeof rss !== 'object' || rss === null) return {};
  const { title, description } = rss as Record<string, unknown>;
  return {
    rss: {
      ...(text(title) === undefined ? {} : { title: String(title) }),
      ...(text(description) === undefined ? {} : { description: String(description) }),
    },
  };
}
