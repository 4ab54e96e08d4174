import { type ComponentChildren, h, isValidElement } from 'preact';
import { cssColor } from './components/callout.tsx';
import { classes, markup } from './components/component.ts';
import type { IconOptions, PageContext } from './components/page-context.ts';
import type { Drawing } from './find-icon.ts';
import { isPath, isSign } from './icon-kind.ts';

/** Where pictures and drawings of icons are. */
export interface IconSource extends Pick<PageContext, 'isColor' | 'feature'> {
  link(url: string): string;
  /** The drawing of a name; undefined where it is not known. */
  find(name: string): Drawing | undefined;
}

const hidden = { 'aria-hidden': 'true' } as const;

/** An icon as an element: an element itself, a picture by its path, a sign, or a name. */
export function iconMarkup(
  icon: unknown,
  options: IconOptions,
  source: IconSource,
): ComponentChildren {
  const size = options.size ?? 16;
  if (typeof icon !== 'string') return ownIcon(icon, size, source);
  const name = icon.trim();
  if (name === '') return undefined;
  const names = classes('icon dc-icon', options.class);
  const color = cssColor(options.color, source);
  if (isPath(name)) {
    return h('img', {
      class: names,
      src: source.link(name),
      width: size,
      height: size,
      alt: options.label ?? '',
    });
  }
  const access = options.label ? { role: 'img', 'aria-label': options.label } : hidden;
  if (isSign(name)) {
    return h('span', { class: names, style: `font-size:${size}px;line-height:1`, ...access }, name);
  }
  const drawing = source.find(name);
  if (!drawing) return undefined;
  return h('svg', {
    class: names,
    width: size,
    height: size,
    viewBox: drawing.box,
    ...access,
    ...(color === undefined ? {} : { style: `color:${color}` }),
    dangerouslySetInnerHTML: { __html: drawing.body },
  });
}

/** An element of the author's: pictures are as large as they are, and have to fit where an icon is shown. */
function ownIcon(icon: unknown, size: number, { feature }: IconSource): ComponentChildren {
  const own = markup(icon);
  if (!isValidElement(own)) return own;
  feature('own-icon');
  return h('span', { class: 'icon dc-own-icon', style: `--side:${size}px` }, own);
}
