import { classes, flag, type Props, text } from './component.ts';
import { usePage } from './page-context.ts';
import { plainWording, Words, wording } from './wording.tsx';

/** A part that opens at its title. */
export function Accordion(props: Props) {
  const page = usePage();
  const title = wording(props.title) ?? plainWording(page.labels.details);
  const description = wording(props.description);
  const id = page.partId(title.text || page.labels.details, text(props.id));
  page.feature('accordion');
  return (
    <details
      class={classes('accordion dc-accordion', text(props.className))}
      id={id || undefined}
      open={flag(props.defaultOpen)}
    >
      <summary data-component-part="accordion-button">
        {props.icon === undefined
          ? undefined
          : page.icon(props.icon, {
              type: props.iconType,
              library: props.iconLibrary,
              place: props.place as never,
            })}
        <span class="dc-accordion-title" data-component-part="accordion-title">
          <Words of={title} />
          {description === undefined ? undefined : (
            <span class="dc-accordion-description" data-component-part="accordion-description">
              <Words of={description} />
            </span>
          )}
        </span>
      </summary>
      <div class="dc-accordion-content" data-component-part="accordion-content">
        {props.children}
      </div>
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
  const title = wording(props.title) ?? plainWording(page.labels.childAttributes);
  page.feature('expandable');
  return (
    <details
      class={classes('expandable dc-expandable', text(props.className))}
      open={flag(props.defaultOpen)}
      {...(flag(props.lazy) ? { 'data-lazy': '' } : {})}
      {...(text(props.uniqueParamId) === undefined
        ? {}
        : { 'data-remember': text(props.uniqueParamId) })}
    >
      <summary data-component-part="expandable-button">
        <span class="expandable-closed">{text(props.closedText) ?? page.labels.show}</span>
        <span class="expandable-opened">{text(props.openedText) ?? page.labels.hide}</span>{' '}
        <Words of={title} />
      </summary>
      <div class="expandable-content" data-component-part="expandable-content">
        {props.children}
      </div>
    </details>
  );
}
