import { classes, flag, type Props, text } from './component.ts';
import { usePage } from './page-context.ts';

/** A part that opens at its title. */
export function Accordion(props: Props) {
  const page = usePage();
  const title = text(props.title) ?? page.labels.details;
  const description = text(props.description);
  const id = page.partId(title, text(props.id));
  page.feature('accordion');
  return (
    <details
      class={classes('accordion', text(props.className))}
      id={id}
      open={flag(props.defaultOpen)}
    >
      <summary>
        {props.icon === undefined
          ? undefined
          : page.icon(props.icon, {
              type: props.iconType,
              library: props.iconLibrary,
              place: props.place as never,
            })}
        <span class="accordion-title">
          {page.words(title)}
          {description === undefined ? undefined : (
            <span class="accordion-description">{page.words(description)}</span>
          )}
        </span>
      </summary>
      <div class="accordion-content">{props.children}</div>
    </details>
  );
}

/** Accordions that share their borders. */
export function AccordionGroup(props: Props) {
  return <div class={classes('accordion-group', text(props.className))}>{props.children}</div>;
}

/** A part of a field's description that is shown on demand. */
export function Expandable(props: Props) {
  const page = usePage();
  const title = text(props.title) ?? page.labels.childAttributes;
  page.feature('expandable');
  return (
    <details
      class={classes('expandable', text(props.className))}
      open={flag(props.defaultOpen)}
      {...(flag(props.lazy) ? { 'data-lazy': '' } : {})}
      {...(text(props.uniqueParamId) === undefined
        ? {}
        : { 'data-remember': text(props.uniqueParamId) })}
    >
      <summary>
        <span class="expandable-closed">{text(props.closedText) ?? page.labels.show}</span>
        <span class="expandable-opened">{text(props.openedText) ?? page.labels.hide}</span>{' '}
        {page.words(title)}
      </summary>
      <div class="expandable-content">{props.children}</div>
    </details>
  );
}
