import { h } from 'preact';
import { classes, flag, oneOf, type Props, text } from './component.ts';
import { usePage } from './page-context.ts';

const colors = [
  'gray',
  'blue',
  'green',
  'yellow',
  'orange',
  'red',
  'purple',
  'white',
  'surface',
  'white-destructive',
  'surface-destructive',
] as const;

/** A short word in a small box. */
export function Badge(props: Props) {
  const page = usePage();
  const color = oneOf(props.color, colors);
  const size = oneOf(props.size, ['md', 'xs', 'sm', 'lg']);
  const outline = flag(props.stroke) || props.variant === 'outline';
  const lead = props.leadIcon ?? props.icon;
  const href = flag(props.disabled) ? undefined : text(props.href);
  const look = {
    type: props.iconType,
    library: props.iconLibrary,
    size: size === 'xs' ? 10 : 12,
    place: props.place as never,
  };
  return h(
    href === undefined ? 'span' : 'a',
    {
      class: classes(
        'dc-badge',
        `dc-badge-${color}`,
        size !== 'md' && `dc-badge-${size}`,
        props.shape === 'pill' && 'dc-badge-pill',
        outline && 'dc-badge-outline',
        flag(props.disabled) && 'dc-badge-disabled',
        text(props.className),
      ),
      ...(href === undefined ? {} : { href: page.link(href, { place: props.place as never }) }),
    },
    lead === undefined ? undefined : page.icon(lead, look),
    props.children,
    props.tailIcon === undefined ? undefined : page.icon(props.tailIcon, look),
  );
}
