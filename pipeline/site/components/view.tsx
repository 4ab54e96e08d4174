import { classes, type Props, text } from './component.ts';
import { usePage } from './page-context.ts';
import { wording } from './wording.tsx';

/** One of several versions of a page's text, chosen by the reader; all are in the document. */
export function View(props: Props) {
  const page = usePage();
  const title = wording(props.title)?.text || page.labels.view;
  page.feature('view');
  return (
    <section
      class={classes('view', text(props.className))}
      id={page.uniqueId('view')}
      data-view={title}
      aria-label={title}
    >
      <p class="view-title">
        {props.icon === undefined
          ? undefined
          : page.icon(props.icon, { type: props.iconType, place: props.place as never })}
        {title}
      </p>
      {props.children}
    </section>
  );
}

/** Content for people or for agents only; pages are for people. */
export function Visibility(props: Props) {
  return props.for === 'agents' ? null : props.children;
}

/** Shown next to the page instead of the table of contents. */
export function Panel(props: Props) {
  const page = usePage();
  return page.addAside('panel', props.children) ? null : props.children;
}
