import { classes, oneOf, type Props, text } from './component.ts';
import { usePage } from './page-context.ts';
import { MarkdownWords, Words, wording } from './wording.tsx';

/** A term whose explanation appears when it is pointed at, focused or tapped. */
export function Tooltip(props: Props) {
  const page = usePage();
  const tip = wording(props.tip) ?? wording(props.description);
  const headline = wording(props.headline) ?? wording(props.title);
  const href = text(props.href);
  const cta = text(props.cta);
  const id = page.uniqueId('tip');
  const align = oneOf(props.align, ['center', 'start', 'end']);
  page.feature('tooltip');
  return (
    <span
      class={classes('tooltip dc-tooltip', text(props.className))}
      data-tooltip
      data-side={oneOf(props.side, ['top', 'bottom', 'left', 'right'])}
      {...(align === 'center' ? {} : { 'data-align': align })}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the explanation opens on focus */}
      <span class="dc-tooltip-term" tabIndex={0} aria-describedby={id}>
        {props.children}
      </span>
      <span class="dc-tooltip-body" data-component-part="tooltip-content" role="tooltip" id={id}>
        {headline === undefined ? undefined : (
          <strong class="dc-tooltip-title">
            <Words of={headline} />
          </strong>
        )}{' '}
        {tip === undefined ? undefined : <MarkdownWords of={tip} place={props.place} />}
        {cta !== undefined && href !== undefined ? (
          <a class="dc-tooltip-link" href={page.link(href, { place: props.place as never })}>
            {page.words(cta)}
          </a>
        ) : undefined}
      </span>
    </span>
  );
}
