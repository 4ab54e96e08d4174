import { h } from 'preact';
import { styleOf } from '../style-units.ts';
import { calloutKind, calloutKinds, colorOf } from './callout.tsx';
import { classes, flag, holdsLink, number, oneOf, type Props, text } from './component.ts';
import { InsideLink, type TreeContext } from './inside-link.ts';
import { usePage } from './page-context.ts';
import { type Wording, Words, WordsLine, wording } from './wording.tsx';

/** Elements that a card without a link can be. */
const boxes = ['div', 'section', 'article', 'aside', 'li', 'figure', 'span'] as const;

/**
 * A box with a title, an icon and a text; with `href` the whole of it is a link. HTML knows no link in a link: where the
 * text has some, the link is the title, and covers what is below them.
 */
export function Card(props: Props, { insideLink = false }: TreeContext = {}) {
  const page = usePage();
  const href = flag(props.disabled) ? undefined : text(props.href);
  const title = wording(props.title);
  const description = wording(props.description);
  const kind = calloutKind(props.type);
  const icon = props.icon ?? (kind ? calloutKinds[kind].icon : undefined);
  const external = href !== undefined && page.isExternal(href);
  const arrow = href !== undefined && flag(props.arrow, external);
  const image = text(props.img);
  const cta = wording(props.cta);
  const hasLinks = href !== undefined && title !== undefined && holdsLink(props.children);
  if (hasLinks) page.feature('card-links');
  const link =
    href === undefined
      ? {}
      : {
          href: page.link(href, { place: props.place as never }),
          ...(external ? { target: '_blank', rel: 'noreferrer' } : {}),
        };
  const isLink = href !== undefined && !hasLinks;
  const tag = isLink ? 'a' : oneOf(props.as, boxes);
  return h(
    tag,
    {
      class: classes(
        'card dc-card',
        hasLinks && 'dc-card-links',
        // A picture is as wide as its card: next to the words it would leave them a letter per line.
        flag(props.horizontal) && image === undefined && 'dc-card-horizontal',
        kind && `dc-card-typed dc-callout-${kind}`,
        flag(props.disabled) && 'dc-card-disabled',
        text(props.className),
      ),
      style: styleOf(props.style),
      ...(isLink ? link : {}),
    },
    image === undefined ? undefined : (
      <img
        class="dc-card-image"
        data-component-part="card-image"
        src={page.link(image, { kind: 'image', place: props.place as never })}
        alt={title === undefined ? baseName(image) : ''}
        loading="lazy"
      />
    ),
    icon === undefined ? undefined : (
      <span class="dc-card-icon" data-component-part="card-icon">
        {page.icon(icon, {
          type: props.iconType,
          library: props.iconLibrary,
          size: 20,
          color: colorOf(page, props),
          place: props.place as never,
        })}
      </span>
    ),
    <div class="dc-card-body" data-component-part="card-content-container">
      <InsideLink value={href !== undefined || insideLink} to={href}>
        {title === undefined ? undefined : (
          <WordsLine part="card-title" of={hasLinks ? covering(title, link) : title}>
            {arrow ? <span class="dc-card-arrow" aria-hidden="true" /> : undefined}
          </WordsLine>
        )}
        <InsideLink value={isLink || insideLink} to={href}>
          <div class="dc-card-text" data-component-part="card-content">
            {description === undefined ? undefined : (
              <WordsLine part="card-description" of={description} />
            )}
            {props.children}
          </div>
        </InsideLink>
        {cta === undefined ? undefined : <WordsLine part="card-cta" of={cta} />}
      </InsideLink>
    </div>,
  );
}

/** A title as the link that covers its card. */
function covering(title: Wording, link: object): Wording {
  return { ...title, shown: h('a', { class: 'dc-card-cover', ...link }, <Words of={title} />) };
}

/** A grid whose columns follow the width that it has. */
export function Columns(props: Props) {
  const cols = Math.min(4, Math.max(1, Math.trunc(number(props.cols) ?? 2)));
  return (
    <div
      class={classes('columns dc-columns', `dc-columns-${cols}`, text(props.className))}
      style={styleOf(props.style)}
    >
      {props.children}
    </div>
  );
}

/** One cell of `Columns`. */
export function Column(props: Props) {
  return (
    <div class={classes('dc-column', text(props.className))} style={styleOf(props.style)}>
      {props.children}
    </div>
  );
}

/** A large linked preview with a title below. */
export function Tile(props: Props) {
  const page = usePage();
  const href = text(props.href);
  const title = wording(props.title);
  const description = wording(props.description);
  const external = href !== undefined && page.isExternal(href);
  return h(
    href === undefined ? 'div' : 'a',
    {
      class: classes('dc-tile', text(props.className)),
      ...(href === undefined ? {} : { href: page.link(href, { place: props.place as never }) }),
      ...(external ? { target: '_blank', rel: 'noreferrer' } : {}),
    },
    <div class="dc-tile-preview">
      <InsideLink value={href !== undefined} to={href}>
        {props.children}
      </InsideLink>
    </div>,
    title === undefined ? undefined : <WordsLine part="tile-title" of={title} />,
    description === undefined ? undefined : <WordsLine part="tile-description" of={description} />,
  );
}

function baseName(path: string): string {
  return path.replace(/^.*\//, '').replace(/\.\w+$/, '');
}
